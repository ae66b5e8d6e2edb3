"""Incidents with officials: evidence, monitors, staff."""
