import numpy as np
import pytest

from workbench.errors import SpecError
from workbench.stats.levels.level_values import level_estimate
from workbench.stats.ranking.average_ranks import average_ranks
from workbench.stats.ranking.rank_intervals import NO_VALUE, rank_intervals
from workbench.stats.resampling.bootstrap import resampled_means, system_draws
from workbench.stats.resampling.resample import draw
from workbench.stats.resampling.tally import NO_DRAW

DEVIATIONS = (0.3, 0.5, 0.7, 0.9, 1.1, 1.3)


def covered(replication, deviations=DEVIATIONS, resample="both", n=25, m=100, draws=499):
    """Design R of statistics.md: which metrics' intervals cover their true ranks, and how long they are."""
    rng = np.random.default_rng(replication)
    quality, difficulty = rng.standard_normal((n, 1)), rng.standard_normal((1, m))
    z = quality + difficulty + 1.5 * rng.standard_normal((n, m))
    metrics = [
        quality + s * rng.standard_normal((n, 1)) + difficulty + 1.5 * rng.standard_normal((n, m))
        for s in deviations
    ]
    drawn = draw(rng, n, m, draws, resample)
    judged = resampled_means(z, drawn.segments)
    values = np.array([level_estimate(x, z, "system", "pearson").value for x in metrics])
    coefficients = [
        system_draws(resampled_means(x, drawn.segments), judged, drawn.systems, "pearson") for x in metrics
    ]
    found = rank_intervals(values, np.stack(coefficients, axis=1))
    truth = np.arange(1, len(deviations) + 1)
    return (found.low <= truth) & (truth <= found.high), found.high - found.low + 1


def shares(replications, **design):
    hits, lengths = zip(*(covered(number, **design) for number in range(replications)), strict=True)
    return np.mean(hits, axis=0), np.mean(lengths, axis=0)


def test_intervals_cover_the_true_ranks():
    hits, lengths = shares(60)
    assert (hits >= 0.93).all()
    # they also say something: the best of six is among the first four on average
    assert lengths[0] < 4
    assert lengths.mean() < 5


def test_intervals_cover_the_ranks_of_metrics_that_are_nearly_equal():
    hits, _ = shares(60, deviations=(0.7, 0.701, 0.702, 0.703, 0.704, 0.705), resample="systems")
    assert (hits >= 0.9).all()


def test_intervals_are_those_that_are_written_out():
    rng = np.random.default_rng(5)
    values = np.array([0.9, 0.85, 0.6, np.nan, -0.2])
    drawn = np.tanh(np.arctanh(values) + 0.25 * rng.normal(size=(60, 5)))
    drawn[7, 1] = np.nan
    found = rank_intervals(values, drawn, 0.9)
    kept = [row for number, row in enumerate(drawn) if number != 7]
    z, others = np.arctanh(values), [0, 1, 2, 4]
    for k in others:
        apart = {m: z[m] - z[k] for m in others if m != k}
        far = {m: [abs(np.arctanh(row[m]) - np.arctanh(row[k]) - apart[m]) for row in kept] for m in apart}
        errors = {m: np.sqrt(sum(each**2 for each in far[m]) / 59) for m in apart}
        q = np.quantile([max(far[m][row] / errors[m] for m in apart) for row in range(59)], 0.9)
        better = sum(apart[m] > q * errors[m] for m in apart)
        worse = sum(apart[m] < -q * errors[m] for m in apart)
        assert (found.low[k], found.high[k]) == (1 + better, 4 - worse)
    assert found.ranks.tolist() == [1, 2, 3, 0, 4]
    assert (found.low[3], found.high[3], found.undefined) == (0, 0, 1)
    assert set(found.high - found.low) > {0, 1}


@pytest.mark.slow
@pytest.mark.parametrize("resample", ["both", "systems"])
def test_acceptance_500_replications(resample):
    hits, _ = shares(500, resample=resample, draws=999)
    assert (hits >= 0.95 - 0.02).all()


def test_ranks_share_the_first_place_of_equal_values():
    drawn = np.random.default_rng(0).uniform(size=(50, 4))
    found = rank_intervals(np.array([0.5, 0.1 + 0.2, 0.3, 0.9]), drawn)
    assert found.ranks.tolist() == [2, 3, 3, 1]


def test_a_metric_that_is_behind_in_every_draw_cannot_be_first():
    rng = np.random.default_rng(1)
    drawn = rng.normal([0.9, 0.9, 0.2], [0.01, 0.01, 0.01], size=(200, 3))
    found = rank_intervals(np.array([0.9, 0.9, 0.2]), drawn)
    assert found.low.tolist() == [1, 1, 3]
    assert found.high.tolist() == [2, 2, 3]


def test_the_order_of_metrics_and_of_draws_does_not_matter():
    rng = np.random.default_rng(2)
    values = rng.uniform(0.2, 0.9, 7)
    drawn = np.clip(values + rng.normal(0, 0.1, (300, 7)), -1, 1)
    found = rank_intervals(values, drawn)
    order = rng.permutation(7)
    other = rank_intervals(values[order], drawn[rng.permutation(300)][:, order])
    for name in ("ranks", "low", "high"):
        assert getattr(other, name).tolist() == getattr(found, name)[order].tolist()
    assert (found.low <= found.ranks).all()
    assert (found.ranks <= found.high).all()


