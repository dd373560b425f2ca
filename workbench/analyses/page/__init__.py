"""The page of a report: what of an experiment is on it."""
