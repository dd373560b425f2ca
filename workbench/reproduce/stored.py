"""Scores that others stored, for the time of a computation: metrics like any other."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from workbench.metrics.base import METRICS
from workbench.metrics.external import Key, enter_scores


def stored_name(label: str) -> str:
    """Return the name of a metric for scores that a file calls otherwise.

    Examples
    --------
    >>> stored_name("rouge_1_recall"), stored_name("rouge-l_f")
    ('stored-rouge-1-recall', 'stored-rouge-l-f')
    """
    return f"stored-{label.replace('_', '-').lower()}"


@contextmanager
def entered(tables: Mapping[str, Mapping[Key, float]]) -> Iterator[None]:
    """Make scores metrics, and take them out again at the end.

    Parameters
    ----------
    tables : mapping of label to scores
        Scores by task, segment and system; the metric of a label is called `stored_name`.
    """
    for label, scores in tables.items():
        enter_scores(stored_name(label), scores)
    try:
        yield
    finally:
        for label in tables:
            METRICS.remove(stored_name(label))
