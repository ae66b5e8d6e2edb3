"""Tournaments on the server: the HTTP interface, and pages that need no login and no framework."""
