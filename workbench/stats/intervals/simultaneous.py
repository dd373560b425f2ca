"""Intervals that hold together: in so many samples none of a family misses, and not each alone."""

import numpy as np

from workbench.registry import cite
from workbench.stats.coefficients.noise import EQUAL_COEFFICIENTS, NOISE
from workbench.types import Array

BONFERRONI, SUP_T = "zou, simultaneous", "sup-t, simultaneous"
cite("interval", {BONFERRONI: "Zou 2007", SUP_T: "Montiel Olea & Plagborg-Møller 2019"})


def sup_t_half_widths(values: Array, drawn: Array, confidence: float = 0.95) -> Array:
    """Return half the widths of intervals around values of which, at that confidence, none misses.

    c s, where s is the standard deviation of the draws of a value and c the quantile, over B draws, of the
    largest |d* - d| / s of all values d, in rising order that of place ⌈confidence (B + 1)⌉, since the sample
    itself counts as a draw (the sup-t band of a bootstrap: Montiel Olea and Plagborg-Møller 2019, J.
    Appl. Econometrics 34). Values that move together need a smaller c than Bonferroni's.

    Parameters
    ----------
    values
        float64[n_values]: for instance differences of coefficients.
    drawn
        float64[n_draws, n_values]: the same of resamples, all values of a draw from the same one; NaN where
        undefined, so that the rest of the draw counts. What deviates by no more than equal coefficients do,
        as the difference of a metric and a linear function of it, does not change.
    confidence
        In (0, 1).

    Undefined
    ---------
    NaN for a value that is NaN, and where fewer than 2 draws have it; 0 where draws do not change.

    Examples
    --------
    In three draws the first value is 1, 1 and 0 standard deviations away, and the second never changes.

    >>> drawn = np.array([[0.4, 1.0], [0.6, 1.0], [0.5, 1.0]])
    >>> sup_t_half_widths(np.array([0.5, 1.0]), drawn).round(3)
    array([0.1, 0. ])
    """
    known = ~np.isnan(drawn) & ~np.isnan(values)
    number = known.sum(axis=0)
    mean = np.where(known, drawn, 0.0).sum(axis=0) / np.maximum(number, 1)
    squares = np.where(known, drawn - mean, 0.0) ** 2
    spread = np.sqrt(squares.sum(axis=0) / np.maximum(number - 1, 1))
    moves = known & (number > 1) & (spread > EQUAL_COEFFICIENTS)
    distances = np.divide(np.abs(drawn - values), spread, out=np.zeros(drawn.shape), where=moves)
    largest = np.sort(distances.max(axis=1, initial=0.0)[known.any(axis=1)])
    # with the sample itself as one of the draws, as in a p-value
    # .68 of 10,000 is 6,800.000000000001
    at = min(int(np.ceil(confidence * (largest.size + 1) - NOISE * largest.size)), largest.size)
    critical = largest[at - 1] if at else np.nan
    half: Array = np.where(number > 1, critical * np.where(spread > EQUAL_COEFFICIENTS, spread, 0.0), np.nan)
    return half
