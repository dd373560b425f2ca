"""Segments on which metrics disagree with the judges."""
