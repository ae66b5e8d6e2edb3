"""What fills the ports. Imported by `bootstrap` only."""
