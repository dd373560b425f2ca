"""How Spearman's coefficient of unrelated things is distributed: every order of n things is as likely."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from workbench.stats.distributions import norm, t
from workbench.types import Array

EXACT_UP_TO = 14
"""Things of which all orders are counted, by halves; of more the series of Best and Roberts is as good."""
_SERIES_UP_TO, _RISES_BELOW = 3.8, 26
"""Standard deviations beyond which it rises again, of fewer things than the second number."""


def _sums_of_first(n: int, size: int, length: int) -> dict[int, Array]:
    """Return, by the set of values of the first places, in how many orders place times value sums to what."""
    found = {0: np.zeros(length)}
    found[0][0] = 1.0
    for place in range(1, size + 1):
        more: dict[int, Array] = {}
        for values, counts in found.items():
            for value in range(1, n + 1):
                if not values >> value & 1:
                    key = values | 1 << value
                    if key not in more:
                        more[key] = np.zeros(length)
                    more[key][place * value :] += counts[: length - place * value]
        found = more
    return found


@lru_cache
def count_orders(n: int) -> Array:
    """Return in how many orders of 1 to n the sum of place times value is s, float64[largest s + 1].

    The first half of the places takes a set of values and the second, counted from the end, the rest.
    """
    first, second = n // 2, n - n // 2
    largest = n * (n + 1) * (2 * n + 1) // 6
    length = 1 + sum(place * (n - second + place) for place in range(1, second + 1))
    ahead, behind = _sums_of_first(n, first, length), _sums_of_first(n, second, length)
    size = 1 << (2 * length).bit_length()
    spectra: dict[int, NDArray[np.complex128]] = {}
    every = (1 << n + 1) - 2
    for values, counts in ahead.items():
        rest = every & ~values
        total = sum(value for value in range(1, n + 1) if rest >> value & 1)
        product = np.fft.rfft(counts, size) * np.conj(np.fft.rfft(behind[rest], size))
        spectra[total] = spectra.get(total, 0) + product
    found = np.zeros(largest + 1)
    for total, spectrum in spectra.items():
        differences = np.rint(np.fft.irfft(spectrum, size))
        for at in np.flatnonzero(differences):
            difference = at if at < length else at - size
            found[(n + 1) * total + difference] += differences[at]
    return found


def series_tail(n: int, value: float) -> float:
    """Return P(rho >= value) by the series of Best and Roberts (1975, AS 89)."""
    b = 1 / n
    x = value * np.sqrt(n - 1)
    y = x * x
    u = x * b * (
        0.2274 + b * (0.2531 + 0.1745 * b) + y * (-0.0758 + b * (0.1033 + 0.3932 * b))
        - y * y * b * (0.0879 + 0.0151 * b - y * (0.0072 - 0.0831 * b + y * b * (0.0131 - 4.6e-4 * y)))
    )  # fmt: skip
    return float(np.clip(u / np.exp(y / 2) + norm.sf(x), 0.0, 1.0))


def upper_tail(n: int, value: float) -> float:
    """Return P(rho >= value) of more things than are counted, never 0 below 1.

    That of the series, or that of Student's t where it is larger: in the far tail the series falls below 0.
    Of fewer than 26 things it rises again beyond 3.8 standard deviations, and t has the rest.
    """
    by_t = float(t.sf(value * np.sqrt((n - 2) / (1 - value**2)), n - 2))
    rises = n < _RISES_BELOW and value * np.sqrt(n - 1) > _SERIES_UP_TO
    return by_t if rises else max(by_t, series_tail(n, value))


@lru_cache
def critical_spearman(n: int, level: float) -> float:
    """Return the smallest coefficient that is reached, either way, by at most `level` of all orders.

    Parameters
    ----------
    n
        Things without ties, 3 or more. Up to 14 all orders are counted; above, the probability is the
        Edgeworth series of Best and Roberts (1975, The upper tail probabilities of Spearman's rho), or
        that of Student's t in the far tail (`upper_tail`).
    level
        Two-sided, in (0, 1).

    Undefined
    ---------
    NaN where not even the coefficient 1 is so rare (n below 5 at .05).

    Examples
    --------
    Of the 120 orders of 5 things 2 have the coefficient 1 or -1, and 8 more .9 or -.9: too many.

    >>> critical_spearman(5, 0.05)
    1.0
    """
    step = 12 / (n * (n * n - 1))
    if n <= EXACT_UP_TO:
        counts = count_orders(n)
        tails = 2 * np.cumsum(counts[::-1]) / counts.sum()
        rare = np.flatnonzero(tails <= level + 1e-12)
        return float(1 - step * rare[-1]) if rare.size else np.nan
    low, high = 0, int(1 / step)
    while low < high:  # the least number of steps below 1 that is too many
        middle = (low + high) // 2
        # half-way to the next value, as the series is of a continuous variable
        is_rare = 2 * upper_tail(n, 1 - step * (middle + 0.5)) <= level
        low, high = (middle + 1, high) if is_rare else (low, middle)
    return float(1 - step * (low - 1)) if low else np.nan


def spearman_p(n: int, value: float) -> float:
    """Return which share of all orders has a coefficient as far from 0, either way.

    Parameters
    ----------
    n
        Things without ties, 2 or more: all orders are counted, or the series is taken, as in
        `critical_spearman`.
    value
        The coefficient.

    Examples
    --------
    Of the 6 orders of 3 things 2 have the coefficient 1 or -1.

    >>> round(spearman_p(3, -1.0), 6)
    0.333333
    """
    step = 12 / (n * (n * n - 1))
    below = round((1 - abs(value)) / step)
    if n <= EXACT_UP_TO:
        counts = count_orders(n)
        tail = float(counts[counts.size - 1 - below :].sum() / counts.sum())
    else:
        tail = upper_tail(n, 1 - step * (below + 0.5))
    return min(1.0, 2 * tail)
