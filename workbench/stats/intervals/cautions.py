"""What system scores show of the worlds in which intervals and tests do not hold (reports/calibration)."""

import numpy as np
from scipy.special import chdtri

from workbench.stats.coefficients.noise import EQUAL_COEFFICIENTS, NEARLY_ONE, round_noise
from workbench.stats.coefficients.tau_family import TIES_MAY_BE_RIGHT
from workbench.stats.distributions import t
from workbench.stats.resampling.leave_out import without_each
from workbench.types import Array

FEW = 12
"""Systems below which intervals of rank coefficients are often missing, and all hold less well; and inputs
below which a bootstrap of inputs covers too little, and finds two systems different too often. Of normal
scores a 95 % percentile interval of their mean covers in .50 of the samples of 2, .84 of 5, .91 of 12
(simulated): its variance lacks a factor n / (n - 1) and its quantiles are normal ones in place of those of t.
"""
FEW_DRAWN = 24
"""Systems below which percentile intervals of reliabilities, and of coefficients divided by their roots,
cover too little: 95 % ones in .84 to .94 of the samples of 8 to 16 normal systems, in .89 to .96 of those of
24 or more (simulated: 2 and 4 raters, reliabilities of .71 and .95, Pearson's coefficients of .55 and .89).
"""
ONE_INPUT = "one input tells nothing of all inputs; resample = 'systems' draws systems alone"
ONE_SYSTEM = "one system tells nothing of all systems; resample = 'inputs' draws inputs alone"
_LEVEL = 0.05
_FAR = "one system is far from the line of the others"
_APART = 0.5
_TIMES = 1.5


def interval_cautions(x: Array, z: Array, coefficient: str) -> list[str]:
    """Return why an interval of a system-level coefficient may not hold, in a few words each.

    Intervals of Pearson's coefficient cover too little where few systems decide it. That shows, more often
    than not, in one of these: a system stands out among the judgments, among the scores, or from the line
    through both (Grubbs 1950, Ann. Math. Statist. 21, at .05 two-sided); scores bend against the judgments
    (t of the squared judgments, at .05); systems fall into two groups with a gap of half the
    range between them; the jackknife error is more than 1.5 times that of normal scores. In about one sample
    of seven of normal scores one of them shows as well. Ranks hold, but not for fewer than 12 systems.

    Parameters
    ----------
    x, z : float64[n]
        Scores of the metric and judgments; a system without one of them is left out.
    coefficient
        pearson, spearman or kendall.

    Examples
    --------
    >>> z = np.array([1.0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 30])
    >>> interval_cautions(z + np.array([0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]), z, "kendall")
    []
    >>> interval_cautions(z + np.array([0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]), z, "pearson")[0]
    'one system stands out among the judgments'
    """
    present = ~(np.isnan(x) | np.isnan(z))
    x, z = x[present], z[present]
    n = x.size
    found = [f"fewer than {FEW} systems"] if n < FEW else []
    if coefficient != "pearson" or n < 5 or np.ptp(x) == 0 or np.ptp(z) == 0:
        return found
    x, z = _around_0(x), _around_0(z)
    rest = _off_the_line(x, z)
    if _stands_out(z):
        found.append("one system stands out among the judgments")
    if _stands_out(x):
        found.append("one system stands out among the scores")
    if _stands_out(rest):
        found.append(_FAR)
    if _bends(rest, z):
        found.append("scores bend against judgments")
    if _falls_apart(z):
        found.append("judgments fall into two groups")
    without = without_each(x[np.newaxis], z[np.newaxis], "pearson")[0]
    if (np.abs(without) < NEARLY_ONE).all():
        values = np.arctanh(without)
        times = np.sqrt((n - 3) * (n - 1) / n * ((values - values.mean()) ** 2).sum())
        if times > _TIMES:
            found.append(f"the jackknife error is more than {_TIMES:g} times that of normal scores")
    return found


def why_not_of_inputs(n_inputs: int, resample: str) -> str:
    """Say why a bootstrap cannot speak of all inputs; "" where it can, and where it does not.

    Examples
    --------
    >>> why_not_of_inputs(1, "both"), why_not_of_inputs(1, "systems")
    ("one input tells nothing of all inputs; resample = 'systems' draws systems alone", '')
    """
    return ONE_INPUT if n_inputs < 2 and resample != "systems" else ""


def why_not_of_systems(n_systems: int, resample: str) -> str:
    """Say why a bootstrap cannot speak of all systems; "" where it can, and where it does not.

    Examples
    --------
    >>> why_not_of_systems(1, "both"), why_not_of_systems(1, "inputs")
    ("one system tells nothing of all systems; resample = 'inputs' draws inputs alone", '')
    """
    return ONE_SYSTEM if n_systems < 2 and resample != "inputs" else ""


def input_caution(n_inputs: int, resample: str) -> str:
    """Return why an interval by a bootstrap of inputs may not hold; "" where nothing shows.

    Examples
    --------
    >>> input_caution(5, "both"), input_caution(12, "both"), input_caution(5, "systems")
    ('fewer than 12 inputs', '', '')
    """
    return f"fewer than {FEW} inputs" if n_inputs < FEW and resample != "systems" else ""


