"""Audits: what printed intervals, taus and marks tell about how they were made."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from workbench.errors import Problem, SpecError
from workbench.report.published import Description, Published
from workbench.stats.distributions import norm
from workbench.stats.intervals.fisher import FISHER, Interval
from workbench.stats.printed.audit import (
    AUDITED_METHODS,
    IntervalAudit,
    audit_intervals,
    audit_kendall_grid,
    audit_marks,
    rounding,
)
from workbench.types import Array, Mark

MOST_OBSERVATIONS = 20_000
MOST_SYSTEMS = 60
MOST_TIES = 3
CHANCE = 0.01
"""Where any numbers at all fit more often than this, a fit says nothing."""
_LOST, _LARGEST_VARIANCE = 4, 1.5
"""Of the constants of any interval method, n - 4 and c² = 1 + r²/2."""
_ALMOST_ONE, _ALMOST_ZERO = 1 - 1e-9, 1e-9
_MARKS: dict[str, Mark] = {"": "", "best": "best", "equivalent": "equivalent"}
_PRINTED = ("value", "low", "high")
_JUDGED = ("panel", "task", "criterion")
"""Kendall coefficients that agree in these were computed from the same judgments."""


class IntervalFinding(NamedTuple):
    """What the intervals of cells that rest on the same numbers tell.

    `of` says which level they are of, `n` is how many, `audits` has one entry a method, `stated` is how many
    observations the paper states, if any.
    """

    of: str
    n: int
    audits: list[IntervalAudit]
    stated: int | None


class PrintedInterval(NamedTuple):
    """One interval as printed, and what it tells.

    `would_be` has one interval a method at the stated number of observations; empty where none is stated.
    """

    value: str
    low: str
    high: str
    coefficient: str
    confidence: float
    audits: list[IntervalAudit]
    stated: int | None
    would_be: list[Interval]


class GridFinding(NamedTuple):
    """Which (systems, tied pairs) all taus of the same judgments fit, and up to how many systems that tells.

    `informative` is the largest number of systems at which fewer than `CHANCE` of arbitrary columns fit.
    """

    of: str
    n: int
    fitting: list[tuple[int, int]]
    informative: int
    stated: int | None


class MarkFinding(NamedTuple):
    """Whether the marks of a column follow its values; `best` is None where no cell is marked as best."""

    of: str
    n: int
    threshold: bool
    best: bool | None
    largest: str
    marked: str
    """The cell with the largest value, and those that are marked as best."""


class TableAudit(NamedTuple):
    """Everything that a published table tells."""

    source: str
    intervals: list[IntervalFinding]
    grids: list[GridFinding]
    marks: list[MarkFinding]


def decimals(printed: str, where: str = "") -> int:
    """Return how many decimals a number is printed with.

    Raises
    ------
    SpecError
        If it is no plain decimal number.

    Examples
    --------
    >>> decimals(".480"), decimals("-1")
    (3, 0)
    """
    whole, _, fraction = printed.strip().lstrip("+-−").partition(".")
    if not (whole + fraction).isdecimal():
        raise SpecError(Problem(where, "is not a decimal number", printed, "as printed, for instance .484"))
    return len(fraction)


def audit_interval(
    value: str, low: str, high: str, coefficient: str, n: int | None = None, confidence: float = 0.95
) -> PrintedInterval:
    """Find the methods and numbers of observations that one printed interval is consistent with.

    Parameters
    ----------
    value, low, high
        As printed: the decimals count.
    coefficient
        pearson, spearman or kendall.
    n
        What the paper states.
    confidence
        Nominal coverage, in (0, 1).

    Raises
    ------
    SpecError
        If a number is none, is no correlation, or the value is outside its interval.

    Examples
    --------
    >>> [audit.n_that_fits_all for audit in audit_interval(".50", ".16", ".74", "kendall").audits]
    [[28], [15]]

    The value and one end say more than the other end, which has one decimal.

    >>> audit_interval(".50", ".3", ".66", "pearson").audits[0].n_that_fits_all[:: 15]
    [61, 76]
    """
    texts = {"r": value, "low": low, "high": high}
    digits = {name: decimals(text, name) for name, text in texts.items()}
    numbers = {name: _number(text) for name, text in texts.items()}
    for name, number in numbers.items():
        if abs(number) > 1:
            raise SpecError(Problem(name, "is no correlation", texts[name], "-1 to 1"))
    if not numbers["low"] <= numbers["r"] <= numbers["high"]:
        raise SpecError(Problem("r", "is not in its interval", value, f"{low} to {high}"))
    values, lows, highs = (np.array([numbers[name]]) for name in texts)
    printed = np.array([[*digits.values()]])
    sizes = _sizes(lows, highs, printed, n, confidence)
    audits = audit_intervals(values, lows, highs, [coefficient], sizes, printed, confidence)
    would_be = [
        _interval(numbers["r"], n, AUDITED_METHODS.get(audit.method)(coefficient), confidence)
        for audit in audits
        if n is not None
    ]
    return PrintedInterval(value, low, high, coefficient, confidence, audits, n, would_be)


def audit_published(published: Published, n: int | None = None) -> TableAudit:
    """Audit the intervals, the taus of systems and the marks of a published table.

    Parameters
    ----------
    published
        The table.
    n
        Observations behind each interval; where it is None, those that the table is known to rest on.

    Examples
    --------
    >>> from workbench.report.published import read_published
    >>> [finding] = audit_published(read_published("galley2015-table2")).intervals
    >>> finding.n, finding.audits[0].n_that_fits_all
    (18, [527, 528, 529, 530])
    """
    what, cells = published
    return TableAudit(
        what.source,
        list(_intervals(cells, n)),
        list(_grids(cells)),
        list(_marks(what, cells)),
    )


def _interval(r: float, n: int, constants: tuple[int, float, float], confidence: float) -> Interval:
    lost, constant, multiple = constants
    if n <= lost or abs(r) == 1:
        return Interval(np.nan, np.nan)
    half = norm.ppf((1 + confidence) / 2) * np.sqrt((constant + multiple * r**2) / (n - lost))
    return Interval(float(np.tanh(np.arctanh(r) - half)), float(np.tanh(np.arctanh(r) + half)))


def _number(printed: str) -> float:
    return float(printed.strip().replace("−", "-"))


def _sizes(
    lows: Array, highs: Array, digits: NDArray[np.int64], stated: int | None, confidence: float = 0.95
) -> NDArray[np.int64]:
    """Return the numbers of observations to try: up to those that would make the narrowest interval."""
    _, of_low, of_high = rounding(digits).T
    ends = np.clip([lows + of_low, highs - of_high], -_ALMOST_ONE, _ALMOST_ONE)
    half = np.maximum(np.diff(np.arctanh(ends), axis=0) / 2, _ALMOST_ZERO)
    most = _LOST + _LARGEST_VARIANCE * (norm.ppf((1 + confidence) / 2) / half.min()) ** 2
    return np.arange(2, max(min(MOST_OBSERVATIONS, int(most) + 1), stated or 0) + 1)


def _intervals(cells: pd.DataFrame, n: int | None) -> Iterator[IntervalFinding]:
    printed = cells[(cells["low"] != "") & (cells["high"] != "") & cells["statistic"].isin(list(FISHER))]
    for (level, systems), group in printed.groupby(["level", "n_systems"], sort=False):
        values, lows, highs = (np.array([_number(each) for each in group[name]]) for name in _PRINTED)
        digits = np.array([[decimals(each) for each in group[name]] for name in _PRINTED]).T
        known = int(systems) if level == "system" and systems else None
        stated = known if n is None else n
        sizes = _sizes(lows, highs, digits, stated)
        audits = audit_intervals(values, lows, highs, list(group["statistic"]), sizes, digits)
        yield IntervalFinding(level, len(group), audits, stated)


def _grids(cells: pd.DataFrame) -> Iterator[GridFinding]:
    taus = cells[(cells["statistic"] == "kendall") & (cells["level"] == "system")]
    sizes, ties = np.arange(3, MOST_SYSTEMS + 1), np.arange(0, MOST_TIES + 1)
    for (systems, *judged), group in taus.groupby(["n_systems", *_JUDGED], sort=False):
        values = np.array([_number(each) for each in group["value"]])
        audit = audit_kendall_grid(values, sizes, ties, min(map(decimals, group["value"])))
        tells = (audit.chance ** len(values) < CHANCE).all(axis=1)
        informative = int(sizes[tells].max(initial=0))
        yield GridFinding(
            _called(judged),
            len(values),
            [(size, tied) for size, tied in audit.that_fit_all if size <= informative],
            informative,
            int(systems) if systems else None,
        )


def _marks(what: Description, cells: pd.DataFrame) -> Iterator[MarkFinding]:
    if not (cells["mark"] != "").any():
        return
    for names, column in cells.groupby([*what.panels, *what.columns], sort=False):
        values = np.array([_number(each) for each in column["value"]])
        marks = [_MARKS[mark] for mark in column["mark"]]
        if "best" not in marks and "equivalent" not in marks:
            continue
        audit = audit_marks(values, marks)
        label = column[list(what.rows)].agg(" · ".join, axis=1)
        yield MarkFinding(
            _called(names),
            len(column),
            audit.threshold,
            audit.best_on_maximum if "best" in marks else None,
            _cell(label, column, int(np.argmax(values))),
            ", ".join(_cell(label, column, i) for i, mark in enumerate(marks) if mark == "best"),
        )


def _cell(label: pd.Series, column: pd.DataFrame, row: int) -> str:
    return f"{label.iat[row]} {column['value'].iat[row]}"


def _called(names: object) -> str:
    parts = names if isinstance(names, tuple | list) else (names,)
    return ", ".join(str(part) for part in parts if part)
