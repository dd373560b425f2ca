"""A pitfall with a name: averaging over the segments whose coefficient is significant."""

from typing import NamedTuple

import numpy as np

from workbench.types import Array


class Filtered(NamedTuple):
    """The mean coefficient of the segments that were kept, and how many those are of how many."""

    value: float
    n_kept: int
    n_segments: int


def significant_kendall(x: Array, z: Array, level: float = 0.05) -> Filtered:
    """Average Kendall's tau-b over the segments where its p-value is at most `level`.

    Do not use it for anything but to get numbers that were published so. Of the segments with a small
    coefficient most are not significant and are left out, so that the mean is too large, and the more so the
    fewer systems there are: scores that have nothing to do with the judgments get segments of either sign, of
    large size, and no others. `segment_level` averages over all segments.

    Scores are compared to the last bit, as those who published such numbers did: scores that are equal but
    for rounding noise are no tie.

    Parameters
    ----------
    x, z
        float64[n_systems, n_segments]: scores of the metric and judgments, NaN for a missing cell.
    level
        Largest p-value (two-sided, `scipy.stats.kendalltau`: exact without ties and for 33 systems or fewer,
        else the normal approximation) with which a segment is kept.

    Undefined
    ---------
    NaN if no segment is kept. A segment where x or z is constant has no p-value and is not kept.

    Examples
    --------
    In the first segment five systems are in the same order, p = 2/120; in the second only nearly so.

    >>> x = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0], [4.0, 4.0], [5.0, 5.0]])
    >>> z = np.array([[1.0, 2.0], [2.0, 1.0], [3.0, 3.0], [4.0, 5.0], [5.0, 4.0]])
    >>> found = significant_kendall(x, z)
    >>> round(found.value, 12), found.n_kept, found.n_segments
    (1.0, 1, 2)
    """
    from scipy.stats import kendalltau

    kept = []
    for scores, judgments in zip(x.T, z.T, strict=True):
        complete = ~np.isnan(scores) & ~np.isnan(judgments)
        if complete.sum() > 1:  # scipy warns of fewer, and has NaN for a constant side
            found = kendalltau(scores[complete], judgments[complete])
            if found.pvalue <= level:
                kept.append(float(found.statistic))
    return Filtered(float(np.mean(kept)) if kept else np.nan, len(kept), x.shape[1])
