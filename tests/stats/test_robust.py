"""Robust coefficients against the slow way, and against what they are for."""

import numpy as np
import pytest
from scipy.stats import pearsonr, spearmanr

from workbench.stats.coefficients.plain import COEFFICIENTS

NAMES = ("biweight", "percentage-bend", "shepherd", "skipped")
RNG = np.random.default_rng(3)
CLEAN = RNG.normal(size=24)
NEAR = CLEAN + 0.3 * RNG.normal(size=24)


def test_no_rounding_takes_a_coefficient_beyond_1():
    for seed in range(60):
        x = np.random.default_rng(seed).random(7)
        for name in NAMES:
            same, opposite = (COEFFICIENTS.get(name)(x[None], sign * 3 * x[None])[0] for sign in (1, -1))
            assert 0.5 < same <= 1, (name, seed)
            assert -1 <= opposite < -0.5, (name, seed)


def slow_biweight(x, y):
    sides = []
    for values in (x, y):
        median = np.median(values)
        mad = np.median([abs(each - median) for each in values])
        side = []
        for each in values:
            u = (each - median) / (9 * mad)
            side.append((each - median) * (1 - u * u) ** 2 if abs(u) < 1 else 0.0)
        sides.append(side)
    a, b = sides
    return np.dot(a, b) / np.sqrt(np.dot(a, a) * np.dot(b, b))


def slow_bend(x, y):
    sides = []
    for values in (x, y):
        median = np.median(values)
        omega = sorted(abs(each - median) for each in values)[int(0.8 * len(values) + 0.5) - 1]
        psi = [(each - median) / omega for each in values]
        few, many = sum(each < -1 for each in psi), sum(each > 1 for each in psi)
        inside = [each for each, at in zip(values, psi, strict=True) if -1 <= at <= 1]
        phi = (omega * (many - few) + sum(inside)) / (len(values) - few - many)
        sides.append([max(-1, min(1, (each - phi) / omega)) for each in values])
    a, b = sides
    return np.dot(a, b) / np.sqrt(np.dot(a, a) * np.dot(b, b))


def slow_skipped(x, y):
    n, middle = len(x), (np.median(x), np.median(y))
    away = [(a - middle[0], b - middle[1]) for a, b in zip(x, y, strict=True)]
    is_far = [False] * n
    for u, v in away:
        if u == v == 0:
            continue
        distances = [abs(a * u + b * v) / np.hypot(u, v) for a, b in away]
        ordered = sorted(distances)
        j = int(n / 4 + 5 / 12)
        g = n / 4 + 5 / 12 - j
        low = (1 - g) * ordered[j - 1] + g * ordered[j]
        high = (1 - g) * ordered[n - j] + g * ordered[n - j - 1]
        limit = np.median(distances) + np.sqrt(7.377758908) * (high - low)
        is_far = [was or each > limit for was, each in zip(is_far, distances, strict=True)]
    kept = [at for at in range(n) if not is_far[at]]
    return spearmanr(x[kept], y[kept]).statistic


@pytest.mark.parametrize(
    ("name", "slow"),
    [("biweight", slow_biweight), ("percentage-bend", slow_bend), ("skipped", slow_skipped)],
)
@pytest.mark.parametrize("n", [7, 12, 24])
def test_they_are_their_equations(name, slow, n):
    x, y = CLEAN[:n].copy(), NEAR[:n].copy()
    assert COEFFICIENTS.get(name)(x, y) == pytest.approx(slow(x, y))
    x[0], y[0] = 9.0, -9.0
    assert COEFFICIENTS.get(name)(x, y) == pytest.approx(slow(x, y))


@pytest.mark.parametrize("n", range(3, 9))
def test_points_lie_apart_from_the_ideal_fourths_on(n):
    """With the tails of Cauchy's law some point is near its limit in one sample or another."""
    rng = np.random.default_rng(n)
    for x, y in rng.standard_cauchy(size=(40, 2, n)):
        assert COEFFICIENTS.get("skipped")(x, y) == pytest.approx(slow_skipped(x, y)), (x, y)


@pytest.mark.parametrize("name", NAMES)
def test_one_system_far_away_does_not_decide(name):
    far = CLEAN.copy(), NEAR.copy()
    far[0][0], far[1][0] = 30.0, -30.0
    assert pearsonr(*far).statistic < -0.5
    assert COEFFICIENTS.get(name)(*far) > 0.6
    assert COEFFICIENTS.get(name)(CLEAN, NEAR) > 0.8


