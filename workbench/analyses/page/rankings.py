"""Metrics from the best to the worst: a forest plot for each criterion, level, coefficient and condition."""

from collections.abc import Callable, Iterator

import pandas as pd

from workbench.metrics.floors import FLOORS
from workbench.report.layouts.labels import COMPONENTS, coefficient_label, metric_label
from workbench.report.page.page import Ranking
from workbench.report.page.ranked import Bar, Forest, rank

MOST_BARS = 1000
"""Of all forest plots of a page together; the table has all cells in any case."""
CELL = ("dataset", "task", "criterion", "level", "block_size", "coefficient", "given")
"""What the records of one ranking share."""
_READ = (*CELL, "role", "metric", "component", "preprocess", "references", "value", "low", "high", "standing")
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
    records = records[list(_READ)]
    metrics, ceilings = records[records["role"] == ""], records[records["role"].isin(_CEILINGS)]
    left = MOST_BARS
    rankings = []
    opened: set[tuple[str, ...]] = set()
    several = [name for name in CELL if metrics[name].nunique() > 1]
    for key, group in metrics.groupby(list(CELL), sort=False):
        here = dict(zip(CELL, key, strict=True))
        people = ceilings[(ceilings[list(CELL)] == pd.Series(here)).all(axis=1)]
        forests: list[Forest] = []
        left_out = 0
        for title, condition in sorted(_conditions(group), key=_is_not_with(group["value"].max())):
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


def _title(here: dict[str, str], several: list[str]) -> str:
    parts = [str(here[name]) for name in ("dataset", "task") if name in several]
    coefficient = coefficient_label(here["coefficient"], here["given"])
    what = f"{coefficient} with {here['criterion']}, {here['level']} level"
    blocks = f", blocks of {here['block_size']}" if here["block_size"] else ""
    return ": ".join([*parts, what + blocks])


def swept(group: pd.DataFrame) -> list[str]:
    """Return the preprocessings under which metrics are compared; none where each has only its own."""
    numbers = group.groupby("metric", sort=False)["preprocess"].nunique()
    if numbers.max() < 2:
        return []
    most = numbers.index[numbers == numbers.max()]
    return list(group.loc[group["metric"].isin(most), "preprocess"].unique())


def _conditions(group: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    known = swept(group)
    is_own = ~group["preprocess"].isin(known)
    has_several = group["references"].nunique() > 1
    for references in group["references"].unique():
        for preprocess in known or [""]:
            chosen = group[
                (group["references"] == references) & (is_own | (group["preprocess"] == preprocess))
            ]
            if len(chosen):
                yield " · ".join(filter(None, [references if has_several else "", preprocess])), chosen


def _is_not_with(best: float) -> Callable[[tuple[str, pd.DataFrame]], bool]:
    """Return a key that puts the condition with the best metric first, the others as they come."""
    return lambda condition: not (condition[1]["value"] == best).any()


def _forest(title: str, condition: pd.DataFrame, people: pd.DataFrame) -> Forest:
    preprocessings = condition["preprocess"].value_counts()
    usual = preprocessings.index[0] if len(preprocessings) else ""
    best = condition["value"].max()
    components = dict(zip(condition["metric"], condition["component"], strict=True))
    several = {
        metric
        for metric, component in zip(condition["metric"], condition["component"], strict=True)
        if component != components[metric]
    }
    bars = []
    for index, each in zip(condition.index, condition.itertuples(), strict=True):
        label = str(metric_label(each.metric))
        if each.metric in several:
            label += f" ({COMPONENTS.get(each.component, each.component)})"
        if each.preprocess != usual:
            label += f" · {each.preprocess}"
        is_floor = each.metric.partition("(")[0] in FLOORS
        mark = "best" if each.value == best else each.standing if each.standing == "tied" else ""
        kind = "floor" if is_floor else "metric"
        bars.append(Bar(label, each.value, each.low, each.high, kind, mark, int(index)))
    for index, each in zip(people.index, people.itertuples(), strict=True):
        bars.append(
            Bar(f"{each.metric} ({each.role})", each.value, each.low, each.high, "ceiling", "", int(index))
        )
    return rank(bars, title)
