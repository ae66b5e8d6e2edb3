"""Incidents of the cube."""
