"""What differences of scores are worth in machine translation: thresholds from published curves."""

import numpy as np

from workbench.experiment.published_curves import published_curves
from workbench.report.published import read_published
from workbench.reproduce.recipe import ComputedCells, Ours, Sources, recipe

_TABLE = "kocmi2024-thresholds"


@recipe(
    _TABLE,
    how="the inverse of the authors' published curves; the judgments behind these are not public",
    key=("metric", "statistic"),
)
def compute_thresholds(sources: Sources) -> ComputedCells:
    """Compute the least difference of each share that people rank as the metric does; no data are needed."""
    shares = read_published(_TABLE).cells["statistic"].unique()
    at = np.array([float(share.removesuffix("%")) / 100 for share in shares])
    return {
        (metric, share): Ours(float(delta))
        for metric, curve in published_curves().items()
        for share, delta in zip(shares, curve.difference(at)[0], strict=True)
        if delta < float("inf")
    }
