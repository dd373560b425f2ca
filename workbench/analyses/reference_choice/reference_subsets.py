"""Subsets of references, and the coefficient that each of them gives."""

from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from workbench.experiment.count import Counted, counts_of
from workbench.experiment.count_parts import PartTexts
from workbench.experiment.judgments import Judged
from workbench.experiment.plan import Condition, CountTask, Plan
from workbench.experiment.rows import Row
from workbench.experiment.score import score_outputs
from workbench.experiment.scored import Scored
from workbench.metrics.base import Counts
from workbench.metrics.batch import BatchLayout
from workbench.stats.levels.estimates import Estimate
from workbench.types import Array, Masks

Subset = tuple[int, ...]
SMOOTH = ("pearson",)
"""Coefficients that are smooth functions of means, whose jackknife leaves out one at a time."""

_VISIBLE = 1.05
"""What is less than so many times too large is not worth a caution."""


def subsets(n: int, size: int, most: int, rng: np.random.Generator) -> list[Subset]:
    """Return the subsets of `size` of n things, in order; a sample of `most` where there are more.

    Examples
    --------
    >>> subsets(3, 2, 30, np.random.default_rng(0))
    [(0, 1), (0, 2), (1, 2)]
    >>> len(set(subsets(20, 10, 30, np.random.default_rng(0))))
    30
    """
    if comb(n, size) <= most:
        return list(combinations(range(n), size))
    found: set[Subset] = set()
    while len(found) < most:
        found.add(tuple(sorted(rng.choice(n, size, replace=False).tolist())))
    return sorted(found)


def subset_error(values: Array, n: int, size: int) -> float:
    """Return the error of a statistic of n things from its values for subsets of `size` of them.

    The jackknife that leaves out n - size at a time: the mean square of the deviations times
    size / (n - size) (Shao and Wu 1989, Annals of Statistics 17). With n - 1 it is the ordinary one.

    Parameters
    ----------
    values
        float64[n_subsets]: all subsets of that size, or a sample.

    Undefined
    ---------
    NaN when a value is NaN.

    Examples
    --------
    The error of a mean over 1, 2, 3 and 4 is .645, whatever is left out.

    >>> pairs = np.array([1.5, 2.0, 2.5, 2.5, 3.0, 3.5])
    >>> round(subset_error(pairs, 4, 2), 3), round(subset_error(np.array([2, 7 / 3, 8 / 3, 3]), 4, 3), 3)
    (0.645, 0.645)
    """
    return float(np.sqrt(size / (n - size) * ((values - values.mean()) ** 2).mean()))


def caution_of_uneven(
    base: BatchLayout, code: NDArray[np.int64], n: int, parts: list[Subset], of_best: bool = False
) -> str:
    """Say it where segments have unlike numbers of references, of which subsets of one size are taken.

    A mean over k of n references has a k-th of the variance of one. A subset of `size` of the n has K of the
    k, a hypergeometric number, so that its mean varies around that of all k as E[1/K] - 1/k, and the factor
    size / (n - size) of `subset_error` is made for k = n. Without one reference at a time the error is
    sqrt((n - 1) / n · k / (k - 1)) times too large: 1.3 for 2 references of 6, 1.07 for 4 of 7. Where
    references of one name have their errors in common, segments have less to do with it. A subset without any
    of the k leaves the segment out, so that the inputs move the coefficient, too, by as much as is theirs.

    The largest of k numbers is no mean, and loses more with its largest: of normal ones, 2 of 6, 1.43 times
    their error, where `of_best` says that scores are those of the best reference.
    """
    ends = zip(base.reference_groups[:-1], base.reference_groups[1:], strict=True)
    places = [np.unique(mine[mine >= 0]) for mine in (code[start:stop] for start, stop in ends)]
    numbers, size = [each.size for each in places], len(parts[0])
    least, most = min(filter(None, numbers)), max(numbers)
    have = f"segments have {least if least == most else f'{least} to {most}'} of {n} references"
    taken = np.zeros((len(parts), n), np.bool_)
    taken[np.arange(len(parts))[:, np.newaxis], np.array(parts)] = True
    few = {tuple(each.tolist()) for each in places if 0 < each.size <= n - size}
    if any(not taken[:, list(each)].any(axis=1).all() for each in few):
        return f"{have}, and some are left out with all of theirs: the error over references is too large"
    # a sample of the subsets may have none without all of a segment's
    ways = {k: comb(least, k) * comb(n - least, size - k) for k in range(1, min(least, size) + 1)}
    inverse = sum(number / k for k, number in ways.items()) / sum(ways.values())
    times = float(np.sqrt(least * size / (n - size) * (inverse - 1 / least)))
    more = ", that of the best of them more" if of_best else ""
    too_large = f"{have}: the error over references is up to {times:.2g} times too large{more}"
    return too_large if times >= _VISIBLE else ""


