"""What a test by swaps or draws can find at most: the smallest p-value there is, and the draws for it."""

import math
from typing import Literal

from workbench.stats.tests.swaps import EXACT_UP_TO, Swap

Correction = Literal["none", "holm", "bh", "by", "bonferroni", "max-t"]

_ROOM = 5
"""The smallest adjusted p-value that can be reached is to be this many times below the level."""
_FEWEST, _MOST = 1_000, 100_000
_BUDGET = 20_000_000
"""Differences under a pattern that are computed at most: about half a minute."""


def _price(n_tests: int, correction: Correction) -> float:
    """Return what the smallest p-value of a family is multiplied by at least."""
    if correction in ("holm", "bonferroni"):
        return float(n_tests)
    return sum(1 / rank for rank in range(1, n_tests + 1)) if correction == "by" else 1.0


def draws_needed(n_tests: int, correction: Correction, level: float) -> int:
    """Return how many random patterns let a difference be found at a level.

    Of B patterns the smallest p-value is 1 / (B + 1), and correcting for m tests multiplies it: B is such
    that a fifth of the level can be reached, at least 1,000. It is at most 100,000, and fewer for very many
    tests, so that it takes about half a minute: `smallest_p` says what is out of reach then.

    Examples
    --------
    >>> draws_needed(136, "max-t", 0.05), draws_needed(136, "holm", 0.05)
    (1000, 13599)
    """
    wanted = math.ceil(_ROOM * _price(n_tests, correction) / level) - 1
    return max(_FEWEST, min(wanted, _MOST, _BUDGET // max(n_tests, 1)))


def patterns_enumerated(n_tests: int) -> int:
    """Return how many patterns are enumerated at most, instead of drawn.

    Examples
    --------
    >>> patterns_enumerated(136), patterns_enumerated(5151)
    (16384, 3882)
    """
    return max(_FEWEST, min(EXACT_UP_TO, _BUDGET // max(n_tests, 1)))


def smallest_p(
    draws: int,
    exact: bool,
    n_tests: int,
    correction: Correction,
    *,
    two_sided: bool = True,
    swap: Swap | str = "",
) -> float:
    """Return the smallest adjusted p-value that patterns and a correction allow, whatever the scores are.

    Swapping all is as extreme as swapping nothing, two-sided. Marks of rows and columns make each
    pattern twice. Of the corrections that count how many tests are extreme it is the least they can give.

    Examples
    --------
    Four systems have 16 patterns. Holm's correction for 136 tests needs more than 1,000 draws.

    >>> smallest_p(16, True, 1, "none")
    0.125
    >>> round(smallest_p(1000, False, 136, "holm"), 3), round(smallest_p(1000, False, 136, "max-t"), 3)
    (0.136, 0.001)
    """
    alone = 1 / (draws + 1)
    if exact:
        alone = (2 if two_sided else 1) * (2 if swap == "both-xor" else 1) / max(draws, 1)
    return min(1.0, alone * _price(n_tests, correction))