def kept_by_shepherd(x, y):
    """The points whose mean squared distance from the middles of the drawn samples is below 6."""
    n, points = len(x), np.column_stack([x, y])
    away, inverse = points - points.mean(axis=0), np.linalg.inv(np.cov(x, y))
    points = points[np.argsort([each @ inverse @ each for each in away])]
    distances = np.zeros(n)
    for sample in np.random.default_rng(0).integers(n, size=(200, n)):
        spread = np.linalg.pinv(np.cov(points[sample].T), rcond=1e-10, hermitian=True)
        away = points - points[sample].mean(axis=0)
        distances += [each @ spread @ each / 200 for each in away]
    return points[distances < 6]


@pytest.mark.parametrize("far", [False, True])
def test_shepherd_leaves_out_what_the_mean_distance_of_its_samples_says(far):
    x, y = CLEAN.copy(), NEAR.copy()
    if far:
        x[5], y[5] = 12.0, -12.0
    kept = kept_by_shepherd(x, y)
    assert COEFFICIENTS.get("shepherd")(x, y) == pytest.approx(spearmanr(*kept.T).statistic)
    assert ([12.0, -12.0] in kept.tolist()) is False


@pytest.mark.parametrize(("n", "seed", "number"), [(8, 6, 6), (9, 8, 8), (10, 9, 9)])
def test_the_spread_of_a_sample_is_that_of_few_points(n, seed, number):
    """With n for n - 1 a spread is smaller, and one point or two more would be left out."""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=n)
    y = x + rng.normal(size=n)
    kept = kept_by_shepherd(x, y)
    assert len(kept) == number
    assert COEFFICIENTS.get("shepherd")(x, y) == pytest.approx(spearmanr(*kept.T).statistic)


@pytest.mark.parametrize("name", NAMES)
def test_a_turned_metric_has_the_coefficient_turned_and_judgments_may_be_the_metric(name):
    for seed in range(20):
        x, y = np.random.default_rng(seed).standard_t(2, size=(2, 12))
        value = COEFFICIENTS.get(name)(x, x + y)
        assert COEFFICIENTS.get(name)(-x, x + y) == pytest.approx(-value)
        assert COEFFICIENTS.get(name)(x + y, x) == pytest.approx(value)
        assert COEFFICIENTS.get(name)(x[::-1], (x + y)[::-1]) == pytest.approx(value)
        if name != "skipped":  # its distances are those of the scores as they are
            assert COEFFICIENTS.get(name)(100 * x - 7, 1e-9 * (x + y)) == pytest.approx(value)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sign", [1, -1])
def test_two_points_lie_on_a_line_and_none_lies_apart(name, sign):
    assert COEFFICIENTS.get(name)(np.array([1.0, 3.0]), sign * np.array([2.0, 7.0])) == pytest.approx(sign)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_constant_has_none(name):
    assert np.isnan(COEFFICIENTS.get(name)(np.ones(8), np.arange(8.0)))


@pytest.mark.parametrize("name", NAMES)
def test_points_at_a_limit_are_on_one_side_in_whatever_unit(name):
    """Of 1.7, 1.5, 1.1, .5 and .6 two are .6 from the median: 1.7 - 1.1 is less than that, 1.1 - .5 more."""
    x, y = np.array([17.0, 15.0, 6.0, 18.0, 1.0]), np.array([17.0, 15.0, 11.0, 5.0, 6.0])
    for _ in range(40):
        whole, tenths = (COEFFICIENTS.get(name)(x / unit, y / unit) for unit in (1, 10))
        assert tenths == pytest.approx(whole, nan_ok=True)
        x, y = RNG.integers(1, 20, size=(2, RNG.integers(5, 12))).astype(float)


def test_a_sample_of_one_point_has_no_spread():
    """Of three systems one sample in nine is one of them three times, and its mean is not always that one."""
    x, y = np.array([0.0, 3.0, 2.0]), np.array([2.0, 5.0, 1.0])
    for unit in (1, 3, 7, 10):
        assert COEFFICIENTS.get("shepherd")(x / unit, y / unit) == 0.5


def test_scores_with_12_digits_of_sevenths_have_the_coefficient_of_whole_numbers():
    """Differences of rounded scores have another last digit: .57142857143 - .14285714286 of 3 / 7."""
    for seed in range(60):
        x, y = np.random.default_rng(seed).integers(1, 12, size=(2, 8)).astype(float)
        whole = COEFFICIENTS.get("percentage-bend")(x, y)
        rounded = COEFFICIENTS.get("percentage-bend")(np.round(x / 7, 11), y)
        assert rounded == pytest.approx(whole, nan_ok=True), seed


def test_a_biweight_midcorrelation_of_tiny_scores_is_that_of_the_same_in_another_unit():
    of = COEFFICIENTS.get("biweight")
    assert of(CLEAN[None] * 2.0**-560, NEAR[None])[0] == of(CLEAN[None], NEAR[None])[0]
