"""Incidents of checkers: illegal plays, wrong positions, set-up."""
