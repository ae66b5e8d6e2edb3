"""Processes of their own for what takes long: matches weighed, positions studied."""
