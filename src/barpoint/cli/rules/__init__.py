"""`barpoint rules`."""
