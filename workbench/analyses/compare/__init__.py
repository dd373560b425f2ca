"""Comparing and ranking metrics."""
