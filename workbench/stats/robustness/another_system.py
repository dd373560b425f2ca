"""How far one more system can move a coefficient of few systems."""

import math
from typing import NamedTuple

from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.pair_counts import count
from workbench.types import Array


class Reach(NamedTuple):
    """The least and the greatest that a coefficient can become."""

    low: float
    high: float


def kendall_reach(x: Array, z: Array) -> Reach:
    r"""Return between which values Kendall's tau-b lies with one more system, whatever its scores.

    With C concordant and D discordant pairs of n systems, and X and Z pairs that x and z do not tie, tau-b is
    (C - D) / sqrt(X Z). A system more adds n pairs. All of them are concordant at best and discordant at
    worst, and a tie among them never does more, so that the ends are (C - D ± n) / sqrt((X + n) (Z + n)).
    For a published table of n + 1 systems of which n are known: a printed number outside has another reason
    than the missing system.

    Parameters
    ----------
    x, z : float64[n_systems]
        Scores of the metric and judgments, without NaN.

    Undefined
    ---------
    NaN for fewer than two systems.

    Examples
    --------
    Three systems in the same order, 3 of 3 pairs; a fourth may add three discordant ones: 0 of 6.

    >>> import numpy as np
    >>> kendall_reach(np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 3.0]))
    Reach(low=0.0, high=1.0)
    """
    n = len(x)
    if n < 2:
        return Reach(math.nan, math.nan)
    pairs = count(round_noise(x), round_noise(z))
    balance = int(pairs.concordant - pairs.discordant)
    size = math.sqrt((int(pairs.untied_metric) + n) * (int(pairs.untied_human) + n))
    return Reach((balance - n) / size, (balance + n) / size)
