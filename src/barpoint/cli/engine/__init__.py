"""`barpoint engine`, `analyse` and `train`."""
