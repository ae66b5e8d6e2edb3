"""`barpoint rule-on`, `cases` and `staff`."""
