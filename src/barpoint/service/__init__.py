"""Use cases over ports: what the product does, without saying on which database or screen."""
