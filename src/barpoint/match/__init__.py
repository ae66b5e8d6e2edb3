"""A match as a fold: commands are judged, events are folded."""
