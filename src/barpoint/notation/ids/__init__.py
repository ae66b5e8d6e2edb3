"""Positions in a word: Position ID, Match ID, XGID, board lines."""
