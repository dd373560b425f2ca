"""Weights of references, of which each row of a segment repeats those that it shares with the others."""

import json

import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.errors import DataError

NAMED = {"text": "out", "segment": "turn", "system": "bot", "criteria": "q", "references": "refs"}


def rated(weights, references=("a b", "c d")):
    """Two systems on two turns; `weights` makes those of a row, of its turn and its system."""
    return pd.DataFrame(
        [
            {
                "turn": turn,
                "bot": bot,
                "out": f"{bot} x {turn}",
                "refs": references,
                "w": weights(turn, bot),
                "q": turn + len(bot),
            }
            for turn in range(2)
            for bot in ("A", "BB")
        ]
    )


def weights_of(frame, **named):
    own = workbench.data(frame, **{**NAMED, "weights": "w", **named})
    return own.references["weight"].tolist()


def refusal(frame, **named):
    with pytest.raises(DataError) as refused:
        weights_of(frame, **named)
    return str(refused.value).splitlines()


def test_weights_that_differ_between_rows_of_a_segment_are_refused_in_any_order():
    frame = rated(lambda _, bot: [1.0, -1.0 if bot == "A" else 0.5])
    assert refusal(frame)[0] == (
        "frame:2: the weight of ref2 of segment '0' is not that of frame:1: got 0.5, allowed: -1.0. "
        "A reference has one: where several people rated it, write their mean in each row"
    )
    assert "got -1.0, allowed: 0.5" in refusal(frame.iloc[::-1])[0]


def test_weights_in_columns_that_differ_between_rows_are_refused():
    frame = rated(lambda _, bot: float(len(bot)) / 2).assign(refs="a b")
    assert refusal(frame)[0].startswith(
        "frame:2: the weight of refs of segment '0' is not that of frame:1: got 1.0, allowed: 0.5."
    )


def test_files_are_refused_as_frames_are(tmp_path):
    frame = rated(lambda _, bot: json.dumps([1, len(bot) / 2])).assign(refs=json.dumps(["a b", "c d"]))
    frame.to_csv(tmp_path / "x.csv", index=False)
    said = "--text out --weight w --segment turn --system bot --criterion q --reference refs"
    asked = f"data import {tmp_path / 'x.csv'} {said} --yes --out {tmp_path / 'own'}"
    ended = CliRunner().invoke(main, asked.split())
    assert ended.exit_code == 2
    assert "x.csv:3: the weight of ref2 of segment '0' is not that of " in ended.output


def test_weights_that_a_row_does_not_say_are_those_of_the_others():
    first, last = (rated(lambda _, bot, of=of: [0.5, -0.25] if bot == of else None) for of in ("A", "BB"))
    each_one = rated(lambda _, bot: [0.5, None] if bot == "A" else [None, -0.25])
    assert weights_of(first) == weights_of(last) == weights_of(each_one) == [0.5, -0.25] * 2


def test_a_weight_out_of_range_is_found_in_the_row_that_says_it():
    assert refusal(rated(lambda _, bot: None if bot == "A" else [0.5, 3]))[0].startswith(
        "frame:2: weight out"
    )


@pytest.mark.parametrize(
    ("given", "said"),
    [([0.5], "got 1"), ([0.5, 0.1, -1], "got 3"), (0.5, "got 1"), ({"x": 0.9}, "got 'a dict'")],
)
def test_another_number_of_weights_than_references_is_refused(given, said):
    assert refusal(rated(lambda *_: given))[0] == (
        f"frame:1: w has not as many weights as refs has references: {said}, allowed: 2. One for each, in "
        "their order or by their names; null where there is none"
    )


def test_weights_of_no_reference_are_refused():
    frame = rated(lambda *_: [0.5, 0.1])
    frame["refs"] = [["a b", "c d"], None] * 2
    assert "frame:2: w has not as many weights as refs has references: got 2, allowed: 0" in refusal(frame)[0]


def test_a_list_has_a_place_for_the_weight_of_a_reference_that_is_not_there():
    assert weights_of(rated(lambda *_: [0.5, None, -1], references=("a", "", "b"))) == [0.5, -1] * 2


def test_weights_by_the_names_of_references():
    assert weights_of(rated(lambda *_: {"ref2": -1, "ref1": 0.5})) == [0.5, -1] * 2
    named = rated(lambda *_: {"good": 0.5, "bad": -1}, references={"bad": "c d", "good": "a b"})
    own = workbench.data(named, **NAMED, weights="w")
    assert own.references[["reference", "weight"]].to_numpy().tolist() == [["bad", -1], ["good", 0.5]] * 2


def test_a_weight_beside_a_reference_is_its_own():
    """The first has none, and must not have that of the second."""
    frame = rated(lambda *_: 0, references=[{"text": "a b"}, {"text": "c d", "w": -1}])
    weights = weights_of(frame, references="refs[].text", weights="refs[].w")
    assert [each if each == each else None for each in weights] == [None, -1] * 2


def test_a_weight_in_words_is_what_the_word_counts():
    frame = rated(lambda *_: ["good", "Bad "])
    assert weights_of(frame, words={"good": 1, "bad": -0.5}) == [1, -0.5] * 2
    assert refusal(frame, words={"good": 1})[0] == (
        "frame:1: weight of a reference is not a number: got 'Bad '. What a word counts is said by --word "
        'good=1, in Python words={"good": 1}'
    )
