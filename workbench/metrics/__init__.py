"""Metrics: two pure functions each, count and score; selecting and combining references."""
