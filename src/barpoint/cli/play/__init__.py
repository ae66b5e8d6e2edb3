"""`barpoint play`, `serve` and `bot`."""
