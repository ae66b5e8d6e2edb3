"""A match as a fold: a command is judged, an event is folded, a state says what is open."""
