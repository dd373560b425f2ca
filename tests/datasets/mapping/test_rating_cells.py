"""Cells that hold a rating and something else: what is not without doubt one number is none."""

import re
from datetime import date, datetime
from pathlib import Path

import pandas as pd
import pytest

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.datasets.mapping.cells import as_name, as_number, as_written
from workbench.errors import DataError, SpecError

WORDS = "abcdefghijklmnop"
ROWS = [
    {
        "doc": f"d{at}", "system": system, "ref": " ".join(WORDS[at : at + 8]),
        "summary": " ".join(w if n < 3 + rank else f"x{w}" for n, w in enumerate(WORDS[at : at + 8])),
    }
    for at in range(4) for rank, system in enumerate("ABC")
]  # fmt: skip
COLUMNS = {"text": "summary", "references": "ref", "segment": "doc", "system": "system", "criteria": "flow"}


def read(*cells: object) -> EvalSet:
    """Return a table whose ratings are these, again and again."""
    flow = pd.Series([cells[number % len(cells)] for number in range(len(ROWS))], dtype=object)
    return workbench.data(pd.DataFrame(ROWS).assign(flow=flow), **COLUMNS)


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (True, "flow is on another scale: got True, allowed: a number alone"),
        (False, "flow is on another scale: got False, allowed: a number alone"),
        ("TRUE", "flow is on another scale: got 'TRUE', allowed: a number alone"),
        ("3 - not 2", "flow is not a number: got '3 - not 2'"),
        ("3 (was 4)", r"flow is not a number: got '3 \(was 4\)'"),
        ("1_5", "flow is not a number: got '1_5'"),
        ("2/0", "flow is not a number: got '2/0'"),
        ("03. Mai", r"flow is not a number: got '03\. Mai'.* day, which spreadsheets make of 3\.5"),
        ("2024-05-03", "flow is not a number: got '2024-05-03'.* day, which"),
        (datetime(2024, 5, 3), "flow is not a number: got '2024-05-03'.* day, which"),
        ("7/5", "flow is not a number: got '7/5'"),
        ("7 out of 5", "flow is not a number: got '7 out of 5'"),
    ],
)
def test_among_numbers(cell: object, said: str) -> None:
    with pytest.raises(DataError, match=f"frame:3: {said}"):
        read("4", 5, cell, 3)


def test_words_with_spaces_around_are_ratings_where_their_numbers_are_known() -> None:
    """And so is the column that has them: nobody says which it is."""
    flow = [(" Good ", "bad ", "good")[number % 3] for number in range(len(ROWS))]
    frame = pd.DataFrame(ROWS).assign(flow=flow)
    said = {name: column for name, column in COLUMNS.items() if name != "criteria"}
    rated = workbench.data(frame, words={"good": 3, "bad": 1}, **said).judgments
    assert (rated["criterion"].unique(), rated["score"].tolist()) == (["flow"], [3.0, 1.0, 3.0] * 4)


def test_ratings_above_what_they_are_out_of_are_none() -> None:
    with pytest.raises(DataError, match=r"flow is not a number: got '7/5'\. So it is in 12 rows"):
        read("7/5")


def test_what_is_without_doubt_stays_a_rating() -> None:
    assert read(True, False, True).judgments["score"].sum() == 8
    assert read("4 - good", "5 - very good (B2)").judgments["score"].sum() == 54
    assert read("4/5", "0/5", "5/5").judgments["score"].sum() == 36


def test_a_list_is_named_with_brackets() -> None:
    with pytest.raises(DataError, match=r"got 'a list'.*if flow\[\] is named, with brackets behind it"):
        read([3, 4])


@pytest.mark.parametrize(
    ("cells", "where"),
    [
        (
            ("850,5", "1.234", "990,25"),
            "x.csv:3: flow may be thousands or three decimals: got '1.234'. '850,5' in {}x.csv:2 has its "
            "decimals behind another sign: one for all",
        ),
        (
            ("850.5", "990.25", "1,234"),
            "x.csv:4: flow may be thousands or three decimals: got '1,234'. '850.5' in {}x.csv:2 has its "
            "decimals behind another sign: one for all",
        ),
    ],
)
@pytest.mark.parametrize("separator", [";", "\t"])
def test_thousands_among_decimals(tmp_path: Path, cells: tuple[str, ...], where: str, separator: str) -> None:
    flow = [cells[number % 3] for number in range(len(ROWS))]
    pd.DataFrame(ROWS).assign(flow=flow).to_csv(tmp_path / "x.csv", index=False, sep=separator)
    if separator == "\t" and "1,234" in cells:
        where = "x.csv:4: flow is not a number: got '1,234'"
    mapping = "\n".join(f"{name} = {value!r}" for name, value in COLUMNS.items())
    card = f"name = 'own'\n[[files]]\npath = 'x.csv'\n[mapping]\n{mapping}\n"
    (tmp_path / "card.toml").write_text(card, "utf-8")
    with pytest.raises(DataError, match=re.escape(where.format(f"{tmp_path}/"))):
        workbench.load(tmp_path)


