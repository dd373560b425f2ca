"""Scoring part by part: what is kept of each part for the score of all of them, whoever makes it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import numpy as np
import pandas as pd

from workbench.errors import Problem, ScoreError
from workbench.executor import Executor
from workbench.metrics.base import Counter, Metric
from workbench.metrics.listed_texts import count_texts
from workbench.metrics.references import score_candidates
from workbench.types import Array

ComponentOf = tuple[str, str]
"""The label of a metric, and one of its components."""


class ListedTexts(NamedTuple):
    """Candidates, and the references of each with their weights, if any."""

    candidates: list[str]
    references: list[list[str]]
    weights: list[list[float]] | None = None


class AskedScores(NamedTuple):
    """Metrics by the names that they were asked for, and how their texts and references are taken."""

    metrics: tuple[tuple[str, Metric], ...]
    preprocess: str | None
    combine: str

    @property
    def needed(self) -> list[tuple[str, Counter]]:
        """What each metric has counted, and under which preprocessing."""
        return [
            (metric.prepares(self.preprocess or metric.preprocess), metric.counter)
            for _, metric in self.metrics
        ]


class PartScores(NamedTuple):
    """Scores of the candidates of a part, float64[n] each, and the sums of counts that are pooled."""

    values: dict[ComponentOf, Array]
    sums: dict[str, Array]


def score_part(asked: AskedScores, part: ListedTexts) -> PartScores:
    """Count and score the texts of a part."""
    counted = count_texts(*part, asked.needed)
    values, sums = {}, {}
    for (label, metric), (read, counter) in zip(asked.metrics, asked.needed, strict=True):
        counts = counted.counts[read, counter.name]
        for component, row in score_candidates(metric, counts, counted.layout, asked.combine).items():
            values[label, component] = row
        if metric.system == "pooled":
            sums[label] = counts.sum(axis=0)
    return PartScores(values, sums)


def sum_twice(values: Array) -> Array:
    """Sum numbers in twice the digits, so that the mean of all does not tell into which parts they were cut.

    Neighbours are added, and what rounding takes from each sum is added up beside (Ogita, Rump and Oishi
    2005, SIAM J. Sci. Comput. 26, algorithm 3.1).

    Parameters
    ----------
    values
        float64[n].

    Returns
    -------
    float64[2]
        The sum, and what rounding took from it; where a value is infinite, the plain sum and 0.

    Examples
    --------
    >>> sum_twice(np.array([1e16, 1.0, -1e16])).sum()
    np.float64(1.0)
    """
    if not np.isfinite(values).all():
        return np.array([values.sum(), 0.0])
    lost = 0.0
    while values.size > 1:
        first, second = np.append(values, np.zeros(values.size % 2)).reshape(-1, 2).T
        sums = first + second
        added = sums - first
        lost += float(((first - (sums - added)) + (second - added)).sum())
        values = sums
    return np.array([values.sum(), lost])


@dataclass
class Totals:
    """What the scores of all segments need of each part.

    Attributes
    ----------
    asked : AskedScores
    n_segments : int
        Seen so far.
    sums : dict of str to float64[n_columns]
        Counts of metrics whose system score pools them.
    """

    asked: AskedScores
    n_segments: int = 0
    sums: dict[str, Array] = field(default_factory=dict)
    _means: dict[ComponentOf, tuple[Array, int, bool]] = field(default_factory=dict)
    _missing: dict[ComponentOf, tuple[int, int]] = field(default_factory=dict)

    def add(self, part: PartScores) -> None:
        """Take in the next part."""
        for key, column in part.values.items():
            missing = np.flatnonzero(np.isnan(column))
            total, number, finite = self._means.get(key, (np.zeros(2), 0, False))
            self._means[key] = (
                sum_twice(np.append(total, np.where(np.isnan(column), 0.0, column))),
                number + len(column) - len(missing),
                finite or bool(np.isfinite(column).any()),
            )
            if len(missing):
                first, before = self._missing.get(key, (self.n_segments + int(missing[0]), 0))
                self._missing[key] = first, before + len(missing)
        for label, counts in part.sums.items():
            self.sums[label] = self.sums.get(label, 0) + counts
        self.n_segments += len(next(iter(part.values.values()), ()))

    def refuse_undefined(self) -> None:
        """Raise a `ScoreError` for the first metric that could not score a segment."""
        for label, component in self._means:
            if (label, component) not in self._missing:
                continue
            first, number = self._missing[label, component]
            more = f" (and {number - 1} more)" if number > 1 else ""
            what = f"cannot be scored: {dict(self.asked.metrics)[label].undefined}{more}"
            hint = "unscorable='drop' leaves such segments out"
            raise ScoreError(Problem(f"{label}: segment {first}", what, hint=hint))

    def frame(self) -> pd.DataFrame:
        """Return the score of all segments, columns metric, component and value."""
        metrics = dict(self.asked.metrics)
        rows = []
        for (label, component), (total, number, finite) in self._means.items():
            if metrics[label].system == "pooled":
                value = float(metrics[label].score(self.sums[label])[component])
            else:
                value = float(total.sum()) / number if finite else np.nan
            rows.append((label, component, value))
        return pd.DataFrame(rows, columns=["metric", "component", "value"])


def score_parts(
    asked: AskedScores, parts: Iterable[ListedTexts], totals: Totals, executor: Executor
) -> Iterator[PartScores]:
    """Yield the scores of each part, in order, and take them into the totals."""
    for scored in executor.map(partial(score_part, asked), parts, "scoring"):
        totals.add(scored)
        yield scored
