"""Segments with one reference beside segments with several: each is scored as if it were alone."""

import naive
import numpy as np
import pytest

import workbench
from workbench.metrics import listed_texts
from workbench.metrics.base import get_metric
from workbench.metrics.batch import BatchLayout
from workbench.metrics.references import score_candidates

CANDIDATES = ["a b c d", "d e a b", "c c b a e", "a a b"]
REFERENCES = [
    ["a b x y"],
    ["d e", "a b e d c", "x a y b", "q"],
    ["c b", "b a e c c c"],
    ["a b", "b x", "a a z"],
]
WEIGHTS = [[0.5], [0.75, -0.5, 0.25, 1.0], [-0.25, -1.0], [0.0, 0.5, -0.5]]


def column(combine, metric="rouge-2", component="f", **options):
    frame = workbench.score(CANDIDATES, REFERENCES, metrics=[metric], combine=combine, **options)
    return frame[frame["component"] == component]["value"].to_numpy()


def counts(candidate, references):
    return [naive.rouge_n([candidate.split()], [each.split()], 2) for each in references]


def pooled(rows):
    return np.array(naive.ratios(*np.sum(rows, axis=0)))


def best(rows):
    """Of equally high recalls that of the first reference."""
    return max((np.array(naive.ratios(*row)) for row in rows), key=lambda each: each[0])


def mean(rows):
    return np.mean([naive.ratios(*row) for row in rows], axis=0)


def jackknife(inner):
    def combine(rows):
        rests = [rows[:at] + rows[at + 1 :] for at in range(len(rows))]
        return np.mean([inner(rest) for rest in rests], axis=0) if len(rows) > 1 else inner(rows)

    return combine


COMBINATIONS = {
    "pooled": pooled,
    "best": best,
    "mean": mean,
    "jackknife(over=pooled)": jackknife(pooled),
    "jackknife(over=best)": jackknife(best),
}


@pytest.mark.parametrize("combine", COMBINATIONS)
def test_each_segment_is_combined_over_its_own_references(combine):
    rows = [counts(*segment) for segment in zip(CANDIDATES, REFERENCES, strict=True)]
    expected = np.array([COMBINATIONS[combine](each) for each in rows])
    for number, component in enumerate(("recall", "precision", "f")):
        np.testing.assert_allclose(column(combine, component=component), expected[:, number], atol=1e-12)


@pytest.mark.parametrize("combine", ["pooled", "best", "mean", "jackknife"])
@pytest.mark.parametrize(
    "metric", ["rouge-l", "rouge-w", "rouge-su(gap=1)", "chrf", "meteor", "bleu(order=2)"]
)
def test_no_segment_knows_how_many_references_another_has(metric, combine):
    together = workbench.score(CANDIDATES, REFERENCES, metrics=[metric], combine=combine)
    for number, (candidate, references) in enumerate(zip(CANDIDATES, REFERENCES, strict=True)):
        alone = workbench.score([candidate], [references], metrics=[metric], combine=combine)
        here = together[together["segment"] == number]["value"]
        assert here.tolist() == pytest.approx(alone["value"].tolist(), rel=1e-12)


def test_bleu_of_the_system_pools_what_each_segment_has():
    split = [
        (text.split(), [each.split() for each in texts])
        for text, texts in zip(CANDIDATES, REFERENCES, strict=True)
    ]
    ours = workbench.score(CANDIDATES, REFERENCES, metrics=["bleu(order=2)"], level="system")
    expected = naive.bleu([(text, texts, [1.0] * len(texts)) for text, texts in split], 2)
    assert ours["value"].tolist() == pytest.approx([expected])


