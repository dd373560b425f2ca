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


def test_several_weights_of_one_reference_are_refused():
    """They were none, without a word."""
    frame = rated(lambda *_: 0, references=[{"text": "a b", "w": [1, 0.5]}, {"text": "c d", "w": [-1, 0]}])
    assert refusal(frame, references="refs[].text", weights="refs[].w")[0] == (
        "frame:1: refs[].w has a list of weights of one reference. A reference has one: where several people "
        "rated it, write their mean"
    )


def test_a_weight_in_words_is_what_the_word_counts():
    frame = rated(lambda *_: ["good", "Bad "])
    assert weights_of(frame, words={"good": 1, "bad": -0.5}) == [1, -0.5] * 2
    assert refusal(frame, words={"good": 1})[0] == (
        "frame:1: weight of a reference is not a number: got 'Bad '. What a word counts is said by --word "
        'good=1, in Python words={"good": 1}'
    )


def rows_rated(members, bots=("A", "BB"), turns=3):
    """Systems on turns whose two references are rated; `members` makes columns of a turn and its system."""
    return pd.DataFrame(
        [
            {"turn": f"t{turn}", "bot": bot, "out": f"{bot} is here {turn}", "flow": len(bot) + turn % 2}
            | members(turn, bot)
            for turn in range(turns)
            for bot in bots
        ]
    )


def lists(**made):
    texts = {"refs": lambda turn: [f"a b c {turn}", f"d e f {turn}"]}
    return lambda turn, _: {name: make(turn) for name, make in (texts | made).items()}


def objects(**made):
    return lambda turn, _: {
        "refs": [
            {"text": f"{at} b c {turn}"} | {name: make(turn)[at] for name, make in made.items()}
            for at in (0, 1)
        ]
    }


def columns(**made):
    return lambda turn, _: (
        {"ref1": f"a b c {turn}", "ref2": f"d e f {turn}"} | {name: make(turn) for name, make in made.items()}
    )


def unit(turn):
    return [turn / 2 - 0.5, -0.25]


def printed(turn):
    return [f"{each:.3f}" for each in unit(turn)]


def likert(turn):
    return [turn + 1, 5]


