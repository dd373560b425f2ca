"""Counting texts that are at hand, without a data set: each text read once, each thing counted once."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from operator import ne
from typing import NamedTuple

import numpy as np

from workbench.metrics.base import Counter, Counts
from workbench.metrics.batch import Batch, BatchLayout
from workbench.metrics.nested import widest
from workbench.metrics.own_class import counts_of_batch
from workbench.text.corpus import Corpus
from workbench.text.preprocess import get_preprocess

TEXTS_AT_ONCE = 16_000


def cut_into_parts(
    references: Sequence[Sequence[str]], counters: Sequence[Counter], workers: int = 1
) -> Iterator[slice]:
    """Cut segments into runs of about `TEXTS_AT_ONCE` texts, so that memory stays bounded.

    Several workers get runs of the same length, as many for each. A counter that looks at all segments at
    once says ``whole_corpus = True``; then there is one part.
    """
    n, start = len(references), 0
    if n and any(getattr(counter, "whole_corpus", False) for counter in counters):
        yield slice(0, n)
        return
    ends = np.fromiter(map(len, references), np.int64, n)
    ends += 1
    np.cumsum(ends, out=ends)  # in place: there may be millions
    size = TEXTS_AT_ONCE
    if workers > 1 and n:
        rounds = -(-int(ends[-1]) // (workers * TEXTS_AT_ONCE))
        size = -(-int(ends[-1]) // (workers * rounds))
    while start < n:
        before = ends[start - 1] if start else 0
        stop = min(int(np.searchsorted(ends, before + size)) + 1, n)
        yield slice(start, stop)
        start = stop


class CountedTexts(NamedTuple):
    """Counts by preprocessing and name of the counter, and the layout of their rows.

    There are more columns than the counter has where another one counts the same and more.
    """

    counts: dict[tuple[str, str], Counts]
    layout: BatchLayout


def count_texts(
    candidates: list[str],
    references: list[list[str]],
    weights: list[list[float]] | None,
    needed: Sequence[tuple[str, Counter]],
) -> CountedTexts:
    """Count under each of the needed preprocessings what its counters count, each once.

    Neighbours with the same references form a group: a reference that many candidates are compared with is
    read once.
    """
    corpus, layout = _lay_out(candidates, references, weights)
    n = len(candidates)
    batches: dict[str, Batch] = {}
    for preprocess in dict.fromkeys(preprocess for preprocess, _ in needed):
        texts = corpus.encode(get_preprocess(preprocess, "preprocess"))
        known = (batch for batch in batches.values() if batch.candidates.vocabulary is texts.vocabulary)
        total = len(texts.texts) - 1
        batches[preprocess] = next(known, None) or Batch(texts.part(0, n), texts.part(n, total), layout)
    wide = [(preprocess, each) for (preprocess, _), each in zip(needed, widest(needed), strict=True)]
    work = {(preprocess, counter.name): (batches[preprocess], counter) for preprocess, counter in wide}
    counted = {key: counts_of_batch(counter, batch) for key, (batch, counter) in work.items()}
    for (preprocess, counter), (_, by) in zip(needed, wide, strict=True):
        counted[preprocess, counter.name] = counted[preprocess, by.name]
    return CountedTexts(counted, layout)


def _lay_out(
    candidates: list[str], references: list[list[str]], weights: list[list[float]] | None
) -> tuple[Corpus, BatchLayout]:
    n = len(candidates)
    # a million segments have as many lists: what is asked of each is asked by functions of C
    rated = references if weights is None else list(zip(references, weights, strict=True))
    differs = np.ones(n, bool)
    differs[1:] = list(map(ne, rated[1:], rated[:-1]))
    firsts = np.flatnonzero(differs)
    own = references if differs.all() else [references[first] for first in firsts]
    layout = BatchLayout.of_sizes(np.diff(firsts, append=n), list(map(len, own)))
    corpus = Corpus([*candidates, *chain.from_iterable(own)])
    if weights is None:
        return corpus, layout
    flat = chain.from_iterable(weights[first] for first in firsts)
    return corpus, replace(layout, weights=np.fromiter(flat, np.float64))