def test_three_decimals_alone_and_both_signs_alone_are_numbers(tmp_path: Path) -> None:
    for cells in (("1.234", "2.5", "0.125"), ("1,234", "2,5", "0,125"), ("3,5", "4.5", "0.125")):
        flow = [cells[number % 3] for number in range(len(ROWS))]
        pd.DataFrame(ROWS).assign(flow=flow).to_csv(tmp_path / "x.csv", index=False, sep=";")
        own = workbench.load(tmp_path / "x.csv").judgments["score"]
        assert own.iloc[0] == float(cells[0].replace(",", "."))


def test_decimals_behind_a_comma_are_read_where_they_can_be_nothing_else() -> None:
    """Three digits may be thousands, but not behind a 0; what may be is refused with what to do."""
    assert sorted(set(read("0,123", "0,5", "1,2345").judgments["score"])) == [0.123, 0.5, 1.2345]
    with pytest.raises(
        DataError, match=r"got '1,234'.* a comma may set off decimals or thousands: write dec"
    ):
        read("1,234", "0,700", "2,100")


def test_a_column_of_commas_is_named_where_no_ratings_are_found(tmp_path: Path) -> None:
    pd.DataFrame(ROWS).assign(flow="1,234").to_csv(tmp_path / "x.tsv", sep="\t", index=False)
    with pytest.raises(SpecError, match=r"which columns are ratings\? In flow a comma may set off"):
        workbench.load(tmp_path / "x.tsv")


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        (True, (1, 1)), (False, (0, 1)), (" True ", (1, 1)), ("false", (0, 1)),
        ("4", (4, 0)), ("-4.5", (-4.5, 0)), ("4,5", (4.5, 0)), ("+0,125", (0.125, 0)), ("0.125", (0.125, 0)),
        ("4/5", (4, 5)), ("4 / 5", (4, 5)), ("5 out of 5", (5, 5)), ("0/0", (0, 0)), ("80 %", (80, 100)),
        ("4 - good", (4, 0)), ("4: good", (4, 0)), ("4) good", (4, 0)), ("4 – good (B2)", (4, 0)),
        ("4 - " + "x" * 56, (4, 0)), ("4 - " + "x" * 57, None),
        (4, None), (4.5, None), (None, None), ("", None), ("good", None), ("good (4)", None),
        ("1,000", None), ("1.000", None), ("1,0000", (1, 0)), ("3-May", None), ("3-mayor", (3, 0)),
        ("2020-01-01", None), ("3 - not 2", None), ("7/5", None), ("1_5", None), ("4 stars", None),
        # 3.5 in a German, French or Spanish spreadsheet
        ("03. Mai", None), ("3-mai", None), ("3. März 2024", None), ("04-août", None), ("1-ene", None),
        ("03. Mär", None), ("3. Maimond", (3, 0)),
    ],
)  # fmt: skip
def test_a_rating_that_is_written(cell: object, written: tuple[float, int] | None) -> None:
    assert as_written(cell) == written


@pytest.mark.parametrize(
    ("cell", "name", "number", "with_comma"),
    [
        ("s1", "s1", None, None), (" s1 ", " s1 ", None, None), (" ", None, None, None),
        (7, "7", 7, 7), (7.0, "7", 7, 7), (7.5, None, 7.5, 7.5), (True, None, 1, 1), (None, None, None, None),
        (float("nan"), None, None, None), (float("inf"), None, None, None),
        (10**400, str(10**400), None, None),
        (" 3.5 ", " 3.5 ", 3.5, 3.5), ("3,5", "3,5", None, 3.5), ("1,2,3", "1,2,3", None, None),
        ("1_5", "1_5", None, None), ("1e3", "1e3", 1000, 1000), (2**53 + 1, str(2**53 + 1), None, None),
        (date(2024, 5, 3), "2024-05-03", None, None), (datetime(2024, 5, 3), "2024-05-03", None, None),
        (datetime(2024, 5, 3, 1), "2024-05-03T01:00:00", None, None), ([1], None, None, None),
    ],
)  # fmt: skip
def test_names_and_numbers_of_cells(
    cell: object, name: str | None, number: float | None, with_comma: float | None
) -> None:
    assert (as_name(cell), as_number(cell), as_number(cell, True)) == (name, number, with_comma)


def test_ratings_in_a_list_beside_which_nobody_is_named_are_somebodys() -> None:
    lists = [
        [{"by": "ann", "flow": 1}, {"flow": 2}],
        [{"by": "", "flow": 3}, {"by": None, "flow": 4}, {"by": "ann", "flow": 5}],
        [{"flow": 6}],
    ]
    flow = pd.Series([lists[number % 3] for number in range(len(ROWS))], dtype=object)
    columns = {**COLUMNS, "criteria": "told[].flow", "rater": "told[].by"}
    own = workbench.data(pd.DataFrame(ROWS).assign(told=flow), **columns).judgments.query("segment == 'd0'")
    assert list(own[["system", "rater", "score"]].itertuples(index=False, name=None)) == [
        ("A", "ann", 1), ("A", "rater", 2), ("B", "ann", 5), ("B", "rater", 3), ("B", "rater#2", 4),
        ("C", "rater", 6),
    ]  # fmt: skip