def copies_caution(coefficient: str, level: str, resample: str) -> str:
    """Return why a bootstrap of systems may not hold in segments; "" where nothing shows.

    Copies of a system are tied by metric and people, which acc-eq and tau-eq count as right. Of 8 systems and
    60 or 100 segments 95 % percentile intervals of acc-eq at segment level held the value of all systems in
    .76 to .80 of the samples, of 12 in .82 to .89, of 20 in .85 to .92 (simulated, normal scores and t with 3
    degrees of freedom, judgments of whole numbers); of system means in .99 or more.

    Examples
    --------
    >>> copies_caution("acc-eq", "segment", "both"), copies_caution("kendall", "segment", "both")
    ('copies of systems are tied', '')
    """
    is_lifted = coefficient.partition("(")[0] in TIES_MAY_BE_RIGHT and level == "segment"
    return "copies of systems are tied" if is_lifted and resample != "inputs" else ""


def drawn_caution(n_systems: int) -> str:
    """Return why a percentile interval of a reliability may not hold; "" where nothing shows.

    Examples
    --------
    >>> drawn_caution(23), drawn_caution(24)
    ('fewer than 24 systems', '')
    """
    return f"fewer than {FEW_DRAWN} systems" if n_systems < FEW_DRAWN else ""


def swap_cautions(x: Array, z: Array) -> list[str]:
    """Return why swaps of systems may call equal metrics different more often than the level says.

    They do where what a metric has of its own is skewed, falls into groups, or grows or shrinks with the
    quality; tests of rank coefficients do so, too, and those of families as those of two metrics. That shows
    in a system far from the line of the others (Grubbs 1950, at .05 two-sided), in squared distances from the
    line that rise or fall with the judgments (Koenker 1981, J. Econometrics 17, at .05), or in two groups of
    distances with a gap of half their range between: where deviations are log-normal or shrink, in half of
    the samples of 12 systems and in most of 25; where they fall into groups, in a third of those of 12. In
    about one sample of ten of normal scores one of them shows as well.

    Parameters
    ----------
    x, z : float64[n]
        As for `interval_cautions`.

    Examples
    --------
    >>> z = np.arange(12.0)
    >>> swap_cautions(z + np.array([0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 9]), z)
    ['one system is far from the line of the others', 'systems are farther from the line at one end']
    """
    present = ~(np.isnan(x) | np.isnan(z))
    x, z = (round_noise(values[present]) for values in (x, z))
    n = x.size
    if n < 5 or np.ptp(x) == 0 or np.ptp(z) == 0:
        return []
    x, z = _around_0(x), _around_0(z)
    rest = _off_the_line(x, z)
    found = [_FAR] if _stands_out(rest) else []
    squares = rest**2 - (rest**2).mean()
    size = float(squares @ squares)
    if size > 0 and n * float(squares @ z) ** 2 / (size * float(z @ z)) > chdtri(1, _LEVEL):
        found.append("systems are farther from the line at one end")
    if rest.any() and _falls_apart(rest, least=2):
        found.append("distances from the line fall into two groups")
    return found


def _around_0(values: Array) -> Array:
    """Return values less their mean, times a power of 2 that lets fourth powers neither overflow nor vanish.

    Examples
    --------
    >>> _around_0(np.array([1.0, 3.0, 8.0])).tolist()
    [-0.375, -0.125, 0.5]
    >>> [float(np.abs(_around_0(np.array(each))).max()) < 1 for each in ([1e200, 3e200], [4.0, 9.0])]
    [True, True]
    """
    centred = values - values.mean()
    scaled: Array = np.ldexp(centred, -int(np.frexp(np.abs(centred).max())[1]))
    return scaled


def _off_the_line(x: Array, z: Array) -> Array:
    """Return what a line through judgments leaves of scores, both around 0; exactly 0 where it is noise."""
    rest: Array = x - (x @ z) / float(z @ z) * z
    return rest if float(rest @ rest) > 1e-9 * float(x @ x) else np.zeros_like(rest)


def _falls_apart(values: Array, least: int = 1) -> bool:
    """Say whether there is a gap of half the range between two groups of so many values or more."""
    gaps = np.diff(np.sort(values))[least - 1 : values.size - least]
    # .7 - .3 is less than half of .9 - .1
    return bool(gaps.max() >= (_APART - EQUAL_COEFFICIENTS) * np.ptp(values))


def _stands_out(values: Array) -> bool:
    """Test whether the value farthest from the mean of values around 0 is an outlier (Grubbs)."""
    n = values.size
    squares = float(values @ values)
    if squares == 0:
        return False
    critical = t.isf(_LEVEL / (2 * n), n - 2) ** 2
    # Grubbs' (n - 1) / sqrt(n) sqrt(t² / (n - 2 + t²)), as a share of the sum of squares
    return bool((values**2).max() / squares > (n - 1) / n * critical / (n - 2 + critical))


def _bends(rest: Array, z: Array) -> bool:
    """Test whether what a line leaves depends on the squared judgments, all around 0."""
    n = z.size
    square = z**2 - (z**2).mean()
    square -= (square @ z) / (z @ z) * z
    size = float(square @ square)
    if size <= 1e-9 * float((z**4).sum()):
        return False
    slope = float(rest @ square) / size
    left = rest - slope * square
    error = np.sqrt(float(left @ left) / (n - 3) / size)
    return bool(abs(slope) > t.isf(_LEVEL / 2, n - 3) * error and error > 0)
