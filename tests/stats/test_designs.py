"""Simulated scores have the moments that they should have."""

import numpy as np
import pytest

from workbench.errors import SpecError
from workbench.stats.simulation.designs import (
    design_r,
    design_t,
    from_components,
    reachable,
    with_correlations,
)
from workbench.stats.simulation.targets import population_value
from workbench.stats.simulation.variance_components import Components, mean_correlations


def written_down(rng, n_systems, n_inputs):
    """Design T as statistics.md says it, one replication."""
    q, u, v = rng.standard_normal((3, n_systems, 1))
    d = rng.standard_normal(n_inputs)
    e = rng.standard_normal((3, n_systems, n_inputs))
    return np.stack([q + d + e[0], q + 0.7 * u + d + e[1], q + 0.7 * v + d + e[2]])


def test_design_t_has_the_covariances_that_are_written_down():
    rng = np.random.default_rng(0)
    direct = np.stack([written_down(rng, 2, 2) for _ in range(20_000)], axis=1)
    ours = from_components(design_t(), 2, 2, 20_000, np.random.default_rng(1))
    # of the 12 cells of a replication: same system, same input, both and neither
    theirs, mine = (np.cov(each.transpose(0, 2, 3, 1).reshape(12, -1)) for each in (direct, ours))
    assert np.abs(theirs - mine).max() < 0.12


@pytest.mark.parametrize("shape", ["normal", "exponential"])
def test_targets_are_what_many_systems_give(shape):
    scores = from_components(design_r(), 40_000, 50, 1, np.random.default_rng(2), shape, step=2.0)
    means = scores[:, 0].mean(axis=2)
    expected = population_value(design_r(), 50, "pearson", shape, step=2.0)
    assert np.corrcoef(means)[0, 1] == pytest.approx(expected, abs=0.01)
    # Sheppard's correction: a twelfth of the squared step is noise
    finer = design_r()._replace(residual=design_r().residual + np.diag([4 / 12, 0.0]))
    assert expected == pytest.approx(mean_correlations(finer, 50)[0, 1], abs=0.001)


def test_targets_of_rounded_judgments_know_their_ties():
    """Rounded to multiples of 2 a standard normal deviate is 0 for two systems of three.

    With shares p of the values, the deviate itself correlates with them by the square roots of 1 - sum of p²
    (Kendall's tau-b) and 1 - sum of p³ (Spearman).
    """
    from scipy.stats import norm

    values = 2.0 * np.arange(-5, 6)
    share = norm.cdf(values + 1) - norm.cdf(values - 1)
    covariance = float(values @ (norm.pdf(values - 1) - norm.pdf(values + 1)))
    expected = {
        "kendall": np.sqrt(1 - (share**2).sum()),
        "spearman": np.sqrt(1 - (share**3).sum()),
        "pearson": covariance / np.sqrt(share @ values**2),
    }
    same = Components(("judgments", "x"), np.ones((2, 2)), np.zeros((2, 2)), np.zeros((2, 2)))
    found = {name: population_value(same, 1, name, step=2.0) for name in expected}
    assert found == pytest.approx(expected, abs=0.004)
    assert found["kendall"] == pytest.approx(0.696, abs=0.004)
    assert np.isnan(population_value(same, 1, step=30.0))


def test_rank_targets():
    from scipy import stats

    for shape in ("normal", "exponential"):
        means = from_components(design_r(), 30_000, 50, 1, np.random.default_rng(3), shape)[:, 0].mean(axis=2)
        for name, function in (("spearman", stats.spearmanr), ("kendall", stats.kendalltau)):
            target = population_value(design_r(), 50, name, shape)
            assert float(function(*means)[0]) == pytest.approx(target, abs=0.015), (name, shape)


def test_exponential_qualities_are_skewed_and_of_the_same_variance():
    scores = from_components(design_r(), 50_000, 1, 1, np.random.default_rng(4), "exponential")[0, 0, :, 0]
    assert scores.var() == pytest.approx(1 + 2.25, rel=0.05)
    # only q is skewed, by 2, and it has 1 / 3.25 of the variance
    standard = (scores - scores.mean()) / scores.std()
    assert (standard**3).mean() == pytest.approx(2 / 3.25**1.5, abs=0.06)


def test_one_system_of_twelve_falls_behind_and_mean_and_variance_stay():
    q_alone = Components(("judgments",), np.array([[4.0]]), np.zeros((1, 1)), np.zeros((1, 1)))
    normal, outliers = (
        from_components(q_alone, 30_000, 1, 2, np.random.default_rng(5), shape).ravel() / 2
        for shape in ("normal", "outliers")
    )
    # a share of 1/12 is lower by 5: the mean falls by 5/12, and 25 (1/12) (11/12) is added to the variance
    shifts = outliers * np.sqrt(1 + 275 / 144) - normal
    behind = shifts < 0
    assert shifts[behind] == pytest.approx(5 / 12 - 5)
    assert shifts[~behind] == pytest.approx(5 / 12)
    assert behind.mean() == pytest.approx(1 / 12, abs=0.005)


def test_judgments_alone_are_rounded_to_multiples_of_the_step():
    fine, rounded = (
        from_components(design_r(), 4, 5, 2, np.random.default_rng(6), step=step) for step in (0.0, 0.4)
    )
    assert np.array_equal(rounded[1], fine[1])
    assert rounded[0] == pytest.approx(
        np.array([0.4 * round(x / 0.4) for x in fine[0].flat]).reshape(2, 4, 5)
    )


def test_wanted_correlations_are_reached_and_impossible_ones_refused():
    low, high = reachable(design_t(), 10)
    for wanted in ((0.2, 0.2), (0.9, -0.4), (float(high[0]) - 1e-9, float(low[1]) + 1e-9)):
        changed = with_correlations(design_t(), 10, wanted)
        assert mean_correlations(changed, 10)[0, 1:] == pytest.approx(np.array(wanted))
        assert np.linalg.eigvalsh(changed.systems).min() > -1e-6
        assert np.diag(changed.systems) == pytest.approx(np.diag(design_t().systems))
    with pytest.raises(SpecError, match="cannot correlate"):
        with_correlations(design_t(), 10, (0.99, 0.2))


def test_the_same_seed_gives_the_same_scores():
    one, two = (from_components(design_r(), 5, 4, 3, np.random.default_rng(9)) for _ in range(2))
    assert np.array_equal(one, two)


@pytest.mark.parametrize("bits", [0, 1, -1])
def test_noise_of_effects_that_are_those_of_the_judgments_shares_nothing(bits):
    """What two such metrics have of their own is rounding noise, which correlated at 1, at -1 or anyhow."""
    last = np.finfo(float).eps
    same = np.array([[1, 1, 1], [1, 1 + last, 1 + bits * last], [1, 1 + bits * last, 1 + last]])
    changed = with_correlations(design_t()._replace(systems=same), 10, (0.5, 0.5)).systems
    # half of a variance of 1 and .1 of noise
    assert changed[0, 1:] == pytest.approx(0.55)
    assert changed[1, 2] == pytest.approx(0.55**2)
