"""Ranks over several data sets: Friedman's test and Nemenyi's critical difference (Demšar 2006)."""

from typing import NamedTuple

import numpy as np

from workbench.registry import cite
from workbench.stats.coefficients.noise import tie_coefficients
from workbench.types import Array

cite("average ranks", {"nemenyi": "Demšar 2006"})


class AverageRanks(NamedTuple):
    """Mean ranks of methods over data sets.

    Attributes
    ----------
    ranks : float64[n_methods]
        1 is the highest value; equal ones share their mean.
    friedman_p : float
        Of the hypothesis that all are equal (chi square); NaN for two methods or two data sets, or fewer.
    critical_difference : float
        Mean ranks that are further apart differ (Nemenyi); NaN for one data set.
    """

    ranks: Array
    friedman_p: float
    critical_difference: float


def _tied(values: Array) -> Array:
    return np.array([tie_coefficients(each) for each in values]).reshape(values.shape)


def ranks_within(values: Array) -> Array:
    """Rank methods in each data set: 1 is the highest value, and those that differ by noise alone are equal.

    Parameters
    ----------
    values
        float64[n_data_sets, n_methods], without missing ones; higher is better.

    Examples
    --------
    >>> ranks_within(np.array([[0.9, 0.5, 0.5 + 1e-12]])).tolist()
    [[1.0, 2.5, 2.5]]
    """
    from scipy.stats import rankdata

    values = _tied(values)
    return np.asarray(rankdata(-values, axis=1))


def average_ranks(values: Array, level: float) -> AverageRanks:
    """Rank methods in each data set and average over the data sets.

    Parameters
    ----------
    values
        float64[n_data_sets, n_methods], without missing ones; higher is better.
    level
        Of the tests.

    Examples
    --------
    >>> found = average_ranks(np.array([[0.9, 0.5, 0.1], [0.8, 0.4, 0.4]]), 0.05)
    >>> found.ranks.tolist()
    [1.0, 2.25, 2.75]
    """
    from scipy.stats import friedmanchisquare, studentized_range

    n, k = values.shape
    values = _tied(values)
    ranks = ranks_within(values).mean(axis=0)
    varies = n > 1 and k > 2 and not (values == values[:, :1]).all()
    p = float(friedmanchisquare(*values.T).pvalue) if varies else np.nan
    critical = np.nan
    if n > 1 and k > 1:
        quantile = float(studentized_range.ppf(1 - level, k, np.inf)) / np.sqrt(2)
        critical = float(quantile * np.sqrt(k * (k + 1) / (6 * n)))
    return AverageRanks(ranks, p, critical)
