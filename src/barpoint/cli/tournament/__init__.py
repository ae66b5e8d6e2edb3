"""`barpoint tournament` and `barpoint ratings`."""
