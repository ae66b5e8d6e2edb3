"""Incidents of conduct, equipment and penalties."""
