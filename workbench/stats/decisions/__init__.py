"""What a difference between the scores of two systems decides."""
