"""What printed numbers tell about how they were made: the n of an interval, the systems behind a tau, marks.

A printed number stands for every number that rounds to it, so each question is whether *some* unrounded
numbers fit, exactly. That a method fits does not prove that it was used; that none fits proves it was not.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from workbench.errors import Problem, SpecError, suggest
from workbench.registry import Registry
from workbench.stats.distributions import norm
from workbench.stats.intervals.fisher import FISHER
from workbench.types import Array, Mark

Constants = Callable[[str], tuple[int, float, float]]

AUDITED_METHODS: Registry[Constants] = Registry("interval method")
_HALVINGS = 60
_NOISE = 1e-9
_BELOW_ONE = float(np.nextafter(1, 0))


@AUDITED_METHODS("fisher")
def plain_fisher(coefficient: str) -> tuple[int, float, float]:
    """Return the constants of Pearson's coefficient, whatever the coefficient: tanh(atanh(r) ± q/sqrt(n-3)).

    Examples
    --------
    >>> plain_fisher("kendall")
    (3, 1.0, 0.0)
    """
    return FISHER["pearson"]


@AUDITED_METHODS("bonett-wright")
def bonett_wright(coefficient: str) -> tuple[int, float, float]:
    """Return the constants of `fisher_z` for the coefficient (Bonett and Wright 2000).

    Examples
    --------
    >>> bonett_wright("kendall")
    (4, 0.437, 0.0)
    """
    if coefficient not in FISHER:
        hint = suggest(coefficient, FISHER)
        raise SpecError(Problem("", f"no constants for {coefficient!r}", hint=hint))
    return FISHER[coefficient]


def rounding(digits: ArrayLike) -> Array:
    """Return the largest rounding error of numbers printed with so many decimals.

    Examples
    --------
    >>> rounding([2, 3])
    array([0.005 , 0.0005])
    """
    largest: Array = 0.5 * np.power(10.0, -np.asarray(digits, np.float64))
    return largest


class IntervalAudit(NamedTuple):
    """Which rows fit one method: `fits` bool[n_rows, n_sizes] for each number of observations `n`."""

    method: str
    n: NDArray[np.int64]
    fits: NDArray[np.bool_]

    @property
    def fitting(self) -> NDArray[np.int64]:
        """Return how many rows fit at each n, int64[n_sizes]."""
        counts: NDArray[np.int64] = self.fits.sum(axis=0, dtype=np.int64)
        return counts

    @property
    def n_that_fits_all(self) -> list[int]:
        """Return every n at which all rows fit."""
        return [int(n) for n in self.n[self.fits.all(axis=0)]]


def _centres(ends: Array, side: int, scale: Array, constant: Array, multiple: Array) -> Array:
    """Return the z with z + side * half(z) = end, where half(z) = scale sqrt(constant + multiple tanh(z)²).

    Where the half width does not depend on z the first guesses are already equal and exact.
    """
    wide, narrow = (ends - side * scale * np.sqrt(constant + more) for more in (multiple, 0.0 * multiple))
    low, high = np.minimum(wide, narrow), np.maximum(wide, narrow)
    for _ in range(_HALVINGS if multiple.any() else 0):
        middle = (low + high) / 2
        short = middle + side * scale * np.sqrt(constant + multiple * np.tanh(middle) ** 2) < ends
        low, high = np.where(short, middle, low), np.where(short, high, middle)
    return low


def audit_intervals(
    values: Array,
    lows: Array,
    highs: Array,
    coefficients: Sequence[str],
    n: NDArray[np.int64],
    digits: ArrayLike,
    confidence: float = 0.95,
) -> list[IntervalAudit]:
    """Find the methods and numbers of observations that printed intervals are consistent with.

    A row fits when some coefficient rounds to the printed one and its interval tanh(atanh(r) ± half) rounds
    to both printed ends: when the z that each of the three numbers allows have a common point.

    Parameters
    ----------
    values, lows, highs
        float64[n_rows]: coefficients and the ends of their intervals, as printed.
    coefficients
        The name of each row's coefficient.
    n
        int64[n_sizes]: numbers of observations to try.
    digits
        Printed decimals: one number, one for each row, or int64[n_rows, 3], those of value, low and high.
    confidence
        Nominal coverage, in (0, 1).

    Returns
    -------
    list
        One audit for each of `AUDITED_METHODS`.

    Raises
    ------
    SpecError
        For a coefficient without constants.

    Undefined
    ---------
    A row with a NaN fits nothing, and no row fits an n that is too small for the method.

    Examples
    --------
    >>> printed = np.array([0.50]), np.array([0.16]), np.array([0.74])
    >>> for audit in audit_intervals(*printed, ["kendall"], np.arange(4, 60), digits=2):
    ...     print(audit.method, audit.n_that_fits_all)
    fisher [28]
    bonett-wright [15]
    """
    errors = rounding(digits)
    errors = np.broadcast_to(errors if errors.ndim > 1 else errors[..., np.newaxis], (values.size, 3)).T
    quantile = float(norm.ppf((1 + confidence) / 2))
    # The z that each printed number allows, [least or most, row, 1].
    value, low, high = (
        np.arctanh(np.clip([printed - error, printed + error], -_BELOW_ONE, _BELOW_ONE))[..., np.newaxis]
        for printed, error in zip((values, lows, highs), errors, strict=True)
    )
    audits = []
    for name in AUDITED_METHODS:
        constants = [AUDITED_METHODS.get(name)(coefficient) for coefficient in coefficients]
        lost, constant, multiple = np.array(constants, np.float64).reshape(-1, 3, 1).swapaxes(0, 1)
        enough = n > lost
        scale = quantile / np.sqrt(np.where(enough, n - lost, 1))
        from_low, from_high = (
            _centres(ends, side, scale, constant, multiple) for ends, side in ((low, -1), (high, 1))
        )
        least = np.maximum(np.maximum(value[0], from_low[0]), from_high[0])
        most = np.minimum(np.minimum(value[1], from_low[1]), from_high[1])
        audits.append(IntervalAudit(name, n, enough & (least <= most)))
    return audits


class GridAudit(NamedTuple):
    """Which printed Kendall coefficients fit `n` systems with `tied` pairs among their human scores.

    `fits` is bool[n_values, n_sizes, n_ties]. `chance`, float64[n_sizes, n_ties], is how often any number at
    all would fit: where it is near 1 a fit says nothing.
    """

    n: NDArray[np.int64]
    tied: NDArray[np.int64]
    fits: NDArray[np.bool_]
    chance: Array

    @property
    def that_fit_all(self) -> list[tuple[int, int]]:
        """Return every (n, tied pairs) at which all values fit."""
        at = np.argwhere(self.fits.all(axis=0))
        return [(int(self.n[i]), int(self.tied[j])) for i, j in at]


def audit_kendall_grid(
    values: Array, n: NDArray[np.int64], tied: NDArray[np.int64], digits: int
) -> GridAudit:
    """Find the numbers of systems that printed Kendall coefficients are consistent with.

    With P = n (n - 1) / 2 pairs, of which t are tied in the human scores and none in the metric's, tau-b is
    (C - D) / sqrt(P (P - t)), and C - D is even or odd as C + D = P - t is, and no larger: few values are
    possible, and another n has others. Some numbers of tied pairs are impossible, as two of three systems.

    Parameters
    ----------
    values
        float64[n_values]: coefficients with the same judgments, as printed.
    n
        int64[n_sizes]: numbers of systems to try, 2 or more.
    tied
        int64[n_ties]: numbers of pairs tied in the human scores to try.
    digits
        Printed decimals.

    Undefined
    ---------
    A NaN fits nothing, and nothing fits where all pairs are tied, or so many cannot be.

    Examples
    --------
    Four systems have 6 pairs: tau is -1, -.67, -.33, 0, .33, .67 or 1. Of 3 systems it is ±.33 or ±1.

    >>> audit_kendall_grid(np.array([0.33, 0.67]), np.array([3, 4]), np.array([0]), 2).that_fit_all
    [(4, 0)]
    """
    pairs = (n * (n - 1) // 2)[:, np.newaxis]
    untied = np.maximum(pairs - tied, 0)
    grid = np.sqrt(pairs * untied)
    scaled, odd = np.multiply.outer(values, grid), untied % 2
    nearest = np.clip(2 * np.rint((scaled - odd) / 2) + odd, -untied, untied)
    distance, error = np.abs(scaled - nearest), float(rounding(digits)) * grid
    possible = (n[:, np.newaxis] >= _fewest_systems(tied)) & (untied > 0)
    return GridAudit(n, tied, (distance <= error + _NOISE) & possible, np.minimum(1.0, error))


def _fewest_systems(tied: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return of how many systems so many pairs can be tied: k equal ones make k (k - 1) / 2.

    Examples
    --------
    >>> _fewest_systems(np.array([0, 1, 2, 3])).tolist()
    [0, 2, 4, 3]
    """
    fewest = [0]
    for pairs in range(1, int(tied.max(initial=0)) + 1):
        groups = range(2, 2 + int(np.sqrt(2 * pairs)))
        fewest.append(min(k + fewest[rest] for k in groups if (rest := pairs - k * (k - 1) // 2) >= 0))
    return np.array(fewest)[tied]


class MarkAudit(NamedTuple):
    """Whether the marks of a column follow its values.

    `threshold`: no marked value is below an unmarked one; of two that print alike one may be marked, as they
    may differ before they were rounded. `best_on_maximum`: a largest value is marked as best.
    """

    threshold: bool
    best_on_maximum: bool


def audit_marks(values: Array, marks: Sequence[Mark]) -> MarkAudit:
    """Check the shading of a printed column, best and statistically equivalent cells.

    Any rule that compares a value with a bound of the column, as `mark_column` does, marks the values from
    some threshold on, and the largest is best.

    Parameters
    ----------
    values
        float64[n]: as printed; a NaN counts for neither question.
    marks
        best, equivalent or "" for each value.

    Examples
    --------
    >>> audit_marks(np.array([0.9, 0.8, 0.7]), ["best", "", "equivalent"])
    MarkAudit(threshold=False, best_on_maximum=True)
    """
    marked, best = (
        np.array([mark != "" for mark in marks], bool),
        np.array([m == "best" for m in marks], bool),
    )
    present = ~np.isnan(values)
    least = np.min(values, initial=np.inf, where=marked & present)
    most = np.max(values, initial=-np.inf, where=~marked & present)
    largest = np.max(values, initial=-np.inf, where=present)
    return MarkAudit(bool(least >= most), bool((best & (values == largest)).any()))
