"""Tests of two systems, against sacrebleu on its own draws and against every pattern."""

import itertools
import random

import numpy as np
import pytest
from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.significance import PairedTest as Theirs

from workbench.experiment.resampled_texts import compare_texts, score_intervals
from workbench.experiment.score_table import ScoredTexts
from workbench.stats.decisions.paired_systems import (
    Summed,
    draw_segments,
    draw_swaps,
    drawn_scores,
    interval_of_draws,
    paired_bootstrap,
    randomisation,
    summed_means,
)

WORDS = [f"w{number}" for number in range(12)]
OURS = {"bs": "bootstrap", "ar": "randomisation"}


@pytest.fixture(scope="module")
def texts():
    rng = random.Random(3)
    references = [" ".join(rng.choices(WORDS, k=rng.randint(5, 9))) for _ in range(40)]

    def spoil(share):
        return [" ".join(w if rng.random() > share else "x" for w in text.split()) for text in references]

    return references, {"a": spoil(0.3), "b": spoil(0.34), "c": spoil(0.5)}


@pytest.fixture(scope="module")
def systems(texts):
    references, files = texts
    return {name: ScoredTexts(lines, [[each] for each in references]) for name, lines in files.items()}


@pytest.mark.parametrize("kind", ["bs", "ar"])
def test_scores_intervals_and_p_values_are_those_of_sacrebleu(texts, systems, kind, monkeypatch):
    monkeypatch.delenv("SACREBLEU_SEED", raising=False)
    references, files = texts
    _, theirs = Theirs(
        list(files.items()), {"BLEU": BLEU(), "chrF2": CHRF()}, [references],
        test_type=kind, n_samples=200, n_ar_confidence=1000,
    )()  # fmt: skip
    frame = compare_texts(
        systems, ["bleu(profile=sacrebleu)", "chrf"], method=OURS[kind], draws=200, seed=12345
    )
    for metric, mine in zip(("BLEU", "chrF2"), frame.groupby("metric", sort=False), strict=True):
        for theirs_of, row in zip(theirs[metric], mine[1].to_dict("records"), strict=True):
            assert 100 * row["score"] == pytest.approx(theirs_of.score, abs=1e-9)
            if theirs_of.p_value is None:
                assert np.isnan(row["p"])
            else:
                assert row["p"] == pytest.approx(theirs_of.p_value)
            if kind == "bs":
                assert 100 * row["mean"] == pytest.approx(theirs_of.mean, abs=1e-3)
                assert 100 * row["half"] == pytest.approx(theirs_of.ci, abs=1e-3)


def test_draws_that_equal_the_difference_count_and_not_with_sacrebleu(texts, systems, monkeypatch):
    """TER is edits over words: in 500 swaps many differ by the same number of edits as the systems."""
    monkeypatch.delenv("SACREBLEU_SEED", raising=False)
    references, files = texts
    two = {name: files[name] for name in "ab"}
    _, theirs = Theirs(list(two.items()), {"TER": TER()}, [references], test_type="ar", n_samples=500)()
    mine = compare_texts(
        {name: systems[name] for name in "ab"}, ["ter"], method="randomisation", draws=500, seed=12345
    )
    edits = np.array(
        [
            [
                TER().sentence_score(line, [each]).num_edits
                for line, each in zip(two[name], references, strict=True)
            ]
            for name in "ab"
        ]
    )
    keeps = draw_swaps(np.random.default_rng(12345), len(references), 500)
    gaps = np.abs([(np.where(keep, 1, -1) * (edits[0] - edits[1])).sum() for keep in keeps])
    observed = abs(edits[0].sum() - edits[1].sum())
    assert theirs["TER"][1].p_value == pytest.approx(((gaps > observed).sum() + 1) / 501)
    assert mine["p"].iloc[1] == pytest.approx(((gaps >= observed).sum() + 1) / 501)
    assert (gaps == observed).sum() > 10


def test_equal_systems_do_not_differ():
    same = Summed(np.ones((2, 5, 1)), lambda sums: sums[..., 0])
    keeps = np.random.default_rng(0).integers(2, size=(20, 5), dtype=bool)
    assert randomisation(same, 0, 1, keeps).p == 1
    assert paired_bootstrap(np.ones((20, 2)), 0.0).p == 1


@pytest.mark.parametrize(
    ("slope", "start"), [(1, 0), (1e-9, 0), (-1e-12, 0), (1e9, 0), (1, 1000), (0.1, 1500)]
)
def test_what_equals_a_difference_does_not_hang_on_the_unit_of_scores(slope, start):
    """Tiny ones were all equal, and of those above a thousand thirds were not as large as they are."""
    scores = summed_means(start + slope * np.array([[3, 2, 0], [1, 1, 1]]))
    every = np.array(list(itertools.product([True, False], repeat=3)))
    # of 2, 1 and -1 the sum is 2; two of the eight signs give 4, four 2 and two 0
    assert randomisation(scores, 0, 1, every).p == 7 / 9
    drawn = start + slope * np.array([[3.0, 0.0], [1.0, 0.0], [2.0, 0.0]])
    assert paired_bootstrap(np.stack([drawn[:, 0], drawn[:, 1]], axis=1), slope).p == 2 / 4


