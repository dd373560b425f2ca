"""The version, in a place that every layer may look at."""

VERSION = "0.2.0"
