"""Mistakes in what people bring, in raters, texts, names of columns and arguments: each with what is said."""

import json
from collections.abc import Callable
from pathlib import Path
from unicodedata import normalize

import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.datasets.mapping.cells import as_written
from workbench.datasets.understood import understand
from workbench.errors import WorkbenchError

WORDS = "abcdefghijklmnopqrstuv"
FRAME = pd.DataFrame(
    [
        {
            "doc": f"d{at}", "system": system,
            "summary": " ".join(w if n < 3 + rank else f"x{w}" for n, w in enumerate(WORDS[at : at + 8])),
            "ref1": " ".join(WORDS[at : at + 8]), "ref2": " ".join(f"{WORDS[at : at + 7]}z"),
            "flow": 1 + rank % 5, "style": 1 + (rank + at) % 5,
        }
        for at in range(6) for rank, system in enumerate("ABCDE")
    ]
)  # fmt: skip


def three(change: Callable[[pd.DataFrame], pd.Series]) -> EvalSet:
    """Return ratings of style by three people who differ a little; `change` makes other ones."""
    random = np.random.default_rng(1)
    rows = pd.concat([FRAME.drop(columns="flow").assign(who=name) for name in ("ann", "bob", "cyd")])
    rows["style"] = np.clip(rows["style"] + random.integers(-1, 2, len(rows)), 1, 5)
    return workbench.data(rows.assign(style=change(rows)), rater="who")


def of(name: str, change: Callable[[pd.Series], pd.Series]) -> Callable[[pd.DataFrame], pd.Series]:
    return lambda rows: rows["style"].where(rows["who"] != name, change(rows["style"]))


def outputs(change: Callable[[str], str], system: str = "ABCDE") -> EvalSet:
    texts = [
        change(text) if name in system else text
        for text, name in zip(FRAME["summary"], FRAME["system"], strict=True)
    ]
    return workbench.data(FRAME.assign(summary=texts))


def saved(name: str, content: str) -> Callable[[Path], EvalSet]:
    def load(folder: Path) -> EvalSet:
        (folder / name).write_text(content, encoding="utf-8")
        return workbench.load(folder / name)

    return load


def lines(change: Callable[[dict[str, object]], dict[str, object]]) -> str:
    """Write a record a line, the fourth one changed."""
    rows = [change(row) if at == 3 else row for at, row in enumerate(FRAME.to_dict("records"))]
    return "".join(json.dumps(row) + "\n" for row in rows)


def without(name: str) -> Callable[[dict[str, object]], dict[str, object]]:
    return lambda row: {key: value for key, value in row.items() if key != name}


def rated(make: Callable[[int, int], object]) -> str:
    return FRAME.assign(style=[make(at, rating) for at, rating in enumerate(FRAME["style"])]).to_csv(
        index=False
    )


def added(**row: object) -> str:
    return pd.concat([FRAME, pd.DataFrame([row])]).to_csv(index=False)


def framed(**said: object) -> Callable[[Path], EvalSet]:
    return lambda _: workbench.data(FRAME, **said)


APART = pd.DataFrame(
    {
        "id": at, "A": f"a b {at} x", "B": f"b c {at} y", "human": f"h c {at} z", "ref": f"r b {at} q",
        "A score": at, "B score": 2 * at,
    }
    for at in range(5)
)  # fmt: skip

