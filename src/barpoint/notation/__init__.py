"""Every text and picture of a position, a play or a match."""
