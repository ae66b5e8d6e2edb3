"""Folding: what each event makes of the match."""
