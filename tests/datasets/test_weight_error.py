"""How far weights of a few ratings err, against ratings whose error is known."""

import numpy as np
import pandas as pd
import pytest
from small_study import OUTPUTS, REFERENCES

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.datasets.weight_error import weight_error
from workbench.experiment.sections import MinedSpec

PLACES = OUTPUTS[["task", "segment", "system"]]


@pytest.fixture(scope="module")
def data():
    """Ratings of four raters of each output but the first, which has one: the output's mean and an error."""
    rng = np.random.default_rng(5)
    ratings = [
        (*place, "coverage", f"r{rater}", float(np.clip(5 + quality + rng.normal(), 0, 10)))
        for at, place in enumerate(PLACES.itertuples(index=False, name=None))
        for quality in [rng.normal()]
        for rater in range(1 if at == 0 else 4)
    ]
    frame = pd.DataFrame(ratings, columns=["task", "segment", "system", "criterion", "rater", "score"])
    card = workbench.simulate(topics=3, systems=3, references=1).evalset.card
    return EvalSet.build(card, OUTPUTS, REFERENCES, frame)


@pytest.mark.parametrize(
    ("raters", "used"),
    [("all", 4), ("split", 2), (1, 1), (3, 3), (9, 3), (["r1", "r2"], 2)],
)
def test_it_is_the_spread_of_raters_over_the_root_of_those_of_a_weight(data, raters, used):
    rows = data.judgments if raters != ["r1", "r2"] else data.judgments.query("rater in ('r1', 'r2')")
    groups = [each.to_numpy() for _, each in rows.groupby(["task", "segment", "system"])["score"]]
    squares = sum(((each - each.mean()) ** 2).sum() for each in groups)
    one = np.sqrt(squares / sum(len(each) - 1 for each in groups)) / 5  # likert puts 0 to 10 to [-1, 1]
    several = [each for each in groups if len(each) > 1]
    alone = len(groups) - len(several)
    parts = len(several) / used + (alone if raters in ("all", ["r1", "r2"]) else 0)
    shares = len(several) + (alone if raters in ("all", ["r1", "r2"]) else 0)
    asked = MinedSpec(criterion="coverage", weight="likert(low=0, high=10)", raters=raters)
    assert weight_error(data, asked) == pytest.approx(one * np.sqrt(parts / shares))
