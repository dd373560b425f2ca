"""Adjusted p-values: vectors, and statsmodels."""

import gc

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests
from vectors import statistics_vectors

from workbench.errors import SpecError
from workbench.stats.tests.multiplicity import adjust, partial_conjunction
from workbench.stats.tests.permutation import permutation_tests
from workbench.stats.tests.under_swaps import Swapping

NAMES = {"bonferroni": "bonferroni", "holm": "holm", "fdr_bh": "bh", "fdr_by": "by"}


def check_adjusted(vector):
    for name, expected in vector["expected"].items():
        found = adjust(np.array(vector["input"]["pvalues"]), NAMES[name])
        np.testing.assert_allclose(found, expected, rtol=0, atol=vector["tol"])


def check_conjunction(vector):
    for alpha in vector["input"]["alphas"]:
        number, which = vector["expected"][f"{alpha:.2f}"]
        assert partial_conjunction(np.array(vector["input"]["pvalues"]), alpha) == (number, tuple(which))


def check_max_t(vector):
    """Its p-values reorder all metrics at once, which presumes them alike; the values are ours, too."""
    given, expected = vector["input"], vector["expected"]
    scores, human = np.array(given["scores"]), np.array(given["human"])[:, np.newaxis]
    about = np.random.default_rng(0), given["level"], given["coef"]
    how = Swapping("systems", "difference")
    found = permutation_tests(scores.T[:, :, np.newaxis], human, *about, how=how)
    r = np.array(expected["r"])
    apart = r[found.pairs[:, 0]] - r[found.pairs[:, 1]]
    np.testing.assert_allclose(found.difference, apart, rtol=0, atol=vector["tol"])
    assert (found.draws, found.exact) == (32, True)


CHECKS = {
    "sacrerouge/partial_conjunction": check_conjunction,
    "own/multiplicity": check_adjusted,
    "own/max_t_5x3": check_max_t,
}


def test_vectors_of_multiplicity():
    vectors = statistics_vectors("multiplicity")
    for vector in vectors:
        keys = vector["expected"]
        check = (
            check_max_t if "adjusted_p" in keys else check_adjusted if "holm" in keys else check_conjunction
        )
        assert CHECKS.get(vector["id"], check) is check
        check(vector)
    assert len(vectors) >= 3


@pytest.mark.parametrize("method", NAMES.values())
def test_a_test_without_result_is_no_member_of_the_family(method):
    p_values = np.array([0.01, 0.04, 0.03])
    found = adjust(np.array([0.01, np.nan, 0.04, 0.03]), method)
    assert np.isnan(found[1])
    np.testing.assert_array_equal(found[[0, 2, 3]], adjust(p_values, method))
    assert np.isnan(adjust(np.full(3, np.nan), method)).all()
    assert adjust(np.empty(0), method).shape == (0,)


@pytest.mark.parametrize(("theirs", "ours"), NAMES.items())
def test_adjusted_as_statsmodels_does(theirs, ours, monkeypatch):
    monkeypatch.setattr(gc, "collect", lambda: 0)  # statsmodels looks through all of memory at each call
    rng = np.random.default_rng(4)
    for n in (1, 2, 7, 40):
        for p_values in (rng.random(n) ** 4, rng.integers(1, 5, size=n) / 100, np.ones(n), np.zeros(n)):
            expected = multipletests(p_values, method=theirs)[1]
            np.testing.assert_allclose(adjust(p_values, ours), expected, rtol=1e-14, atol=0)


def test_holm_by_hand():
    np.testing.assert_allclose(adjust(np.array([0.04, 0.01, 0.03])), [0.06, 0.03, 0.06])


def test_partial_conjunction_by_hand():
    assert partial_conjunction(np.array([0.9, np.nan, 0.01]), 0.05) == (1, (2,))
    assert partial_conjunction(np.array([0.9, np.nan, 0.025]), 0.05) == (1, (2,))  # of two, not of three
    assert partial_conjunction(np.empty(0), 0.05) == (0, ())
    # 2 * .03 is too much, so that the .01 of the second step does not count.
    assert partial_conjunction(np.array([0.03, 0.031]), 0.05) == (0, ())


def test_p_values_outside_their_range_are_refused():
    with pytest.raises(SpecError, match=r"not a p-value: got 1\.2"):
        adjust(np.array([0.1, 1.2]))
    with pytest.raises(SpecError, match="unknown adjustment 'fdr'"):
        adjust(np.array([0.1]), "fdr")
