"""Every named tau against its formula written out, and against scipy."""

import math

import naive
import numpy as np
import pytest
from scipy import stats

from workbench.errors import SpecError
from workbench.stats.coefficients.pair_counts import count
from workbench.stats.coefficients.plain import COEFFICIENTS, get_coefficient
from workbench.stats.coefficients.tau_family import FORMULAS, human_tie_share, wmt, wmt_parts


def naive_c(x, y, right, wrong):
    k, n = min(len(set(x)), len(set(y))), len(x)
    return 2 * (right - wrong) / (n * n * (k - 1) / k) if k > 1 else math.nan


def naive_family(x, y, epsilon=0.0):
    """Every coefficient of two complete lists, from the pairs one after another."""
    c, d, h, m, b = naive.pair_counts(x, y, epsilon)
    pairs = len(x) * (len(x) - 1) // 2

    def over(part, whole):
        return part / whole if whole else math.nan

    return {
        "kendall-a": over(c - d, pairs),
        "gamma": over(c - d, c + d),
        "tau-10": over(c - d - m, c + d + m),
        "tau-13": over(c - d, c + d),
        "tau-14": over(c - d, c + d + m),
        "somers-d": over(c - d, c + d + m),
        "tau-eq": over(c + b - d - h - m, pairs),
        "acc-eq": over(c + b, pairs),
        "pairwise-accuracy": over(c, c + d + m),
    }


def naive_wmt(x, y, threshold):
    c, d, _, m, _ = naive.pair_counts(x, y, threshold=threshold)
    return (c - d - m) / (c + d + m) if c + d + m else math.nan


def tied_vectors(number):
    """Pairs of short vectors with many ties, of every size from 2 to 12; some are constant."""
    rng = np.random.default_rng(12)
    for each in range(number):
        n, values = 2 + each % 11, rng.integers(1, 8)
        yield rng.integers(values, size=n) / 10, rng.integers(values, size=n) * 12.5


def test_tied_vectors_equal_the_formulas_and_scipy():
    checked = 0
    for x, y in tied_vectors(250):
        lists = x.tolist(), y.tolist()
        for epsilon in (0.0, 0.2):
            for name, expected in naive_family(*lists, epsilon).items():
                found = get_coefficient(f"{name}(epsilon={epsilon})")(x, y)
                assert found == pytest.approx(expected, abs=1e-12, nan_ok=True), (name, epsilon)
        for threshold in (0, 12.5, 25, 60):
            found = get_coefficient(f"wmt(threshold={threshold})")(x, y)
            assert found == pytest.approx(naive_wmt(*lists, threshold), abs=1e-12, nan_ok=True)
        counts = naive.pair_counts(*lists)
        tau_c = get_coefficient("kendall-c")(x, y)
        assert tau_c == pytest.approx(naive_c(*lists, *counts[:2]), abs=1e-12, nan_ok=True)
        if len(set(lists[0])) > 1 and len(set(lists[1])) > 1:
            by_scipy = {each: stats.kendalltau(x, y, variant=each)[0] for each in "bc"}
            assert FORMULAS["kendall"](count(x, y)) == pytest.approx(by_scipy["b"], abs=1e-12)
            assert get_coefficient("kendall")(x, y) == pytest.approx(by_scipy["b"], abs=1e-12)
            assert tau_c == pytest.approx(by_scipy["c"], abs=1e-12)
            checked += 1
    assert checked > 150