class Subsets:
    """The system-level coefficients of rows when only some of their references are used.

    Parameters
    ----------
    plan : Plan
    counted : Counted
        The counts of pairs are taken from it; metrics whose counts are not made of pairs are counted anew.
    base : BatchLayout
        Of the reference setting.
    code : int64[n_references]
        Which of the things that subsets are made of each reference is.
    """

    def __init__(self, plan: Plan, counted: Counted, base: BatchLayout, code: NDArray[np.int64]) -> None:
        self.plan = plan
        self.counted = counted
        self.base = base
        self.code = code
        self._texts: dict[str, PartTexts] = {}

    def score(self, rows: list[Row], subset: Subset) -> Iterator[Row]:
        """Yield each row as the subset scores it.

        A segment that the subset leaves some system without a score is left out for all; a system that it
        leaves without any (its only reference is its own text) has no score.
        """
        return self.under(rows, self.base.choose(np.isin(self.code, subset)[self.base.pair_reference]))

    def under(self, rows: list[Row], layout: BatchLayout) -> Iterator[Row]:
        """Yield each row as it is scored with other references of `base`, or other weights of them."""
        counts: dict[CountTask, Counts] = {}
        for row in rows:
            condition = row.scored.condition
            task = condition.count_task
            if task not in counts:
                counts[task] = self._count(condition, layout)
            yield _rescored(row, counts[task], layout)

    def _count(self, condition: Condition, layout: BatchLayout) -> Counts:
        task = condition.count_task
        if task.source.counter.rows == "pair":
            return counts_of(task, self.counted.rows(task.source), layout)
        if task.task not in self._texts:
            self._texts[task.task] = PartTexts.of(self.plan.tasks[task.task])
        texts = self._texts[task.task]
        return np.asarray(task.counter.count(texts.batch(task.preprocess).under(layout)), np.float64)


def _rescored(row: Row, counts: Counts, layout: BatchLayout) -> Row:
    condition, data = row.scored.condition, row.task.data
    metric = condition.metric
    scores = score_outputs(data, metric, counts, layout, condition.references.combine)
    matrix = data.matrix(scores[row.component])
    pooled = data.pooled(counts) if metric.system == "pooled" else None
    scored = Scored(condition, {row.component: matrix}, pooled)
    kept = matrix[:, row.task.kept]
    has_score = ~np.isnan(kept).all(axis=1, keepdims=True)
    is_missing = np.isnan(kept) & row.task.outputs & has_score
    usable: Masks = np.logical_and(has_score, np.logical_not(is_missing.any(axis=0, keepdims=True)))
    return row.with_scores(scored).on(usable)


def segments_of(row: Row, judged: Judged) -> Masks:
    """Return on which segments what `Subsets.score` made of a row is held against judgments, bool[n]."""
    return np.asarray(_scored_segments(row) & judged.population.segments)


def _scored_segments(row: Row) -> Masks:
    return np.asarray(~np.isnan(row.segments).all(axis=0))


def correlate_subset(row: Row, judged: Judged, coefficient: str) -> Estimate:
    """Return the system-level coefficient of what `Subsets.score` made of a row, on the same outputs."""
    return row.estimate(judged.on(_scored_segments(row)), "system", coefficient)
