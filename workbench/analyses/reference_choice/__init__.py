"""What the choice of references does to a coefficient."""
