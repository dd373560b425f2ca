"""Permutation tests of coefficients that need more than two vectors, against slow computations of them."""

from itertools import combinations

import numpy as np
import pytest

from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.soft_pairwise import flip_patterns, soft_pairwise_accuracy
from workbench.stats.coefficients.tie_calibration import calibrate_ties, deal
from workbench.stats.tests.permutation import permutation_tests
from workbench.stats.tests.soft_pairwise_swaps import pseudo_scores, soft_pairwise_under_swaps
from workbench.stats.tests.tie_swaps import calibrated_under_swaps
from workbench.stats.tests.under_swaps import Swapping, compare_under_swaps

PAIRS = np.array([[0, 1], [0, 2], [2, 1]])


@pytest.fixture(scope="module")
def scores():
    """Three metrics of 6 systems and 7 segments in whole numbers; a cell and a judgment are missing."""
    rng = np.random.default_rng(4)
    x, z = rng.integers(6, size=(3, 6, 7)).astype(float), rng.integers(4, size=(6, 7)).astype(float)
    x[1, 2, 3] = z[4, 0] = np.nan
    return x, z


def masks_of(kind, shape, number):
    rng = np.random.default_rng(9)
    size = (number, shape[0], 1) if kind == "systems" else (number, *shape)
    masks = np.broadcast_to(rng.integers(2, size=size) == 1, (number, *shape))
    return np.concatenate([np.zeros((1, *shape), bool), masks])


def slow_scale(metric, judged, over):
    """No difficulty of segments, and means of judged systems, or cells, with a deviation of 1."""
    if over == "means":
        metric = metric - np.nanmean(metric, axis=0)
        values = np.nanmean(metric, axis=1)
    else:
        values = metric[~np.isnan(judged) & ~np.isnan(metric)]
    return (metric - values.mean()) / values.std()


def swapped(x, y, mask):
    return np.where(mask, y, x), np.where(mask, x, y)


@pytest.mark.parametrize("kind", ["systems", "both-cell"])
def test_soft_pairwise_accuracy_under_swaps_is_that_of_the_swapped_scores(scores, kind):
    x, z = scores
    masks = masks_of(kind, z.shape, 8)
    how = Swapping(kind, statistic="difference")
    found = soft_pairwise_under_swaps(x, z, flip_patterns(7, None, 0)[0], how)(masks, PAIRS)
    scaled = [slow_scale(metric, z, "means") for metric in x]
    for at, (a, b) in enumerate(PAIRS):
        for draw, mask in enumerate(masks):
            one, other = swapped(scaled[a], scaled[b], mask)
            expected = soft_pairwise_accuracy(one, z).value - soft_pairwise_accuracy(other, z).value
            assert found[draw, at] == pytest.approx(expected, abs=1e-12)
    plain = [soft_pairwise_accuracy(metric, z).value for metric in x]
    assert found[0] == pytest.approx([plain[a] - plain[b] for a, b in PAIRS], abs=1e-12)


def test_scores_of_two_metrics_that_tie_two_systems_on_one_scale_tie_them():
    """Of 28 / 9 over sqrt(104 / 81), and of 7 / 3 over sqrt(13 / 18), both systems' sums are the same."""
    z = np.array([[np.nan, 0.0], [0.0, 1.0], [-2.5, -2.0]])
    x = np.array([[[np.nan, 2.0], [-2.0, -1.0], [0.0, 1.0]], [[np.nan, 1.0], [0.0, 0.0], [-2.0, -1.0]]])
    masks = np.array([[[False] * 2, [False] * 2, [True] * 2]])
    how = Swapping(statistic="difference")
    found = soft_pairwise_under_swaps(x, z, flip_patterns(2, None, 0)[0], how)(masks, PAIRS[:1])
    assert found == pytest.approx(0)


@pytest.mark.parametrize("kind", ["systems", "both-cell"])
def test_a_metric_that_tells_no_systems_apart_swaps_nothing_and_not_its_noise(scores, kind):
    """Scores that are equal on each segment, of which all but a few outputs were judged."""
    rng = np.random.default_rng(1)
    z = np.where(rng.random(scores[1].shape) < 0.2, np.nan, scores[1])
    x, masks = np.where(np.isnan(z), np.nan, scores[0][0]), masks_of(kind, z.shape, 8)
    found = [
        soft_pairwise_under_swaps(
            np.stack([x, np.where(np.isnan(z), np.nan, flat)]),
            z,
            flip_patterns(7, None, 0)[0],
            Swapping(kind),
        )(masks, PAIRS[:1])
        for flat in (0.0, 0.1, np.arange(7) / 10)
    ]
    assert found[1].tolist() == found[0].tolist()
    assert found[2].tolist() == found[0].tolist()


