"""Appeals and how they are heard."""
