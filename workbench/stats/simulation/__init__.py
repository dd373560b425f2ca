"""Scores made from known worlds: how often intervals and tests are right, and what a study needs."""
