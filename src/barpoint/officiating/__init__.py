"""Incident in, ruling out: what the event's book says, with its clauses, and what follows from it."""
