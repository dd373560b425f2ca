"""Metrics against metrics on blocks of segments."""
