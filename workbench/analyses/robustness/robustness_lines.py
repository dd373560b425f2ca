"""What robustness shows, said in a few lines under the table."""

from collections.abc import Iterator

import pandas as pd

from workbench.metrics.floors import FLOORS
from workbench.report.falling import falling
from workbench.report.layouts.labels import coefficient_label, metric_label
from workbench.report.table import format_value

_SHOWN = 3


def describe_robustness(frame: pd.DataFrame, digits: int = 3) -> list[str]:
    """Say in a few lines which systems make which correlation, and what is left of the best metric's.

    For each task, criterion and coefficient: the metrics that change most without the outliers; the largest
    change without one system; the best metric among the better half of the systems. For each task and
    criterion: the best metric on the closer half of the pairs. Floors are left out.

    Examples
    --------
    >>> from workbench.schema import ROBUSTNESS
    >>> describe_robustness(ROBUSTNESS.build([]))
    []
    """
    floors = frame["metric"].map(lambda metric: metric.partition("(")[0]).isin(FLOORS)
    frame = frame[~floors]
    lines = []
    for (task, criterion, coefficient), part in frame.groupby(
        ["task", "criterion", "coefficient"], sort=False
    ):
        close = part["analysis"] == "close pairs"
        found = [
            f"  {line}" for line in [*_systems(part[~close], digits), *_close_pairs(part[close], digits)]
        ]
        title = f"Robustness of {criterion} ({task}, {coefficient_label(str(coefficient))})"
        lines += [title, *found] if found else []
    return lines


def _systems(part: pd.DataFrame, digits: int) -> Iterator[str]:
    """Yield what single systems do to one coefficient."""
    together = part[(part["analysis"] == "without outliers") & (part["system"] != "")]
    for systems, group in together[together["shift"].notna()].groupby("system", sort=False):
        noun = "outliers" if "; " in str(systems) else "outlier"
        changes = "; ".join(
            f"{_name(row, part)} {_change(row['value'] + row['shift'], row['value'], digits)}"
            for row in _largest(group, _SHOWN)
        )
        yield f"without the {noun} {str(systems).replace('; ', ', ')}: {changes}"
    alone = part[(part["analysis"] == "without one") & part["shift"].notna()]
    for row in _largest(alone, 1):
        change = _change(row["value"] + row["shift"], row["value"], digits)
        yield f"most moved by one system: {_name(row, part)} {change} without {row['system']}"
    every = part[(part["analysis"] == "all systems") & part["value"].notna()]
    if len(every):
        first = every.iloc[falling(every["value"])[0]]
        k = (int(first["n_systems"]) + 1) // 2
        best = _same(part, first)
        best = best[(best["analysis"] == "best") & (best["n_systems"] >= k) & best["value"].notna()]
        if len(best):
            row = best.loc[best["n_systems"].idxmin()]
            change = _change(first["value"], row["value"], digits)
            size = f"{row['n_systems']} best of {first['n_systems']} systems"
            yield f"among the {size}: {_name(first, part)} {change}"


def _close_pairs(part: pd.DataFrame, digits: int) -> Iterator[str]:
    """Yield what is left of the best metric on pairs of systems that it finds close."""
    curves = part[part["value"].notna()]
    widest = curves.loc[curves.groupby(_LABEL, sort=False)["at"].idxmax()]
    if widest.empty:
        return
    every = widest.iloc[falling(widest["value"])[0]]
    curve = _same(curves, every)
    close = curve[curve["n_pairs"] <= (every["n_pairs"] + 1) // 2]
    if len(close):
        row = close.loc[close["at"].idxmax()]
        change = _change(every["value"], row["value"], digits)
        pairs = f"{row['n_pairs']} closest of {every['n_pairs']} pairs"
        yield f"on the {pairs} of systems: {_name(every, part)} {change}"


_LABEL = ["metric", "component", "preprocess", "references"]


def _same(part: pd.DataFrame, row: pd.Series) -> pd.DataFrame:
    """Return the rows of the same condition."""
    return part[(part[_LABEL] == row[_LABEL]).all(axis=1)]


def _largest(rows: pd.DataFrame, number: int) -> list[pd.Series]:
    """Return the rows of the largest shifts, the first of equals first."""
    return [rows.iloc[at] for at in falling(rows["shift"].abs())[:number]]


def _name(row: pd.Series, part: pd.DataFrame) -> str:
    """Return a metric and what tells its conditions apart."""
    own = part[part["metric"] == row["metric"]]
    settings = [row[name] for name in _LABEL[1:] if own[name].nunique() > 1]
    label = str(metric_label(row["metric"]))
    return f"{label} ({', '.join(settings)})" if settings else label


def _change(before: float, after: float, digits: int) -> str:
    return f"{format_value(before, digits)} -> {format_value(after, digits)}"
