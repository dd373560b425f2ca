"""Parts of what is counted: neighbouring segments of a task with all that is counted in them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from workbench.experiment.store import sealed
from workbench.experiment.task_data import TaskData
from workbench.metrics.base import Counter, Counts
from workbench.metrics.batch import Batch, BatchLayout
from workbench.metrics.own_class import counts_of_batch
from workbench.text.corpus import Corpus
from workbench.text.preprocess import get_preprocess

PAIRS_AT_ONCE = 50_000
"""Pairs of a part, about. It is said here alone: what is kept of a part is found by where the part begins."""


def cut(layout: BatchLayout, pairs: int = PAIRS_AT_ONCE) -> list[slice]:
    """Cut the groups of a layout into runs of about so many pairs.

    Examples
    --------
    >>> cut(BatchLayout.of_sizes([2, 2, 2], [1, 2, 1]), pairs=6)
    [slice(0, 2, None), slice(2, 3, None)]
    """
    bounds, ends = layout.pair_groups, [0]
    while ends[-1] < len(bounds) - 1:
        full = int(np.searchsorted(bounds, bounds[ends[-1]] + pairs))
        ends.append(min(max(full, ends[-1] + 1), len(bounds) - 1))
    return [slice(start, stop) for start, stop in pairwise(ends)]


@dataclass(frozen=True, eq=False)
class PartTexts:
    """The texts of neighbouring segments, candidates first; sent to another process without what was made."""

    texts: list[str]
    names: list[tuple[str, str, str]]
    layout: BatchLayout
    _lock: Any = field(default_factory=Lock, init=False, repr=False)
    _made: dict[tuple[str, bool], Batch] = field(default_factory=dict, init=False, repr=False)
    _corpus: list[Corpus] = field(default_factory=list, init=False, repr=False)

    @classmethod
    def of(cls, data: TaskData, groups: slice | None = None) -> "PartTexts":
        """Return the texts of some groups of a task, or of all."""
        groups = groups or slice(0, len(data.layout.candidate_groups) - 1)
        ours, theirs = (
            slice(int(bounds[groups.start]), int(bounds[groups.stop]))
            for bounds in (data.layout.candidate_groups, data.layout.reference_groups)
        )
        outputs = data.outputs.iloc[ours]
        # as lists: pandas takes ten times as long to go over rows, and workers wait for it
        tasks, segments, systems = (outputs[name].tolist() for name in ("task", "segment", "system"))
        texts = outputs["text"].tolist() + data.references["text"].iloc[theirs].tolist()
        return cls(texts, list(zip(tasks, segments, systems, strict=True)), data.layout.part(groups))

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return PartTexts, (self.texts, self.names, self.layout)

    def batch(self, preprocess: str, is_read: bool = True) -> Batch:
        """Return the texts under a preprocessing, encoded when first asked for; empty if not read."""
        with self._lock:
            key = preprocess, is_read
            if key not in self._made:
                if is_read and not self._corpus:
                    self._corpus.append(Corpus(self.texts))
                corpus = self._corpus[0] if is_read else Corpus([""] * len(self.texts))
                texts = corpus.encode(get_preprocess(preprocess))
                n = len(self.names)
                ours, theirs = texts.part(0, n), texts.part(n, len(self.texts))
                self._made[key] = Batch(ours, theirs, self.layout, self.names)
                _ = self._made[key].shared  # once here, not by every worker
            return self._made[key]

    def forget(self) -> None:
        """Free what was encoded."""
        self._made.clear()
        self._corpus.clear()


class Needed(NamedTuple):
    """What is counted in texts: under which preprocessing, by what, in which pairs."""

    preprocess: str
    counter: Counter
    layout: BatchLayout


class Work(NamedTuple):
    """What one worker counts at once; `is_all` says that nothing else is counted in these texts.

    Where there is a key the counts come back as the content of their file.
    """

    texts: PartTexts
    needed: list[Needed]
    is_all: bool
    keys: tuple[str, ...] = ()


def count_work(work: Work) -> list[Counts]:
    """Return the counts of all that is needed, float64[n_rows, n_columns] each."""
    counts = []
    for preprocess, counter, layout in work.needed:
        batch = work.texts.batch(preprocess, is_read=getattr(counter, "reads_texts", True))
        counts.append(np.asarray(counts_of_batch(counter, batch.under(layout)), np.float64))
    if work.is_all:
        work.texts.forget()
    return counts


def count_files(work: Work) -> list[Counts | bytes]:
    """Return the same, a file in the place of counts that are kept on disk alone: a tenth of what is sent."""
    return [
        sealed(key, needed.counter.columns, counts) if key else counts
        for key, needed, counts in zip(work.keys, work.needed, count_work(work), strict=True)
    ]
