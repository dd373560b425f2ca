"""How much of a score of an output is due to the one rater or the one reference that it comes from."""

from typing import NamedTuple

import numpy as np

from workbench.types import Array


class Repeats(NamedTuple):
    """Variance between repeated scores of an output.

    Attributes
    ----------
    variance : float
        Of a single score around the mean of all that could be; divided by `number` it is that of the mean.
    number : float
        Scores of an output, harmonic mean.
    freedom : int
        Degrees of freedom behind the variance.
    reason : str
        Why there is no variance; "" where there is one.
    """

    variance: float
    number: float
    freedom: int
    reason: str = ""


def rating_variance(ratings: Array) -> Repeats:
    """Return the variance between the ratings of an output, averaged over outputs by degrees of freedom.

    Raters are taken as nested in outputs (Brennan 2001, chapter 3, the design r:(s × i)), as they are where
    different people rate different outputs. What a rater adds to all outputs alike is in it, though it drops
    out of a correlation of systems that the same people rated.

    Parameters
    ----------
    ratings
        float64[n_raters, n_systems, n_inputs]; NaN where a rater did not rate.

    Undefined
    ---------
    NaN with a reason where no output has two ratings.

    Examples
    --------
    >>> found = rating_variance(np.array([[[1.0, 5.0]], [[3.0, np.nan]]]))
    >>> round(found.variance, 3), round(found.number, 3), found.freedom
    (2.0, 1.333, 1)
    """
    n = (~np.isnan(ratings)).sum(axis=0)
    rated = n > 0
    number = float(rated.sum() / (1 / n[rated]).sum()) if rated.any() else np.nan
    freedom = int((n[rated] - 1).sum())
    if freedom == 0:
        return Repeats(np.nan, number, 0, "no output has two ratings")
    mean = np.nansum(ratings, axis=0) / np.maximum(n, 1)
    return Repeats(float(np.nansum((ratings - mean) ** 2) / freedom), number, freedom)


def reference_variance(scores: Array) -> Repeats:
    """Return the variance system × reference of single-reference scores inside inputs.

    In each input the systems and references form a table; what its rows and columns leave over (least
    squares, where cells are missing) is averaged over inputs by degrees of freedom (Brennan 2001, chapter 3,
    the design s × (r:i)). What a reference adds to all systems alike drops out of a correlation of systems
    and is no part of it.

    Parameters
    ----------
    scores
        float64[n_systems, n_inputs, n_references]: the score of each system against each reference; NaN
        where there is none. The references of one input have nothing to do with those of another.

    Undefined
    ---------
    NaN with a reason where no input has two references for the same systems.

    Examples
    --------
    One input; rows and columns leave ±.5 in each of the four cells: 4 × .25, with 1 degree of freedom.

    >>> reference_variance(np.array([[[1.0, 0.0]], [[0.0, 1.0]]]))
    Repeats(variance=1.0, number=2.0, freedom=1, reason='')
    """
    n = (~np.isnan(scores)).sum(axis=2)
    number = float((n > 0).sum() / (1 / n[n > 0]).sum()) if n.any() else np.nan
    squares, freedom = 0.0, 0
    for table in np.moveaxis(scores, 1, 0):
        rest, left = _interaction(table)
        squares, freedom = squares + rest, freedom + left
    if freedom == 0:
        return Repeats(np.nan, number, 0, "no input has two references for the same two systems")
    return Repeats(squares / freedom, number, freedom)


def shared_reference_covariance(x: Array, y: Array) -> float:
    """Return the covariance of two metrics' system × reference effects, as `reference_variance` has each.

    It rests on the cells that both have: what two metrics with the same references share of them.

    Parameters
    ----------
    x, y
        float64[n_systems, n_inputs, n_references]; NaN where there is none.

    Undefined
    ---------
    NaN where no input has two references of both metrics for the same systems.

    Examples
    --------
    Rows and columns leave ±.5 in x and the opposite in y: 4 × -.25, with 1 degree of freedom.

    >>> x = np.array([[[1.0, 0.0]], [[0.0, 1.0]]])
    >>> shared_reference_covariance(x, 1 - x)
    -1.0
    """
    # a covariance is a quarter of the difference of the variances of sum and difference
    plus, minus = (reference_variance(both) for both in (x + y, x - y))
    return (plus.variance - minus.variance) / 4


def _interaction(table: Array) -> tuple[float, int]:
    """Return what rows and columns of a table leave over, as a sum of squares, and its degrees of freedom."""
    n_rows, n_columns = table.shape
    if not np.isnan(table).any():
        rest = table - table.mean(axis=1, keepdims=True) - table.mean(axis=0) + table.mean()
        return float((rest**2).sum()), (n_rows - 1) * (n_columns - 1)
    rows, columns = np.nonzero(~np.isnan(table))
    if rows.size == 0:
        return 0.0, 0
    effects = np.hstack([np.eye(n_rows)[rows], np.eye(n_columns)[columns]])
    values = table[rows, columns]
    fitted, _, rank, _ = np.linalg.lstsq(effects, values)
    left = rows.size - int(rank)
    return (float(((values - effects @ fitted) ** 2).sum()), left) if left else (0.0, 0)
