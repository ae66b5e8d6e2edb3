"""The database's history: one numbered step a file in `versions`, run at start."""
