"""Faults of a frame that is read by a mapping, word for word: the first one, the last one, and how many."""

from typing import Any

import pandas as pd
import pytest

import workbench
from workbench.errors import WorkbenchError

WORDS = "abcdefghijklmnop"
COLUMNS = {"text": "summary", "references": "ref", "segment": "doc", "system": "system", "criteria": "flow"}
SEEN = "Columns: doc, system, ref, summary, flow"
KNOWN = "Known: doc, flow, ref, summary, system"
TWICE = (
    "is rated twice, first in frame:{}. Leave one of the rows out; where several people rated, name the "
    "column that says who as rater"
)
EMPTY = "Fill it in (of merged cells the first alone is filled), or leave the row out"


def frame(again: int = 0, **changed: Any) -> pd.DataFrame:
    """Return 12 rows, of which the first are there again with other texts, and some columns others."""
    rows = [
        {
            "doc": f"d{at}", "system": system, "ref": " ".join(WORDS[at : at + 8]),
            "summary": " ".join(w if n < 3 + rank else f"x{w}" for n, w in enumerate(WORDS[at : at + 8])),
            "flow": 1 + rank,
        }
        for at in range(4) for rank, system in enumerate("ABC")
    ]  # fmt: skip
    rows += [{**row, "summary": f"another text {at}"} for at, row in enumerate(rows[:again])]
    return pd.DataFrame(rows, dtype=object).assign(**changed)


