"""Rules for results of other programs whose numbers, computed again, fit a pitfall."""

from collections.abc import Iterator
from itertools import groupby

import numpy as np

from workbench.analyses.lint.printed import Printed, Reported, corners
from workbench.analyses.lint.rules import Firing, Subject, rule
from workbench.stats.distributions import t
from workbench.stats.intervals.fisher import FISHER
from workbench.stats.printed.audit import IntervalAudit, audit_intervals
from workbench.stats.tests.dependent import DEPENDENT_TESTS
from workbench.stats.tests.overlapping import Alternative
from workbench.types import Array

_MOST_SIZES = 20_000
_SURE_DIGITS = 5
"""Decimals of a p-value that equal ones do not share by chance."""
_MEAN = "mean"


def known_test(row: Reported) -> str:
    """Return the name that the workbench has for the row's test of dependent correlations, or ""."""
    name = row.text("test")
    known = [
        each for each in DEPENDENT_TESTS if name and each.rstrip("0123456789") == name.rstrip("0123456789")
    ]
    return known[0] if known else ""


def _alternative(row: Reported) -> Alternative:
    name = row.text("alternative")
    return "greater" if name == "greater" else "less" if name == "less" else "two"


@rule(
    "absolute-r-in-test",
    effect="A test of absolute correlations lets a metric win with the wrong sign",
    size="p .272 instead of .983 (one-sided, n = 45)",
    remedy="compare the signed correlations; turn the sign of a lower-is-better metric once, before",
)
def absolute_r(subject: Subject) -> Iterator[Firing]:
    """Find p-values that absolute correlations give and signed ones do not."""
    for row in subject.reported:
        given, test = row.numbers("value", "value_other", "value_between", "n", "p"), known_test(row)
        if given is None or not test or not any(each.value < 0 for each in given[:3]):
            continue
        *correlations, n, p = given
        points = np.array(list(corners(*correlations))).T
        signed, absolute = (
            DEPENDENT_TESTS.get(test)(x, y, between, n.value, _alternative(row)).p_value
            for x, y, between in (points, np.abs(points))
        )
        if _fits(p, absolute) and not _fits(p, signed):
            yield Firing(row.place, f"p = {row.text('p')} is that of the absolute correlations")


def _fits(p: Printed, values: Array) -> bool:
    """Say whether a printed number can come from values that lie between these."""
    defined = values[~np.isnan(values)]
    return bool(defined.size) and p.stands_for(float(defined.min()), float(defined.max()))


@rule(
    "williams-df",
    effect="Williams' test with n - 2 degrees of freedom has too small a p-value",
    size=".209243 instead of .209286 (n = 50)",
    remedy="take n - 3 degrees of freedom (Williams 1959; Steiger 1980)",
)
def williams_df(subject: Subject) -> Iterator[Firing]:
    """Find degrees of freedom, or p-values, of n - 2."""
    for row in subject.reported:
        n, df = row.number("n"), row.number("df")
        if known_test(row) != "williams1959" or n is None:
            continue
        if df is not None:
            if df.value == n.value - 2:
                yield Firing(row.place, f"df = {df.value:g} with n = {n.value:g}")
        elif _shows_df(row, n.value):
            yield Firing(row.place, f"p = {row.text('p')} is that of {n.value - 2:g} degrees of freedom")


def _shows_df(row: Reported, n: float) -> bool:
    """Say whether the p-value is that of n - 2 degrees of freedom and not that of n - 3."""
    p, statistic = row.number("p"), row.number("statistic")
    correlations = row.numbers("value", "value_other", "value_between")
    if p is None or n <= 3:
        return False
    if statistic is not None:
        values = np.array(statistic.ends)
    elif correlations is not None and p.digits >= _SURE_DIGITS:
        x, y, between = (each.value for each in correlations)
        values = np.atleast_1d(DEPENDENT_TESTS.get("williams1959")(x, y, between, n).statistic)
    else:
        return False
    alternative = _alternative(row)
    return _fits(p, _tail(values, n - 2, alternative)) and not _fits(p, _tail(values, n - 3, alternative))


def _tail(statistic: Array, df: float, alternative: Alternative) -> Array:
    """Return the p-value of Student's t."""
    sign = -1.0 if alternative == "less" else 1.0
    p: Array = 2 * t.sf(np.abs(statistic), df) if alternative == "two" else t.sf(sign * statistic, df)
    return p


@rule(
    "interval-n",
    effect="An interval for more observations than there are is too narrow",
    size="[.383, .575] at the stated n became [.415, .546] (Galley et al. 2015: n = 527 to 530, text 252)",
    remedy="state the n that the interval was computed with, and take the number of independent observations",
)
def interval_n(subject: Subject) -> Iterator[Firing]:
    """Find intervals that fit another n than the stated one."""

    def key(row: Reported) -> tuple[str, str, str]:
        return row.text("group"), row.text("n"), row.text("confidence")

    rows = [
        row
        for row in subject.reported
        if row.numbers("value", "low", "high", "n") and row.text("interval") in ("", "fisher")
    ]
    for _, same in groupby(sorted(rows, key=key), key):
        yield from _audit(list(same))


