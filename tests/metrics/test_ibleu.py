"""iBLEU is a difference of two BLEUs."""

import asked
import numpy as np
import pytest

import workbench
from workbench.errors import ScoreError
from workbench.metrics.base import get_metric
from workbench.metrics.signature import signature


def texts(seed, segments=8):
    rng = np.random.default_rng(seed)

    def text():
        return " ".join(rng.choice(list("aab"), rng.integers(6, 12)))

    return [text() for _ in range(segments)], [[text() for _ in range(3)] for _ in range(segments)]


def value(candidates, references, metric, **options):
    return workbench.score(candidates, references, metrics=[metric], **options)["value"].to_numpy()


@pytest.mark.parametrize("level", ["segment", "system"])
@pytest.mark.parametrize(("order", "alpha"), [(2, 0.8), (4, 0.5), (5, 1.0)])
def test_the_last_reference_is_the_source(level, order, alpha):
    candidates, references = texts(order)
    bleu = f"bleu(order={order})"
    like = value(candidates, [own[:-1] for own in references], bleu, level=level)
    copied = value(candidates, [own[-1:] for own in references], bleu, level=level)
    ours = value(candidates, references, f"ibleu(order={order}, alpha={alpha})", level=level)
    assert ours == pytest.approx(alpha * like - (1 - alpha) * copied, abs=1e-12)
    assert like.max() > 0
    assert copied.max() > 0


def test_a_copy_of_the_source_scores_below_0():
    assert value(["a b c d"], [["e f g h", "a b c d"]], "ibleu") == pytest.approx([-0.2])


def test_a_source_alone_cannot_be_scored():
    with pytest.raises(ScoreError, match="segment 0: cannot be scored: no reference beside the source"):
        value(["a"], [["a"]], "ibleu")


def test_a_selection_of_references_leaves_the_source_alone():
    data = workbench.simulate(topics=2, systems=3, references=3).evalset
    frame = asked.score_outputs(data, ["ibleu(order=1)"], references={"first": "one", "two": "first(k=2)"})
    outputs = data.outputs.set_index(["segment", "system"])["text"]
    held = {segment: list(rows["text"]) for segment, rows in data.references.groupby("segment")}
    compared = 0
    for (name, segment, system), own in frame.groupby(["references", "segment", "system"], observed=True):
        if segment != "*":
            chosen = held[segment][: 1 if name == "first" else 2]
            expected = value([outputs[segment, system]], [[*chosen, held[segment][-1]]], "ibleu(order=1)")
            assert own["value"].tolist() == pytest.approx(expected)
            compared += 1
    assert compared == 2 * 2 * 3


def test_its_alpha_is_shown_and_is_not_that_of_an_f():
    assert repr(get_metric("ibleu")) == "ibleu(alpha=0.8)"
    assert "|f:" not in signature(get_metric("ibleu"), "13a", "2", "pooled")


def test_a_source_alone_adds_nothing_to_a_system():
    """Its segment is dropped: what it copies of its source is none of the counts that are summed."""
    texts, references = ["a b c d e", "f g h i j"], [["a b c d x", "a b c y e"], ["f g h i z", "f u h i j"]]
    both, alone = (
        workbench.score(ours, theirs, metrics=["ibleu(order=2)"], level="system", unscorable="drop")[
            "value"
        ].item()
        for ours, theirs in (
            (texts, references),
            ([*texts, "k l m n o"], [*references, ["k l m n o"]]),
        )
    )
    assert alone == both
