"""Draws against scipy on the systems and segments written out."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.plain import COEFFICIENTS
from workbench.stats.coefficients.weighted import WEIGHTED
from workbench.stats.intervals.bootstrap_ends import percentile
from workbench.stats.levels.estimates import segment_level, system_level
from workbench.stats.resampling import bootstrap
from workbench.stats.resampling.bootstrap import (
    Draws,
    global_draws,
    prepare,
    resampled_means,
    segment_draws,
    system_draws,
)
from workbench.stats.resampling.resample import draw, expand

NAMES = ["pearson", "spearman", "kendall"]
COMPLETE = st.sampled_from([0.0, 0.125, 0.25, 0.5, 3.0])
WITH_GAPS = st.sampled_from([0.0, 0.125, 0.25, 0.5, 3.0, np.nan])


def matrices(elements):
    """Two matrices of scores and draws of their systems and segments."""
    return st.tuples(
        st.tuples(st.integers(3, 6), st.integers(1, 4)).flatmap(
            lambda shape: arrays(np.float64, (2, *shape), elements=elements)
        ),
        st.sampled_from(["systems", "inputs", "both"]),
        st.integers(0, 1000),
    ).map(lambda t: (*t[0], draw(np.random.default_rng(t[2]), *t[0][0].shape, 4, t[1])))


def written_out(scores, draws):
    """Yield each draw as a matrix in which systems and segments are repeated."""
    for systems, segments in zip(expand(draws.systems), expand(draws.segments), strict=True):
        yield scores[systems][:, segments]


def means(scores):
    return np.array([np.mean(row[~np.isnan(row)]) if (~np.isnan(row)).any() else np.nan for row in scores])


def expected_system(x, z, oracle, name):
    x, z = round_noise(means(x)), round_noise(means(z))
    return oracle(x, z, name) if (~np.isnan(x) & ~np.isnan(z)).sum() >= 3 else np.nan


def expected_segment(x, z, oracle, name):
    values = np.array([oracle(*column, name) for column in zip(x.T, z.T, strict=True)])
    return values[~np.isnan(values)].mean() if (~np.isnan(values)).any() else np.nan


def expected_global(x, z, oracle, name):
    complete = ~np.isnan(x) & ~np.isnan(z)
    return oracle(x.ravel(), z.ravel(), name) if complete.sum() >= 3 else np.nan


def check_all_levels(x, z, draws, name, oracle):
    pairs = list(zip(written_out(x, draws), written_out(z, draws), strict=True))
    x_means, z_means = resampled_means(x, draws.segments), resampled_means(z, draws.segments)
    found = [
        system_draws(x_means, z_means, draws.systems, name),
        segment_draws(prepare(x, draws), prepare(z, draws), name),
        global_draws(x, z, draws, name),
    ]
    for values, expected in zip(found, (expected_system, expected_segment, expected_global), strict=True):
        wanted = [expected(*pair, oracle, name) for pair in pairs]
        np.testing.assert_allclose(values, wanted, rtol=0, atol=1e-9, err_msg=expected.__name__)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40)
@given(data=matrices(COMPLETE))
def test_draws_are_the_coefficients_of_repeated_systems_and_segments(name, oracle, data):
    check_all_levels(*data, name, oracle)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40)
@given(data=matrices(WITH_GAPS))
def test_missing_cells_are_left_out_of_every_draw(name, oracle, data):
    check_all_levels(*data, name, oracle)


@settings(max_examples=20)
@given(data=matrices(WITH_GAPS))
def test_a_coefficient_without_a_weighted_form_is_resampled_too(oracle, data):
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(WEIGHTED, "kendall")
        patch.delitem(bootstrap._PRODUCTS, "kendall")
        check_all_levels(*data, "kendall", oracle)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("gaps", [0, 0.15])
def test_a_larger_study_equals_scipy(name, gaps, oracle):
    """More systems than a byte of pairs holds, scores of both kinds: continuous and tied."""
    rng = np.random.default_rng(11)
    x, z = rng.random((24, 9)), rng.integers(1, 6, (24, 9)) / 4
    x[rng.random(x.shape) < gaps] = np.nan
    z[rng.random(z.shape) < gaps] = np.nan
    draws = draw(rng, 24, 9, 12, "both")
    check_all_levels(x, z, draws, name, oracle)


@pytest.mark.parametrize("name", NAMES)
def test_one_system_drawn_very_often_overflows_nothing(name):
    n = 400
    x = np.arange(n, dtype=float)[:, np.newaxis]
    weights = np.zeros((1, n))
    weights[0, [0, 1, n - 1]] = [198, 1, 201]
    draws = Draws(weights, np.ones((1, 1)))
    z = x.copy()
    z[1] = -1
    expected = COEFFICIENTS.get(name)(*(scores[expand(weights)[0], 0] for scores in (x, z)))
    found = segment_draws(prepare(x, draws), prepare(z, draws), name)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)
    np.testing.assert_allclose(system_draws(x.T, z.T, weights, name), expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_a_draw_of_everything_once_is_the_plain_estimate(name):
    rng = np.random.default_rng(2)
    x, z = rng.random((8, 20)), rng.integers(5, size=(8, 20)) / 1.0
    x[rng.random(x.shape) < 0.1] = np.nan
    once = Draws(np.ones((1, 8)), np.ones((1, 20)))
    system = system_draws(
        resampled_means(x, once.segments), resampled_means(z, once.segments), once.systems, name
    )
    assert system[0] == system_level(x, z, name).value
    segment = segment_draws(prepare(x, once), prepare(z, once), name)
    np.testing.assert_allclose(segment[0], segment_level(x, z, name).value, rtol=0, atol=1e-14)


@pytest.mark.parametrize("name", NAMES)
def test_the_result_of_a_draw_does_not_depend_on_the_others(name):
    rng = np.random.default_rng(4)
    x, z = rng.random((16, 37)), rng.random((16, 37))
    draws = draw(rng, 16, 37, 101, "both")

    def results(part):
        x_means, z_means = (resampled_means(scores, part.segments) for scores in (x, z))
        return (
            system_draws(x_means, z_means, part.systems, name),
            segment_draws(prepare(x, part), prepare(z, part), name),
        )

    whole = results(draws)
    for size in (1, 7, 50):
        parts = [results(Draws(*(c[k : k + size] for c in draws))) for k in range(0, 101, size)]
        for level in (0, 1):
            np.testing.assert_array_equal(np.concatenate([part[level] for part in parts]), whole[level])


def test_draws_are_looked_at_in_blocks_and_in_lots(monkeypatch):
    rng = np.random.default_rng(4)
    x, z = rng.integers(0, 5, (2, 20, 1100)).astype(float)
    x[3, 600:] = np.nan
    draws = draw(rng, *x.shape, 30, "both")

    def found():
        prepared = prepare(x, draws), prepare(z, draws)
        return [segment_draws(*prepared, name) for name in NAMES]

    whole = found()
    monkeypatch.setattr(bootstrap, "_BLOCK", 4 * 1100)
    monkeypatch.setattr(bootstrap, "_KEPT", 1)
    monkeypatch.setattr(bootstrap, "_LOT", 3)
    np.testing.assert_array_equal(found(), whole)


def test_memory_of_draws_does_not_grow_with_their_number(monkeypatch):
    monkeypatch.setattr(bootstrap, "_BLOCK", 100_000)
    monkeypatch.setattr(bootstrap, "_KEPT", 100_000)
    rng = np.random.default_rng(4)
    x = rng.normal(size=(60, 8_000))
    peaks = []
    for number in (4, 20, 200):  # what is compiled is no memory of the scores
        draws = draw(rng, *x.shape, number, "both")
        tracemalloc.start()
        try:
            prepared = prepare(x, draws)
            for name in NAMES:
                segment_draws(prepared, prepared, name)
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    assert peaks[2] < 1.2 * peaks[1] < 6 * x.nbytes


def test_constant_scores_stay_undefined_whatever_was_drawn():
    """0.1 times 7 is not 0.7 in floating point: a constant metric must not turn into noise."""
    x, z = np.full((7, 5), 0.1), np.arange(35.0).reshape(7, 5) % 4
    draws = draw(np.random.default_rng(3), 7, 5, 50, "both")
    for name in NAMES:
        assert np.isnan(segment_draws(prepare(x, draws), prepare(z, draws), name)).all()
        x_means, z_means = (resampled_means(scores, draws.segments) for scores in (x, z))
        assert np.isnan(system_draws(x_means, z_means, draws.systems, name)).all()


def test_close_scores_beside_a_distant_one_keep_their_correlation():
    """Without the distant system the spread is 1e-7 of what the moments were centred on."""
    x, z = np.array([[0.1], [0.1 + 1e-7], [0.1 + 3e-7], [0.9]]), np.array([[1.0], [2.0], [1.5], [9.0]])
    draws = Draws(np.array([[2.0, 1.0, 1.0, 0.0]]), np.ones((1, 1)))
    expected = np.corrcoef([0, 0, 1, 3], [1, 1, 2, 1.5])[0, 1]
    assert segment_draws(prepare(x, draws), prepare(z, draws), "pearson") == pytest.approx(expected, abs=1e-5)
    assert system_draws(x.T, z.T, draws.systems, "pearson") == pytest.approx(expected, abs=1e-5)


def test_equal_means_tie_in_every_draw():
    """The same scores in another order of segments have the same mean when each is drawn once."""
    x = np.array([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.2, 0.3, 0.1]])
    assert len({row.sum() for row in x}) > 1 or len({sum(row) for row in x}) > 1
    assert len(set(resampled_means(x, np.ones((1, 3)))[0])) == 1


def test_percentile_takes_quantiles_of_the_defined_draws():
    values = np.array([np.nan, *np.arange(101.0), np.nan])
    interval = percentile(values, 0.9)
    assert interval == (pytest.approx(5), pytest.approx(95), 103, 2)
    nothing = percentile(np.full(4, np.nan), 0.95)
    assert np.isnan(nothing[:2]).all()
    assert nothing[2:] == (4, 4)


@pytest.mark.parametrize("name", ["spearman", "kendall"])
def test_scores_that_are_equal_but_for_rounding_tie_over_all_cells(name):
    x = np.array([[0.1 + 0.2, 0.5, 0.7], [0.3, 0.9, 0.2], [0.6, 0.1, 0.1 + 0.5]])
    z = np.array([[0.4, 0.7 + 0.1, 0.6], [0.9, 0.8, 0.3], [0.2, 0.6, 0.5]])
    draws = draw(np.random.default_rng(3), 3, 3, 20, "both")
    expected = global_draws(x.round(6), z.round(6), draws, name)
    np.testing.assert_allclose(global_draws(x, z, draws, name), expected, atol=1e-12)
    np.testing.assert_allclose(global_draws(z, x, draws, name), expected, atol=1e-12)


def test_draws_of_tiny_scores_are_those_of_the_same_in_another_unit():
    """Squares of probabilities of long texts, 1e-163, lose their digits and vanish."""
    rng = np.random.default_rng(5)
    x, z = rng.normal(size=(2, 6, 9))
    x[1, 2] = np.nan
    draws = draw(rng, *x.shape, 20, "both")
    for name in NAMES:
        expected = segment_draws(prepare(x, draws), prepare(z, draws), name)
        assert not np.isnan(expected).any()
        for unit in (2.0**-541, 2.0**-700):
            found = segment_draws(prepare(x * unit, draws), prepare(z, draws), name)
            # noise is rounded off at other digits
            assert found == pytest.approx(expected, abs=1e-9)
