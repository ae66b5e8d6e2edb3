"""Analysis over HTTP: reviews of matches, the analysis board, files that are dropped on it."""
