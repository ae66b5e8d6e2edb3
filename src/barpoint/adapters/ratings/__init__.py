"""The ladder in the database."""
