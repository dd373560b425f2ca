"""Coefficients along what changes: thresholds, block sizes, orders."""
