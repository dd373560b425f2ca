"""Cautions of intervals and tests, each against the same question asked in another way."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.api import OLS
from statsmodels.stats.diagnostic import het_breuschpagan

from workbench.stats.intervals.cautions import interval_cautions, swap_cautions

FAR = "one system is far from the line of the others"


def without(values, at):
    return np.delete(values, at)


def stands_out(values):
    """Any value that the others do not predict, at 0.05 of all of them on both sides (Bonferroni)."""
    n, p = len(values), []
    for at, value in enumerate(values):
        rest = without(values, at)
        t = (value - rest.mean()) / (rest.std(ddof=1) * np.sqrt(1 + 1 / (n - 1)))
        p.append(2 * stats.t.sf(abs(t), n - 2))
    return min(p) * n < 0.05


def bends(x, z):
    return OLS(x, np.stack([np.ones_like(z), z, z**2], axis=1)).fit().pvalues[2] < 0.05


def falls_apart(values, least=1):
    ordered = sorted(values)
    gaps = [ordered[at + 1] - ordered[at] for at in range(least - 1, len(values) - least)]
    return max(gaps) >= 0.5 * (ordered[-1] - ordered[0])


def off_the_line(x, z):
    return OLS(x, np.stack([np.ones_like(z), z], axis=1)).fit().resid


def times_that_of_normal_scores(x, z):
    n = len(x)
    each = np.arctanh([stats.pearsonr(without(x, at), without(z, at))[0] for at in range(n)])
    return np.sqrt((n - 1) / n * ((each - each.mean()) ** 2).sum()) * np.sqrt(n - 3)


def samples():
    """Systems of many shapes, few and many; heavy tails put some of them at each border."""
    for seed in range(160):
        rng = np.random.default_rng(seed)
        n = 5 + seed % 10
        z = rng.standard_t(3, n)
        noise = rng.standard_t(3, n) * (np.exp(z) if seed % 3 == 0 else 1)
        shift = np.where(rng.random(n) < 0.5, 30.0, 0.0) if seed % 7 == 0 else 0.0
        yield z + noise + shift + rng.choice([0, 0.3]) * z**2, z


@pytest.mark.parametrize("unit", [2.0**-400, 2.0**400])
def test_cautions_do_not_hang_on_the_unit(unit):
    """Fourth powers of 1e120 are no numbers, and those of 1e-120 are 0."""
    said = {}
    for x, z in [*samples()][::4]:
        for find in (lambda x, z: interval_cautions(x, z, "pearson"), swap_cautions):
            found = find(x, z)
            assert find(unit * x, unit * z) == found
            said |= dict.fromkeys(found)
    assert len(said) > 5


def test_cautions_of_intervals():
    seen = dict.fromkeys(("scores", "judgments", "far", "bend", "groups", "times"), 0)
    for x, z in samples():
        expected = ["fewer than 12 systems"] if len(x) < 12 else []
        found = {
            "judgments": (stands_out(z), "one system stands out among the judgments"),
            "scores": (stands_out(x), "one system stands out among the scores"),
            "far": (stands_out(off_the_line(x, z)), FAR),
            "bend": (bends(x, z), "scores bend against judgments"),
            "groups": (falls_apart(z), "judgments fall into two groups"),
            "times": (
                times_that_of_normal_scores(x, z) > 1.5,
                "the jackknife error is more than 1.5 times that of normal scores",
            ),
        }
        expected += [said for holds, said in found.values() if holds]
        assert interval_cautions(x, z, "pearson") == expected
        assert interval_cautions(np.append(x, np.nan), np.append(z, 9.0), "pearson") == expected
        for name, (holds, _) in found.items():
            seen[name] += bool(holds)
    assert min(seen.values()) > 5
    assert max(seen.values()) < 150


def test_cautions_of_swaps():
    seen = np.zeros(3, int)
    for x, z in samples():
        rest = off_the_line(x, z)
        p = het_breuschpagan(rest, np.stack([np.ones_like(z), z], axis=1))[1]
        found = [
            (stands_out(rest), FAR),
            (p < 0.05, "systems are farther from the line at one end"),
            (falls_apart(rest, least=2), "distances from the line fall into two groups"),
        ]
        assert swap_cautions(x, z) == [said for holds, said in found if holds]
        seen += [bool(holds) for holds, _ in found]
    assert seen.min() > 5


@pytest.mark.parametrize(("n", "few"), [(11, True), (12, False)])
def test_twelve_systems_are_enough(n, few):
    x = np.random.default_rng(0).normal(size=n)
    assert ("fewer than 12 systems" in interval_cautions(x, x[::-1], "kendall")) is few


@pytest.mark.parametrize(("n", "coverage"), [(2, 0.50), (5, 0.84), (12, 0.91)])
def test_intervals_over_few_inputs_cover_what_is_said_of_them(n, coverage):
    """Percentile intervals of means of normal scores; the reason for a caution below twelve inputs."""
    rng, covers = np.random.default_rng(0), []
    for _ in range(8):
        drawn = rng.multinomial(n, np.full(n, 1 / n), 400) / n
        low, high = np.percentile(rng.standard_normal((500, n)) @ drawn.T, [2.5, 97.5], axis=1)
        covers += ((low <= 0) & (high >= 0)).tolist()
    assert np.mean(covers) == pytest.approx(coverage, abs=0.03)


@pytest.mark.parametrize("unit", [1, 3, 7, 10])
def test_a_gap_of_half_the_range_parts_two_groups_in_whatever_unit(unit):
    z = np.array([5.0, 4.0, 7.0, 1.0, 5.0]) / unit
    assert "judgments fall into two groups" in interval_cautions(z[::-1], z, "pearson")
    two = np.array([1.0, 2.0, 3.0, 7.0, 8.0, 9.0]) / unit
    assert "judgments fall into two groups" in interval_cautions(two[::-1], two, "pearson")


def test_a_constant_metric_whose_means_are_noise_has_no_system_far_away():
    x = np.full(9, 0.05)
    x[2] = np.nextafter(0.05, 1)
    assert x.max() > x.min()
    assert swap_cautions(x, np.arange(9.0)) == []


@pytest.mark.parametrize("unit", [2.0**-700, 2.0**400])
def test_cautions_do_not_hang_on_how_small_or_large_numbers_are(unit):
    """As of probabilities of long texts, of whose squares nothing is left."""
    z = np.array([1.0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 30])
    x = z + np.array([0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0, 9])
    assert interval_cautions(x * unit, z, "pearson") == interval_cautions(x, z, "pearson") != []
    even = np.arange(12.0)
    assert swap_cautions((even + x - z) * unit, even * unit) == swap_cautions(even + x - z, even) != []
