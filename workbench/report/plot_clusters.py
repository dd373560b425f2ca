"""Which metrics go together: those that can be compared, in an order in which neighbours are alike."""

import numpy as np
import pandas as pd

from workbench.types import Array


def comparable(values: pd.DataFrame) -> list[int]:
    """Return which metrics have a coefficient with each other, so that they can be told to go together.

    Parameters
    ----------
    values : DataFrame
        Coefficients between metrics, of columns and index in the same order; NaN where undefined.

    Returns
    -------
    list of int
        Their places: those that lack most are left out, the last of equals first, until nothing lacks.

    Examples
    --------
    >>> near = pd.DataFrame([[1, np.nan, 0.9], [np.nan, np.nan, np.nan], [0.9, np.nan, 1]])
    >>> comparable(near)
    [0, 2]
    """
    undefined = values.isna().to_numpy()
    lacking = undefined | undefined.T
    places = list(range(len(values)))
    while len(places) and (lacks := lacking[np.ix_(places, places)].sum(axis=0)).any():
        places.pop(len(places) - 1 - int(np.argmax(lacks[::-1])))
    return places


def cluster(values: pd.DataFrame) -> tuple[list[int], Array | None]:
    """Return the order in which metrics that go together are neighbours, and how they do.

    Parameters
    ----------
    values : DataFrame
        Coefficients between metrics, of columns and index in the same order; none is undefined.

    Returns
    -------
    order : list of int
    tree : float64[n - 1, 4] or None
        Average linkage of 1 - coefficient, `scipy.cluster.hierarchy.linkage`; None for fewer than two.

    Examples
    --------
    >>> near = pd.DataFrame([[1, 0.1, 0.9], [0.1, 1, 0.2], [0.9, 0.2, 1]])
    >>> cluster(near)[0]
    [1, 0, 2]
    """
    from scipy.cluster.hierarchy import leaves_list, linkage
    from scipy.spatial.distance import squareform

    if len(values) < 2:
        return list(range(len(values))), None
    # equal distances shall tie, whatever the processor's last digit is
    distances = np.round(1 - values.to_numpy(np.float64), 9)
    distances = (distances + distances.T) / 2
    np.fill_diagonal(distances, 0)
    tree: Array = linkage(squareform(distances), "average")
    return leaves_list(tree).tolist(), tree
