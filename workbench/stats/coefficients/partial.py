"""Partial correlation: what is left of a metric's correlation when length is held constant."""

import numpy as np

from workbench.errors import Problem, SpecError, suggest
from workbench.stats.coefficients.noise import NOISE
from workbench.stats.coefficients.plain import COEFFICIENTS, why_undefined
from workbench.types import Array

_PARTIAL = ("pearson", "spearman", "kendall")
_FEWEST = 4
"""Observations: with 3, two residuals of a line always correlate at 1 or -1."""


def _unexplained(r: Array) -> Array:
    """Return 1 - r², exactly 0 where only rounding keeps it from 0."""
    left = (1.0 - r) * (1.0 + r)
    return np.where(left < NOISE, 0.0, left)


def _complete(*scores: Array) -> list[Array]:
    arrays = np.broadcast_arrays(*scores)
    missing = np.any([np.isnan(each) for each in arrays], axis=0)
    return [np.where(missing, np.nan, each) for each in arrays]


def partial_correlation(x: Array, y: Array, given: Array, coefficient: str = "pearson") -> Array:
    """Return the correlation of x and y given a third variable, in [-1, 1].

    (r_xy - r_xg r_yg) / sqrt((1 - r_xg²)(1 - r_yg²)). With Pearson's coefficient it is the correlation of the
    residuals of two regressions on `given` (Yule 1907), with Spearman's that of ranks, with Kendall's the
    partial tau (Kendall 1942, Biometrika 32).

    Parameters
    ----------
    x, y, given
        float64[..., n]: metric scores, human scores and for instance lengths, broadcast against each other.
        An observation with a NaN in any of them is left out.
    coefficient
        pearson, spearman or kendall.

    Raises
    ------
    SpecError
        For another coefficient.

    Returns
    -------
    Array
        float64[...].

    Undefined
    ---------
    NaN for fewer than 4 complete observations, where x, y or `given` is constant, and where x or y has a
    coefficient of 1 or -1 with `given`: nothing is left of it. `why_partial_undefined` says which.

    Examples
    --------
    r_xy, r_xg and r_yg are .8, .8 and .4: .48 / sqrt(.36 * .84).

    >>> x, y = np.array([1.0, 2.0, 3.0, 4.0]), np.array([1.0, 3.0, 2.0, 4.0])
    >>> float(partial_correlation(x, y, np.array([2.0, 1.0, 3.0, 4.0])).round(3))
    0.873
    """
    if coefficient not in _PARTIAL:
        hint = suggest(coefficient, _PARTIAL)
        raise SpecError(Problem("", f"no partial correlation of {coefficient!r}", hint=hint))
    correlate = COEFFICIENTS.get(coefficient)
    x, y, given = _complete(x, y, given)
    r_xy, r_xg, r_yg = correlate(x, y), correlate(x, given), correlate(y, given)
    spread = np.sqrt(_unexplained(r_xg) * _unexplained(r_yg))
    enough = (~np.isnan(x)).sum(axis=-1) >= _FEWEST
    defined = enough & (spread > 0)
    values = np.divide(r_xy - r_xg * r_yg, spread, out=np.full(spread.shape, np.nan), where=defined)
    return np.asarray(np.clip(values, -1.0, 1.0))[()]


def why_partial_undefined(
    x: Array, y: Array, given: Array, coefficient: str = "pearson", name: str = "length"
) -> str:
    """Say why metric scores x and judgments y have no coefficient given a third variable; "" when they have.

    Parameters
    ----------
    x, y, given
        float64[n]; an observation with a NaN is left out.
    coefficient
        As in `partial_correlation`.
    name
        What is given.

    Examples
    --------
    >>> x, y = np.array([1.0, 2.0, 3.0, 4.0]), np.array([1.0, 3.0, 2.0, 4.0])
    >>> why_partial_undefined(x, y, x)
    'metric equals length'
    """
    x, y, given = _complete(x, y, given)
    reason = why_undefined(x, y, _FEWEST, "observations")
    if reason:
        return reason
    if why_undefined(given, given, _FEWEST):
        return f"constant {name}"
    correlate = COEFFICIENTS.get(coefficient)
    both = (("metric", x), ("judgments", y))
    equal = [who for who, scores in both if _unexplained(correlate(scores, given)) == 0]
    return f"{' and '.join(equal)} equal{'s' if equal == ['metric'] else ''} {name}" if equal else ""
