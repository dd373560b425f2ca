"""Outliers, influence and the best systems alone."""

import csv
import gzip

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import median_abs_deviation
from vectors import statistics_vectors

from workbench.stats.robustness.few_systems import influence, mad_outliers, top_curve, without_outliers


def wmt19(shared, metric):
    """By language pair: names, scores of the metric, human scores."""
    folder = shared / "data" / "wmt19_system"
    with gzip.open(folder / "metric_scores.tsv.gz", "rt", encoding="utf-8") as lines:
        scores = {
            (row["language_pair"], row["system"]): float(row["score"])
            for row in csv.DictReader(lines, delimiter="\t")
            if row["metric"] == metric
        }
    pairs: dict[str, list[tuple[str, float, float]]] = {}
    for row in csv.DictReader((folder / "human_scores.tsv").read_text().splitlines(), delimiter="\t"):
        key = row["language_pair"], row["system"]
        pairs.setdefault(key[0], []).append((key[1], scores.get(key, np.nan), float(row["da_z"])))
    return {
        name: (
            np.array([row[0] for row in rows]),
            np.array([row[1] for row in rows]),
            np.array([row[2] for row in rows]),
        )
        for name, rows in pairs.items()
    }


def test_vectors_of_outliers(shared):
    checked = 0
    for vector in statistics_vectors("outliers"):
        by_pair = wmt19(shared, vector["input"]["metric"])
        for name, expected in vector["expected"].items():
            systems, x, z = by_pair[name]
            found = without_outliers(x, z, "pearson", 1)
            assert sorted(systems[found.outliers.outlier]) == sorted(expected["outliers"])
            assert found.every.n_systems == expected["n"]
            assert found.without.n_systems == expected["n"] - len(expected["outliers"])
            assert found.every.value == pytest.approx(expected["r_all"], abs=vector["tol"])
            assert found.without.value == pytest.approx(expected["r_without"], abs=vector["tol"])
            checked += 1
    assert checked >= 5


def test_the_outliers_of_every_language_pair(shared):
    path = shared / "data" / "wmt19_system" / "outliers.tsv"
    listed = {
        (row["language_pair"], row["system"])
        for row in csv.DictReader(path.read_text().splitlines(), delimiter="\t")
    }
    by_pair = wmt19(shared, "BLEU")
    found = {
        (name, str(system))
        for name, (systems, _, z) in by_pair.items()
        for system in systems[mad_outliers(z).outlier]
    }
    assert found == listed
    assert (len(by_pair), len(found)) == (18, 18)


def test_one_system_drives_the_correlation_of_english_to_german(shared):
    systems, x, z = wmt19(shared, "BLEU")["en-de"]
    found = influence(x, z, "pearson")
    assert systems[np.abs(found.shift).argmax()] == "en_de_task.6790"
    assert found.value == pytest.approx(0.920753, abs=5e-5)
    curve = top_curve(x, z, "pearson")
    assert curve.value[-1] == pytest.approx(found.value)
    # The two outliers are the two worst systems.
    assert curve.value[list(curve.n_systems).index(20)] == pytest.approx(0.419249, abs=5e-5)


@given(st.lists(st.integers(-1000, 1000), min_size=1, max_size=30), st.floats(0.5, 5))
def test_distances_equal_those_of_scipy(scores, cut):
    scores = np.array(scores) / 8
    mad = median_abs_deviation(scores, scale="normal")
    found = mad_outliers(scores, cut)
    if found.reason:
        assert mad < 1e-6
        assert not found.outlier.any()
        assert np.isnan(found.distance).all()
    else:
        expected = np.abs(scores - np.median(scores)) / mad
        np.testing.assert_allclose(found.distance, expected, rtol=2e-3, atol=1e-6)
        np.testing.assert_array_equal(found.outlier, found.distance > cut)


def test_outliers_without_spread_or_scores():
    assert mad_outliers(np.array([1.0, 1.0, 1.0, 50.0])).reason == "half of the scores or more are equal"
    # Averages that differ by rounding noise are equal.
    noisy = np.array([0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1, 0.6, 50.0])
    assert mad_outliers(noisy).reason == "half of the scores or more are equal"
    assert mad_outliers(np.array([np.nan, np.nan])).reason == "no scores"
    assert mad_outliers(np.array([])).reason == "no scores"
    with_gap = mad_outliers(np.array([1.0, np.nan, 2.0, 3.0, 4.0, 30.0]))
    assert with_gap.outlier.tolist() == [False, False, False, False, False, True]
    assert np.isnan(with_gap.distance[1])


def test_a_system_without_a_metric_score_is_no_part_of_the_medians():
    x = np.array([1.0, 2.0, 3.0, 4.0, np.nan, np.nan])
    z = np.array([1.0, 2.0, 3.0, 8.0, 9.0, 9.0])
    found = without_outliers(x, z, "pearson", 7)
    assert found.outliers.outlier.tolist() == [False, False, False, True, False, False]
    assert (found.every.n_systems, found.without.n_systems, found.without.n_segments) == (4, 3, 7)
    few = without_outliers(x[1:], z[1:], "pearson", 7)
    assert few.without.reason in ("", "fewer than 3 systems")


@pytest.mark.parametrize("name", ["pearson", "spearman", "kendall"])
def test_influence_equals_leaving_out_by_hand(name, oracle):
    rng = np.random.default_rng(6)
    x, z = rng.integers(0, 6, size=(2, 9)).astype(float)
    x[3] = np.nan
    found = influence(x, z, name)
    for i in range(9):
        expected = oracle(np.delete(x, i), np.delete(z, i), name) if i != 3 else np.nan
        np.testing.assert_allclose(found.without[i], expected, atol=1e-12)
    np.testing.assert_allclose(found.value, oracle(x, z, name), atol=1e-12)
    np.testing.assert_allclose(found.shift, found.value - found.without)


def test_influence_needs_three_systems_that_are_left():
    found = influence(np.array([1.0, 2.0, 4.0]), np.array([1.0, 3.0, 2.0]), "pearson")
    assert not np.isnan(found.value)
    assert np.isnan(found.without).all()
    assert np.isnan(influence(np.array([1.0, 2.0]), np.array([1.0, 3.0]), "pearson").value)


def test_tied_systems_enter_the_curve_together_in_any_order(oracle):
    x = np.array([5.0, 1.0, 4.0, 2.0, 3.0, 9.0, np.nan])
    z = np.array([3.0, 2.0, 2.0, 2.0, 1.0, 4.0, 8.0])
    curve = top_curve(x, z, "spearman")
    assert curve.n_systems.tolist() == [5, 6]
    best = [0, 1, 2, 3, 5]
    np.testing.assert_allclose(curve.value, [oracle(x[best], z[best], "spearman"), oracle(x, z, "spearman")])
    order = np.random.default_rng(1).permutation(7)
    np.testing.assert_allclose(top_curve(x[order], z[order], "spearman").value, curve.value)
    assert top_curve(x[:2], z[:2], "pearson").n_systems.size == 0
    assert np.isnan(top_curve(np.ones(4), np.arange(4.0), "pearson").value).all()
