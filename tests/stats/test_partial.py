import numpy as np
import pytest
from scipy import stats

from workbench.errors import SpecError
from workbench.stats.coefficients.partial import partial_correlation, why_partial_undefined
from workbench.stats.coefficients.plain import pearson


def lengths_and_scores(seed, n=2000):
    """Human scores are quality plus length plus noise, the metric is length and little else."""
    quality, length, noise, other = np.random.default_rng(seed).normal(size=(4, n))
    return length + 0.2 * other, quality + length + noise, length


def test_a_metric_of_length_alone_keeps_nothing_given_length():
    for seed in range(5):
        metric, human, length = lengths_and_scores(seed)
        assert pearson(metric, human) > 0.4
        assert abs(partial_correlation(metric, human, length)) < 0.1
        assert why_partial_undefined(metric, human, length) == ""


def test_a_metric_equal_to_the_length_is_undefined():
    _, human, length = lengths_and_scores(0)
    words = np.round(100 + 10 * length)
    for metric in (words, words / 7, -0.1 * words + 3):
        for coefficient in ("pearson", "spearman"):
            assert np.isnan(partial_correlation(metric, human, words, coefficient))
            assert why_partial_undefined(metric, human, words, coefficient) == "metric equals length"
    short = words[:50]
    assert np.isnan(partial_correlation(short, human[:50], short, "kendall"))


def test_pearson_is_the_correlation_of_residuals():
    rng = np.random.default_rng(1)
    x, y, given = rng.normal(size=(3, 30))
    x, y = x + given, y - 2 * given
    residuals = [each - np.polyval(np.polyfit(given, each, 1), given) for each in (x, y)]
    assert partial_correlation(x, y, given) == pytest.approx(stats.pearsonr(*residuals)[0], abs=1e-12)
    ranks = [stats.rankdata(each) for each in (x, y, given)]
    expected = partial_correlation(*ranks)
    assert partial_correlation(x, y, given, "spearman") == pytest.approx(expected, abs=1e-12)


def test_kendalls_is_the_same_ratio_of_taus():
    x, y, given = np.random.default_rng(2).integers(6, size=(3, 25)) / 1.0
    xy, xg, yg = (stats.kendalltau(*each)[0] for each in ((x, y), (x, given), (y, given)))
    expected = (xy - xg * yg) / np.sqrt((1 - xg**2) * (1 - yg**2))
    assert partial_correlation(x, y, given, "kendall") == pytest.approx(expected, abs=1e-12)


def test_a_batch_equals_a_loop_without_missing_cells():
    rng = np.random.default_rng(3)
    x, y, given = rng.normal(size=(3, 4, 12))
    x[rng.random(x.shape) < 0.1] = np.nan
    given[0, 3] = np.nan
    for coefficient in ("pearson", "spearman", "kendall"):
        values = partial_correlation(x, y, given, coefficient)
        for row in range(4):
            kept = ~np.isnan(x[row]) & ~np.isnan(given[row])
            one = partial_correlation(x[row][kept], y[row][kept], given[row][kept], coefficient)
            assert values[row] == pytest.approx(one, abs=1e-9)


@pytest.mark.parametrize(
    ("x", "y", "given", "reason"),
    [
        ([1, 2, 3], [1, 3, 2], [2, 1, 3], "fewer than 4 observations"),
        ([1, 2, 3, 4], [1, 3, 2, np.nan], [2, 1, 3, 5], "fewer than 4 observations"),
        ([1, 1, 1, 1], [1, 3, 2, 4], [2, 1, 3, 5], "constant metric scores"),
        ([1, 2, 3, 4], [1, 3, 2, 4], [7, 7, 7, 7], "constant length"),
        ([2, 1, 4, 3], [1, 2, 3, 4], [1, 2, 3, 4], "judgments equal length"),
        ([1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4], "metric and judgments equal length"),
    ],
)
def test_the_reason_is_named(x, y, given, reason):
    vectors = [np.array(each, float) for each in (x, y, given)]
    assert why_partial_undefined(*vectors) == reason
    assert np.isnan(partial_correlation(*vectors))


def test_other_coefficients_have_no_partial_one():
    with pytest.raises(SpecError, match="no partial correlation of 'tau-eq'"):
        partial_correlation(np.ones(4), np.ones(4), np.ones(4), "tau-eq")
