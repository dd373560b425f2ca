"""The version, in a place that every layer may look at."""

__version__ = "0.2.0"
