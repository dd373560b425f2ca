"""Metrics from the best to the worst: a forest plot for each criterion, level, coefficient and condition."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Any

import pandas as pd

from workbench.metrics.floors import FLOORS
from workbench.report.layouts.labels import COMPONENTS, coefficient_label, metric_label
from workbench.report.page.page import Ranking
from workbench.report.page.ranked import Bar, Forest, rank
from workbench.stats.coefficients.noise import EQUAL_COEFFICIENTS

MOST_BARS = 1000
"""Of all forest plots of a page together; the table has all cells in any case."""
CELL = ("dataset", "task", "criterion", "level", "block_size", "coefficient", "given")
"""What the records of one ranking share."""
_READ = (*CELL, "role", "metric", "component", "preprocess", "references", "value", "low", "high", "standing")
_cell_of = attrgetter(*CELL)
_CEILINGS = ("leave one out", "split half")


def lay_rankings(records: pd.DataFrame) -> tuple[Ranking, ...]:
    """Return a ranking for all that metrics can be held against each other in.

    In a ranking, a condition is a reference setting and a preprocessing. A metric without the preprocessings
    that are swept stands in every condition under its own, which its label names. The condition with the
    highest coefficient comes first.

    Parameters
    ----------
    records : DataFrame
        Columns of `schema.RECORDS`.
    """
    rows = list(records[list(_READ)].itertuples())
    metrics = [row for row in rows if row.role == ""]
    ceilings = [row for row in rows if row.role in _CEILINGS]
    groups: dict[tuple[Any, ...], list[Any]] = {}
    for row in metrics:
        groups.setdefault(_cell_of(row), []).append(row)
    left = MOST_BARS
    rankings = []
    opened: set[tuple[str, ...]] = set()
    several = [name for name in CELL if len({getattr(row, name) for row in metrics}) > 1]
    for key, group in groups.items():
        here = dict(zip(CELL, key, strict=True))
        people = [row for row in ceilings if _cell_of(row) == key]
        forests: list[Forest] = []
        left_out = 0
        for title, condition in sorted(_conditions(group), key=_is_not_with(_best(group))):
            left -= len(condition)
            if forests and left < 0:
                left_out += 1
            else:
                forests.append(_forest(title, condition, people))
        is_first = (here["task"], here["criterion"]) not in opened
        opened.add((here["task"], here["criterion"]))
        rankings.append(
            Ranking(_title(here, several), tuple(forests), left_out, is_first and len(opened) <= 8)
        )
    return tuple(rankings)


def _best(rows: Sequence[Any]) -> float:
    return max((row.value for row in rows if not math.isnan(row.value)), default=math.nan)


def _title(here: dict[str, str], several: list[str]) -> str:
    parts = [str(here[name]) for name in ("dataset", "task") if name in several]
    coefficient = coefficient_label(here["coefficient"], here["given"])
    what = f"{coefficient} with {here['criterion']}, {here['level']} level"
    blocks = f", blocks of {here['block_size']}" if here["block_size"] else ""
    return ": ".join([*parts, what + blocks])


def _swept(group: Sequence[Any]) -> list[str]:
    """Return the preprocessings under which metrics are compared; none where each has only its own."""
    of_metric: dict[str, dict[str, None]] = {}
    for row in group:
        of_metric.setdefault(row.metric, {})[row.preprocess] = None
    most = max(map(len, of_metric.values()))
    compared = (row.preprocess for row in group if len(of_metric[row.metric]) == most)
    return list(dict.fromkeys(compared)) if most > 1 else []


def _conditions(group: Sequence[Any]) -> Iterator[tuple[str, list[Any]]]:
    known = _swept(group)
    settings = dict.fromkeys(row.references for row in group)
    for references in settings:
        rows = [row for row in group if row.references == references]
        for preprocess in known or [""]:
            chosen = [row for row in rows if row.preprocess not in known or row.preprocess == preprocess]
            if chosen:
                said = [references if len(settings) > 1 else "", preprocess]
                yield " · ".join(filter(None, said)), chosen


def _is_not_with(best: float) -> Callable[[tuple[str, list[Any]]], bool]:
    """Return a key that puts the condition with the best metric first, the others as they come."""
    return lambda condition: all(row.value != best for row in condition[1])


def _forest(title: str, condition: Sequence[Any], people: Sequence[Any]) -> Forest:
    [(usual, _)] = Counter(row.preprocess for row in condition).most_common(1)
    best = _best(condition)
    components = {row.metric: row.component for row in condition}
    several = {row.metric for row in condition if row.component != components[row.metric]}
    bars = []
    for each in condition:
        label = str(metric_label(each.metric))
        if each.metric in several:
            label += f" ({COMPONENTS.get(each.component, each.component)})"
        if each.preprocess != usual:
            label += f" · {each.preprocess}"
        is_floor = each.metric.partition("(")[0] in FLOORS
        is_best = best - each.value <= EQUAL_COEFFICIENTS  # others differ from it by noise alone
        mark = "best" if is_best else each.standing if each.standing == "tied" else ""
        kind = "floor" if is_floor else "metric"
        bars.append(Bar(label, each.value, each.low, each.high, kind, mark, int(each.Index)))
    for each in people:
        label = f"{each.metric} ({each.role})"
        bars.append(Bar(label, each.value, each.low, each.high, "ceiling", "", int(each.Index)))
    return rank(bars, title)
