"""Draws of systems and inputs, what a coefficient is under each, and the streams they come from."""
