"""Nested ratings: whether a level names the criteria or who rated is told by evidence, or asked."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.datasets.importing import propose_import
from workbench.datasets.mapping.column_map import ColumnMap
from workbench.datasets.mapping.criterion_levels import name_criteria
from workbench.errors import SpecError

Ratings = dict[str, Any]
WORDS = "abcdefghijklmnop"
BY_CRITERION = {"coherence": {"ann": 1, "bob": 2}, "fluency": {"ann": 4, "bob": 5}}
BY_RATER = {"ann": {"coherence": 1, "fluency": 4}, "bob": {"coherence": 2, "fluency": 5}}
UNKNOWN = {"flow": {"ann": 1, "bob": 2}, "style": {"ann": 4, "bob": 5}}


def read(make: Callable[[int], Ratings]) -> EvalSet:
    rows = [
        {
            "doc": f"d{at}", "system": system, "ref": " ".join(WORDS[at : at + 8]),
            "output": " ".join(w if n < 3 + rank else f"x{w}" for n, w in enumerate(WORDS[at : at + 8])),
            **make(at),
        }
        for at in range(4) for rank, system in enumerate("ABC")
    ]  # fmt: skip
    return workbench.data(pd.DataFrame(rows))


def means(own: EvalSet) -> dict[tuple[str, str], float]:
    return own.judgments.groupby(["criterion", "rater"])["score"].mean().to_dict()


FOUR = {("coherence", "ann"): 1, ("coherence", "bob"): 2, ("fluency", "ann"): 4, ("fluency", "bob"): 5}


@pytest.mark.parametrize(
    "ratings",
    [
        {"ratings": BY_CRITERION},
        {"ratings": BY_RATER},
        BY_CRITERION,
        BY_RATER,
        {
            "ratings": {
                name: {who: {"score": s} for who, s in of.items()} for name, of in BY_CRITERION.items()
            }
        },
        {"ratings": {who: {name: {"score": s} for name, s in of.items()} for who, of in BY_RATER.items()}},
        {
            "ratings": {
                name: [{"annotator": who, "score": score} for who, score in of.items()]
                for name, of in BY_CRITERION.items()
            }
        },
    ],
    ids=["criterion first", "rater first", "bare", "bare raters", "scores", "scores of raters", "lists"],
)
def test_criteria_of_known_names_are_found_at_either_level(ratings: Ratings) -> None:
    assert means(read(lambda _: ratings)) == FOUR


def test_a_field_called_score_is_no_criterion_of_its_own() -> None:
    own = read(lambda _: {name: {"score": of["ann"]} for name, of in BY_CRITERION.items()})
    assert means(own) == {("coherence", "rater"): 1, ("fluency", "rater"): 4}


def test_numbered_raters_are_told_by_their_names() -> None:
    own = read(lambda _: {"r": {name: {"r1": of["ann"], "r2": 3} for name, of in UNKNOWN.items()}})
    assert means(own) == {("flow", "r1"): 1, ("flow", "r2"): 3, ("style", "r1"): 4, ("style", "r2"): 3}


def test_who_did_not_rate_everything_is_a_rater() -> None:
    def make(at: int) -> Ratings:
        left = {"ann", "bob"} if at else {"bob"}
        return {"r": {name: {who: of[who] for who in sorted(left)} for name, of in UNKNOWN.items()}}

    assert set(means(read(make))) == {(name, who) for name in UNKNOWN for who in ("ann", "bob")}
    turned = read(lambda at: {"r": {who: {"flow": 1, "style": 4} for who in ("ann", "bob")[: 1 + at % 2]}})
    assert turned.criteria == ["flow", "style"]


def test_without_evidence_both_ways_are_said() -> None:
    with pytest.raises(SpecError) as error:
        read(lambda _: {"r": UNKNOWN})
    question, one, other = str(error.value).splitlines()
    assert question.endswith(
        "are flow, style what was judged, and ann, bob who rated, or the other way round?"
    )
    assert "if 'flow' is a criterion: --criterion flow=r.flow.ann --criterion flow=r.flow.bob" in one
    assert "if 'flow' is a rater: --criterion r.flow.ann --criterion r.flow.bob" in other


def test_objects_with_a_score_each_are_asked_about_whatever_they_lie_in() -> None:
    """flow: {score: 1} may be a criterion or somebody's score; those in a group of raters are the raters'."""
    scores = {name: {"score": of["ann"]} for name, of in UNKNOWN.items()}
    for ratings, begin, path in (
        (scores, "criteria", ""),
        ({"r": scores}, "criteria", "r."),
        ({"x": {"r": scores}}, "criteria in x", "x.r."),
    ):
        with pytest.raises(SpecError) as error:
            read(lambda _, ratings=ratings: ratings)
        assert str(error.value).splitlines() == [
            f"{begin}: are flow, style what was judged, or who rated?",
            f"{begin}: if 'flow' is a criterion: "
            f"--criterion flow={path}flow.score --criterion style={path}style.score",
            f"{begin}: if 'flow' is a rater: --criterion {path}flow.score --criterion {path}style.score",
        ]
    with pytest.raises(SpecError, match=r"^criteria: are style, flow what was judged, or who rated\?"):
        name_criteria(["style.score", "r.flow.score"], [])
    own = read(lambda _: {"annotations": scores})
    assert means(own) == {("score", "flow"): 1, ("score", "style"): 4}


def test_a_rater_whose_name_ends_in_id_is_no_column_of_names() -> None:
    own = read(lambda _: {"ratings": {name: {"david": 3, "bob": 4} for name in BY_CRITERION}})
    assert sorted(set(own.judgments["rater"])) == ["bob", "david"]


def test_raters_that_nested_records_name_are_not_asked_about_once_more(tmp_path: Path) -> None:
    """It was said that `flow=flow.ann` may be `flow=flow=flow.ann`."""
    path = tmp_path / "x.jsonl"
    rows = [
        {"id": doc, "system": system, "output": f"it was {system}", "ref": "so it was", **rated}
        for doc in "de"
        for system in "AB"
        for rated in [{"flow": {"w1": 1, "w2": 2}, "style": {"w1": 3, "w2": 4}}]
    ]
    path.write_text("\n".join(map(json.dumps, rows)))
    proposed = propose_import([path], ColumnMap())
    assert proposed.mapping.criteria == ("flow=flow.w1", "flow=flow.w2", "style=style.w1", "style=style.w2")
    assert proposed.otherwise is None
