"""What a metric's class of your own counts and makes of counts, looked at before it is believed."""

from collections.abc import Callable, Mapping
from typing import TypeVar

import numpy as np

from workbench.errors import Problem, ScoreError, WorkbenchError, listed, raised
from workbench.metrics.base import ComponentScores, Counter, Counts, Metric
from workbench.metrics.batch import Batch
from workbench.registry import is_ours
from workbench.types import Array

T = TypeVar("T")


def counts_of_batch(counter: Counter, batch: Batch) -> Counts:
    """Return what a counter counts in a batch, float64[n_rows, n_columns].

    Raises
    ------
    ScoreError
        If a counter that is not of the workbench raises anything, or returns another shape.
    """
    if is_ours(counter):
        return counter.count(batch)
    name, how = str(counter.name), "count of the counter"
    counts = _called(name, how, lambda: np.asarray(counter.count(batch), float))
    n_rows = batch.layout.n_pairs if counter.rows == "pair" else batch.layout.n_candidates
    allowed = (n_rows, len(counter.columns))
    if counts.shape != allowed:
        what = f"{how} returned another shape than a row for each {counter.rows}"
        raise ScoreError(Problem(name, what, counts.shape, f"{allowed}, columns {listed(counter.columns)}"))
    return counts


def scores_of(metric: Metric, counts: Counts) -> ComponentScores:
    """Return what a metric makes of counts, float64[...] for each component.

    Raises
    ------
    ScoreError
        If a metric that is not of the workbench raises anything, or returns other components or
        another shape.
    """
    if is_ours(metric):
        return metric.score(counts)
    found: object = _called(metric.name, "score", lambda: metric.score(counts))
    names, allowed = metric.components, counts.shape[:-1]
    if not isinstance(found, Mapping):
        what = "score returned no dict of arrays by component"
        raise ScoreError(Problem(metric.name, what, type(found).__name__, f"a dict of {listed(names)}"))
    if set(found) != set(names):
        what = "score returned other components"
        raise ScoreError(Problem(metric.name, what, sorted(map(str, found)), listed(names)))
    for name in names:
        if np.shape(found[name]) != allowed:
            what = f"score returned another shape of {name!r} than counts have without their last axis"
            raise ScoreError(Problem(metric.name, what, np.shape(found[name]), str(allowed)))
    scores = {name: found[name] for name in names}
    return _called(
        metric.name, "score", lambda: {name: np.asarray(each, float) for name, each in scores.items()}
    )


def rank_of(metric: Metric, counts: Counts) -> Array:
    """Return what decides which reference is the best one, float64[...].

    Raises
    ------
    ScoreError
        If a metric that is not of the workbench raises anything, or returns another shape.
    """
    if is_ours(metric):
        return metric.rank(counts)
    if type(metric).rank is Metric.rank:
        return scores_of(metric, counts)[metric.components[0]]
    found = _called(metric.name, "rank", lambda: np.asarray(metric.rank(counts), float))
    if found.shape != counts.shape[:-1]:
        what = "rank returned another shape than counts have without their last axis"
        raise ScoreError(Problem(metric.name, what, found.shape, str(counts.shape[:-1])))
    return found


def _called(name: str, what: str, call: Callable[[], T]) -> T:
    try:
        return call()
    except WorkbenchError:
        raise
    except Exception as error:
        said = raised(error).replace("the function", what, 1)
        raise ScoreError(Problem(name, said)) from error
