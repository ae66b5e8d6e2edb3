"""Longgammon: its own features, net and search."""