def test_randomisation_over_every_pattern_is_counted_by_hand():
    rng = np.random.default_rng(4)
    cells = rng.random((2, 6, 2))

    def ratio(sums):
        return sums[..., 0] / sums[..., 1]

    every = np.array(list(itertools.product([True, False], repeat=6)))
    found = randomisation(Summed(cells, ratio), 0, 1, every)
    observed = ratio(cells[0].sum(0)) - ratio(cells[1].sum(0))
    count = 0
    for keep in every:
        one = sum(cells[0 if k else 1][at] for at, k in enumerate(keep))
        other = sum(cells[1 if k else 0][at] for at, k in enumerate(keep))
        count += abs(ratio(one) - ratio(other)) >= abs(observed) - 1e-12
    assert found.difference == pytest.approx(observed)
    assert found.p == pytest.approx((count + 1) / 65)


def test_pooled_counts_are_summed_anew_in_every_draw():
    rng = np.random.default_rng(5)
    cells = rng.random((2, 7, 2))
    weights = draw_segments(np.random.default_rng(1), 7, 3)
    scores = drawn_scores(Summed(cells, lambda sums: sums[..., 0] / sums[..., 1]), weights)
    for draw in range(3):
        drawn = np.repeat(np.arange(7), weights[draw].astype(int))
        for system in range(2):
            sums = cells[system][drawn].sum(axis=0)
            assert scores[draw, system] == pytest.approx(sums[0] / sums[1])


def test_the_interval_cuts_off_as_many_at_either_end():
    found = interval_of_draws(np.random.default_rng(2).permutation(np.arange(100.0)), 0.9)
    assert (found.low, found.high, found.half) == (5, 94, 44.5)


def test_p_is_that_of_the_slow_way():
    rng = np.random.default_rng(8)
    scores, difference = rng.normal([0.3, 0.0], 0.2, (50, 2)), 0.3
    sizes = [abs(a - b) for a, b in scores]
    extreme = sum(size - sum(sizes) / 50 >= difference for size in sizes)
    found = paired_bootstrap(scores, difference)
    assert found.p == pytest.approx((extreme + 1) / 51)
    assert found.wins == sum(a > b for a, b in scores) / 50


def test_intervals_of_a_file_hold_its_score(systems):
    found = score_intervals(systems["a"], ["bleu", "rouge-1"], 0.9, preprocess=None, combine="pooled")
    assert found["component"].tolist() == ["score", "recall", "precision", "f"]
    assert (found["low"] < found["high"]).all()
    assert found["half"].tolist() == pytest.approx(((found["high"] - found["low"]) / 2).tolist())


def test_draws_without_a_score_count_nowhere():
    """A ratio of sums is 0 / 0 where only segments without a count are drawn, or stay after a swap."""
    cells = np.array([[[1.0, 1.0], [0.0, 0.0], [0.0, 1.0]], [[1.0, 1.0], [0.0, 0.0], [0.0, 0.0]]])

    def ratio(sums):
        return np.divide(
            sums[..., 0], sums[..., 1], out=np.full(sums.shape[:-1], np.nan), where=sums[..., 1] > 0
        )

    summed = Summed(cells, ratio)
    weights = draw_segments(np.random.default_rng(0), 3, 200)
    drawn = [[ratio((w[:, np.newaxis] * each).sum(axis=0)) for each in cells] for w in weights]
    known = np.array([pair for pair in drawn if not np.isnan(pair).any()])
    scores = drawn_scores(summed, weights)
    found = paired_bootstrap(scores, -0.5)
    sizes = np.abs(known[:, 0] - known[:, 1])
    assert 0 < found.undefined == 200 - len(known)
    assert found.p == pytest.approx(((sizes - sizes.mean() >= 0.5 - 1e-9).sum() + 1) / (len(known) + 1))
    assert found.wins == 0
    assert interval_of_draws(scores[:, 1], 0.95).high == 1
    assert np.isnan(paired_bootstrap(scores, np.nan).p)
    assert interval_of_draws(scores[:, 1], 0.95).undefined == np.isnan(scores[:, 1]).sum() > 0
    nothing = interval_of_draws(np.full(4, np.nan), 0.95)
    assert (nothing.undefined, np.isnan(nothing[:4]).all()) == (4, True)
    # without the first segment the second system has a score only where the third changes places
    keeps = np.array([[True, True, True], [True, True, False]])
    swapped = randomisation(Summed(cells[:, 1:], ratio), 0, 1, keeps[:, 1:])
    assert (swapped.undefined, np.isnan(swapped.p)) == (2, True)
    assert paired_bootstrap(np.full((3, 2), np.nan), 1.0).undefined == 3
    # each has a count in one segment: with the second one swapped the first system has none
    apart = np.array([[[0.0, 0.0], [1.0, 1.0]], [[0.0, 1.0], [0.0, 0.0]]])
    swapped = randomisation(Summed(apart, ratio), 0, 1, np.array([[True, True], [True, False]]))
    assert (swapped.difference, swapped.undefined, swapped.p) == (1, 1, 1)
