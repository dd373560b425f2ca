"""Bootstrap laws that other programs printed, or that were enumerated."""

from itertools import product

import numpy as np
import pytest
from vectors import read_lines, statistics_vectors

from workbench.stats.intervals.bootstrap_ends import percentile
from workbench.stats.intervals.bootstrap_intervals import bootstrap_interval
from workbench.stats.levels.estimates import global_level, system_level
from workbench.stats.resampling.bootstrap import (
    Draws,
    global_draws,
    resampled_means,
    system_draws,
)
from workbench.stats.resampling.resample import draw


def all_counts(n):
    return np.array([np.bincount(pattern, minlength=n) for pattern in product(range(n), repeat=n)], float)


def all_draws(n_systems, n_segments, resample):
    """Every pattern of indices once: n to the n of them, or the product of both."""
    systems = all_counts(n_systems) if resample != "inputs" else np.ones((1, n_systems))
    segments = all_counts(n_segments) if resample != "systems" else np.ones((1, n_segments))
    return Draws(np.repeat(systems, len(segments), axis=0), np.tile(segments, (len(systems), 1)))


def level_draws(level, x, z, draws, name):
    if level == "global":
        return global_draws(x, z, draws, name)
    return system_draws(*(resampled_means(scores, draws.segments) for scores in (x, z)), draws.systems, name)


def realsumm_recall(shared):
    """ROUGE-2 recall and human recall of the 25 entries, [systems, documents]."""
    rows = read_lines(shared / "data" / "realsumm" / "outputs.jsonl.gz")
    systems = sorted({(row["part"], row["system"]) for row in rows})
    x, z = np.full((2, len(systems), 100), np.nan)
    for row in rows:
        at = systems.index((row["part"], row["system"])), row["doc_id"]
        x[at], z[at] = row["rouge155"]["rouge_2_recall"], row["litepyramid_recall"]
    return x, z


def check_enumerated(vector):
    given, expected = vector["input"], vector["expected"]
    x, z = (np.array(given[key], float) for key in "XY")
    assert global_level(x, z, given["coef"]).value == pytest.approx(expected["r"], abs=vector["tol"])
    for resample, patterns in given["draws"].items():
        draws = all_draws(*x.shape, resample)
        values = level_draws(given["level"], x, z, draws, given["coef"])
        interval = percentile(values, 0.95)
        assert (interval.draws, interval.undefined) == (patterns, expected["undefined"][resample])
        # The few values that exist need the quantile that does not interpolate between them.
        defined = np.round(values[~np.isnan(values)], 9)
        for percent in (90, 95):
            if f"{resample}_{percent}" in expected:
                ends = np.array([1 - percent / 100, 1 + percent / 100]) / 2
                found = np.quantile(defined, ends, method=given["quantile"])
                np.testing.assert_allclose(found, expected[f"{resample}_{percent}"], atol=vector["tol"])


def check_drawn(vector):
    legacy = np.random.RandomState(4)
    x, z = legacy.rand(25, 50), legacy.rand(25, 50)
    rng = np.random.default_rng(12)
    both = level_draws("system", x, z, draw(rng, 25, 50, 9_999, "both"), "pearson")
    systems = level_draws("global", x, z, draw(rng, 25, 50, 600, "systems"), "kendall")
    expected = vector["expected"]
    for values, ends in (
        (both, expected["system_pearson_both"]),
        (systems, expected["global_kendall_systems"]),
    ):
        found = percentile(values, vector["input"]["conf"])[:2]
        np.testing.assert_allclose(found, ends, rtol=0, atol=vector["tol"])


CHECKS = {"nlpstats/bootstrap_small": check_enumerated, "nlpstats/bootstrap_random": check_drawn}
SHIFT = "own/realsumm_bootstrap_shift/mix25"


def vector_of(name):
    [vector] = [vector for vector in statistics_vectors("ci_bootstrap") if vector["id"] == name]
    return vector


@pytest.mark.parametrize("name", CHECKS)
def test_vectors_of_the_bootstrap(name):
    CHECKS[name](vector_of(name))


def test_no_vector_of_the_bootstrap_is_left_out():
    assert {vector["id"] for vector in statistics_vectors("ci_bootstrap")} >= {*CHECKS, SHIFT}


def test_the_shift_on_realsumm(shared):
    x, z = realsumm_recall(shared)
    vector = vector_of(SHIFT)
    expected = vector["expected"]
    plain = system_level(x, z, vector["input"]["coef"]).value
    # Scores stored with 5 decimals give .96218994; the vector has .96218972.
    assert plain == pytest.approx(expected["r"], abs=1e-6)
    for resample, share in expected["share_of_draws_below_r"].items():
        draws = draw(np.random.default_rng(0), *x.shape, 12_000, resample)
        values = level_draws("system", x, z, draws, vector["input"]["coef"])
        assert np.mean(values < plain) == pytest.approx(share, abs=vector["tol"]), resample
        assert bootstrap_interval(x, z, draws, resample).shift == pytest.approx(np.mean(values < plain))
