"""Differences of two systems on blocks of segments (Galley et al. 2015)."""
