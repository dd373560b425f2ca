"""Anybody's tables as data sets: which column, or path in a record, holds what."""
