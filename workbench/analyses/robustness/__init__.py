"""What a coefficient owes to single systems."""
