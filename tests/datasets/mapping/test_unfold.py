"""Records with the outputs of several systems: each system's text and ratings are its own."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.datasets.evalset import EvalSet
from workbench.errors import DataError, SpecError

WORDS = "abcdefghijklmnop"
SYSTEMS = ("bart", "gpt-3.5", "lead-3")
MEANS = {"bart": 1.0, "gpt-3.5": 2.0, "lead-3": 3.0}


def text(at: int, rank: int) -> str:
    return " ".join(word if n < 3 + rank else f"x{word}" for n, word in enumerate(WORDS[at : at + 8]))


def rows(make: Any) -> list[dict[str, Any]]:
    """Return six records, of which a function says what is in them besides a segment and a reference."""
    own = [{system: text(at, rank) for rank, system in enumerate(SYSTEMS)} for at in range(6)]
    return [{"id": f"d{at}", "ref": " ".join(WORDS[at : at + 8]), **make(own[at])} for at in range(6)]


def rated(texts: dict[str, str]) -> dict[str, Any]:
    return {name: {"text": each, "score": rank} for rank, (name, each) in enumerate(texts.items(), start=1)}


RATED = rows(lambda texts: {"outputs": rated(texts)})


def loaded(folder: Path, records: list[dict[str, Any]]) -> EvalSet:
    (folder / "x.json").write_text(json.dumps(records))
    return workbench.load(folder / "x.json")


def means(data: EvalSet) -> dict[str, float]:
    assert len(data.outputs) == 18
    assert data.outputs.set_index(["segment", "system"])["text"]["d2", "lead-3"] == text(2, 2)
    return data.judgments.groupby("system")["score"].mean().to_dict()


@pytest.mark.parametrize(
    "records",
    [
        RATED,
        rows(rated),
        rows(lambda texts: {"systems": [{"name": name, **each} for name, each in rated(texts).items()]}),
        rows(lambda texts: {"outputs": texts, "scores": dict(zip(texts, (1, 2, 3), strict=True))}),
        rows(
            lambda texts: {
                "outputs": {name: {"text": each} for name, each in texts.items()},
                "scores": dict(zip(texts, (1, 2, 3), strict=True)),
            }
        ),
        # the column of the source is called as that of each system's text
        rows(lambda texts: {"text": f"an article {texts['bart']}", "outputs": rated(texts)}),
    ],
    ids=["object", "bare", "list", "texts and scores", "objects and scores", "source"],
)
def test_each_system_of_a_record_has_its_own_ratings(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    own = loaded(tmp_path, records)
    assert means(own) == MEANS
    assert "each read as a row of its own: bart, gpt-3.5, lead-3" in str(own.notes[0])
    assert means(workbench.data(pd.DataFrame(records))) == MEANS


def test_flat_columns_of_several_systems() -> None:
    frame = pd.DataFrame(
        [
            {key: row[key] for key in ("id", "ref")}
            | {f"outputs.{name}.{key}": each[key] for name, each in row["outputs"].items() for key in each}
            for row in RATED
        ]
    )
    assert means(workbench.data(frame)) == MEANS


def test_import_says_a_command_that_imports_the_same(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(json.dumps(RATED))
    arguments = ["data", "import", str(tmp_path / "x.json"), "--yes", "--out"]
    said = CliRunner().invoke(main, [*arguments, str(tmp_path / "one")]).output
    options = "--text text --reference ref --segment id --system system --criterion score"
    assert options in said
    again = CliRunner().invoke(main, [*arguments, str(tmp_path / "two"), *options.split()])
    assert again.exit_code == 0, again.output
    assert means(workbench.load(tmp_path / "two")) == MEANS


def test_a_path_into_one_system_takes_that_system_alone() -> None:
    own = workbench.data(pd.DataFrame(RATED), text="outputs.bart.text", criteria="outputs.bart.score")
    assert own.systems("all") == ["system"]


def test_a_person_among_the_systems_is_a_reference(tmp_path: Path) -> None:
    records = [
        {"id": row["id"], "outputs": {**row["outputs"], "human": {"text": row["ref"], "score": 5}}}
        for row in RATED
    ]
    own = loaded(tmp_path, records)
    assert means(own) == MEANS
    assert own.references["reference"].unique().tolist() == ["human"]


@pytest.mark.parametrize("beside", ["about", "zone"])
def test_of_several_texts_of_a_system_that_is_taken_that_is_called_as_one(
    tmp_path: Path, beside: str
) -> None:
    def more(texts: dict[str, str]) -> dict[str, Any]:
        return {
            name: {beside: f"of {name} it is {each['text']}", **each} for name, each in rated(texts).items()
        }

    listed = rows(lambda texts: {"systems": [{"name": name, **each} for name, each in more(texts).items()]})
    for records in (listed, rows(lambda texts: {"outputs": more(texts)})):
        assert means(loaded(tmp_path, records)) == MEANS


def test_comments_of_raters_and_parts_of_an_example_are_no_systems(tmp_path: Path) -> None:
    comments = {"ann": {"text": "it is a fine one", "score": 3}, "bob": {"text": "not as good", "score": 4}}
    records = rows(lambda texts: {"output": texts["bart"], "annotations": comments})
    assert loaded(tmp_path, records).systems("all") == ["system"]
    records = rows(lambda texts: {"source": {"text": "a b c"}, "output": {"text": texts["bart"], "score": 1}})
    own = loaded(tmp_path, records)
    assert own.card.mapping is not None
    assert own.card.mapping.text == ("output.text",)


def test_texts_that_lie_deeper_are_not_left_out_silently(tmp_path: Path) -> None:
    records = rows(lambda texts: {"data": {"outputs": rated(texts)}})
    with pytest.raises(SpecError, match=r"Texts are at data\.outputs\.bart\.text, .*a row needs one system"):
        loaded(tmp_path, records)


@pytest.mark.parametrize(
    ("records", "other", "said"),
    [
        (RATED, {"outputs": "lost"}, "outputs has no systems as in other rows: got 'lost'"),
        (RATED, {"outputs": {"bart": "a text"}}, "outputs has no systems as in other rows: got 'a text'"),
        (rows(rated), {"bart": "a text"}, "bart has no systems as in other rows: got 'a text'"),
    ],
)
def test_a_later_row_that_is_made_otherwise_is_said(
    records: list[dict[str, Any]], other: dict[str, Any], said: str
) -> None:
    """Further below than what is looked at."""
    many = [{**records[0], "id": f"d{at}"} for at in range(2000)]
    with pytest.raises(DataError, match=f"frame:2001: {said}"):
        workbench.data(pd.DataFrame([*many, {**records[0], "id": "other", **other}]))


def test_texts_that_nobody_rated_are_no_systems_beside_those_that_are(tmp_path: Path) -> None:
    parts = {name: {"text": f"it is the {name} of it"} for name in ("beginning", "end")}
    own = loaded(tmp_path, rows(lambda texts: {"parts": parts, "outputs": rated(texts)}))
    assert means(own) == MEANS
