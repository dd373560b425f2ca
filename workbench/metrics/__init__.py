"""Metrics: two pure functions each, count and score; selecting and combining references.

Importing this package registers the metrics.
"""

from workbench.metrics import bleu, bleu_modes, bleu_nltk, mgalley, rouge, rouge155

__all__ = ["bleu", "bleu_modes", "bleu_nltk", "mgalley", "rouge", "rouge155"]
