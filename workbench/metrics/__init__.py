"""Metrics: two pure functions each, count and score; selecting and combining references.

Importing this package registers the metrics.
"""

from workbench.metrics import bleu, rouge

__all__ = ["bleu", "rouge"]
