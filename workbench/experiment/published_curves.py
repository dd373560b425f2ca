"""What a difference is worth by published curves, without data: 17 metrics of machine translation."""

from functools import cache
from numbers import Real

import numpy as np

from workbench.errors import Problem, SpecError, suggest
from workbench.report.published import read_published
from workbench.stats.decisions.accuracy_curve import AccuracyCurve

_TABLE = "kocmi2024-curves"
_PERCENT = 100


@cache
def published_curves() -> dict[str, AccuracyCurve]:
    """Return the curve of each metric of Kocmi et al. 2024, by the name that is printed."""
    cells = read_published(_TABLE).cells.assign(value=lambda frame: frame["value"].astype(float))
    wide = cells.pivot(index="metric", columns="component", values="value")
    return {
        str(metric): AccuracyCurve(
            np.array([wide.loc[metric, "ceiling"] / _PERCENT]), np.array([wide.loc[metric, "slope"]])
        )
        for metric in cells["metric"].unique()
    }


def accuracy_of(metric: str, delta: float) -> float:
    """Return how often people rank two systems of machine translation as a metric does.

    By the published curves of Kocmi et al. 2024, which rest on 6,530 pairs of systems; of data of your own,
    ``experiment.worth()`` has the same function with a band.

    Parameters
    ----------
    metric : str
        As the paper calls it, in capitals or not: BLEU, chrF, spBLEU200, COMET22, ...
    delta : float
        Difference of the systems' scores in points: scores times 100. Its sign does not matter.

    Returns
    -------
    float
        Share of the pairs of systems so far apart, in [0, 1].

    Raises
    ------
    SpecError
        If there is no such curve, or the difference is no number.

    Examples
    --------
    >>> round(accuracy_of("BLEU", 1.0), 5), round(accuracy_of("chrf", 0.71), 2)
    (0.63989, 0.64)
    """
    if not _is_number(delta):
        raise SpecError(Problem("delta", "is not a number", delta))
    return float(_curve(metric).accuracy(np.array([abs(float(delta))]))[0, 0])


def delta_for(metric: str, accuracy: float) -> float:
    """Return the difference from which people rank two systems as a metric does, so often: its inverse.

    Parameters
    ----------
    metric : str
        As for `accuracy_of`.
    accuracy : float
        A share in (0, 1).

    Returns
    -------
    float
        In points; 0 where no difference is needed, infinite where the curve never gets there.

    Raises
    ------
    SpecError
        If there is no such curve, or the share is none.

    Examples
    --------
    >>> round(delta_for("BLEU", 0.8), 2), delta_for("BLEU", 0.9)
    (2.34, inf)
    """
    if not _is_number(accuracy) or not 0 < accuracy < 1:
        raise SpecError(Problem("accuracy", "is no share", accuracy, "a share between 0 and 1"))
    return float(_curve(metric).difference(np.array([accuracy]))[0, 0])


def _is_number(given: object) -> bool:
    return isinstance(given, Real) and given == given


def _curve(metric: str) -> AccuracyCurve:
    curves = {name.casefold(): curve for name, curve in published_curves().items()}
    if metric.casefold() not in curves:
        hint = suggest(metric, published_curves()).partition("Known:")[0]
        allowed = ", ".join(published_curves())
        raise SpecError(Problem("", f"no published curve of {metric!r}", allowed=allowed, hint=hint))
    return curves[metric.casefold()]