NAMES = [*naive_family([0.0, 1.0], [0.0, 1.0]), "kendall-c", "wmt(threshold=12.5)", "acc-eq(epsilon=0.1)"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("n", [7, 230])
def test_a_batch_equals_a_loop_over_complete_pairs(name, n):
    rng = np.random.default_rng(n)
    x, y = rng.integers(9, size=(3, 1, n)) / 10, rng.integers(5, size=(4, n)) * 10.0
    x[rng.random(x.shape) < 0.2] = np.nan
    y[rng.random(y.shape) < 0.2] = np.nan
    coefficient = get_coefficient(name)
    values = coefficient(x, y)
    assert values.shape == (3, 4)
    for i, j in np.ndindex(3, 4):
        complete = ~np.isnan(x[i, 0]) & ~np.isnan(y[j])
        np.testing.assert_allclose(
            values[i, j], coefficient(x[i, 0][complete], y[j][complete]), rtol=0, atol=1e-9
        )


@pytest.mark.parametrize("name", NAMES)
def test_nothing_to_compare_is_undefined(name):
    coefficient = get_coefficient(name)
    assert np.isnan(coefficient(np.empty((2, 0)), np.empty((2, 0)))).all()
    assert np.isnan(coefficient(np.array([1.0, np.nan]), np.array([1.0, 2.0])))


def test_constant_scores_get_what_the_rule_says_of_metric_ties():
    x, y = np.full(4, 0.3), np.array([0.0, 50.0, 50.0, 90.0])
    expected = {"kendall-a": 0, "tau-10": -1, "tau-14": 0, "acc-eq": 1 / 6, "tau-eq": -2 / 3, "wmt": -1}
    found = {name: float(get_coefficient(name)(x, y)) for name in expected}
    assert found == pytest.approx(expected)
    assert float(human_tie_share(count(x, y))) == pytest.approx(1 / 6)
    for name in ("gamma", "tau-13", "kendall-c", "kendall"):
        assert np.isnan(get_coefficient(name)(x, y)), name


def test_the_counts_add_up_to_all_pairs():
    rng = np.random.default_rng(1)
    for n in (5, 300):
        counts = count(rng.integers(4, size=(6, n)) / 1.0, rng.integers(4, size=n) / 1.0)
        np.testing.assert_array_equal(counts.pairs, np.full(6, n * (n - 1) // 2))
        assert counts.concordant.shape == (6,)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("tau-eqq", "unknown coefficient 'tau-eqq'. Did you mean 'tau-eq'"),
        ("tau-eq(eps=0.1)", "tau-eq has no parameter 'eps'. Did you mean 'epsilon'"),
        ("pearson(epsilon=0.1)", "pearson has no parameter 'epsilon'. It has none"),
        ("wmt(threshold=-1)", "file: threshold is out of range: got -1"),
        ("wmt(threshold=high)", "file: wmt: threshold is of another kind: got 'high'"),
        ("wmt(human_ties=1)", "file: wmt: human_ties is of another kind"),
        ("tau-eq(epsilon=true)", "file: tau-eq: epsilon is of another kind"),
        ("acc-eq(epsilon=nan)", "epsilon is out of range"),
        ("Tau", "file: not a name"),
    ],
)
def test_a_wrong_name_is_explained(name, message):
    with pytest.raises(SpecError) as caught:
        get_coefficient(name, "file")
    assert message in str(caught.value)


def test_a_function_of_two_vectors_is_a_coefficient():
    def slope(x, y):
        assert x.ndim == 1
        assert not np.isnan([x, y]).any()
        return stats.linregress(x, y).slope

    x = np.array([[1.0, 2.0, np.nan, 3.0], [1.0, np.nan, np.nan, np.nan]])
    y = np.array([2.0, 4.0, 9.0, 6.0])
    np.testing.assert_allclose(get_coefficient(slope)(x, y), [2, np.nan], atol=1e-12)
    pearson = COEFFICIENTS.get("pearson")
    assert get_coefficient(pearson) is pearson


def test_pairs_of_wmt_differ_by_25_where_nothing_is_said():
    """0 and 20 are no pair of people; by any difference the metric has one of three the wrong way round."""
    x, y = np.array([2.0, 1.0, 3.0]), np.array([0.0, 20.0, 60.0])
    assert (float(wmt(x, y)), [float(each) for each in wmt_parts(x, y)]) == (1.0, [2.0, 2.0])
    assert float(wmt(x, y, threshold=0.0)) == pytest.approx(1 / 3)
