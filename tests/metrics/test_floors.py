"""Metrics that know nothing of quality."""

import asked
import numpy as np
import pytest

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.errors import SpecError
from workbench.metrics.base import get_metric
from workbench.metrics.laws import check_laws

FLOORS = ["length", "constant", "random(seed=0)"]


@pytest.mark.parametrize("name", [*FLOORS, "random(seed=7)"])
def test_a_floor_says_which_laws_it_breaks(name):
    verdicts = check_laws(name)
    assert [verdict for verdict in verdicts if not (verdict.holds or verdict.declared)] == []


def test_length_counts_the_words_that_are_left():
    candidates, references = ["the birds flew\nnorth", "the"], [["x"], ["x"]]
    for preprocess, expected in (("CASE", [4.0, 1.0]), ("STOP", [3.0, 0.0])):
        frame = workbench.score(candidates, references, metrics=["length"], preprocess=preprocess)
        assert frame["value"].tolist() == expected


def test_random_scores_look_random_and_differ_by_text_and_seed():
    candidates = [f"text {number}" for number in range(400)]
    values = [
        workbench.score(candidates, [["x"]] * 400, metrics=[f"random(seed={seed})"])["value"].to_numpy()
        for seed in (0, 1)
    ]
    for drawn in values:
        assert len(set(drawn)) == 400
        assert abs(drawn.mean() - 0.5) < 4 * (1 / 12 / 400) ** 0.5
    assert abs(np.corrcoef(*values)[0, 1]) < 0.2


def test_random_scores_belong_to_names_and_not_to_rows_or_texts():
    data = workbench.simulate(topics=4, systems=5, references=1).evalset
    first = asked.score_outputs(data, ["random"])
    assert first["metric"].unique().tolist() == ["random(seed=0)"]
    kept = data.outputs["system"] != "S03"
    fewer = EvalSet.build(
        data.card,
        data.outputs[kept].iloc[::-1].assign(text="the same"),
        data.references,
        data.judgments[data.judgments["system"] != "S03"],
    )
    key = ["segment", "system"]
    frames = first, asked.score_outputs(fewer, ["random"])
    ours, theirs = (frame.set_index(key)["value"] for frame in frames)
    assert len(theirs) < len(ours)
    own = [place for place in theirs.index if place[0] != "*"]
    assert len(own) == 4 * 4
    assert ours[own].tolist() == theirs[own].tolist()


def test_a_wrong_seed_is_refused():
    with pytest.raises(SpecError, match="seed is out of range: got -1"):
        get_metric("random(seed=-1)")
