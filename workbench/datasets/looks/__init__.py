"""What is odd about a data set without being a fault: looks at names, judgments and texts."""
