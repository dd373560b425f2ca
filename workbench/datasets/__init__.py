"""Data sets with human judgments: what they hold, where they come from, how they are read."""
