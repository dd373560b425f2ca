"""What holds over several tasks."""