MISTAKES: dict[str, tuple[Callable[[Path], EvalSet], tuple[str, ...]]] = {
    "a rater who turns the scale": (
        lambda _: three(of("bob", lambda ratings: 6 - ratings)),
        (
            "turned-raters: some raters rate high what all others rate low: rater 'bob', r -0.",
            "Turn their ratings",
        ),
    ),
    "a rater who says the same of everything": (
        lambda _: three(of("bob", lambda ratings: ratings * 0 + 3)),
        (
            "constant-raters: ",
            "rater 'bob' gives 3 to 30 outputs (style of all)",
            "[data] raters leaves them out",
        ),
    ),
    "a column of a rater twice": (
        lambda _: three(
            lambda rows: rows["style"].where(rows["who"] == "cyd", rows["style"].iloc[0:30].tolist() * 3)
        ),
        ("equal-raters: ", "'ann' and 'bob', 30 outputs (style of all)", "read twice?"),
    ),
    "a rater for each system": (
        lambda _: workbench.data(FRAME.assign(who="by " + FRAME["system"]), rater="who"),
        ("raters-are-systems: flow of all", "rater 'by A' rated system 'A'", "right column read as rater?"),
    ),
    "what a program says before its text": (
        lambda _: outputs(lambda text: f"Sure, here is a summary: {text}", "C"),
        ("begin-alike: ", "'Sure, here is' by system 'C' (all)", "take it out"),
    ),
    "texts that were cut at a length": (
        lambda _: outputs(lambda text: f"{text} {text[::-1]} and what follows {'on and on ' * 9}"[:100], "D"),
        ("cut-at-a-length: ", "6 of 6 of system 'D' have 100 characters (all)", "the texts from before"),
    ),
    "accents that are letters of their own": (
        lambda _: workbench.data(
            FRAME.assign(summary=FRAME["summary"] + normalize("NFD", " café"), ref1=FRAME["ref1"] + " café")
        ),
        ("accents-apart: 30 outputs", "system 'A', segment 'd0'", "unicodedata.normalize('NFC', text)"),
    ),
    "accents that are letters of their own, of one system": (
        lambda _: workbench.data(
            FRAME.assign(
                summary=[
                    f"{text} " + normalize("NFD" if system == "C" else "NFC", "café")
                    for text, system in zip(FRAME["summary"], FRAME["system"], strict=True)
                ],
                ref1=FRAME["ref1"] + " café",
            )
        ),
        ("accents-apart: some write", "for one: system 'C', 6 of 6 (all). Bring all to one form"),
    ),
    "letters that the form NFC has in two, of one system": (
        lambda _: workbench.data(
            FRAME.assign(
                summary=[
                    f"{text} " + ("\u095c" if system == "C" else "\u0921\u093c")
                    for text, system in zip(FRAME["summary"], FRAME["system"], strict=True)
                ]
            )
        ),
        ("accents-apart: some write letters in a form that only looks like that of the others", "'C', 6 of"),
    ),
    "accents that are letters of their own, of one reference": (
        lambda _: workbench.data(
            FRAME.assign(
                summary=FRAME["summary"] + " café",
                ref1=FRAME["ref1"] + " café",
                ref2=FRAME["ref2"] + normalize("NFD", " café"),
            )
        ),
        ("accents-apart: some write", "for one: reference 'ref2', 6 of 6 (all). Bring all to one form"),
    ),
    "marks of the byte order in the texts of a system": (
        lambda _: outputs(lambda text: f"\ufeff{text}", "D"),
        ("letters-without-width: most texts of some", "the word: system 'D', 6 of 6 (all). Take them out"),
    ),
    "a column of texts filled down": (
        lambda _: outputs(lambda _: "the same text", "BD"),
        (
            "one-text-for-many: some systems",
            "system 'B' has 'the same text' for 6 of 6",
            "; system 'D'",
            "filled down",
        ),
    ),
    "a column of references filled down": (
        lambda _: workbench.data(FRAME.assign(ref1="one for all", ref2="another one")),
        ("one-reference-for-all: all 6 segments have the same references: 'one for all", "wrong one read"),
    ),
    "an object of objects": (
        saved("x.json", json.dumps({name: {"d1": {"flow": 1}, "d2": {"flow": 2}} for name in "AB"})),
        ("x.json: is an object of objects, and no list", "A row an object: [{...}, {...}]"),
    ),
    "a line without its system": (
        saved("x.jsonl", lines(without("system"))),
        ("x.jsonl:4: system (system) is no name: got 'nothing'", "leave the row out"),
    ),
    "a line without its text": (
        saved("x.jsonl", lines(without("summary"))),
        ("empty-outputs: 1 of 30 outputs are empty: system 'D', segment 'd0'", "fill it in"),
    ),
    "a line with a number for a text": (
        saved("x.jsonl", lines(lambda row: row | {"summary": 7})),
        ("x.jsonl:4: summary (text) is no text: got 7",),
    ),
    "a range for a rating": (
        saved("x.csv", rated(lambda at, rating: "4-5" if at == 3 else rating)),
        ("x.csv:5: style is not a number: got '4-5'", "Missing ratings"),
    ),
    "less than": (
        saved("x.csv", rated(lambda at, rating: "<5" if at % 15 == 3 else rating)),
        ("x.csv:5: style is not a number: got '<5'. So it is in 2 rows", "Missing ratings"),
    ),
    "fractions that a spreadsheet made days": (
        saved("x.csv", rated(lambda _, rating: f"{rating}-May")),
        ("columns that are not taken: style",),
    ),
    "stars": (saved("x.csv", rated(lambda _, rating: "*" * rating)), ("columns that are not taken: style",)),
    "a row of totals": (
        saved("x.csv", added(doc="Total", system="Total", flow=90, style=90)),
        ("x.csv: segment 'Total' of task 'all' has no reference", "leave its outputs and judgments out"),
    ),
    "a frame without rows": (lambda _: workbench.data(FRAME.iloc[:0]), ("frame: has no rows",)),
    "a column for a frame": (
        lambda _: workbench.data(FRAME["summary"]),
        ("frame: is no DataFrame: got 'Series'", "workbench.load(path)"),
    ),
    "a text twice": (framed(text=["summary", "summary"]), ("column 'summary' is named as text twice",)),
    "a criterion twice": (framed(criteria=["flow", "flow"]), ("column 'flow' is named as criterion twice",)),
    "a reference twice": (framed(references=["ref1", "ref1"]), ("'ref1' is named as reference twice",)),
    "a system for a reference": (
        framed(references="system", system="system"),
        ("column 'system' is named as reference and as system",),
    ),
    "people who are no systems": (
        framed(people="human*"),
        ("frame: people: no system is called so: got 'human*'", "Known: A, B, C, D, E"),
    ),
    "ratings beside a column of texts for each system": (
        lambda _: workbench.data(APART, text=["A", "B"], references="ref", segment="id", leave_out="human"),
        ("frame: whose are the ratings in A score, B score?", "a column that names the system"),
    ),
    "people who are no columns": (
        lambda _: workbench.data(APART, text=["A", "B", "human"], references="ref", people="humn"),
        ("frame: people: no system is called so: got 'humn'. Did you mean 'human'?",),
    ),
    "people who are all columns": (
        lambda _: workbench.data(APART, text=["A", "B"], references="ref", people=["A", "B"]),
        ("frame: people: all systems are people, and none is left to be scored: got 'A, B'",),
    ),
    "people who are all systems": (
        framed(people="*"),
        ("frame: people: all systems are people, and none is left to be scored: got '*'",),
    ),
    "raters in no column": (framed(rater="who"), ("frame: rater: no table has a column 'who'", "Known: doc")),
    "weights from 1 to 5": (
        lambda _: workbench.data(FRAME.assign(w=4, v=4), weights=["w", "v"]),
        ("frame:1: weight out of range", "segment 'd0', reference 'ref1': got 4.0, allowed: -1 to 1"),
    ),
    "numbers with decimals for segments": (
        lambda _: workbench.data(FRAME.assign(doc=FRAME["doc"].str[1:].astype(float) + 0.5)),
        ("frame:1: doc (segment) is no name: got 0.5", "whole numbers"),
    ),
    "a choice that is none": (
        framed(unmatched="droop"),
        ("unmatched: is no choice: got 'droop', allowed: error or drop",),
    ),
    "a part that is none": (
        framed(documnt="doc"),
        ("unknown key 'documnt'. Did you mean 'document'",),
    ),
    "nothing to load": (lambda _: workbench.load(None), ("load: is no name and no path: got 'NoneType'",)),
    "several to load": (lambda _: workbench.load(["a", "b"]), ("is no name and no path: got 'list'",)),
    "an empty name": (lambda _: workbench.load(""), ("load: is no name and no path",)),
    "a document of words": (
        saved("x.docx", "PK\3\4"),
        ("x.docx: is no table: got '.docx', allowed: .csv",),
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_what_is_said_to_a_mistake(name: str, tmp_path: Path) -> None:
    make, expected = MISTAKES[name]
    try:
        found = make(tmp_path)
        said = "\n".join([*map(str, found.notes), *map(str, understand(found).warnings)])
    except WorkbenchError as error:
        said = str(error)
    assert [each for each in expected if each not in said] == [], said


def test_without_a_mistake_nothing_is_said() -> None:
    for found in (workbench.data(FRAME), three(lambda rows: rows["style"]), outputs(str.upper, "C")):
        assert understand(found).warnings == (), understand(found)


def test_a_rating_whose_digits_are_more_than_numbers_hold_is_none() -> None:
    """2 ** 53 + 1 would be read as 2 ** 53, which is a number."""
    for end in ("", "/9999999999999999", " - good"):
        assert as_written(f"9007199254740993{end}") is None
        assert as_written(f"9007199254740992{end}") is not None


def test_out_of_five_in_words() -> None:
    found = workbench.data(FRAME.assign(style=[f"{rating} out of 5" for rating in FRAME["style"]]))
    assert found.judgments["score"].sum() == FRAME[["flow", "style"]].to_numpy().sum()


FOUR = pd.DataFrame(
    [
        {
            "id": at,
            "system": system,
            "out": f"{system} says {at} to us",
            "ref": f"we hear {at} of it",
            "flow": flow,
        }
        for at, (system, flow) in enumerate([("A", 1), ("B", 2)] * 2)
    ]
)
WIDE = pd.DataFrame(
    {"id": [0, 1], "A": "a b c", "B": "b c d", "ref": "c d e", **{f"q{n}": [1, 2] for n in range(6)}}
)
LISTS = pd.DataFrame(
    {
        "id": [0, 1],
        "out": "a b c",
        "ref": "c d e",
        "said": [["x", "y"]] * 2,
        "u": [[1, 2]] * 2,
        "v": [[3, 4]] * 2,
    }
)
NAMED = {"text": "out", "segment": "id", "system": "system", "references": "ref", "criteria": "flow"}
OF_LISTS = {"text": "out", "segment": "id", "references": "ref"}
NOBODY = (
    "? Each column of texts is a system. Ratings have a row for each segment and system, and a "
    "column that names the system: in a table of their own, or beside one column of texts. "
    "Columns such as A, A_flow, B and B_flow are read so where nothing names them"
)
OF_ONE = (
    "Then write a row an output, with a column that names the system; if they are raters' ratings of "
    "one text, "
    "leave said out"
)
NO_SIGN = "a comma may set off decimals or thousands: write decimals behind a point, and no sign in thousands"


def twice(again: pd.DataFrame, **named: str) -> Callable[[Path], EvalSet]:
    """Return what reads four rows and one of them again."""
    rows = pd.concat([FOUR.assign(who="ann"), again.iloc[1:2]], ignore_index=True)
    return lambda _: workbench.data(rows, **{**NAMED, "leave_out": "" if named else "who", **named})


def of_two_tables(folder: Path) -> EvalSet:
    for name in "ab":
        FOUR.iloc[:1].to_csv(folder / f"{name}.csv", index=False)
    return workbench.load(folder)


def column_of(*cells: object) -> Callable[[Path], EvalSet]:
    """Return what reads ratings of which the last ones are these."""
    ratings = [1, 2, 3, 4][: 4 - len(cells)] + list(cells)
    return lambda _: workbench.data(FOUR.assign(flow=ratings), **NAMED)


def read_wide(*criteria: str) -> Callable[[Path], EvalSet]:
    return lambda _: workbench.data(
        WIDE[["id", "A", "B", "ref", *criteria]],
        text=["A", "B"], segment="id", references="ref", criteria=list(criteria),
    )  # fmt: skip


def read_lists(*criteria: str, **named: str) -> Callable[[Path], EvalSet]:
    return lambda _: workbench.data(LISTS, **{**OF_LISTS, **named}, criteria=list(criteria))


WHOLE_SENTENCES: dict[str, tuple[Callable[[Path], EvalSet], str]] = {
    "rated twice": (
        twice(FOUR),
        "frame:5: segment '1', system 'B': flow is rated twice, first in frame:2. Leave one of the "
        "rows out; where "
        "several people rated, name the column that says who as rater",
    ),
    "rated twice by somebody": (
        twice(FOUR.assign(who="ann"), rater="who"),
        "frame:5: segment '1', system 'B': flow is rated twice, first in frame:2. Leave one of the rows out",
    ),
    "rated in two tables": (
        of_two_tables,
        "{0}/b.csv:2: segment '0', system 'A': flow is rated twice, first in {0}/a.csv:2. Is each table one "
        "rater's? Give each a column that says who, and name it as rater",
    ),
    "a text with other blanks": (
        twice(FOUR.assign(who="bob", out="B  says 1 to us"), rater="who"),
        "frame:5: the text of segment '1', system 'B' is not that of frame:2. They differ in blanks "
        "alone: write "
        "the text alike in each row of its ratings",
    ),
    "another text": (
        twice(FOUR.assign(who="bob", out="B says 2 to us"), rater="who"),
        "frame:5: the text of segment '1', system 'B' is not that of frame:2. Each rating of an "
        "output repeats its "
        "text: is a rating with another system, segment or text?",
    ),
    "a rating beside two texts": (read_wide("q0"), f"frame: whose are the ratings in q0{NOBODY}"),
    "six ratings beside two texts": (
        read_wide(*(f"q{n}" for n in range(6))),
        f"frame: whose are the ratings in q0, q1, q2, q3, q4{NOBODY}",
    ),
    "a list of ratings beside one of texts": (
        read_lists("u[]"),
        f"frame: said has as many texts in each row as u has ratings: are they of as many systems? {OF_ONE}",
    ),
    "lists of ratings beside one of texts": (
        read_lists("u[]", "v[]"),
        "frame: said has as many texts in each row as u, v have ratings: are they of as many "
        f"systems? {OF_ONE}",
    ),
    "lists of ratings of a list of texts": (
        read_lists("u[]", text="said"),
        "frame: said has as many texts in each row as u has ratings: are they of as many systems? "
        + OF_ONE.replace("leave said out", "join the sentences in said"),
    ),
    "a list for a rating": (
        column_of([1, 2], [3, 4]),
        "frame:3: flow is not a number: got 'a list'. So it is in 2 rows. Each member is a rater's rating if "
        "flow[] is named, with brackets behind it",
    ),
    "a sign in thousands": (
        column_of("1,234"),
        f"frame:4: flow is not a number: got '1,234'. In flow {NO_SIGN}",
    ),
}


def test_a_text_of_sentences_has_as_many_raters_as_it_has() -> None:
    """Of texts of two and of three sentences two people rated each."""
    texts = [["Yes it did.", "It rained."], ["No.", "It did not rain.", "Not here."]]
    own = workbench.data(LISTS.assign(said=texts), **{**OF_LISTS, "text": "said"}, criteria=["u[]"])
    assert own.outputs["text"].tolist() == ["\n".join(each) for each in texts]
    assert len(own.judgments) == 4


@pytest.mark.parametrize("name", WHOLE_SENTENCES)
def test_what_is_said_of_a_mistake_is_said_in_these_words(name: str, tmp_path: Path) -> None:
    load, said = WHOLE_SENTENCES[name]
    with pytest.raises(WorkbenchError) as caught:
        load(tmp_path)
    assert str(caught.value) == said.format(tmp_path)
