"""Several references in a cell: lists as JSON, Python and numpy write them, sets, objects."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.datasets.evalset import EvalSet
from workbench.datasets.mapping.paths import values_at
from workbench.errors import DataError

WORDS = "abcdefghijklmnop"
COLUMNS = {"text": "summary", "references": "refs", "segment": "doc", "system": "system", "criteria": "flow"}


def frame(cell: Callable[[str, str], object]) -> pd.DataFrame:
    """Return a table with two references a segment, written in a cell by a function."""
    return pd.DataFrame(
        [
            {
                "doc": f"d{at}", "system": system, "flow": 1 + rank,
                "summary": " ".join(w if n < 3 + rank else f"x{w}" for n, w in enumerate(WORDS[at : at + 8])),
                "refs": cell(f"it's {' '.join(WORDS[at : at + 7])}", f'say "{WORDS[at]} b c"'),
            }
            for at in range(5) for rank, system in enumerate("ABC")
        ]
    )  # fmt: skip


def references(own: EvalSet) -> list[str]:
    return own.references.query("segment == 'd0'")["text"].tolist()


BOTH = ["it's a b c d e f g", 'say "a b c"']
WRITTEN = {
    "Python": lambda *both: str(list(both)),
    "tuple": lambda *both: str(both),
    "JSON": lambda *both: json.dumps(both),
    "numpy": lambda *both: str(np.array(both, dtype=object)),
    "numpy in lines": lambda *both: str(np.array(both)).replace("' ", "'\n "),
}


@pytest.mark.parametrize("write", WRITTEN.values(), ids=WRITTEN)
def test_lists_in_words_are_lists_in_frames_and_files(
    tmp_path: Path, write: Callable[[str, str], str]
) -> None:
    table = frame(write)
    assert references(workbench.data(table, **COLUMNS)) == BOTH
    table.to_csv(tmp_path / "x.csv", index=False)
    assert references(workbench.load(tmp_path / "x.csv")) == BOTH
    table.to_json(tmp_path / "x.jsonl", orient="records", lines=True)
    said = CliRunner().invoke(
        main, ["data", "import", str(tmp_path / "x.jsonl"), "--yes", "--out", str(tmp_path / "own")]
    )
    assert "2 references a segment" in said.output, said.output


@pytest.mark.parametrize("make", [lambda *both: set(both), lambda *both: frozenset(both), lambda *both: both])
def test_sets_and_tuples_are_lists(make: Callable[[str, str], object]) -> None:
    assert references(workbench.data(frame(make), **COLUMNS)) == BOTH


def test_an_object_names_its_references() -> None:
    own = workbench.data(frame(lambda one, other: {"A": one, "B": other}), **COLUMNS)
    assert references(own) == BOTH
    assert own.references["reference"].unique().tolist() == ["A", "B"]
    own = workbench.data(frame(lambda one, other: {"text": one, "by": other}), **COLUMNS)
    assert references(own) == BOTH[:1]


def named(asked: object, **cells: object) -> dict[str, str]:
    """Return the references of a segment, each by its name, of columns with the same in each row."""
    rows = [{"doc": "d", "system": system, "flow": at, "summary": "x"} for at, system in enumerate("AB")]
    own = workbench.data(pd.DataFrame([row | cells for row in rows]), **{**COLUMNS, "references": asked})
    return dict(zip(own.references["reference"], own.references["text"], strict=True))


def test_names_of_references_in_lists_beside_others() -> None:
    """Those of the only column are numbered; of several each is numbered behind its own name."""
    both, objects = ["a", "b"], [{"text": "a", "alt": "c"}, {"text": "b", "alt": "d"}]
    numbered = {"ref1": "a", "ref2": "b"}
    assert named("refs", refs=both) == named({"gold": "refs"}, refs=both) == numbered
    assert named("refs[].text", refs=objects) == numbered
    assert named(["refs", "more"], refs=both, more=["c"]) == {"refs-1": "a", "refs-2": "b", "more-1": "c"}
    assert named({"g": "refs", "h": "more"}, refs=both, more="c") == {"g-1": "a", "g-2": "b", "h": "c"}
    assert named(["refs[].text", "more"], refs=objects, more="c") == {
        "text-1": "a",
        "text-2": "b",
        "more": "c",
    }
    asked = {"x": "refs[].text", "y": "refs[].alt"}
    assert named(asked, refs=objects) == {"x-1": "a", "x-2": "b", "y-1": "c", "y-2": "d"}
    assert named(["more", "refs"], refs={"k": "a", "l": "b"}, more="c") == {"k": "a", "l": "b", "more": "c"}
    assert named("refs", refs="a") == {"refs": "a"}
    assert named({"gold": "refs"}, refs="a") == {"gold": "a"}


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({}, "r1, r2, r3, r4, r5 are empty in one of the two"),
        ({f"r{n}": "x" for n in range(5)}, "r5 is empty in one of the two"),
        (
            {f"r{n}": "y" for n in range(5)},
            "is this the right column for segments, and are texts and references not swapped?",
        ),
    ],
)
def test_why_references_of_two_rows_may_differ(other: dict[str, str], why: str) -> None:
    row = {"doc": "d", "system": "A", "flow": 1, "summary": "x"} | {f"r{n}": "x" for n in range(6)}
    rows = [row, {**row, "system": "B"} | {f"r{n}": other.get(f"r{n}") for n in range(1, 6)}]
    with pytest.raises(DataError) as caught:
        workbench.data(pd.DataFrame(rows), **{**COLUMNS, "references": [f"r{n}" for n in range(6)]})
    assert str(caught.value) == (
        "frame:2: the references of segment 'd' are not those of frame:1. "
        f"Outputs of one segment share its references: {why}"
    )


def test_numbers_as_numpy_prints_them_are_ratings_of_several() -> None:
    table = frame(lambda one, other: [one, other]).assign(flow=str(np.array([4.0, 5.5])))
    own = workbench.data(table, **{**COLUMNS, "criteria": "flow[]"})
    assert own.judgments["score"].unique().tolist() == [4.0, 5.5]


def test_where_a_list_is_meant_one_value_is_its_only_member_and_nothing_is_none() -> None:
    cells = [{"a": ["x", "y"]}, {"a": "x"}, {"a": None}, {"b": "x"}, {"a": []}]
    found = [[(each.at, each.value) for each in values_at(record, "a[]")] for record in cells]
    assert found == [[((0,), "x"), ((1,), "y")], [((0,), "x")], [], [], []]


def test_who_rated_several_times_is_numbered_from_the_second_time_on() -> None:
    who = ("ann", "bob", "ann", None, "ann", None, "bob")
    ratings = [{"rater": name, "flow": at} for at, name in enumerate(who)]
    rows = frame(lambda *both: list(both)).assign(flow=[ratings] * 15).to_dict("records")
    own = workbench.data(pd.DataFrame(rows))
    found = own.judgments.query("segment == 'd1' and system == 'B'").set_index("rater")["score"].to_dict()
    assert found == {
        "ann": 0, "bob": 1, "ann#2": 2, "rater": 3, "ann#3": 4, "rater#2": 5, "bob#2": 6,
    }  # fmt: skip
