"""How well people agree with each other, and what that leaves for metrics."""