def _audit(rows: list[Reported]) -> Iterator[Firing]:
    columns = ("value", "low", "high", "n")
    numbers = [found for row in rows if (found := row.numbers(*columns)) is not None]
    values, lows, highs = (np.array([found[place].value for found in numbers]) for place in range(3))
    digits = np.array([[each.digits for each in found[:3]] for found in numbers])
    coefficients = [row.text("coefficient") or "pearson" for row in rows]
    stated = int(numbers[0][3].value)
    if not set(coefficients) <= set(FISHER) or stated < 1:
        return
    confidence = rows[0].number("confidence")
    sizes = np.arange(1, min(max(4 * stated, 1000), _MOST_SIZES) + 1)
    audits = audit_intervals(
        values, lows, highs, coefficients, sizes, digits, confidence.value if confidence else 0.95
    )
    if any(stated in audit.n_that_fits_all for audit in audits):
        return
    best = max(audits, key=lambda audit: len(audit.n_that_fits_all))
    if best.n_that_fits_all:
        yield Firing(rows[0].place, _say_sizes(best, stated, len(rows)))


def _say_sizes(audit: IntervalAudit, stated: int, number: int) -> str:
    sizes = audit.n_that_fits_all
    found = f"{sizes[0]}" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    fits = int(audit.fitting[stated - 1]) if stated <= len(audit.n) else 0
    intervals = "the interval" if number == 1 else f"all {number} intervals"
    return f"n = {found} fits {intervals} ({audit.method}); the stated n = {stated} fits {fits} of {number}"


def _averages(subject: Subject) -> Iterator[tuple[Reported, list[Reported]]]:
    """Yield each average and the rows of its parts: those of the same group and result."""
    for group in subject.groups:
        for row in group:
            if row.text("part") == _MEAN:
                same = [each for each in group if each.text("result") == row.text("result")]
                yield row, [each for each in same if each.text("part") not in ("", _MEAN)]


@rule(
    "p-averaged",
    effect="The mean of p-values is no p-value",
    size="p .3045 instead of .2878",
    remedy="test the averaged coefficient itself, for instance by a permutation or bootstrap of the average",
)
def p_averaged(subject: Subject) -> Iterator[Firing]:
    """Find averages whose p-value is the mean of those of their parts."""
    for row, parts in _averages(subject):
        p, each = row.number("p"), [found for part in parts if (found := part.number("p")) is not None]
        if p is None or len(each) < max(len(parts), 2):
            continue
        is_fine = all(found.digits >= p.digits for found in each)  # else many numbers could be their mean
        if is_fine and len({found.value for found in each}) > 1 and _is_mean(p, each):
            yield Firing(row.place, f"p = {row.text('p')} is the mean of {len(parts)} p-values")


@rule(
    "p-filtered",
    effect="An average over significant parts alone is drawn up: those are the parts with large coefficients",
    size="a mean tau of .192 became .547 (ROUGE-1 recall, 11 extractive systems)",
    remedy="average over all parts, whatever their p-value",
)
def p_filtered(subject: Subject) -> Iterator[Firing]:
    """Find averages that only parts with p <= .05 give."""
    for row, parts in _averages(subject):
        value, stated = row.number("value"), row.number("n_parts")
        given = [found for part in parts if (found := part.numbers("value", "p")) is not None]
        if value is None or len(given) < max(len(parts), 2):
            continue
        kept = [found[0] for found in given if found[1].value <= 0.05]
        if stated is not None and stated.value > len(parts) and len(kept) == len(parts):
            yield Firing(
                row.place, f"all {len(kept)} parts have p <= .05, of {stated.value:g} that there are"
            )
        elif 0 < len(kept) < len(parts):
            every = [found[0] for found in given]
            if _is_mean(value, kept) and not _is_mean(value, every):
                yield Firing(row.place, f"the mean of the {len(kept)} of {len(parts)} parts with p <= .05")


def _is_mean(value: Printed, parts: list[Printed]) -> bool:
    least, _, most = np.mean([part.ends for part in parts], axis=0)
    return value.stands_for(float(least), float(most))


@rule(
    "r-rescaled",
    effect="A coefficient rescaled to [0, 1], or averaged with others, looks like a better one",
    size="r = 0 prints .5",
    remedy="print the coefficient itself, in [-1, 1], and each coefficient apart",
)
def r_rescaled(subject: Subject) -> Iterator[Firing]:
    """Find coefficients whose p-value is that of 2r - 1, and averages of several coefficients."""
    for row in subject.reported:
        named = [part.strip() for part in row.text("coefficient").replace(",", "+").split("+")]
        if len(named) > 1:
            yield Firing(row.place, f"an average of {', '.join(named)}")
        elif row.text("test") in ("", "pearson", "t") and named[0] in ("", "pearson"):
            given = row.numbers("value", "p", "n")
            if given is None or row.text("value_other") or row.text("part") == _MEAN:
                continue
            value, p, n = given
            points = np.array(value.ends)
            if _fits(p, _p_of(2 * points - 1, n.value)) and not _fits(p, _p_of(points, n.value)):
                yield Firing(row.place, f"p = {row.text('p')} is that of r = {2 * value.value - 1:.3g}")


def _p_of(r: Array, n: float) -> Array:
    """Return the two-sided p-value of Pearson's r of n observations."""
    if n <= 2:
        return np.full(r.shape, np.nan)
    r = np.clip(r, -1 + 1e-12, 1 - 1e-12)
    p: Array = 2 * t.sf(np.abs(r) * np.sqrt((n - 2) / (1 - r**2)), n - 2)
    return p
