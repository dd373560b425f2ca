"""Where metrics disagree with the judges: which segments, and which two systems of a segment.

In a segment, take the pairs of systems between which the judges decide. A metric is right on a pair (error 0)
if it prefers the same system, wrong (1) if it prefers the other one, and half wrong (1/2) if it ties them.
Its error in the segment is the mean over these pairs: 0 is the judges' ranking, 1/2 what chance gets, 1 the
reverse. With no ties at all it is (1 - τ) / 2.
"""

from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from workbench.stats.coefficients.noise import round_noise
from workbench.types import Array

Outcome = Literal["both wrong", "first right", "second right"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
"""What a segment may show: both metrics err, the first one is right where the second errs, the reverse."""


class Errors(NamedTuple):
    """Errors of two metrics in each segment.

    Attributes
    ----------
    values : float64[2, segments]
        NaN in a segment where the judges decide between no two systems.
    pairs : int64[segments]
        The pairs of systems that they rest on, the same for both metrics.
    """

    values: Array
    pairs: NDArray[np.int64]


class Example(NamedTuple):
    """Two systems of a segment: which one the judges prefer, and the error of each metric on them."""

    better: int
    worse: int
    errors: tuple[float, float]


def pair_errors(metrics: Array, human: Array) -> tuple[Array, Array]:
    """Return the errors on the pairs of systems of one segment, and by how much the judges prefer.

    Parameters
    ----------
    metrics : float64[2, systems]
    human : float64[systems]

    Returns
    -------
    errors : float64[2, systems, systems]
        Of pairs (better, worse); NaN where the judges do not prefer the former, or where any of the three has
        no score for one of the two.
    gaps : float64[systems, systems]
        Score of the former minus that of the latter.

    Examples
    --------
    The judges prefer the second system; one metric does not, the other one ties them.

    >>> errors, gaps = pair_errors(np.array([[2.0, 1.0], [1.0, 1.0]]), np.array([0.0, 3.0]))
    >>> errors[:, 1, 0].tolist(), errors[:, 0, 1].tolist(), float(gaps[1, 0])
    ([1.0, 0.5], [nan, nan], 3.0)
    """
    known = np.isfinite(metrics).all(axis=0) & np.isfinite(human)
    scores = round_noise(np.where(known, np.vstack((metrics, human)), np.nan))
    differences = scores[:, :, np.newaxis] - scores[:, np.newaxis, :]
    gaps: Array = differences[2]
    errors: Array = np.where(gaps > 0, (1 - np.sign(differences[:2])) / 2, np.nan)
    return errors, gaps


def segment_errors(metrics: Array, human: Array) -> Errors:
    """Return the errors of two metrics in each segment.

    Parameters
    ----------
    metrics : float64[2, systems, segments]
        Higher is better; NaN where there is none. A system without all three scores is left out.
    human : float64[systems, segments]
        Higher is better.

    Undefined
    ---------
    NaN in a segment where the judges do not decide between any two systems that both metrics score.

    Examples
    --------
    Of three pairs the first metric has one wrong; the second one ties everything.

    >>> metrics = np.array([[[1.0], [3.0], [2.0]], [[0.0], [0.0], [0.0]]])
    >>> segment_errors(metrics, np.array([[1.0], [2.0], [3.0]]))
    Errors(values=array([[0.33333333],
           [0.5       ]]), pairs=array([3]))
    """
    n_segments = human.shape[1]
    values, pairs = np.full((2, n_segments), np.nan), np.zeros(n_segments, np.int64)
    for segment in range(n_segments):
        errors, _ = pair_errors(metrics[:, :, segment], human[:, segment])
        decided = ~np.isnan(errors[0])
        pairs[segment] = decided.sum()
        if pairs[segment]:
            values[:, segment] = errors[:, decided].mean(axis=1)
    return Errors(values, pairs)


def strength(errors: Array, kind: Outcome) -> Array:
    """Return how much errors of two metrics show of a kind, float64[...] of float64[2, ...].

    Both wrong: the smaller of the two, as both err at least so much. One right: the other one's error minus
    its own.

    Examples
    --------
    >>> errors = np.array([0.25, 0.75])
    >>> [float(strength(errors, kind)) for kind in OUTCOMES]
    [0.25, 0.5, -0.5]
    """
    if kind == "both wrong":
        smaller: Array = np.minimum(errors[0], errors[1])
        return smaller
    difference: Array = errors[1] - errors[0] if kind == "first right" else errors[0] - errors[1]
    return difference


def choose_segments(errors: Errors, kind: Outcome, most: int) -> list[int]:
    """Return the segments that show most of a kind, at most `most`; only those that show any of it.

    Of equals those come first in which the sum of both errors is larger, if both are wrong, then those that
    rest on more pairs of systems, then in the order of the data.

    Examples
    --------
    >>> errors = Errors(np.array([[0.0, 0.5, 1.0, 0.5], [1.0, 0.5, 0.75, 0.75]]), np.array([3, 3, 3, 3]))
    >>> [choose_segments(errors, kind, 3) for kind in OUTCOMES]
    [[2, 3, 1], [0, 3], [2]]
    """
    # equal errors may differ in the last bit: they are means
    shown = round_noise(np.nan_to_num(strength(errors.values, kind)))
    sums = round_noise(np.nan_to_num(errors.values.sum(axis=0))) * (kind == "both wrong")
    order = np.lexsort((-errors.pairs, -sums, -shown))
    return [int(segment) for segment in order[:most] if shown[segment] > 0]


def choose_example(metrics: Array, human: Array, kind: Outcome) -> Example:
    """Return the pair of systems of a segment that shows most of a kind.

    Of equals the pair with the larger sum of errors, if both are wrong, then that between which the judges
    see the largest difference, then the first one.

    Parameters
    ----------
    metrics : float64[2, systems]
    human : float64[systems]
        Of a segment in which the judges decide between at least two systems.

    Examples
    --------
    The first metric errs on both pairs with the last system; the judges are surer of the second pair.

    >>> example = choose_example(np.array([[2.0, 3.0, 4.0], [2.0, 3.0, 1.0]]), np.array([4.0, 5.0, 1.0]),
    ...     "second right")
    >>> example
    Example(better=1, worse=2, errors=(1.0, 0.0))
    """
    errors, gaps = pair_errors(metrics, human)
    shown = np.nan_to_num(strength(errors, kind), nan=-np.inf)
    sums = np.where(shown == shown.max(), errors.sum(axis=0) * (kind == "both wrong"), -np.inf)
    best = np.argwhere(sums == sums.max())
    better, worse = best[np.argmax([gaps[tuple(pair)] for pair in best])]
    first, second = errors[:, better, worse]
    return Example(int(better), int(worse), (float(first), float(second)))
