import numpy as np
import pytest
from scipy.stats import pearsonr
from vectors import statistics_vectors

from workbench.errors import SpecError
from workbench.stats.intervals.fisher import fisher_z


def test_vectors_of_fisher_intervals():
    vectors = statistics_vectors("ci_fisher")
    for vector in vectors:
        given = vector["input"]
        interval = fisher_z(given["r"], given["n"], given["coef"], given["conf"])
        np.testing.assert_allclose(
            interval[:2], vector["expected"], rtol=0, atol=vector["tol"], err_msg=vector["id"]
        )
    assert len(vectors) >= 4


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.99])
def test_pearson_equals_scipy(confidence):
    rng = np.random.default_rng(0)
    result = pearsonr(rng.normal(size=20), rng.normal(size=20))
    expected = result.confidence_interval(confidence)
    found = fisher_z(float(result.statistic), 20, "pearson", confidence)
    np.testing.assert_allclose(found[:2], [expected.low, expected.high], rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("r", "n", "name"),
    [
        (1.0, 10, "pearson"),
        (-1.0, 10, "kendall"),
        (np.nan, 10, "pearson"),
        (0.5, 3, "pearson"),
        (0.5, 3, "spearman"),
        (0.5, 4, "kendall"),
    ],
)
def test_without_an_interval_the_ends_are_nan(r, n, name):
    assert np.isnan(fisher_z(r, n, name)[:2]).all()


@pytest.mark.parametrize(("n", "name"), [(4, "pearson"), (4, "spearman"), (5, "kendall")])
def test_the_smallest_numbers_that_have_an_interval(n, name):
    low, high, draws, undefined = fisher_z(0.5, n, name)
    assert -1 < low < 0.5 < high < 1
    assert (draws, undefined) == (0, 0)


def test_an_unknown_coefficient_is_an_error_with_a_suggestion():
    with pytest.raises(SpecError, match="Did you mean 'kendall'"):
        fisher_z(0.5, 10, "kendal")