def test_its_error_is_the_jackknife_over_systems_of_the_difference(scores):
    x, z = scores
    masks = masks_of("systems", z.shape, 3)
    found = soft_pairwise_under_swaps(x, z, flip_patterns(7, None, 0)[0], Swapping())(masks, PAIRS[:1])
    scaled = [slow_scale(metric, z, "means") for metric in x[:2]]
    for draw, mask in enumerate(masks):
        both = swapped(*scaled, mask)

        def apart(kept, both=both):
            mine, theirs = (soft_pairwise_accuracy(each[kept], z[kept]).value for each in both)
            return mine - theirs

        without = [apart(np.delete(np.arange(6), out)) for out in range(6)]
        error = np.sqrt(5 / 6 * np.sum((without - np.mean(without)) ** 2))
        assert found[draw, 0] == pytest.approx(apart(np.arange(6)) / error, abs=1e-9)


def test_a_segment_contributes_its_pseudo_value_to_a_pooled_score():
    """Of a ratio of sums: 3 of 4 in all, 2 of 2, 1 of 3, 3 of 3 without each; means are themselves."""
    counts, present = (
        np.array([[[1.0, 2.0], [2.0, 1.0], [0.0, 1.0], [9.0, 9.0]]]),
        np.array([[True] * 3 + [False]]),
    )
    found = pseudo_scores(counts, lambda sums: sums[..., 0] / sums[..., 1], present)
    np.testing.assert_allclose(found, [[3 * 0.75 - 2, 3 * 0.75 - 2 / 3, 3 * 0.75 - 2, np.nan]])


def test_the_only_segment_of_a_system_contributes_its_score():
    """Without it there is no score, which is NaN of some metrics."""
    counts, present = np.array([[[1.0, 2.0], [3.0, 4.0]]] * 2), np.array([[True, False], [True, True]])
    found = pseudo_scores(counts, lambda sums: np.where(sums[..., 1] > 0, sums[..., 0], np.nan), present)
    np.testing.assert_allclose(found, [[1.0, np.nan], [2 * 4 - 3, 2 * 4 - 1]])


@pytest.mark.parametrize("held_out", [False, True])
def test_ties_are_calibrated_anew_under_each_swap(scores, held_out):
    x, z = scores
    # zeros stay equal, and no other differences are
    x = np.where(x > 0, x + np.random.default_rng(3).random(x.shape), x)
    masks = masks_of("both-cell", z.shape, 8)
    folds = deal(7, 3, np.random.default_rng(1)) if held_out else None
    found = calibrated_under_swaps(x, z, folds, Swapping("both-cell"))(masks, PAIRS)
    scaled = [slow_scale(metric, z, "cells") for metric in x]

    def accuracy(metric):
        of = calibrate_ties(metric.T, z.T, np.random.default_rng(1), 3)
        return of.cross_validated if held_out else of.accuracy

    for at, (a, b) in enumerate(PAIRS):
        for draw, mask in enumerate(masks):
            one, other = (accuracy(each) for each in swapped(scaled[a], scaled[b], mask))
            assert found[draw, at] == pytest.approx(one - other, abs=1e-12)


def slow_accuracies(x, z, thresholds, systems):
    """Return the accuracy of each segment with such a threshold among such systems, NaN without a pair."""
    found = []
    for segment, threshold in enumerate(thresholds):
        hits = []
        for i, j in combinations(systems, 2):
            apart, human = x[i, segment] - x[j, segment], z[i, segment] - z[j, segment]
            if not np.isnan(apart + human):
                hits.append((0 if abs(apart) <= threshold + 1e-9 else np.sign(apart)) == np.sign(human))
        found.append(np.mean(hits) if hits else np.nan)
    return np.array(found)


