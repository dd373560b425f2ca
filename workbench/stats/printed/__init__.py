"""What printed tables tell about how they were made."""
