"""Low and high of a coefficient or of a difference, and where they do not hold."""
