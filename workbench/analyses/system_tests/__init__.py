"""Systems against systems."""
