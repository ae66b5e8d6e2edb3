"""Incidents of score, length and the end of a match."""
