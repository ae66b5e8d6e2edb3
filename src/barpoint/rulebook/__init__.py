"""What the five rule books say, as data."""
