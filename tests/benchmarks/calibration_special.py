"""How the interval and the test of soft pairwise accuracy, and the test with calibrated ties, do in worlds.

They need scores of segments, so that a difficulty of each segment, shared by all, and noise of each output
are added to the scores of systems.
"""

import numpy as np
import pandas as pd
from benchmarks.calibration_errors import TIES

from workbench.stats.coefficients.soft_pairwise import flip_patterns, gaps_by_system, pair_gaps
from workbench.stats.intervals.soft_pairwise_interval import soft_pairwise_interval
from workbench.stats.resampling.streams import stream
from workbench.stats.simulation.calibration import share
from workbench.stats.simulation.families import equal_tables
from workbench.stats.simulation.worlds import WORLDS
from workbench.stats.tests.soft_pairwise_swaps import soft_pairwise_under_swaps
from workbench.stats.tests.tie_swaps import calibrated_under_swaps
from workbench.stats.tests.under_swaps import Swapping, compare_under_swaps

R = 0.8
"""Correlation of the worlds that are tried, or the largest one below it"""
SIZE = 12, 50
KINDS = (
    "normal", "heavy-deviation", "far-deviation", "heavy-both", "clustered-both", "growing-deviation",
    "shrinking-deviation", "very-convex", "saturating",
)  # fmt: skip
"""Worlds in which soft pairwise accuracy is tried."""
TIED_SIZES, TIED_TABLES, TIED_INPUTS = (8, 12, 16), 3000, 20
TABLES, INTERVALS, DRAWS, PATTERNS = 3000, 1000, 99, 200
SPECIAL = [
    "coefficient", "shape", "r", "n_systems", "n_inputs", "kind", "tables", "target", "found", "error",
    "undefined",
]  # fmt: skip


def draw_segments(world, n_systems, n_inputs, n_metrics, tables, rng):
    """Yield tables, float64[1 + n_metrics, n_systems, n_inputs]: people, in whole numbers, then metrics."""
    for own in equal_tables(world, "pearson", n_systems, n_metrics, tables, rng).swapaxes(0, 1):
        scores = own[..., np.newaxis] + rng.normal(size=n_inputs) + rng.normal(size=(*own.shape, n_inputs))
        scores[0] = np.rint(scores[0])
        yield scores


def find_world(kind):
    """Return the world of a kind that is tried."""
    return max((each for each in WORLDS[kind] if each.r <= R), key=lambda each: each.r)


def special(coefficient, kind, n_systems, n_inputs):
    """Return how often equal metrics are called different, and what the interval covers."""
    world = find_world(kind)
    place = [coefficient, kind, world.r, n_systems, n_inputs]
    rng = stream(6, "special", coefficient, kind, str(n_systems))
    how, p = Swapping(draws=DRAWS, exact_up_to=0), []
    for scores in draw_segments(world, n_systems, n_inputs, 2, TABLES, rng):
        patterns, _ = flip_patterns(n_inputs, rng, PATTERNS)
        statistics = soft_pairwise_under_swaps(scores[1:], scores[0], patterns, how)
        found = compare_under_swaps(statistics, np.zeros(2), np.array([[0, 1]]), rng, scores[0].shape, how)
        p.append(found.p[0, 0])
    rejected = share(np.nan_to_num(p, nan=1.0) <= 0.05)
    test = [*place, "test", TABLES, 0.05, *rejected, int(np.isnan(p).sum())]
    interval = [*place, "interval", INTERVALS, *covered(world, n_systems, n_inputs, rng)]
    return pd.DataFrame([test, interval], columns=SPECIAL)


def tied(kind, n_systems):
    """Return how often equal metrics are called different by accuracy with ties calibrated in each swap."""
    world = find_world(kind)
    rng = stream(6, "special", TIES, kind, str(n_systems))
    how, p = Swapping(draws=DRAWS, exact_up_to=0), []
    for scores in draw_segments(world, n_systems, TIED_INPUTS, 2, TIED_TABLES, rng):
        statistics = calibrated_under_swaps(scores[1:], scores[0], None, how)
        found = compare_under_swaps(statistics, np.zeros(2), np.array([[0, 1]]), rng, scores[0].shape, how)
        p.append(found.p[0, 0])
    rejected, missing = share(np.nan_to_num(p, nan=1.0) <= 0.05), int(np.isnan(p).sum())
    place = [TIES, kind, world.r, n_systems, TIED_INPUTS, "test", TIED_TABLES, 0.05]
    return pd.DataFrame([[*place, *rejected, missing]], columns=SPECIAL)


def covered(world, n_systems, n_inputs, rng):
    """Return the accuracy over all systems, how often an interval covers it, with its error, or is missing.

    The accuracy of a sample is a mean over pairs of systems, so that the mean of all samples is the target.
    """
    values, ends = [], []
    for z, x in draw_segments(world, n_systems, n_inputs, 1, INTERVALS, rng):
        gaps = pair_gaps(x, z, flip_patterns(n_inputs, rng, PATTERNS)[0]).gaps
        known = ~np.isnan(gaps)
        values.append(1 - gaps_by_system(np.nansum(gaps, axis=1), known.sum(axis=1).astype(float))[0])
        ends.append(soft_pairwise_interval(gaps))
    target, (low, high) = np.mean(values), np.array([each[:2] for each in ends]).T
    return target, *share((low <= target) & (target <= high)), int(np.isnan(low).sum())
