"""Texts as bags of words and n-grams, for metrics that are counted in plain Python.

Some metrics weigh n-grams by how often the references of the whole corpus have them. A corpus is then what is
scored together: all that a call of `workbench.score` is given, or one task of an experiment under one
reference setting. Such a counter says ``whole_corpus = True``, and its texts are not cut into parts.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from workbench.metrics.batch import Batch, ReferenceIds
from workbench.text.corpus import Texts

Gram = tuple[int, ...]


def word_lists(texts: Texts) -> list[list[int]]:
    """Return the word ids of each text, its sentences one after another."""
    words = texts.words.tolist()
    return [words[start:stop] for start, stop in pairwise(texts.sentences[texts.texts].tolist())]


def ngrams(words: Sequence[int], order: int) -> Counter[Gram]:
    """Return the n-grams of one order, and how often each occurs."""
    return Counter(zip(*(words[shift:] for shift in range(order)), strict=False))


def reference_sets(batch: Batch) -> dict[ReferenceIds, float]:
    """Return the sets of references that are used, and in how many segments each of them is.

    A segment counts once, however many systems were run on it: if they do not all have the same references,
    each set has its part. Where candidates have no names, each is a segment of its own.
    """
    keys = batch.keys or [("", str(number), "") for number in range(batch.layout.n_candidates)]
    systems = Counter((task, segment) for task, segment, _ in keys)
    used = Counter(
        (task, segment, references)
        for (task, segment, _), references in zip(keys, batch.layout.corpus_references, strict=True)
        if references
    )
    sets: dict[ReferenceIds, float] = {}
    for (task, segment, references), number in used.items():
        sets[references] = sets.get(references, 0.0) + number / systems[task, segment]
    return sets
