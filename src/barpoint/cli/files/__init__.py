"""Positions and files: `barpoint board`, `plays`, `perft`, `convert`, `replay`, `dice`."""
