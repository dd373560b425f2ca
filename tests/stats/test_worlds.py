"""Each world is what it says, and the recommended interval does there what reports/calibration keeps."""

from dataclasses import replace

import numpy as np
import pytest

from workbench.errors import SpecError
from workbench.stats.intervals.cautions import interval_cautions, swap_cautions
from workbench.stats.simulation.calibration import Setting, calibrate_intervals
from workbench.stats.simulation.rejections import calibrate_tests
from workbench.stats.simulation.worlds import WORLDS, find_worlds, real_systems

SIMULATED = [world for world in find_worlds("hostile") if not world.real]
IDS = [f"{world.name}-{world.r:g}" for world in SIMULATED]


@pytest.mark.parametrize("world", SIMULATED, ids=IDS)
def test_the_stated_correlation_is_met(world):
    """Of both metrics; heavy tails converge slowly, so that the mean over parts of the sample is taken."""
    people, *metrics = world.draw(np.random.default_rng(3), 40, 10_000, n_metrics=2)
    assert people.shape == (40, 10_000)
    for metric in metrics:
        r = [np.corrcoef(*each)[0, 1] for each in zip(people, metric, strict=True)]
        assert np.median(r) == pytest.approx(world.r, abs=0.02 + 0.02 * (world.quality != "normal"))
        # mean 0, or of grades in the middle of the scale, and variance 1 of what is not the deviation
        assert metric.mean() == pytest.approx(0, abs=0.05 / world.r)


def test_there_are_enough_kinds_and_correlations():
    assert len(WORLDS) >= 12
    r = [world.r for world in SIMULATED]
    assert (min(r), max(r)) == (0.2, 0.95)
    assert all(world.r < world.most for world in SIMULATED)


def test_ratings_are_means_of_three_grades():
    [_, _, world, *_] = find_worlds("rated")
    people, _ = world.draw(np.random.default_rng(0), 5, 20)
    assert np.allclose(3 * people, np.rint(3 * people))
    assert people.min() >= 1
    assert people.max() <= 5


def test_real_systems_are_drawn_without_replacement():
    [world] = find_worlds("wmt20-comet")
    people, metric = world.draw(np.random.default_rng(0), 3, 222)
    every = real_systems("COMET")
    assert np.array_equal(np.sort(people[1]), np.sort(every[0]))
    assert np.array_equal(np.sort(metric[1]), np.sort(every[1]))
    assert world.value("pearson") == pytest.approx(np.corrcoef(every)[0, 1])
    with pytest.raises(SpecError, match="has fewer systems: got 223, allowed: at most 222"):
        world.draw(np.random.default_rng(0), 1, 223)
    with pytest.raises(SpecError, match="has one metric: got 2"):
        world.draw(np.random.default_rng(0), 1, 5, n_metrics=2)
    with pytest.raises(SpecError, match="compares two metrics"):
        calibrate_tests(world, Setting(12, 1), np.random.default_rng(0))


def test_values_of_ranks_of_normal_scores_are_the_known_ones():
    [*_, world] = find_worlds("normal")
    assert world.value("spearman") == pytest.approx(6 / np.pi * np.arcsin(0.95 / 2), abs=0.002)
    assert world.value("kendall") == pytest.approx(2 / np.pi * np.arcsin(0.95), abs=0.002)


def test_an_unknown_world_is_named_with_those_that_there_are():
    with pytest.raises(SpecError, match="Did you mean 'heavy-both'"):
        find_worlds("heavy-bot")


def test_fishers_interval_fails_where_the_recommended_one_holds():
    """Qualities and deviations with heavy tails; reports/calibration has all worlds."""
    [*_, world] = find_worlds("heavy-both")
    setting, names = Setting(12, 1, 1000), ("fisher", "fisher-jackknife")
    plain, best = calibrate_intervals(world, setting, world.r, np.random.default_rng(0), names)
    assert plain.coverage.value < 0.85
    assert best.coverage.value > 0.92


def shows(cautions, name, n_systems, **changed):
    """Return in which share of samples of a world with r = .8 a caution shows."""
    [world] = [each for each in find_worlds(name) if each.r == 0.8]
    people, metric = replace(world, **changed).draw(np.random.default_rng(7), 200, n_systems)
    return np.mean([bool(cautions(x, z)) for x, z in zip(metric, people, strict=True)])


def test_what_breaks_the_tests_shows_in_most_samples():
    """Deviations that are log-normal or grow on one side; normal scores look so in one of ten samples."""
    assert shows(swap_cautions, "normal", 25) < 0.2
    assert shows(swap_cautions, "log-normal-deviation", 25) > 0.6
    assert shows(swap_cautions, "shrinking-deviation", 25) > 0.8
    assert shows(swap_cautions, "growing-deviation", 25) > 0.6


def test_groups_of_deviations_show_where_systems_are_few():
    """Where most of the exceptions of rank coefficients are; two or more systems are a group."""
    assert shows(swap_cautions, "clustered-deviation", 12) > 2 * shows(swap_cautions, "normal", 12)
    z = np.arange(12.0)
    apart = np.where(np.isin(z, [2, 9]), 5.0, 0.0) + 0.1 * np.cos(7 * z)
    assert "distances from the line fall into two groups" in swap_cautions(z + apart, z)
    one = np.where(z == 5, 9.0, 0.0) + 0.1 * np.cos(7 * z)
    assert "distances from the line fall into two groups" not in swap_cautions(z + one, z)


@pytest.mark.parametrize(
    ("name", "changed"),
    [("heavy-both", {}), ("log-normal-quality", {}), ("shrinking-deviation", {"unequal": -0.7})],
)
def test_where_the_recommended_interval_is_short_most_large_samples_say_so(name, changed):
    """The worlds of reports/calibration where it covers less than one with constants, or both too little."""

    def cautions(x, z):
        return interval_cautions(x, z, "pearson")

    assert shows(cautions, name, 40, **changed) > 0.65
    assert shows(cautions, name, 12, **changed) > 2 * shows(cautions, "normal", 12)
