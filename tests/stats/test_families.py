"""Family-wise error: how often a table of equally good metrics is said to have a difference."""

import numpy as np
import pytest

from workbench.stats.coefficients.plain import get_coefficient
from workbench.stats.simulation.families import (
    FAMILIES,
    differences_shown,
    equal_tables,
    family_errors,
    simulate_family,
)
from workbench.stats.simulation.worlds import equal_systems, find_worlds
from workbench.stats.tests.permutation import permutation_tests
from workbench.stats.tests.under_swaps import Swapping


@pytest.mark.parametrize("family", FAMILIES)
def test_every_metric_of_a_family_is_as_good_as_the_others(family):
    """Of 20,000 systems: correlations with the judgments within 3 standard errors of each other."""
    scores = simulate_family(family, 20_000, np.random.default_rng(1))
    x, z = scores[1:], scores[0]
    r = np.array([np.corrcoef(metric, z)[0, 1] for metric in x])
    assert len(x) == 17
    assert np.ptp(r) < 0.05
    between = np.corrcoef(x - z)
    assert between[1, 2] > 0.9 if family == "near-duplicates" else abs(between[1, 2]) < 0.12
    assert abs(between[0, 1]) < 0.12


@pytest.mark.parametrize("coefficient", ["pearson", "kendall"])
def test_few_tables_of_equal_metrics_show_a_difference(coefficient):
    """40 tables: 8 or more of them are seen once in 300 times where the rate is .06."""
    rng = np.random.default_rng(5)
    assert family_errors("near-duplicates", coefficient, 12, 40, 59, rng).value * 40 < 8


@pytest.mark.parametrize("coefficient", ["pearson", "spearman"])
def test_what_is_shown_is_what_the_default_comparison_shows(coefficient):
    """Tables of three metrics, of which the last one is worse, so that some differences are there."""
    [_, _, world, *_] = find_worlds("heavy-deviation")
    rng = np.random.default_rng(8)
    scores = equal_tables(world, coefficient, 12, 3, 12, rng)
    scores[3] += np.linspace(0, 4, 12)[:, np.newaxis] * rng.normal(size=scores[3].shape)
    shown = differences_shown(scores, coefficient, 59, np.random.default_rng(3))
    assert 0 < shown.sum() < shown.size
    rng, how = np.random.default_rng(3), Swapping(draws=59, exact_up_to=0)
    for z, *x, said in zip(*scores, shown, strict=True):
        tests = permutation_tests(np.array(x)[..., None], z[:, None], rng, "system", coefficient, how)
        assert said == (tests.adjusted[0].min() <= 0.05)


def test_an_unequal_family_has_one_metric_that_is_none_of_the_duplicates():
    """On nine systems of ten the others deviate alike, and each is distributed as the first one."""
    [_, _, world, *_] = find_worlds("shrinking-deviation")
    z, *x = equal_tables(world, "pearson", 40_000, 4, 1, np.random.default_rng(1))[:, 0]
    alike = [np.mean(np.isclose(x[one], x[other])) for one, other in ((0, 1), (1, 2), (1, 3), (2, 3))]
    # the second metric keeps its deviations, the others have them on nine of ten
    assert alike == pytest.approx([0, 0.9, 0.9, 0.81], abs=0.01)
    assert np.array([np.corrcoef(z, each)[0, 1] for each in x]) == pytest.approx(0.8, abs=0.02)


@pytest.mark.parametrize("coefficient", ["pearson", "kendall"])
def test_real_metrics_are_made_to_agree_equally_and_keep_what_is_their_own(coefficient):
    people, *metrics = equal_systems(coefficient)
    values = [float(get_coefficient(coefficient)(each, people)) for each in metrics]
    assert values == pytest.approx([max(values)] * 4, abs=0.002)
    [world] = find_worlds("wmt20-comet")
    scores = equal_tables(world, coefficient, 222, 2, 1, np.random.default_rng(0))[:, 0]
    kept = np.array([people, metrics[2], metrics[3]])
    assert np.allclose(scores[:, np.lexsort(scores)], kept[:, np.lexsort(kept)])
