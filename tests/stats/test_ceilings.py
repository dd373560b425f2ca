"""Raters against each other, split halves, correlations without the noise of the judgments."""

import csv
import gzip

import numpy as np
import pytest
from scipy.stats import kendalltau
from vectors import statistics_vectors

from workbench.errors import SpecError
from workbench.stats.judges.ceilings import leave_one_rater_out, rater_mean
from workbench.stats.judges.disattenuation import disattenuate, disattenuated
from workbench.stats.judges.reliability import HalfMeans, drawn_reliability, spearman_brown, split
from workbench.stats.levels.estimates import system_level


def split_half(ratings, coefficient, rng, over="raters", splits=200):
    """The split-half reliability with all systems."""
    halves = split(ratings, over, splits, rng)
    return drawn_reliability(halves, np.ones((1, ratings.shape[1])), coefficient).whole


def ratings_of(path, criteria):
    """By criterion and group of raters: float64[raters, systems, documents]."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    raters, systems, documents = (sorted({row[key] for row in rows}) for key in ("rater", "system", "doc_id"))
    values = np.full((len(criteria), len(raters), len(systems), len(documents)), np.nan)
    for row in rows:
        at = raters.index(row["rater"]), systems.index(row["system"]), documents.index(row["doc_id"])
        values[(slice(None), *at)] = [float(row[name]) for name in criteria]
    expert = np.array([rater.startswith("expert") for rater in raters])
    return {name: (each[expert], each[~expert]) for name, each in zip(criteria, values, strict=True)}


def test_a_rater_has_nobody_to_agree_with_where_the_others_cancel_out():
    """The mean of the other three is 0 for each system; .1 + .2 - .3 is 5.6e-17."""
    ratings = np.array([[0.01, 0.02, 0.05], [0.1, 0.2, 0.7], [0.2, 0.1, -0.1], [-0.3, -0.3, -0.6]])
    ceiling = leave_one_rater_out(ratings[..., np.newaxis], "pearson")
    assert ceiling.each[0].reason == "constant judgments"
    assert ceiling.n_undefined == 1
    assert ceiling.value == pytest.approx(np.mean([each.value for each in ceiling.each[1:]]))


def test_vectors_of_ceilings(shared):
    checked = 0
    for vector in statistics_vectors("ceiling"):
        path = shared / vector["input"]["data"]
        for name, (experts, crowd) in ratings_of(path, list(vector["expected"])).items():
            expected = vector["expected"][name]
            assert experts.shape[:2] == (3, vector["input"]["systems"])
            ceiling = leave_one_rater_out(experts, "kendall")
            documents = leave_one_rater_out(experts, "kendall", "segment")
            against = system_level(rater_mean(crowd), rater_mean(experts), "kendall").value
            found = {
                "leave_one_out": ceiling.value,
                "each_expert": [estimate.value for estimate in ceiling.each],
                "input_level_leave_one_out": documents.value,
                "crowd_vs_expert": against,
            }
            assert set(found) == set(expected)
            for key, value in found.items():
                np.testing.assert_allclose(
                    value, expected[key], rtol=0, atol=vector["tol"], err_msg=f"{name} {key}"
                )
            checked += 1
    assert checked >= 4


def simulated(seed, raters, systems, segments, noise):
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=systems)
    ratings = quality[:, np.newaxis] + noise * rng.normal(size=(raters, systems, segments))
    return quality, ratings


def test_missing_ratings_leave_the_mean_of_those_who_rated():
    _, ratings = simulated(1, 3, 8, 6, 0.5)
    ratings[0, 2, 3] = ratings[1, 2, 3] = np.nan
    mean = rater_mean(ratings)
    np.testing.assert_allclose(mean, np.nanmean(ratings, axis=0))
    ratings[2, 2, 3] = np.nan
    assert np.isnan(rater_mean(ratings)[2, 3])


def test_systems_that_tie_in_whole_tie_in_halves_whatever_thirds_they_are_of():
    """(2/3 + 0) / 2 = (1/3 + 1/3) / 2, and 2/3 rounded to 12 digits is more than twice 1/3 rounded."""
    first = [[[1, 0], [1, 1], [1, 1]], [[1, 0], [0, 0], [1, 1]], [[0, 0], [0, 0], [1, 1]]]
    ratings = np.array(first, float)  # raters, systems, segments: means 1/3, 1/3 and 1
    ratings = np.concatenate([ratings, ratings], axis=2)
    halves = split(ratings, "segments", 200, np.random.default_rng(0))
    assert halves.first[0, 0] == halves.first[0, 1]  # of the first two segments
    others = np.array([[[0.0], [1.0], [2.0]]]).repeat(4, axis=2)
    alone = leave_one_rater_out(np.concatenate([others, ratings]), "kendall").each[0]
    assert alone.value == pytest.approx(2 / np.sqrt(6))


def test_a_rater_without_an_estimate_is_counted():
    _, ratings = simulated(2, 3, 8, 6, 0.5)
    ratings[1] = 4.0
    ceiling = leave_one_rater_out(ratings, "pearson")
    assert ceiling.n_undefined == 1
    assert ceiling.each[1].reason == "constant metric scores"
    assert ceiling.value == pytest.approx((ceiling.each[0].value + ceiling.each[2].value) / 2)
    nobody = leave_one_rater_out(np.ones((2, 4, 3)), "pearson")
    assert np.isnan(nobody.value)
    assert nobody.n_undefined == 2


def test_the_order_of_raters_does_not_matter():
    _, ratings = simulated(3, 4, 9, 5, 1.0)
    first, second = (leave_one_rater_out(each, "kendall") for each in (ratings, ratings[::-1]))
    assert [e.value for e in first.each] == [e.value for e in second.each][::-1]
    assert first.value == pytest.approx(second.value)


@pytest.mark.parametrize("more", [0, 30])
@pytest.mark.parametrize(("raters", "expected"), [(2, 1), (3, 3), (4, 3), (5, 15), (6, 10), (7, 70)])
def test_all_halves_are_taken_where_they_are_no_more_than_asked_for(raters, expected, more):
    ratings = np.eye(raters)[:, :, np.newaxis]
    halves = split(ratings, "raters", expected + more, np.random.default_rng(0))
    # Of the unit ratings, the mean of a half names its members.
    pairs = [
        frozenset((frozenset(np.flatnonzero(first)), frozenset(np.flatnonzero(second))))
        for first, second in zip(halves.first, halves.second, strict=True)
    ]
    assert len(pairs) == len(set(pairs)) == expected
    assert all({len(half) for half in pair} == {raters // 2} for pair in pairs)
    assert all(not frozenset.intersection(*pair) for pair in pairs)
    assert halves.factor == raters / (raters // 2)


def test_drawn_halves_do_not_overlap_and_come_from_the_seed():
    ratings = np.eye(12)[:, :, np.newaxis]
    one, two = (split(ratings, "raters", 40, np.random.default_rng(0)) for _ in range(2))
    np.testing.assert_array_equal(one.first, two.first)
    assert one.first.shape == (40, 12)
    assert not ((one.first > 0) & (one.second > 0)).any()
    assert ((one.first > 0).sum(axis=1) == 6).all()


@pytest.mark.parametrize(
    ("over", "raters", "segments"), [("raters", 6, 4), ("raters", 5, 4), ("segments", 2, 9)]
)
def test_split_halves_find_the_reliability_of_the_means(over, raters, segments):
    # Noise of 2 in each cell: the variance of a mean is 4 / (raters x segments), that of quality 1.
    found = [
        split_half(
            simulated(seed, raters, 60, segments, 2.0)[1], "pearson", np.random.default_rng(0), over, 30
        )
        for seed in range(12)
    ]
    truth = 1 / (1 + 4 / (raters * segments))
    assert np.mean([each.value for each in found]) == pytest.approx(truth, abs=0.03)
    assert {each.reason for each in found} == {""}


def test_reliability_of_judgments_that_say_nothing_has_a_reason():
    ratings = np.array([[[1.0], [2.0], [3.0]], [[3.0], [2.0], [1.0]]])
    found = split_half(ratings, "pearson", np.random.default_rng(0))
    assert (found.half, found.reason) == (-1.0, "the halves do not correlate positively")
    assert np.isnan(found.value)
    found = split_half(np.ones((4, 5, 2)), "pearson", np.random.default_rng(0))
    assert found.reason == "no half has a coefficient"
    assert (found.splits, found.undefined) == (3, 3)


def test_the_formula_of_spearman_and_brown():
    np.testing.assert_allclose(spearman_brown([0.5, 1.0, 0.25], 2.0), [2 / 3, 1.0, 0.4])
    assert spearman_brown(0.3, 1.0) == pytest.approx(0.3)
    assert np.isnan(spearman_brown([0.0, -0.2, np.nan], 2.0)).all()
    assert disattenuate(0.6, 0.81) == pytest.approx(2 / 3)
    assert np.isnan(disattenuate(0.6, [-0.1, 0.0, np.nan])).all()


def test_halves_that_agree_by_rounding_noise_alone_have_no_reliability():
    """Of the 10 pairs of five systems 6, 7 and 2 are in the same order: tau is .2, .4 and -.6."""
    first = np.tile([1.0, 2.0, 3.0, 4.0, 5.0], (3, 1))
    second = np.array([[1.0, 3.0, 5.0, 4.0, 2.0], [1.0, 2.0, 5.0, 4.0, 3.0], [3.0, 5.0, 4.0, 2.0, 1.0]])
    taus = [kendalltau(*each).statistic for each in zip(first, second, strict=True)]
    assert taus == pytest.approx([0.2, 0.4, -0.6])
    found = drawn_reliability(HalfMeans(first, second, 2.0), np.ones((1, 5)), "kendall")
    assert 0 < found.whole.half < 1e-16
    assert np.isnan(found.whole.value)
    assert np.isnan(found.each).all()


def test_noise_of_the_judgments_is_taken_out_and_the_interval_holds_the_truth():
    covered, values, plain = 0, [], []
    for seed in range(40):
        quality, ratings = simulated(seed, 4, 100, 2, 2.0)
        x = quality + 0.75 * np.random.default_rng(1_000 + seed).normal(size=100)
        found = disattenuated(x, ratings, "pearson", np.random.default_rng(seed), draws=299)
        covered += found.interval.low <= 0.8 <= found.interval.high
        values.append(found.value)
        plain.append(found.plain)
        assert found.reason == ""
        assert found.interval.draws == 299
    assert np.mean(plain) < 0.7
    assert np.mean(values) == pytest.approx(0.8, abs=0.03)
    assert covered >= 34


def test_the_reason_of_an_undefined_correction():
    ratings = np.array([[[1.0], [2.0], [3.0]], [[3.0], [2.0], [1.2]]])
    found = disattenuated(np.array([1.0, 2.0, 3.0]), ratings, "pearson", np.random.default_rng(0), draws=9)
    assert np.isnan(found.value)
    assert found.reason == "the halves do not correlate positively"
    found = disattenuated(np.ones(3), ratings, "pearson", np.random.default_rng(0), draws=9)
    assert found.reason == "constant metric scores"
    assert (found.interval.draws, found.interval.undefined) == (9, 9)


def test_what_cannot_be_split_is_an_error():
    with pytest.raises(SpecError, match="raters cannot be split"):
        split_half(np.ones((1, 4, 3)), "pearson", np.random.default_rng(0))
    with pytest.raises(SpecError, match="Did you mean 'segments'"):
        split_half(np.ones((2, 4, 3)), "pearson", np.random.default_rng(0), "segment")
    with pytest.raises(SpecError, match="Did you mean 'system'"):
        leave_one_rater_out(np.ones((2, 4, 3)), "pearson", "systems")