def test_delta_bleu_pools_only_what_can_be_scored():
    """The third segment has no positive weight: it has no score, and adds nothing to the system's."""
    given = {"metrics": ["delta-bleu"], "weights": WEIGHTS, "unscorable": "drop"}
    each = workbench.score(CANDIDATES, REFERENCES, **given)["value"]
    assert np.isnan(each).tolist() == [False, False, True, False]
    split = [
        (text.split(), [one.split() for one in texts], weights)
        for text, texts, weights in zip(CANDIDATES, REFERENCES, WEIGHTS, strict=True)
        if max(weights) > 0
    ]
    whole = workbench.score(CANDIDATES, REFERENCES, **given, level="system")["value"]
    assert whole.tolist() == pytest.approx([naive.bleu(split, 2)])


def test_the_mean_of_a_system_is_that_of_the_segments_with_a_score():
    given = {"metrics": ["rouge-2(profile=weighted)"], "weights": WEIGHTS, "unscorable": "drop"}
    each = workbench.score(CANDIDATES, REFERENCES, **given)
    whole = workbench.score(CANDIDATES, REFERENCES, **given, level="system")
    recalls = each[each["component"] == "recall"]["value"]
    assert recalls.isna().sum() == 1
    assert whole["value"].iloc[0] == pytest.approx(recalls.sum() / 3)


def test_segments_are_the_same_whatever_parts_they_are_counted_in(monkeypatch):
    """Weights, references and pooled counts go with their segments; the last list stands once before."""
    texts = [*REFERENCES[:3], REFERENCES[1], REFERENCES[0]]
    given = {
        "metrics": ["delta-bleu", "rouge-2(profile=weighted)", "bleu(order=2)", "rouge-l"],
        "weights": [*WEIGHTS[:3], WEIGHTS[1], WEIGHTS[0]],
        "unscorable": "drop",
    }
    candidates = [*CANDIDATES, "a x b"]
    for level in ("segment", "system"):
        whole = workbench.score(candidates, texts, **given, level=level)
        monkeypatch.setattr(listed_texts, "TEXTS_AT_ONCE", 4)
        parts = workbench.score(candidates, texts, **given, level=level)
        monkeypatch.undo()
        assert parts["value"].tolist() == pytest.approx(whole["value"].tolist(), nan_ok=True)
    alone = workbench.score(candidates[4:], texts[4:], metrics=["rouge-l"])["value"]
    each = workbench.score(candidates, texts, **given)
    assert each[(each["segment"] == 4) & (each["metric"] == "rouge-l")]["value"].tolist() == alone.tolist()


@pytest.mark.parametrize("metric", ["delta-bleu(order=2)", "rouge-2(profile=weighted)", "rouge-l"])
def test_neighbours_share_references_or_weights_or_both_and_keep_their_own(metric):
    one, other = REFERENCES[0] * 2, ["d e", "a b e d c"]
    texts = [one, one, other, other, one, one]
    weights = [[0.5, 1.0], [1.0, -0.5], [1.0, -0.5], [1.0, -0.5], [0.5, 1.0], [0.25, 0.75]]
    candidates = ["a b c d", "d e a b", "a b e", "d e c", "a b", "b x y"]
    together = workbench.score(candidates, texts, metrics=[metric], weights=weights)
    for number in range(len(candidates)):
        mine = [[each[number]] for each in (candidates, texts, weights)]
        alone = workbench.score(*mine[:2], metrics=[metric], weights=mine[2])["value"]
        here = together[together["segment"] == number]["value"]
        assert here.tolist() == pytest.approx(alone.tolist(), abs=1e-12), number


@pytest.mark.parametrize("combine", COMBINATIONS)
def test_a_candidate_without_a_reference_has_no_score(combine):
    """The first has the second reference only, the second none: their counts are there all the same."""
    layout = BatchLayout.of_sizes([1, 1], [2, 3]).choose(np.array([False, True, True, True, True]))
    layout = layout.choose(np.array([True, True, False, False, False]))
    counts = np.array([[1.0, 2, 4], [1, 4, 2], [1, 1, 1], [2, 2, 2], [3, 3, 3]])
    scores = score_candidates(get_metric("rouge-1"), counts, layout, combine)
    assert scores["recall"].tolist() == pytest.approx([0.25, np.nan], nan_ok=True)
    assert scores["precision"].tolist() == pytest.approx([0.5, np.nan], nan_ok=True)