SAID: dict[str, tuple[pd.DataFrame, dict[str, Any], int, str, str]] = {
    "words for ratings": (
        frame(flow=[f"?{at}x" for at in range(12)]),
        {},
        11,
        "frame:1: flow is not a number: got '?0x'. Missing ratings may be empty, NA, NaN or null; what a "
        'word counts is said by --word good=4, in Python words={"good": 4}, and of one for a missing rating '
        "by x=nan; if this column has no ratings, leave it out",
        "frame: ... and 2 more faults",
    ),
    "numbers for texts": (
        frame(summary=list(range(12))),
        {},
        11,
        "frame:1: summary (text) is no text: got 0",
        "frame: ... and 2 more faults",
    ),
    **{
        f"{number} rows twice": (
            frame(number),
            {},
            number,
            f"frame:13: segment 'd0', system 'A': flow {TWICE.format(1)}",
            last,
        )
        for number, last in (
            (9, f"frame:21: segment 'd2', system 'C': flow {TWICE.format(9)}"),
            (10, f"frame:22: segment 'd3', system 'A': flow {TWICE.format(10)}"),
            (11, "frame: ... and 1 more fault"),
        )
    },
    "five unknown columns": (
        frame(),
        {"references": [f"no{at}" for at in range(5)]},
        5,
        f"frame: references: no table has a column 'no0'. {KNOWN}",
        f"frame: references: no table has a column 'no4'. {KNOWN}",
    ),
    "six unknown columns": (
        frame(),
        {"references": [f"no{at}" for at in range(6)]},
        1,
        "frame: references: no table has 6 columns that are named: got 'no0'. Columns are named, not what is "
        f"in them. {SEEN}",
        "",
    ),
    "six unknown columns, and one more elsewhere": (
        frame(),
        {"references": [f"no{at}" for at in range(6)], "rater": "nobody"},
        2,
        "frame: references: no table has 6 columns that are named: got 'no0'. Columns are named, not what is "
        f"in them. {SEEN}",
        f"frame: rater: no table has a column 'nobody'. {KNOWN}",
    ),
    "an empty column of ratings": (
        frame(flow=""),
        {},
        1,
        "frame: there is not a single rating: allowed: criteria, or a table with them. Every cell of flow is "
        "empty",
        "",
    ),
    "people who are nobody": (
        frame(), {"people": ["human*"]}, 1,
        "frame: people: no system is called so: got 'human*'. Known: A, B, C", "",
    ),
    "people who are everybody": (
        frame(), {"people": ["A", "[BC]"]}, 1,
        "frame: people: all systems are people, and none is left to be scored: got 'A, [BC]'", "",
    ),
    "a column for two things": (
        frame(), {"rater": "doc"}, 1,
        "frame: rater: column 'doc' is named as segment and as rater. Name another column for one of them. "
        f"{SEEN}", "",
    ),
    "a column twice": (
        frame(w=0.5), {"weights": ["w", "w"]}, 2,
        "frame: weights: column 'w' is named as weight twice. Name another column for one of them. "
        f"{SEEN}, w",
        "frame: weights: one column of weights a column of references: got 2, allowed: 1",
    ),
    "fewer references than weights": (
        frame(w=0.5, v=0.5), {"weights": ["w", "v"]}, 1,
        "frame: weights: one column of weights a column of references: got 2, allowed: 1", "",
    ),
    "no references": (
        frame().drop(columns="ref"), {"references": []}, 1,
        "frame: references: which columns are references? Where people are among the systems, name these as "
        "people. Columns: doc, system, summary, flow", "",
    ),
    "no texts": (
        frame().drop(columns="summary"), {"text": []}, 1,
        "frame: text: which column has the texts of the systems? Columns: doc, system, ref, flow", "",
    ),
    "a criterion that is none": (
        frame(), {"lower": ["flov"]}, 1,
        "own: lower: no criterion 'flov'. Did you mean 'flow'? Known: flow", "",
    ),
    "large weights": (
        frame(w=2), {"weights": "w"}, 4,
        "frame:1: weight out of range: task 'all', segment 'd0', reference 'ref': got 2.0, allowed: -1 to 1. "
        "Ratings from 1 to 5 become weights by (rating - 3) / 2, others by 2 * (rating - low) / "
        "(high - low) - 1",
        "frame:10: weight out of range: task 'all', segment 'd3', reference 'ref': got 2.0, allowed: -1 to 1",
    ),
    "segments without a name": (
        frame(doc=""), {}, 11,
        f"frame:1: doc (segment) is no name: got ''. {EMPTY}", "frame: ... and 2 more faults",
    ),
    "a huge number for a rating": (
        frame(flow=[10**400, *[1, 2, 3] * 3, 4, 5]), {}, 1,
        "frame:1: flow is not a number: got 'a huge number'. Missing ratings may be empty, NA, NaN or null; "
        'what a word counts is said by --word good=4, in Python words={"good": 4}, and of one for a missing '
        "rating by x=nan; if this column has no ratings, leave it out", "",
    ),
    "a system without a name": (
        frame(system=[None, *"BCABCABCABC"]), {}, 1,
        f"frame:1: system (system) is no name: got nan. {EMPTY}", "",
    ),
    "systems that are fractions": (
        frame(system=1.5), {}, 11,
        "frame:1: system (system) is no name: got 1.5. Names are texts, whole numbers or days",
        "frame: ... and 2 more faults",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SAID)
def test_what_is_said_of_a_frame(name: str) -> None:
    rows, changed, number, first, last = SAID[name]
    with pytest.raises(WorkbenchError) as caught:
        workbench.data(rows, **{**COLUMNS, **changed})
    lines = str(caught.value).splitlines()
    assert (len(lines), lines[0], lines[-1]) == (number, first, last or first)


ONE, OTHER = "so it is there", "or it is not"
NONE = "own: references: 4 segments of task 'all' have no reference: 'd0', 'd1', 'd2' and 1 more"


@pytest.mark.parametrize(
    ("cell", "column", "found"),
    [
        (ONE, "ref", {"ref": ONE}),
        (ONE, "ann=ref", {"ann": ONE}),
        ({"text": ONE, "by": "ann"}, "ref", {"ref": ONE}),
        ({"r1": ONE, "r2": OTHER}, "ref", {"r1": ONE, "r2": OTHER}),
        ({"r1": ONE, "r2": OTHER}, "ref.r2", {"r2": OTHER}),
        ({"r1": ONE, "r2": OTHER}, ["b=ref.r2", "ref.r1"], {"b": OTHER, "r1": ONE}),
        ({"r1": [ONE, OTHER]}, "ref", {"r1": f"{ONE}\n{OTHER}"}),
        ([ONE, OTHER], "ref", {"ref1": ONE, "ref2": OTHER}),
        ([ONE, None, OTHER], "ref", {"ref1": ONE, "ref3": OTHER}),
        ([[ONE], [OTHER]], "ref", {"ref1": ONE, "ref2": OTHER}),
        ([{"text": ONE}, {"text": OTHER}], "ref", {"ref1": ONE, "ref2": OTHER}),
        ([{"text": ONE}, {"text": OTHER}], "ref[]", {"ref1": ONE, "ref2": OTHER}),
        ([{"text": ONE}, {"text": OTHER}], "ref[].text", {"ref1": ONE, "ref2": OTHER}),
        ([{"x": ONE, "y": OTHER}], "ref", NONE),
        ([{"x": ONE}, {"y": OTHER}], "ref[]", NONE),
        ([], "ref", NONE),
        ({}, "ref", NONE),
        (3, "ref", "frame:1: ref is no text: got 3"),
    ],
)
def test_what_references_are_in_a_cell(
    cell: object, column: str | list[str], found: dict[str, str] | str
) -> None:
    rows, said = frame(ref=[cell] * 12), {**COLUMNS, "references": column}
    if isinstance(found, str):
        with pytest.raises(WorkbenchError) as caught:
            workbench.data(rows, **said)
        assert str(caught.value).startswith(found)
    else:
        own = workbench.data(rows, **said).references.query("segment == 'd1'")
        assert own.set_index("reference")["text"].to_dict() == found


def test_an_object_may_lack_what_others_have() -> None:
    cells = [{"r1": ONE, "r2": OTHER}, {"r1": ONE}, {}] * 4
    rows = frame(ref=[cells[at // 3] for at in range(12)], own=ONE)
    found = workbench.data(rows, **{**COLUMNS, "references": ["own", "ref.r2"]}).references
    assert found.groupby("segment")["reference"].agg(list).to_dict() == {
        "d0": ["own", "r2"], "d1": ["own"], "d2": ["own"], "d3": ["own", "r2"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("criteria", "raters"),
    [
        (["flow=a.ann", "flow=b.more.bob"], {"a.ann": 1, "b.more.bob": 2}),
        (["flow=r.cyd.x", "flow=r.dan.x"], {"cyd": 3, "dan": 4}),
        (["flow=dan.x", "flow=r.dan.x"], {"dan.x": 6, "r.dan.x": 4}),
        (["flow=a.ann", "flow=r.cyd.x", "flow=r.dan.x"], {"a.ann": 1, "r.cyd.x": 3, "r.dan.x": 4}),
        (["flow=Q=1"], {"rater": 5}),
        (["flow = Q=1", "flow=a.ann"], {"Q=1": 5, "a.ann": 1}),
    ],
)
def test_who_rated_is_what_sets_paths_apart(criteria: list[str], raters: dict[str, float]) -> None:
    nested: dict[str, Any] = {
        "a": {"ann": 1},
        "b": {"more": {"bob": 2}},
        "r": {"cyd": {"x": 3}, "dan": {"x": 4}},
        "Q=1": 5,
    }
    nested["dan"] = {"x": 6}
    rows = frame().drop(columns="flow").assign(**{name: [value] * 12 for name, value in nested.items()})
    found = workbench.data(rows, **{**COLUMNS, "criteria": criteria}).judgments
    assert set(found["criterion"]) == {"flow"}
    assert found.groupby("rater")["score"].agg(set).to_dict() == {
        who: {score} for who, score in raters.items()
    }


@pytest.mark.parametrize(
    ("column", "cells", "rater", "said"),
    [
        ("what", ["style", "flow"], ["ann"], "'what' tells them apart: if it says what was rated, name"),
        ("who", ["bob", "ann"], [], "'who' tells them apart: if it says who rated, name it as rater; if"),
        ("what", ["1,5", "2"], ["ann"], "Leave one of the rows out"),
        ("what", ["style", "style"], ["ann"], "Leave one of the rows out"),
    ],
)  # fmt: skip
def test_rows_that_a_column_tells_apart_are_told_which(column, cells, rater, said) -> None:
    rows = frame().drop(columns="flow").merge(pd.DataFrame({column: cells}), how="cross")
    rows["flow"] = [1 + at % 5 for at in range(len(rows))]
    asked = {"rater": "rater"} if rater else {}
    with pytest.raises(WorkbenchError, match="flow is rated twice, first in frame:1") as caught:
        workbench.data(rows.assign(**{"rater": rater[0]} if rater else {}), **COLUMNS, **asked)
    assert said in str(caught.value)


def test_a_row_that_is_there_twice_is_told_apart_by_no_column() -> None:
    """A column of few words has the same word in both."""
    rows = frame()
    rows["split"] = ["dev", "test"] * (len(rows) // 2)
    with pytest.raises(WorkbenchError, match=r"flow is rated twice.*Leave one of the rows out"):
        workbench.data(pd.concat([rows, rows[3:4]]), **COLUMNS)


def test_a_column_tells_rows_apart_where_it_does_so_for_more_than_half_of_those_rated_again() -> None:
    """Of two or three rows that are there again, one has the same word."""
    rows = frame()
    rows["split"] = ["dev", "test"] * (len(rows) // 2)
    same, *others = rows[3:4], *(rows[at : at + 1].assign(split="other") for at in (4, 5))
    for again, said in (([same, others[0]], "Leave one of the rows out"), ([same, *others], "'split' tells")):
        with pytest.raises(WorkbenchError, match="flow is rated twice") as caught:
            workbench.data(pd.concat([rows, *again]), **COLUMNS)
        assert said in str(caught.value)