WEIGHTS = {
    "a list that is called after references": (lists(ref_ratings=unit), ("ref_ratings",)),
    "another way": (lists(scoresRef=unit), ("scoresRef",)),
    "a list that is the same beside all outputs": (lists(rating=unit), ("rating",)),
    "beside each": (objects(score=unit), ("refs[].score",)),
    "a column a reference": (
        columns(ref2_rating=lambda turn: unit(turn)[1], ref1_rating=lambda turn: unit(turn)[0]),
        ("ref1_rating", "ref2_rating"),
    ),
    "numbers that are written in several ways": (
        lambda turn, bot: lists(ref_ratings=unit if bot == "A" else printed)(turn, bot),
        ("ref_ratings",),
    ),
    "names of references": (
        lambda turn, _: {
            "refs": {"a": f"a b c {turn}", "b": f"d e f {turn}"},
            "ref_scores": dict(zip("ba", unit(turn)[::-1], strict=True)),
        },
        ("ref_scores.a", "ref_scores.b"),
    ),
    "another language": (
        lambda turn, _: {
            "Referenz1": f"a b c {turn}", "Referenz2": f"d e f {turn}",
            "Referenzbewertung2": unit(turn)[1], "Referenzbewertung1": unit(turn)[0],
        },
        ("Referenzbewertung1", "Referenzbewertung2"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", WEIGHTS)
def test_ratings_of_references_are_weights_and_no_criterion(kind):
    members, named = WEIGHTS[kind]
    own = workbench.data(rows_rated(members))
    assert (own.card.mapping.weights, own.criteria, own.notes) == (named, ["flow"], ())
    assert own.references["weight"].tolist() == [-0.5, -0.25, 0.0, -0.25, 0.5, -0.25]


def test_a_reference_of_two_segments_may_be_rated_in_each():
    """In dialogues one answer fits several turns, and not equally well."""
    members = columns(ref1_rating=lambda turn: unit(turn)[0], ref2_rating=lambda turn: unit(turn)[1])
    rows = rows_rated(lambda turn, bot: members(turn, bot) | {"ref1": "I do not know"})
    own = workbench.data(rows)
    assert (own.card.mapping.weights, own.criteria) == (("ref1_rating", "ref2_rating"), ["flow"])
    twice = pd.concat([rows.assign(task=task, ref1_rating=rows["ref1_rating"] * by) for task, by in TASKS])
    own = workbench.data(twice)
    assert (own.card.mapping.weights, own.criteria) == (("ref1_rating", "ref2_rating"), ["flow"])


TASKS = (("u", 1.0), ("v", -1.0))


def test_ratings_of_references_in_words_are_weights_where_words_are_numbers():
    words = columns(ref1_rating=lambda turn: ["good", "bad", "x"][turn])
    rows = rows_rated(lambda turn, bot: {k: v for k, v in words(turn, bot).items() if k != "ref2"})
    own = workbench.data(rows, words={"good": 1, "bad": -0.5, "x": None})
    assert (own.card.mapping.weights, own.criteria) == (("ref1_rating",), ["flow"])
    assert own.references["weight"].fillna(7).tolist() == [1, -0.5, 7]
    own = workbench.data(rows, words={"good": 4, "bad": 1, "x": None})
    assert (own.card.mapping.weights, own.criteria, len(own.notes)) == ((), ["flow"], 1)


def test_ratings_of_the_only_system_in_an_object_that_is_called_after_references_are_its_own():
    """With or without a reference, people rated the output; only what holds the text says otherwise."""
    own = rows_rated(
        lambda turn, _: {"ref": f"a b c {turn}", "asked": {"reference_based": {"style": turn}, "free": 2}},
        bots=("A",),
    )
    found = workbench.data(own)
    assert set(found.criteria) == {"flow", "style", "free"}
    held = rows_rated(
        lambda turn, _: {"reference": {"text": f"a b c {turn}", "rating": turn / 2 - 0.5}}, bots=("A",)
    )
    assert workbench.data(held).card.mapping.weights == ("reference.rating",)


def test_ratings_of_one_reference_by_several_people_are_no_ratings_of_outputs():
    rows = rows_rated(columns(ref1_rating=lambda turn: unit(turn)[0], ref2_rating=lambda turn: unit(turn)[1]))
    twice = pd.concat(
        [rows.assign(rater=who, ref1_rating=rows["ref1_rating"] * by) for who, by in TASKS], ignore_index=True
    )
    with pytest.raises(DataError, match="where several people rated it, write their mean in each row"):
        workbench.data(twice)


@pytest.mark.parametrize("called", ["reference", "output"])
def test_a_table_of_references_has_their_ratings(called, tmp_path):
    outputs = rows_rated(lambda *_: {}).rename(columns={"out": "output"})
    scale = {"weights": unit, "ratings of 1 to 5": likert}
    for name, made in scale.items():
        references = pd.DataFrame(
            [
                {"turn": f"t{turn}", called: f"{'ad'[at]} b c {turn}", "rating": made(turn)[at]}
                for turn in range(3)
                for at in (0, 1)
            ]
        )
        folder = tmp_path / name
        folder.mkdir()
        files = [folder / "outputs.csv", folder / "references.csv"]
        outputs.to_csv(files[0], index=False)
        references.to_csv(files[1], index=False)
        asked = ["data", "import", *map(str, files), "--yes", "--out", str(folder / "own")]
        said = CliRunner().invoke(main, asked)
        assert "--criterion flow" in said.output
        assert "Numbers that are not taken" not in said.output
        if made is likert:
            assert "references.csv: 'rating' rates references" in " ".join(said.output.split())
        else:
            own = workbench.load(folder / "own")
            assert own.references["weight"].tolist() == [-0.5, -0.25, 0.0, -0.25, 0.5, -0.25]


UNCLEAR = {
    "of another scale": (lists(ref_ratings=likert), "ref_ratings"),
    "of another scale beside each": (objects(rating=likert), "refs[].rating"),
    "of a criterion": (lists(ref_flow=unit), "ref_flow"),
    "of several people beside each": (objects(ratings=lambda turn: [[0.5, 1], [0, -1]]), "refs[].ratings"),
    "one column for two": (columns(ref_score=lambda turn: turn / 2), "ref_score"),
}


@pytest.mark.parametrize("kind", UNCLEAR)
def test_ratings_of_references_that_are_no_weights_are_asked_about(kind, tmp_path):
    members, column = UNCLEAR[kind]
    frame = rows_rated(members)
    own = workbench.data(frame)
    assert (own.card.mapping.weights, own.criteria) == ((), ["flow"])
    what = f"frame: {column!r} rates references by where it stands, and is not named. "
    assert [str(each)[: len(what)] for each in own.notes] == [what]
    file = tmp_path / "mine.jsonl"
    frame.to_json(file, orient="records", lines=True)
    asked = ["data", "import", str(file), "--yes", "--out", str(tmp_path / "own")]
    refused = CliRunner().invoke(main, asked)
    assert refused.exit_code
    assert f"{column!r} rates references" in refused.output
    assert "(rating - 3) / 2" in " ".join(refused.output.split())
    path = f"{column}[]" if column in ("ref_ratings", "ref_flow", "refs[].ratings") else column
    for at, said in enumerate((["--leave-out", column], ["--criterion", path])):
        more = ["--criterion", "flow", "--out", str(tmp_path / f"own{at}")]
        assert "Written" in CliRunner().invoke(main, [*asked, *said, *more]).output


NO_RATINGS_OF_REFERENCES = {
    "that differ between outputs": lambda turn, bot: {
        "refs": [f"a b c {turn}", "d e f"],
        "ref_scores": [len(bot), turn],
    },
    "of another number": lists(ref_scores=lambda turn: [1, turn, 2]),
    "that are all alike": lists(scores=lambda turn: [1, 2]),
}


@pytest.mark.parametrize("kind", NO_RATINGS_OF_REFERENCES)
def test_numbers_beside_references_are_ratings_of_outputs(kind):
    own = workbench.data(rows_rated(NO_RATINGS_OF_REFERENCES[kind]))
    assert (own.card.mapping.weights, own.criteria[0], len(own.criteria)) == ((), "flow", 2)


def test_a_list_beside_one_output_a_segment_may_be_that_of_raters():
    """As many raters as references, and nothing is called after these: only where it repeats it is theirs."""
    frame = rows_rated(lists(scores=unit), bots=("A",))
    assert workbench.data(frame).criteria == ["flow", "scores"]
    assert workbench.data(rows_rated(lists(ref_scores=unit), bots=("A",))).criteria == ["flow"]


def test_ratings_of_a_table_without_references_are_of_outputs():
    texts = pd.DataFrame([{"turn": f"t{turn}", "refs": f"a b c {turn}"} for turn in range(3)])
    frame = rows_rated(lambda turn, bot: {"ref_rating": turn + len(bot)})
    assert workbench.data(frame, references=texts).criteria == ["flow", "ref_rating"]


def test_a_list_as_long_as_references_that_are_not_as_many_everywhere_is_theirs():
    frame = rows_rated(lists(scores=unit), bots=("A",))
    for at in (0, 2):
        frame.at[at, "refs"] = [*frame.at[at, "refs"], "one more"]
        frame.at[at, "scores"] = [*frame.at[at, "scores"], 0.25]
    own = workbench.data(frame)
    assert own.criteria == ["flow"]
    assert own.references["weight"].tolist()[2] == 0.25


def test_ratings_of_references_that_are_called_as_those_of_outputs_are_not_lost(tmp_path):
    """They were not read: the column was taken, but in a table that names no systems."""
    rows_rated(lambda *_: {}).rename(columns={"flow": "rating"}).to_csv(tmp_path / "outputs.csv", index=False)
    rows = [{"turn": f"t{n}", "reference": f"a b c {n}", "rating": n / 2} for n in range(3)]
    pd.DataFrame(rows).to_csv(tmp_path / "references.csv", index=False)
    asked = ["data", "import", *(str(tmp_path / f"{each}.csv") for each in ("outputs", "references"))]
    said = CliRunner().invoke(main, [*asked, "--yes", "--out", str(tmp_path / "own")])
    assert said.exit_code
    text = " ".join(said.output.split())
    assert "references.csv: 'rating' rates references by where it stands, and is not named" in text
    assert "Ratings of outputs are called so in another table: give one of the two another name" in text


def test_several_people_s_ratings_of_each_reference_are_not_lost(tmp_path):
    frame = rows_rated(lists(reference_ratings=lambda turn: [[0.5, turn / 2], [0.0, 1.0]]))
    own = workbench.data(frame)
    assert "'reference_ratings' has several numbers of each reference, and is not named" in str(own.notes[0])
    frame.to_json(tmp_path / "x.jsonl", orient="records", lines=True)
    said = CliRunner().invoke(
        main, ["data", "import", str(tmp_path / "x.jsonl"), "--yes", "--out", str(tmp_path / "own")]
    )
    assert said.exit_code
    assert "Write their mean, one number a reference" in said.output
    frame = frame.rename(columns={"reference_ratings": "spread"})
    frame.to_json(tmp_path / "y.jsonl", orient="records", lines=True)
    said = CliRunner().invoke(
        main, ["data", "import", str(tmp_path / "y.jsonl"), "--yes", "--out", str(tmp_path / "own")]
    )
    assert "Numbers that are not taken: spread" in said.output
