"""Bear-off tables: how many rolls are left, one-sided and two-sided."""
