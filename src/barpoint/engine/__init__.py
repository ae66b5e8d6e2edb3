"""Strength: features, nets, bear-off tables, search, cube, match equity, rollouts, analysis, training."""
