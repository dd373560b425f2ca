"""The bootstrap of ROUGE-1.5.5, with the random numbers of Perl.

Perl has had a generator of its own on all platforms since version 5.20: drand48 of POSIX, x -> (a x + c)
mod 2^48 with a = 0x5DEECE66D and c = 0xB, started at seed * 2^16 + 0x330E. The program seeds it with the
number of the draw, so that its averages and intervals can be had again to the last digit.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.types import Array

_MULTIPLIER, _ADDEND, _START = np.uint64(0x5DEECE66D), np.uint64(0xB), np.uint64(0x330E)
_MASK = np.uint64((1 << 48) - 1)
_SEED_BITS = np.uint64(16)
_UNIT = 2.0**-48


class Bounds(NamedTuple):
    """Mean of the draws and the ends of their interval, each float64[...]."""

    mean: Array
    low: Array
    high: Array


def perl_positions(n: int, draws: int) -> Iterator[NDArray[np.int64]]:
    """Yield n times ``int(rand(n))`` of each draw, draw i after ``srand(i)``.

    Parameters
    ----------
    n
        Items to draw from, 1 or more.
    draws
        Draws, fewer than 2^32; they are numbered from 0.

    Yields
    ------
    int64[draws]
        The first position of every draw, then the second, and so on; each in 0 to n - 1.

    Examples
    --------
    After srand(0) the generator's first two numbers are .1708... and .7499..., after srand(1) .0416... and
    .4544...

    >>> [positions.tolist() for positions in perl_positions(4, 2)][:2]
    [[0, 0], [2, 1]]
    """
    state = (np.arange(draws, dtype=np.uint64) << _SEED_BITS) + _START
    for _ in range(n):
        # the product loses its bits from 2^64 on, which the mask would take off anyway
        state = (state * _MULTIPLIER + _ADDEND) & _MASK
        yield (state.astype(np.float64) * _UNIT * n).astype(np.int64)


def perl_sums(values: Array, draws: int) -> Array:
    """Return the sums of the resampled rows of every draw; all columns share the positions.

    Parameters
    ----------
    values
        float64[n, n_columns], n of 1 or more.
    draws
        Draws.

    Returns
    -------
    Array
        float64[draws, n_columns], added one after the other as the program does, which decides the last bit.

    Examples
    --------
    Draws 0 and 1 of two items are the items 0, 1 and 0, 0.

    >>> perl_sums(np.array([[1.0], [10.0]]), 2).tolist()
    [[11.0], [2.0]]
    """
    sums = np.zeros((draws, values.shape[1]))
    for positions in perl_positions(len(values), draws):
        sums += values[positions]
    return sums


def perl_interval(values: Array, confidence: float) -> Bounds:
    """Return what ROUGE-1.5.5 prints of its draws: their mean and its percentile interval.

    With d = r (100 - c) / 200 for r draws and confidence c, u = int(r - d - 1) and q = r - d - 1 - u, the
    ends lie q of the way from the sorted draw int(d) to the next and from u to the next: the same q for both.

    Parameters
    ----------
    values
        float64[draws, n_columns]
    confidence
        In percent, 0 to 100.

    Returns
    -------
    Bounds
        float64[n_columns] each.

    Examples
    --------
    r = 4 and c = 50 make d = 1, u = 2 and q = 0.

    >>> perl_interval(np.array([[3.0], [1.0], [2.0], [6.0]]), 50)
    Bounds(mean=array([3.]), low=array([2.]), high=array([3.]))
    """
    draws = len(values)
    mean = np.add.accumulate(values)[-1] / draws
    # Perl reads 0 behind the last item, which a single draw makes it do
    ordered = np.vstack((np.sort(values, axis=0), np.zeros(values.shape[1:])))
    below = draws * (100 - confidence) / 200
    upper = int(draws - below - 1)
    part = draws - below - 1 - upper
    low, high = (ordered[at] + (ordered[at + 1] - ordered[at]) * part for at in (int(below), upper))
    return Bounds(mean, low, high)