def test_alpha_weighs_recall():
    """F of alpha 1 is recall, of 0 precision; in between it is by hand."""
    for alpha in (0.0, 0.25, 0.9, 1.0):
        found = column("pooled", f"rouge-2(alpha={alpha})")
        rows = [np.sum(counts(*each), axis=0) for each in zip(CANDIDATES, REFERENCES, strict=True)]
        assert found.tolist() == pytest.approx([naive.ratios(*row, alpha=alpha)[2] for row in rows])


def test_options_of_bleu_do_what_they_say():
    """Two of three words and one of two bigrams match; the references have 5 words and 2."""
    metrics = [f"bleu(order=2, profile=mteval-13a, length={which})" for which in ("closest", "shortest")]
    metrics += ["sentence-bleu(profile=sacrebleu)", "sentence-bleu(bp_ref_plus_one=true)"]
    frame = workbench.score(["a b c"], [["a b d e f", "x y z z y x a"]], metrics=metrics)
    closest, shortest, effective, plus_one = frame["value"]
    assert closest == shortest == pytest.approx(np.sqrt(2 / 3 / 2) * np.exp(1 - 5 / 3))
    # 3 words have no 4-grams: the orders that there are
    assert effective == pytest.approx((2 / 3 * 1 / 2 * 1 / 2) ** (1 / 3) * np.exp(1 - 5 / 3))
    assert plus_one == pytest.approx((2 / 3 * 2 / 3 * 1 / 2 * 1) ** (1 / 4) * np.exp(1 - 6 / 3))
    frame = workbench.score(["a b c"], [["a b d e", "a"]], metrics=metrics[:2])
    assert frame["value"].tolist() == pytest.approx(
        [np.sqrt(2 / 3 / 2) * np.exp(1 - 4 / 3), np.sqrt(2 / 3 / 2)]
    )


def test_references_that_are_those_of_the_first_segment_again_are_its_own():
    """One string each, which is no list that is taken as it is."""
    found = workbench.score(["a b", "c d", "a b"], ["a b", "c d", "a b"], metrics=["rouge-1"])
    assert set(found["value"]) == {1.0}


def test_weights_that_add_up_to_zero_match_nothing():
    """.1 + .1 - .3 + .1 is 3e-17 in binary numbers, whose root was a ΔBLEU of 5e-9.

    The author's program halves the total of an order without a match, 4 words of .1, in its place:
    1 / (2 · .4) for the words, and 1 of 3 pairs of them.
    """
    names = ["delta-bleu", "delta-bleu(order=2, profile=mgalley-2019)"]
    asked = ["a b c d"], [["a b", "c", "d"]]
    found = workbench.score(*asked, metrics=names, weights=[[0.1, -0.3, 0.1]])["value"].tolist()
    assert found[0] == 0
    assert found[1] == pytest.approx(np.sqrt(1 / (2 * 0.4) * 1 / 3))
    # of quarters nothing is left to round, and a little more than nothing stays
    assert workbench.score(*asked, metrics=names[:1], weights=[[0.25, -0.75, 0.25]])["value"].tolist() == [0]
    little = workbench.score(*asked, metrics=names[:1], weights=[[0.1, -0.3 + 1e-9, 0.1]])["value"].item()
    assert little == pytest.approx(np.sqrt(1e-9 / 0.4 / 3), rel=1e-6)


def test_the_authors_program_exceeds_1_under_small_weights_as_it_says():
    # 3 of 5 words match; of 4, 3 and 2 longer n-grams of weight .01 none: 1 / (2 · .04), 1 / (4 · .03), ...
    expected = (0.6 * 12.5 * (25 / 3) * 6.25) ** (1 / 4)
    metric = get_metric("delta-bleu(profile=mgalley-2019)")
    frame = workbench.score(["a x c y e"], [["a b c d e"]], metrics=[metric], weights=[[0.01]])
    assert frame["value"].item() == pytest.approx(expected)
    assert metric.bounds == (0.0, np.inf)
