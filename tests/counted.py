"""Counts of a list of segments, as a metric's `score` takes them."""

import numpy as np

from workbench.metrics.base import get_metric
from workbench.metrics.batch import Batch, BatchLayout
from workbench.text.corpus import Corpus
from workbench.text.preprocess import PREPROCESSES


def count(metric, candidates, references, weights=None, preprocess="none"):
    """Return float64[n_candidates, n_columns] of the metric's counter."""
    sizes = [len(texts) for texts in references]
    layout = BatchLayout.of_sizes([1] * len(sizes), sizes)
    if weights is not None:
        layout.weights[:] = [weight for row in weights for weight in row]
    corpus = Corpus([*candidates, *(text for texts in references for text in texts)])
    texts = corpus.encode(PREPROCESSES[preprocess])
    n = len(candidates)
    own, others = texts.take(np.arange(n)), texts.take(np.arange(n, n + sum(sizes)))
    return get_metric(metric).counter.count(Batch(own, others, layout))


def joined(record):
    """Return candidates and references of a golden record as texts."""
    candidates = [" ".join(segment["cand"]) for segment in record["segments"]]
    return candidates, [[" ".join(words) for words in segment["refs"]] for segment in record["segments"]]
