"""Coefficients of many replications without each of their systems in turn."""

import numpy as np

from workbench.kernels.left_out import KINDS, without_each_system
from workbench.stats.coefficients.noise import round_noise
from workbench.types import Array


def without_each(x: Array, z: Array, coefficient: str) -> Array:
    """Return the coefficient of each replication without each of its systems.

    What `batch_coefficients` gives for draws that leave one system out, without the way through weights.

    Parameters
    ----------
    x, z
        float64[n_replications, n_systems]: system scores without missing ones.
    coefficient
        pearson, spearman or kendall.

    Returns
    -------
    Array
        float64[n_replications, n_systems].

    Undefined
    ---------
    NaN where the rest of the scores is constant.

    Examples
    --------
    >>> x, z = np.array([[1.0, 2.0, 3.0, 4.0]]), np.array([[1.0, 3.0, 2.0, 4.0]])
    >>> without_each(x, z, "kendall").round(3)
    array([[0.333, 1.   , 1.   , 0.333]])
    """
    found: Array = without_each_system(
        KINDS[coefficient], *map(np.ascontiguousarray, map(round_noise, (x, z)))
    )
    return found
