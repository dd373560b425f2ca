"""The bootstrap of a difference of two correlations, draw by draw: slow and obvious, to be compared with."""

from typing import NamedTuple

import numpy as np


class BootstrapDifference(NamedTuple):
    """The difference, what each draw makes of it, p-values and the ends of the percentile interval."""

    value: float
    values: np.ndarray
    two: float
    greater: float
    less: float
    low: float
    high: float


def bootstrap_difference(x, y, z, draws, confidence=0.95):
    """Compare Pearson's coefficients of the system means of X and Y, complete cells, with those of Z."""

    def difference(systems, segments):
        first, second, judged = (
            np.repeat(np.repeat(cells, systems, axis=0), segments, axis=1).mean(axis=1) for cells in (x, y, z)
        )
        return np.corrcoef(first, judged)[0, 1] - np.corrcoef(second, judged)[0, 1]

    value = difference(*(np.ones(size, int) for size in z.shape))
    values = np.array(
        [difference(*(np.intp(counts) for counts in each)) for each in zip(*draws, strict=True)]
    )
    moved = values - value
    hits = np.abs(moved) >= abs(value) - 1e-9, moved >= value - 1e-9, moved <= value + 1e-9
    p = [(1 + hit.sum()) / (1 + len(values)) for hit in hits]
    ends = np.quantile(values, [(1 - confidence) / 2, (1 + confidence) / 2])
    return BootstrapDifference(value, values, *p, *ends)