def slow_thresholds(x, z, folds):
    """Return each segment's: the smallest that is best for all segments, or for those of other folds."""
    n_systems, n_segments = x.shape
    apart = np.abs(x[:, np.newaxis] - x)
    tried = np.unique(np.append(0, apart[~np.isnan(apart)]))
    accuracies = np.array([slow_accuracies(x, z, [each] * n_segments, range(n_systems)) for each in tried])
    found = []
    for segment in range(n_segments):
        kept = np.ones(n_segments, bool) if folds is None else folds != folds[segment]
        found.append(tried[np.argmax(np.nanmean(accuracies[:, kept], axis=1).round(12))])
    return found


@pytest.mark.parametrize("folds", [None, np.array([0, 1, 2, 0, 1, 2, 0])])
def test_an_accuracy_is_divided_by_its_jackknife_error_with_the_thresholds_that_it_has(scores, folds):
    """Of a system that nobody judged there is nothing to leave out; one segment has a single pair."""
    x, z = scores[0][:2].copy(), scores[1].copy()
    z[5], z[2:, 6] = np.nan, np.nan
    x = np.where(x > 0, x + np.random.default_rng(3).random(x.shape), x)
    masks = masks_of("systems", z.shape, 6)
    found = calibrated_under_swaps(x, z, folds, Swapping())(masks, PAIRS[:1])
    scaled = [slow_scale(metric, z, "cells") for metric in x]
    for draw, mask in enumerate(masks):
        both = [(each, slow_thresholds(each, z, folds)) for each in swapped(*scaled, mask)]

        def apart(systems, both=both):
            mine, theirs = (np.nanmean(slow_accuracies(each, z, at, systems)) for each, at in both)
            return mine - theirs

        without = [apart([each for each in range(6) if each != out]) for out in range(5)]
        error = np.sqrt(4 / 5 * np.sum((without - np.mean(without)) ** 2))
        assert found[draw, 0] == pytest.approx(apart(range(6)) / error, abs=1e-9)


def test_metrics_that_have_whole_numbers_have_the_accuracy_of_their_own_ties(scores):
    """A threshold of 0 ties what is equal, held-out segments, too."""
    x, z = np.round(scores[0] / 3), scores[1]
    nothing, folds = np.zeros((1, *z.shape), bool), deal(7, 7, np.random.default_rng(2))
    found = calibrated_under_swaps(x, z, folds, Swapping(statistic="difference"))(nothing, PAIRS)
    values = [calibrate_ties(each.T, z.T, np.random.default_rng(2), 7).cross_validated for each in x]
    assert found[0] == pytest.approx([values[a] - values[b] for a, b in PAIRS], abs=1e-12)


@pytest.mark.parametrize(
    "turned", [lambda x: x, lambda x: x / 3 - 7, lambda x: x * 0.1, lambda x: x / 10 + 100]
)
@pytest.mark.parametrize("held_out", [False, True])
def test_what_is_equal_is_so_whatever_else_a_system_has(turned, held_out):
    """Two systems have nothing but scores near the mean: of these 12 digits say more than of large ones."""
    rng = np.random.default_rng(4)
    for _ in range(20):
        x = rng.integers(0, 9, size=(2, 5, 6)) * 1.0
        x[:, :2] = rng.integers(4, 6, size=(2, 2, 6))
        tenths = rng.integers(1, 8, size=(5, 6))
        # .3 is another number than 3 times .1
        x, z = turned(x), np.where(rng.random(tenths.shape) < 0.5, tenths * 0.1, tenths / 10)
        nothing, folds = np.zeros((1, *z.shape), bool), deal(6, 3, np.random.default_rng(2))
        how = Swapping("both-cell", statistic="difference")
        found = calibrated_under_swaps(x, z, folds if held_out else None, how)(nothing, PAIRS[:1])
        each = [calibrate_ties(round_noise(of.T), round_noise(z.T), np.random.default_rng(2), 3) for of in x]
        mine, theirs = (of.cross_validated if held_out else of.accuracy for of in each)
        assert found[0, 0] == pytest.approx(mine - theirs, abs=1e-12)


def test_without_a_pair_or_without_another_group_nothing_is_calibrated():
    """One system has no pair; the threshold of a single segment cannot be that of others."""
    z = np.array([[1.0], [2.0], [4.0]])
    x = np.stack([z, -z])
    for of, folds, is_undefined in ((z[:1], None, True), (z, None, False), (z, np.zeros(1, int), True)):
        found = calibrated_under_swaps(x[:, : len(of)], of, folds, Swapping(statistic="difference"))
        assert np.isnan(found(np.zeros((1, *of.shape), bool), PAIRS[:1]))[0, 0] == is_undefined


