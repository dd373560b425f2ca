"""Many metrics at once equal one at a time."""

import numpy as np
import pytest

from workbench.stats.bootstrap import resampled_means, system_draws
from workbench.stats.bootstrap_metrics import all_system_draws
from workbench.stats.resample import Draws, draw

NAMES = ["pearson", "spearman", "kendall"]


def one_at_a_time(metrics, z, draws, name):
    judged = resampled_means(z, draws.segments)
    return np.array(
        [system_draws(resampled_means(x, draws.segments), judged, draws.systems, name) for x in metrics]
    )


def study(gaps, n_metrics=9):
    rng = np.random.default_rng(9)
    x, z = rng.random((n_metrics, 9, 11)), rng.integers(1, 5, (9, 11)) / 10
    x[1], x[2], x[3] = x[1].round(1), 0.1, 1e6 + 1e-3 * x[3]
    x[4, :, :] = z
    # means that tie but for noise below 0, and a segment beside which the others are noise, if it is drawn
    x[7] = -x[1]
    x[8, :, 10] += 1e11
    if "metric" in gaps:
        x[5, 2], x[6, 3, 4] = np.nan, np.nan
    if "judgments" in gaps:
        z[0] = np.nan
    return x, z


@pytest.mark.parametrize("resample", ["systems", "inputs", "both"])
@pytest.mark.parametrize("gaps", ["", "metric", "judgments"])
@pytest.mark.parametrize("names", [NAMES, ["kendall"], ["pearson", "tau-13"]])
def test_many_metrics_equal_one_at_a_time(resample, gaps, names):
    x, z = study(gaps)
    draws = draw(np.random.default_rng(2), 9, 11, 60, resample)
    found = all_system_draws(x, z, draws, names)
    assert list(found) == names
    for name in names:
        expected = one_at_a_time(x, z, draws, name)
        np.testing.assert_allclose(found[name], expected, rtol=0, atol=1e-9, err_msg=name)


def test_metrics_may_come_one_by_one_and_in_parts(monkeypatch):
    x, z = study("metric")
    draws = draw(np.random.default_rng(2), 9, 11, 60, "both")
    whole = all_system_draws(x, z, draws, NAMES)
    monkeypatch.setattr("workbench.stats.bootstrap_metrics._BLOCK", 2 * 60 * 9)
    parts = all_system_draws((metric for metric in x), z, draws, NAMES)
    for name in NAMES:
        np.testing.assert_array_equal(parts[name], whole[name])


def test_nothing_to_draw_is_nothing():
    x, z = study("")
    assert all_system_draws([], z, draw(np.random.default_rng(0), 9, 11, 5, "both"), ["kendall"])[
        "kendall"
    ].shape == (0, 5)
    one = Draws(np.eye(9)[:2] * 9, np.ones((2, 11)))
    assert np.isnan(all_system_draws(x, z, one, NAMES)["spearman"]).all()
    two = Draws(np.ones((1, 2)), np.ones((1, 11)))
    assert np.isnan(all_system_draws(x[:, :2], z[:2], two, NAMES)["pearson"]).all()
