"""Agreement of raters: published examples, and the slow way."""

from itertools import combinations

import numpy as np
import pytest

from workbench.stats.judges.agreement import (
    count_ratings,
    fleiss,
    intraclass,
    krippendorff,
    of_fleiss,
    rater_pairs,
)

NAN = np.nan
# Krippendorff 2011, section D: four observers, twelve units
KRIPPENDORFF = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
        [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
    ]
)
# Shrout and Fleiss 1979, table 2: six targets, four judges
SHROUT = np.array(
    [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], float
).T


@pytest.mark.parametrize(("scale", "printed"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_alpha_is_that_of_krippendorffs_example(scale, printed):
    assert krippendorff(count_ratings(KRIPPENDORFF), scale)[0] == pytest.approx(printed, abs=5e-4)


def test_intraclass_correlations_are_those_of_shrout_and_fleiss():
    found = intraclass(SHROUT)
    assert (found.one, found.two, found.three) == pytest.approx((0.17, 0.29, 0.71), abs=5e-3)
    assert found.one_mean == pytest.approx(0.44, abs=5e-3)


def test_an_unbalanced_design_takes_each_unit_with_its_own_number():
    rng = np.random.default_rng(1)
    ratings = rng.normal(size=(4, 30)) + rng.normal(size=30)
    ratings[rng.random(ratings.shape) < 0.3] = NAN
    units = [column[~np.isnan(column)] for column in ratings.T]
    units = [unit for unit in units if len(unit) > 1]
    total, n = sum(map(len, units)), len(units)
    grand = np.concatenate(units).mean()
    between = sum(len(u) * (u.mean() - grand) ** 2 for u in units) / (n - 1)
    inside = sum(((u - u.mean()) ** 2).sum() for u in units) / (total - n)
    k = (total - sum(len(u) ** 2 for u in units) / total) / (n - 1)
    found = intraclass(ratings)
    assert found.one == pytest.approx((between - inside) / (between + (k - 1) * inside))
    assert np.isnan(found.two)


@pytest.mark.parametrize("scale", ["nominal", "interval"])
def test_alpha_of_drawn_units_is_that_of_the_repeated_units(scale):
    rng = np.random.default_rng(2)
    ratings = rng.integers(1, 5, (3, 10)).astype(float)
    ratings[0, 3] = ratings[1, 3] = NAN
    weights = rng.multinomial(10, np.full(10, 0.1), size=4).astype(float)
    found = krippendorff(count_ratings(ratings), scale, weights)
    for value, row in zip(found, weights, strict=True):
        repeated = np.repeat(ratings, row.astype(int), axis=1)
        assert value == pytest.approx(_slow_alpha(repeated, scale))


def _slow_alpha(ratings, scale):
    def apart(a, b):
        return float(a != b) if scale == "nominal" else (a - b) ** 2

    units = [column[~np.isnan(column)] for column in ratings.T]
    units = [unit for unit in units if len(unit) > 1]
    every = np.concatenate(units)
    observed = sum(2 * apart(a, b) / (len(u) - 1) for u in units for a, b in combinations(u, 2))
    expected = sum(2 * apart(a, b) for a, b in combinations(every, 2)) / (len(every) - 1)
    return 1 - observed / expected


def test_kappa_and_equal_ratings_of_two_raters_by_hand():
    # 20 and 15 of 50 on the diagonal, expected .5: Cohen's textbook example has kappa .4
    one = np.repeat([1.0, 1.0, 2.0, 2.0], [20, 5, 10, 15])
    other = np.repeat([1.0, 2.0, 1.0, 2.0], [20, 5, 10, 15])
    (found,) = rater_pairs(np.stack([one, other]))
    assert (found.cohen, found.exact, found.n_units) == pytest.approx((0.4, 0.7, 50))


def test_what_is_undefined_is_nan():
    alone = np.array([[1.0, 2.0, NAN], [NAN, NAN, 3.0]])
    same = np.ones((2, 4))
    for ratings in (alone, same):
        found = count_ratings(ratings)
        assert np.isnan(krippendorff(found, "interval")).all()
        assert np.isnan(fleiss(found))
        assert np.isnan(intraclass(ratings)).all()
    assert rater_pairs(alone) == []
    assert np.isnan(rater_pairs(same)[0].cohen)
    steps = np.array([[1.0, 2.0, 3.0], [1.0, 2.0, 4.0]])
    assert [found.n_units for found in rater_pairs(steps[:, :2])] == [2]
    assert np.isnan(rater_pairs(steps[:, :2])[0].pearson)  # two outputs always correlate by 1 or -1
    assert rater_pairs(steps)[0].pearson == pytest.approx(0.98198, abs=1e-5)


def test_fleiss_takes_units_of_the_same_number_of_ratings():
    ratings = np.array([[1.0, 2.0, 1.0, 2.0], [1.0, 2.0, 1.0, 1.0], [NAN, NAN, NAN, 2.0]])
    assert fleiss(count_ratings(ratings)) == 1.0
    assert of_fleiss(count_ratings(ratings)).tolist() == [True, True, True, False]


def test_an_intraclass_correlation_of_0_by_0_is_undefined():
    """Each rater has one rating for all; then two raters swap two ratings: MS of outputs and raters are 0."""
    for low, high in ((1.0, 2.0), (0.1, 0.3)):
        apart = intraclass(np.array([[low, low, low], [high, high, high]]))
        assert apart.one == pytest.approx(-1)
        assert apart.two == pytest.approx(0, abs=1e-9)
        assert np.isnan([apart.one_mean, apart.three]).all()
    swapped = intraclass(np.array([[1.0, 2.0], [2.0, 1.0]]))
    assert (swapped.one, swapped.three) == (-1, -1)
    assert np.isnan(swapped.two)


def test_of_two_equal_variances_the_intraclass_correlation_is_0_and_no_noise():
    ratings = np.array([[3.0, 2, 2], [2, 3, 2], [2, 2, 2], [3, 1, 2]])
    for scale in (1.0, 0.1, 1 / 3, 1e9):
        found = intraclass(scale * ratings)
        assert (found.one, found.one_mean) == (0.0, 0.0)
