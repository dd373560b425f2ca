"""Segments with one reference beside segments with several: each is scored as if it were alone."""

import naive
import numpy as np
import pytest

import workbench

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
