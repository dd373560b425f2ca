"""Who beats whom: the verdicts of a test of all pairs as a matrix."""

from itertools import product

import numpy as np
import pandas as pd

from workbench.report.layouts.labels import coefficient_label, metric_label
from workbench.report.page.page import Wins

MOST_ROWS = 40
_SIDE = ("metric", "component", "preprocess", "references")
_SIGNS = {"better": ("+", "−"), "worse": ("−", "+")}


def lay_wins(comparisons: pd.DataFrame) -> tuple[Wins, ...]:
    """Return a matrix for each task, criterion, level and coefficient where all pairs were tested.

    Parameters
    ----------
    comparisons : DataFrame
        Columns of `schema.COMPARISONS`.
    """
    found = []
    keys = ["task", "criterion", "level", "coefficient", "given"]
    several = [name for name in keys[:1] if comparisons[name].nunique() > 1]
    for _, group in comparisons.groupby(keys, sort=False):
        ours = list(zip(*(group[name] for name in _SIDE), strict=True))
        theirs = list(zip(*(group[f"against_{name}"] for name in _SIDE), strict=True))
        strength: dict[tuple[str, ...], float] = {}
        for side, values in ((ours, group["value"]), (theirs, group["against_value"])):
            strength |= dict(zip(side, np.nan_to_num(values, nan=-9.0), strict=True))
        rows = sorted(strength, key=lambda row: -strength[row])
        if not 2 < len(rows) <= MOST_ROWS or len(group) < len(rows) * (len(rows) - 1) / 2:
            continue
        signs = dict.fromkeys(product(rows, rows), "·") | {(row, row): "" for row in rows}
        for one, other, verdict in zip(ours, theirs, group["verdict"], strict=True):
            signs[one, other], signs[other, one] = _SIGNS.get(verdict, ("·", "·"))
        first = group.iloc[0]
        parts = [str(first[name]) for name in several]
        title = ": ".join(
            [
                *parts,
                f"{coefficient_label(first['coefficient'], first['given'])} with {first['criterion']}, "
                f"{first['level']} level",
            ]
        )
        note = (
            "+ the row agrees better with people than the column, − worse, · not shown; "
            f"{first['method']}, {first['population']}, {first['correction']} over {first['n_family']} "
            f"{'test' if first['n_family'] == 1 else 'tests'}, level {first['test_level']:g}."
        )
        labels = tuple(_labels(rows))
        found.append(Wins(title, labels, tuple(tuple(signs[a, b] for b in rows) for a in rows), note))
    return tuple(found)


def _labels(rows: list[tuple[str, ...]]) -> list[str]:
    """Return the metrics, and what else tells apart the rows of one metric."""
    labels = []
    for row in rows:
        same = [each for each in rows if each[0] == row[0]]
        apart = [row[place] for place in range(1, len(_SIDE)) if len({each[place] for each in same}) > 1]
        labels.append(" · ".join([str(metric_label(row[0])), *apart]))
    return labels
