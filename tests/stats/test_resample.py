import numpy as np
import pytest

from workbench.stats.resampling.resample import draw, expand


@pytest.mark.parametrize(
    ("resample", "systems_move", "segments_move"),
    [("systems", True, False), ("inputs", False, True), ("both", True, True)],
)
def test_only_what_is_resampled_moves(resample, systems_move, segments_move):
    drawn = draw(np.random.default_rng(5), 6, 9, 200, resample)
    assert drawn.systems.shape == (200, 6)
    assert drawn.segments.shape == (200, 9)
    assert (drawn.systems.sum(axis=1) == 6).all()
    assert (drawn.segments.sum(axis=1) == 9).all()
    assert (drawn.systems != 1).any() == systems_move
    assert (drawn.segments != 1).any() == segments_move


def test_counts_are_those_of_drawing_with_replacement():
    """Each count is binomial with mean 1 and variance 1 - 1/n, two counts have covariance -1/n."""
    counts = draw(np.random.default_rng(6), 4, 5, 20_000, "both").systems
    np.testing.assert_allclose(counts.mean(axis=0), 1, atol=0.03)
    np.testing.assert_allclose(np.cov(counts.T), np.eye(4) - 1 / 4, atol=0.04)


def test_systems_and_segments_are_drawn_independently():
    drawn = draw(np.random.default_rng(8), 5, 5, 20_000, "both")
    assert abs(np.corrcoef(drawn.systems[:, 0], drawn.segments[:, 0])[0, 1]) < 0.03


@pytest.mark.parametrize("at_once", [1, 100, 1_000_000])
def test_draws_are_the_same_however_many_are_drawn_at_once(monkeypatch, at_once):
    monkeypatch.setattr("workbench.stats.resampling.resample._AT_ONCE", at_once)
    drawn = draw(np.random.default_rng(7), 5, 30, draws=20, resample="both")
    rng = np.random.default_rng(7)
    for counts in drawn:
        places = rng.integers(counts.shape[1], size=counts.shape)
        assert (counts == [np.bincount(each, minlength=counts.shape[1]) for each in places]).all()


def test_the_same_stream_draws_the_same():
    one, two = (draw(np.random.default_rng(1), 3, 4, 10, "both") for _ in range(2))
    np.testing.assert_array_equal(one.systems, two.systems)
    np.testing.assert_array_equal(one.segments, two.segments)


def test_expanding_gives_back_the_counts():
    counts = draw(np.random.default_rng(9), 7, 3, 50, "both").systems
    indices = expand(counts)
    np.testing.assert_array_equal([np.bincount(row, minlength=7) for row in indices], counts)
