"""Rounds that are paired one by one: Swiss by Monrad or best matching, and Swiss with lives."""
