"""Incidents of dice and the turn."""
