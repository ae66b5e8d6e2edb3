"""The ladder and the lobby over HTTP."""
