"""A server's records: proven, kept elsewhere, brought up to date."""
