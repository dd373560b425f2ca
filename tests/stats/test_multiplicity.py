"""Adjusted p-values: vectors, statsmodels' definitions, and the family-wise error of max-T."""

from itertools import combinations, permutations, product

import numpy as np
import pytest
from vectors import statistics_vectors

from workbench.errors import SpecError
from workbench.stats.level_values import level_estimate
from workbench.stats.max_t import max_t
from workbench.stats.multiplicity import adjust, partial_conjunction
from workbench.stats.permutation import permutation_test

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
    given, expected = vector["input"], vector["expected"]
    scores, human = np.array(given["scores"]), np.array(given["human"])[:, np.newaxis]
    found = max_t(scores.T[:, :, np.newaxis], human, np.random.default_rng(0), given["level"], given["coef"])
    np.testing.assert_allclose(found.values, expected["r"], rtol=0, atol=vector["tol"])
    assert (found.draws, found.exact, found.undefined) == (expected["patterns"], True, 0)
    for pair, p in expected["adjusted_p"].items():
        one, other = map(int, pair.split("-"))
        assert found.p[one, other] == found.p[other, one] == pytest.approx(p, abs=vector["tol"], rel=0)


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


def test_holm_by_hand():
    np.testing.assert_allclose(adjust(np.array([0.04, 0.01, 0.03])), [0.06, 0.03, 0.06])


def test_partial_conjunction_by_hand():
    assert partial_conjunction(np.array([0.9, np.nan, 0.01]), 0.05) == (1, (2,))
    assert partial_conjunction(np.empty(0), 0.05) == (0, ())
    # 2 * .03 is too much, so that the .01 of the second step does not count.
    assert partial_conjunction(np.array([0.03, 0.031]), 0.05) == (0, ())


def test_p_values_outside_their_range_are_refused():
    with pytest.raises(SpecError, match=r"not a p-value: got 1\.2"):
        adjust(np.array([0.1, 1.2]))
    with pytest.raises(SpecError, match="unknown adjustment 'fdr'"):
        adjust(np.array([0.1]), "fdr")


@pytest.mark.parametrize("level", ["system", "segment", "global"])
def test_max_t_against_a_plain_enumeration(level):
    rng = np.random.default_rng(3)
    x, z = rng.normal(size=(3, 4, 2)), rng.normal(size=(4, 2))
    largest = []
    for orders in product(permutations(range(3)), repeat=4):
        mixed = np.array([[x[order[k], i] for i, order in enumerate(orders)] for k in range(3)])
        values = [level_estimate(scores, z, level, "pearson").value for scores in mixed]
        largest.append(max(abs(a - b) for a, b in combinations(values, 2)))
    found = max_t(x, z, rng, level, standardize=False)
    observed = np.array([level_estimate(scores, z, level, "pearson").value for scores in x])
    assert (found.draws, found.exact, found.best) == (6**4, True, observed.argmax())
    for one, other in product(range(3), repeat=2):
        expected = np.mean(np.array(largest) >= abs(observed[one] - observed[other]) - 1e-9)
        assert found.p[one, other] == pytest.approx(expected, abs=1e-12)


def test_two_metrics_are_one_permutation_test():
    x, y, z = np.random.default_rng(5).normal(size=(3, 9, 1))
    found = max_t(np.array([x, y]), z, np.random.default_rng(0), "system", "kendall")
    single = permutation_test(x, y, z, np.random.default_rng(0), "system", "kendall")
    assert found.p[0, 1] == pytest.approx(single.p_two)
    assert found.statistic[0, 1] == pytest.approx(single.statistic)


def test_undefined_metrics_are_left_out_with_their_reason():
    x, z = np.random.default_rng(5).normal(size=(4, 6, 3)), np.random.default_rng(6).normal(size=(6, 3))
    x[1] = 0.5
    found = max_t(x, z, np.random.default_rng(0), draws=200)
    fewer = max_t(x[[0, 2, 3]], z, np.random.default_rng(0), draws=200)
    np.testing.assert_array_equal(found.p[np.ix_([0, 2, 3], [0, 2, 3])], fewer.p)
    assert np.isnan(found.p[1]).all()
    assert found.reasons == ("", "constant metric scores", "", "")
    assert found.error[0, 2] == pytest.approx(np.sqrt(found.p[0, 2] * (1 - found.p[0, 2]) / 200))


def design_t(rng, n_systems, n_metrics):
    """Metrics of equal quality on one scale, each with its own view of the systems."""
    quality, difficulty = rng.normal(size=(n_systems, 1)), rng.normal(size=50)
    z = quality + difficulty + rng.normal(size=(n_systems, 50))
    own = 0.7 * rng.normal(size=(n_metrics, n_systems, 1))
    return quality + own + difficulty + rng.normal(size=(n_metrics, n_systems, 50)), z


@pytest.mark.parametrize(("n_systems", "tables"), [(12, 500), (25, 200)])
def test_family_wise_error_of_max_t(n_systems, tables):
    rng = np.random.default_rng(5)
    rejected = 0
    for _ in range(tables):
        x, z = design_t(rng, n_systems, 20)
        rejected += np.nanmin(max_t(x, z, rng, draws=99, standardize=False).p) <= 0.05
    assert rejected / tables <= 0.07
