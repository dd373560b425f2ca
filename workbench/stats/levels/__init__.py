"""What one observation of a coefficient is: a system, a cell of a segment, a block of segments."""
