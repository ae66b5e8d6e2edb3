"""Judging: who may ask, and what each command leads to: events or a refusal."""