def test_more_confidence_is_not_shorter():
    rng = np.random.default_rng(3)
    values = np.linspace(0.2, 0.9, 6)
    drawn = np.tanh(np.arctanh(values) + rng.normal(0, 0.2, (500, 6)))
    narrow, wide = (rank_intervals(values, drawn, confidence) for confidence in (0.5, 0.99))
    assert (narrow.low >= wide.low).all()
    assert (narrow.high <= wide.high).all()
    assert (narrow.high - narrow.low).sum() < (wide.high - wide.low).sum()


def test_degenerate_input_has_reasons():
    nan = np.nan
    found = rank_intervals(np.array([0.5, nan, 0.4]), np.array([[0.5, nan, 0.4], [0.6, nan, nan]]))
    assert found.ranks.tolist() == [1, 0, 2]
    assert found.reasons == ("", NO_VALUE, "")
    assert (found.draws, found.undefined) == (2, 1)
    none = rank_intervals(np.array([0.5, 0.4]), np.full((3, 2), nan))
    assert none.reasons == (NO_DRAW, NO_DRAW)
    assert none.low.tolist() == none.high.tolist() == [0, 0]
    assert rank_intervals(np.array([0.5]), np.array([[0.4]])).high.tolist() == [1]
    assert rank_intervals(np.empty(0), np.empty((5, 0))).ranks.tolist() == []
    assert rank_intervals(np.array([1.0, 1.0]), np.ones((5, 2))).high.tolist() == [2, 2]
    assert rank_intervals(np.array([5.0, 2.0]), np.array([[5.0, 2.0]])).high.tolist() == [1, 2]
    with pytest.raises(SpecError):
        rank_intervals(np.array([0.5]), np.array([[0.4]]), 1.0)


def test_two_metrics_have_a_critical_difference_and_no_test_of_friedman():
    """Demšar's table has 1.960 for two; three data sets give 1.960 times the root of 2 * 3 / (6 * 3)."""
    found = average_ranks(np.array([[0.1, 0.2], [0.3, 0.1], [0.2, 0.5]]), 0.05)
    assert found.ranks == pytest.approx([5 / 3, 4 / 3])
    assert np.isnan(found.friedman_p)
    assert found.critical_difference == pytest.approx(1.960 / 3**0.5, abs=1e-3)


def test_one_data_set_tells_no_metrics_apart_and_two_do():
    one, two = (average_ranks(np.array([[0.3, 0.2, 0.2]] * n), 0.05) for n in (1, 2))
    assert one.ranks.tolist() == two.ranks.tolist() == [1, 2.5, 2.5]
    assert np.isnan([one.friedman_p, one.critical_difference]).all()
    # 2 (3 - 1) (1.5 - 0) / (...) of Demšar's formula, with ties as Conover has them
    assert two.friedman_p == pytest.approx(np.exp(-2.0))
    assert two.critical_difference == pytest.approx(2.343 * (3 * 4 / (6 * 2)) ** 0.5, abs=1e-3)
    alone = average_ranks(np.array([[0.3], [0.1]]), 0.05)
    assert np.isnan([alone.friedman_p, alone.critical_difference]).all()
    assert np.isnan(average_ranks(np.ones((4, 3)), 0.05).friedman_p)


def test_a_difference_that_is_rounding_noise_in_every_draw_shows_no_order():
    values = np.array([0.05, 0.05 + 5e-13, 0.01])
    found = rank_intervals(values, np.tile(values, (9, 1)))
    assert found.low.tolist() == [1, 1, 3]
    assert found.high.tolist() == [2, 2, 3]


def test_a_metric_and_its_double_differ_by_nothing_in_all_draws():
    """Their draws differ by noise, of which a few are many deviations away: they decided about the others."""
    rng = np.random.default_rng(0)
    values = np.array([0.9, 0.9, 0.7, 0.5])
    drawn = values + 0.06 * rng.normal(size=(200, 1)) * np.array([1, 1, -1, 1]) / 2
    drawn[:, 1] = drawn[:, 0] + np.repeat([2e-11, 0.0], [12, 188])
    found = rank_intervals(values + np.array([0, 1e-12, 0, 0]), drawn)
    exact = rank_intervals(values, np.stack([drawn[:, 0], *drawn[:, [0, 2, 3]].T], axis=1))
    for name in ("ranks", "low", "high"):
        assert getattr(found, name).tolist() == getattr(exact, name).tolist()
    assert found.high.tolist() == [2, 2, 3, 4]
    # nor do coefficients that are all beyond .999
    ends = rank_intervals(np.array([0.9995, 0.9992]), np.array([[0.9999, 0.9991], [0.9993, 0.9994]]))
    assert (ends.low.tolist(), ends.high.tolist()) == ([1, 1], [2, 2])