def equal_metrics(rng, n_systems=8, n_segments=10):
    """Quality, difficulty of segments, a deviation of each metric, noise: all exchangeable."""
    quality, hard = rng.normal(size=(n_systems, 1)), rng.normal(size=n_segments)
    z = np.round(quality + hard + rng.normal(size=(n_systems, n_segments)))
    own = 0.7 * rng.normal(size=(2, n_systems, 1))
    return quality + own + hard + rng.normal(size=(2, n_systems, n_segments)), z


@pytest.mark.parametrize("coefficient", ["soft-pairwise-accuracy", "acc-eq-calibrated"])
def test_equal_metrics_are_called_different_as_often_as_the_level_says(coefficient):
    """200 tables at .10: a rate of .10 gives more than 32 once in 600 times."""
    rng, how = np.random.default_rng(12), Swapping(draws=99, exact_up_to=1)
    rejected = 0
    for _ in range(200):
        x, z = equal_metrics(rng)
        if coefficient == "soft-pairwise-accuracy":
            statistics = soft_pairwise_under_swaps(x, z, flip_patterns(10, None, 0)[0][::8], how)
        else:
            statistics = calibrated_under_swaps(x, z, None, how)
        found = compare_under_swaps(statistics, np.zeros(2), np.array([[0, 1]]), rng, z.shape, how)
        rejected += found.p[0, 0] <= 0.1
    assert 5 <= rejected <= 32


def test_a_metric_that_is_better_is_found():
    rng, how = np.random.default_rng(2), Swapping(draws=199, exact_up_to=1)
    z = rng.normal(size=(12, 1)) + 0.3 * rng.normal(size=(12, 9))
    x = np.array([z + 0.3 * rng.normal(size=z.shape), rng.normal(size=(12, 1)) + rng.normal(size=z.shape)])
    patterns = flip_patterns(9, None, 0)[0]
    for statistics in (
        soft_pairwise_under_swaps(x, z, patterns, how),
        calibrated_under_swaps(x, z, None, how),
        calibrated_under_swaps(x, z, np.arange(9) % 3, how),
    ):
        found = compare_under_swaps(statistics, np.zeros(2), np.array([[0, 1]]), rng, z.shape, how)
        assert found.p[0, 0] <= 0.02
        assert found.studentised[0] > 0


def test_a_pair_without_a_value_under_a_swap_is_no_larger_than_the_others():
    """The larger difference is adjusted by the largest of both: under the second swap that is the other's."""
    draws = np.array([[0.0, 0.0], [np.nan, 3.0], [5.0, 0.0], [0.0, 0.5], [0.0, 0.0]])
    given = iter([np.array([[2.0, 1.0]]), draws])
    found = compare_under_swaps(
        lambda masks, pairs: next(given), np.zeros(3), np.array([[0, 1], [0, 2]]), np.random.default_rng(0),
        (12, 3), Swapping(draws=5, exact_up_to=1),
    )  # fmt: skip
    # of the swaps that have a value, and of none: the first is reached by 5, the second by 3; both by 3 and 5
    np.testing.assert_allclose(found.p[1], [2 / 5, 2 / 6])
    np.testing.assert_allclose(found.adjusted[1], [3 / 6, 3 / 6])


def test_a_system_that_nobody_judged_is_left_out_of_no_error():
    """Leaving it out changes nothing, which would make the jackknife's error too small."""
    rng = np.random.default_rng(6)
    z = rng.normal(size=(7, 4))
    x = np.stack([z + 0.3 * rng.normal(size=z.shape), rng.normal(size=z.shape)])
    z[6] = np.nan
    how = Swapping(draws=4, exact_up_to=0)
    for coefficient in ("somers-d", "acc-eq"):
        one, other = (
            permutation_tests(x[:, :n], z[:n], np.random.default_rng(0), "segment", coefficient, how)
            for n in (6, 7)
        )
        assert one.studentised == pytest.approx(other.studentised)
        assert (np.abs(one.studentised) > 0.5).all()
