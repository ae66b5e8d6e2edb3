"""Folding: what each event makes of the tournament."""
