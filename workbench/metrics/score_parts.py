"""Scoring part by part: what is kept of each part for the score of all of them, whoever makes it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from workbench.errors import Problem, ScoreError
from workbench.executor import Executor
from workbench.metrics.base import Counter, Metric
from workbench.metrics.listed_texts import count_texts
from workbench.metrics.own_class import scores_of
from workbench.metrics.references import score_candidates
from workbench.types import Array, Integers, Masks

if TYPE_CHECKING:
    import pandas as pd

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

    @property
    def not_combined(self) -> list[str]:
        """Names of metrics that take all references of a text at once, and leave nothing to combine."""
        return [name for name, metric in self.metrics if metric.counter.rows == "candidate"]


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
        rows = score_candidates(metric, counts, counted.layout, asked.combine)
        values.update({(label, component): row for component, row in rows.items()})
        if metric.system == "pooled":
            sums[label] = counts.sum(axis=0)
    return PartScores(values, sums)


def sum_twice(values: Array) -> Array:
    """Sum rows in twice the digits, so that the mean of all does not tell into which parts they were cut.

    Neighbours are added, and what rounding takes from each sum is added up beside (Ogita, Rump and Oishi
    2005, SIAM J. Sci. Comput. 26, algorithm 3.1).

    Parameters
    ----------
    values
        float64[n_rows, n].

    Returns
    -------
    float64[n_rows, 2]
        The sum, and what rounding took from it; where a value is infinite, the plain sum and 0.

    Examples
    --------
    >>> sum_twice(np.array([[1e16, 1.0, -1e16], [1.0, 2.0, 3.0]])).sum(axis=1)
    array([1., 6.])
    """
    finite = np.asarray(np.isfinite(values).all(axis=1))
    with np.errstate(invalid="ignore"):  # infinite ones of both signs have no sum
        plain = values.sum(axis=1)
    values = np.where(finite[:, np.newaxis], values, 0.0)
    lost = np.zeros(len(values))
    while values.shape[1] > 1:
        values = np.append(values, np.zeros((len(values), values.shape[1] % 2)), axis=1)
        first, second = values[:, ::2], values[:, 1::2]
        sums = first + second
        added = sums - first
        lost += ((first - (sums - added)) + (second - added)).sum(axis=1)
        values = sums
    return np.stack((np.where(finite, values[:, 0], plain), lost), axis=1)


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
    _components: tuple[ComponentOf, ...] = ()
    _totals: Array = field(default_factory=lambda: np.zeros((1, 2)))
    _numbers: Integers = field(default_factory=lambda: np.zeros(1, np.int64))
    _finite: Masks = field(default_factory=lambda: np.zeros(1, bool))
    _missing: dict[ComponentOf, tuple[int, int]] = field(default_factory=dict)

    def add(self, part: PartScores) -> None:
        """Take in the next part."""
        self._components, columns = tuple(part.values), np.atleast_2d([*part.values.values()])
        missing = np.isnan(columns)
        before = np.broadcast_to(self._totals, (len(columns), 2))
        self._totals = sum_twice(np.append(before, np.where(missing, 0.0, columns), axis=1))
        self._numbers = self._numbers + np.count_nonzero(~missing, axis=1)
        self._finite = self._finite | np.isfinite(columns).any(axis=1)
        for row in np.flatnonzero(missing.any(axis=1)):
            key = self._components[row]
            first, times = self._missing.get(key, (self.n_segments + int(missing[row].argmax()), 0))
            self._missing[key] = first, times + int(missing[row].sum())
        for label, counts in part.sums.items():
            self.sums[label] = self.sums.get(label, 0) + counts
        self.n_segments += columns.shape[1]

    def refuse_undefined(self) -> None:
        """Raise a `ScoreError` for the first metric that could not score a segment."""
        for label, component in self._components:
            if (label, component) not in self._missing:
                continue
            first, number = self._missing[label, component]
            more = f" (and {number - 1} more)" if number > 1 else ""
            what = f"cannot be scored: {dict(self.asked.metrics)[label].undefined}{more}"
            hint = "unscorable='drop' leaves such segments out"
            raise ScoreError(Problem(f"{label}: segment {first}", what, hint=hint))

    def scores(self) -> dict[ComponentOf, float]:
        """Return the score of all segments, by metric and component."""
        metrics, scores = dict(self.asked.metrics), {}
        found = zip(self._components, self._totals, self._numbers, self._finite, strict=False)
        for (label, component), total, number, finite in found:
            if metrics[label].system == "pooled":
                value = float(scores_of(metrics[label], self.sums[label])[component])
            else:
                value = float(total.sum() / number) if finite else np.nan
            scores[label, component] = value
        return scores

    def frame(self) -> "pd.DataFrame":
        """Return the same, columns metric, component and value."""
        import pandas as pd

        rows = [(*key, value) for key, value in self.scores().items()]
        return pd.DataFrame(rows, columns=["metric", "component", "value"])


def score_parts(
    asked: AskedScores, parts: Iterable[ListedTexts], totals: Totals, executor: Executor
) -> Iterator[PartScores]:
    """Yield the scores of each part, in order, and take them into the totals."""
    for scored in executor.map(partial(score_part, asked), parts, "scoring"):
        totals.add(scored)
        yield scored
