"""Family-wise error: how often a table of equally good metrics is said to have a difference."""

import numpy as np
import pytest

from workbench.stats.simulation.families import FAMILIES, family_errors, simulate_family


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
