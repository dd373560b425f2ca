"""Mistakes in files of every form, in several files together and in calls, each with what is said."""

import json
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.datasets.understood import understand
from workbench.errors import WorkbenchError

WORDS = "abcdefghijklmnopqrstuv"
FRAME = pd.DataFrame(
    [
        {
            "doc": f"d{at}", "system": system,
            "summary": " ".join(w if n < 3 + rank else f"x{w}" for n, w in enumerate(WORDS[at : at + 8])),
            "ref1": " ".join(WORDS[at : at + 8]), "flow": 1 + rank % 5, "style": 1 + (rank + at) % 5,
        }
        for at in range(6) for rank, system in enumerate("ABCDE")
    ]
)  # fmt: skip
TABLE = FRAME.to_csv(index=False)
OUTPUTS, RATINGS = FRAME[["doc", "system", "summary", "ref1"]], FRAME[["doc", "system", "flow"]]


def of_data(make: Callable[[], object]) -> str:
    """Return what is said of a data set when it is read."""
    try:
        found = make()
    except WorkbenchError as error:
        return str(error)
    return "\n".join([*map(str, found.notes), *map(str, understand(found).warnings)])


def file(name: str, content: str | bytes) -> Callable[[Path], str]:
    def said(folder: Path) -> str:
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return of_data(lambda: workbench.load(folder / name))

    return said


def frame(made: object, **named: object) -> Callable[[Path], str]:
    return lambda _: of_data(lambda: workbench.data(made, **named))


def imported(files: dict[str, pd.DataFrame], *more: str) -> Callable[[Path], str]:
    """Return what is said when files are imported together."""

    def said(folder: Path) -> str:
        for name, made in files.items():
            made.to_csv(folder / name, index=False)
        paths = [str(folder / name) for name in files]
        arguments = [each.replace("DIR", str(folder)) for each in more]
        return (
            CliRunner()
            .invoke(main, ["data", "import", *paths, *arguments, "--yes", "--out", str(folder / "own")])
            .output
        )

    return said


def lines(change: Callable[[int, dict[str, object]], dict[str, object]]) -> str:
    rows = [change(at, row) for at, row in enumerate(FRAME.to_dict("records"))]
    return "".join(json.dumps(row) + "\n" for row in rows)


def styled(make: Callable[[int, int], object]) -> pd.DataFrame:
    return FRAME.assign(style=[make(at, rating) for at, rating in enumerate(FRAME["style"])])


def workbook(folder: Path) -> str:
    pytest.importorskip("openpyxl")
    with pd.ExcelWriter(folder / "x.xlsx") as book:
        FRAME.iloc[:15].to_excel(book, sheet_name="one", index=False)
        FRAME.iloc[15:].to_excel(book, sheet_name="two", index=False)
    return of_data(lambda: workbench.load(folder / "x.xlsx"))


def categories(folder: Path) -> str:
    styled(lambda at, rating: "12345"[rating - 1] if at else "?!").to_parquet(folder / "x.parquet")
    return of_data(lambda: workbench.load(folder / "x.parquet"))


MISTAKES: dict[str, tuple[Callable[[Path], str], tuple[str, ...]]] = {
    "tabs inside of texts": (
        file("x.tsv", FRAME.to_csv(index=False, sep="\t").replace("c xd", "c\txd", 1)),
        ("x.tsv:2: wrong number of cells: got 7, allowed: 6", "Make blanks of the tabs"),
    ),
    "a first line with a name too many": (
        file("x.csv", TABLE.replace("style", "style,", 1)),
        ("x.csv:2: wrong number of cells: got 6, allowed: 7", "does the first line end with a separator"),
    ),
    "semicolons in texts between semicolons": (
        file("x.csv", TABLE.replace(",", ";").replace("c xd", "c;xd", 1)),
        ("x.csv:2: wrong number of cells: got 7, allowed: 6", "between quotation marks"),
    ),
    "files put together with their first lines": (
        file("x.csv", TABLE + TABLE),
        ("x.csv:32: has the names of the columns once more: got 'doc'", "delete this one"),
    ),
    "a pointer in the place of a file": (
        file("x.csv", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n"),
        ("x.csv:1: is a pointer of Git LFS", "'version https", "git lfs pull"),
    ),
    "a page in the place of a file": (
        file("x.csv", f"<!DOCTYPE html>\n<html><table>{TABLE}</table></html>"),
        ("x.csv:1: is a page of the web, and no table: got '<!DOCTYPE html>'", "Download the file itself"),
    ),
    "commas between lines of JSON": (
        file("x.jsonl", lines(lambda _, row: row).replace("}\n", "},\n")),
        ("x.jsonl:1:", "is not JSON: Extra data", "nothing behind it, as a comma"),
    ),
    "a last line that was cut": (
        file("x.jsonl", lines(lambda _, row: row)[:-20]),
        ("x.jsonl:30:", "is not JSON", "A line is one whole object"),
    ),
    "a field twice": (
        file("x.jsonl", lines(lambda _, row: row).replace('"doc": "d0"', '"doc": "d0", "doc": "d9"', 1)),
        ("x.jsonl:1: field 'doc' is given twice", "Leave the other one out"),
    ),
    "a field of another spelling in one line": (
        file(
            "x.jsonl",
            lines(
                lambda at, row: {
                    ("flo" if at == 3 else key) if key == "flow" else key: row[key] for key in row
                }
            ),
        ),
        ("29 of 30 outputs have a judgment on flow", "system 'D'", "4 of 5 systems have no judgment on flo,"),
    ),
    "half of the rows in another sheet": (
        workbook,
        ("x.xlsx: sheet 'one' was read, and not 'two'", "a file of its own"),
    ),
    "a column with one slip": (
        categories,
        ("x.parquet:1: style is not a number: got '?!'", "Missing ratings may be empty"),
    ),
    "a packed name without packing": (
        file("x.csv.gz", TABLE),
        ("x.csv.gz: is cut off or no gzip file", "name it as what it is"),
    ),
    "zero bytes in a text": (
        file("x.csv", TABLE.replace("c xd", "c \0 xd", 1)),
        ("damaged-texts: 1 of 30 outputs", "'\\x00'", "system 'A', segment 'd0'"),
    ),
    "one rating with a digit too many": (
        file("x.csv", styled(lambda at, rating: 55 if at == 4 else rating).to_csv(index=False)),
        (
            "far-rating: one rating of style is 55, all others are 1 to 5",
            "system 'E', segment 'd0'",
            "Mend it",
        ),
    ),
    "a rank for a rating": (
        frame(FRAME.rename(columns={"flow": "rank"})),
        ("less-is-better: rank counts as the better the higher", "--lower rank", "lower='rank'"),
    ),
    "a number of rows for ratings": (
        frame(FRAME.assign(flow=range(30))),
        ("ratings-are-row-numbers: the ratings of flow are 0 to 29", "Was a column that numbers rows"),
    ),
    "a number of rows for raters": (
        frame(FRAME.assign(who=[f"r{at}" for at in range(30)]), rater="who"),
        (
            "raters-are-rows: flow of all: each of 30 ratings",
            "rater 'r0'",
            "Name the one that says who rated",
        ),
    ),
    "raters who are not named in some rows": (
        frame(FRAME.assign(who=["ann" if at % 2 else None for at in range(30)]), rater="who"),
        ("30 ratings have no who (rater), and are taken as one rater's", "Fill it in"),
    ),
    "days in the place of ratings": (
        frame(styled(lambda _, rating: pd.Timedelta(rating, "s"))),
        ("columns that are not taken: style", "name them as criteria"),
    ),
    "a path for a frame of ratings": (
        frame(OUTPUTS, judgments="ratings.csv"),
        ("judgments: is no DataFrame: got 'str'", "workbench.load(folder)"),
    ),
    "texts for the names of columns": (
        frame(FRAME, references=list(FRAME["ref1"])),
        (
            "references: no table has 30 columns that are named: got 'a b c",
            "Columns are named, not what is in",
        ),
    ),
    "a column for the name of a column": (
        frame(FRAME, text=FRAME["summary"]),
        (
            "workbench.data: text: is the name of a column, or a list of them: got 'Series'",
            "stays in the frame",
        ),
    ),
    "a file twice": (
        imported({"x.csv": FRAME}, "DIR/x.csv"),
        ("x.csv: is named twice. Name each file once",),
    ),
    "systems in a column of another name": (
        imported({"o.csv": OUTPUTS, "r.csv": RATINGS.rename(columns={"system": "model"})}),
        (
            "there is not a single rating",
            "r.csv has no column 'system' (system). It has one name in all tables.",
        ),
    ),
    "a file a system without its name": (
        imported({f"{name}.csv": mine.drop(columns="system") for name, mine in FRAME.groupby("system")}),
        ("B.csv:2: segment 'd0'", "is rated twice, first in", "A.csv:2", "Of a file a system each needs one"),
    ),
    "a file a rater without a name": (
        imported({"ann.csv": FRAME, "bob.csv": FRAME.assign(flow=6 - FRAME["flow"])}),
        (
            "bob.csv:2: segment 'd0', system 'A': flow is rated twice",
            "ann.csv:2",
            "Is each table one rater's? Give each a column that says who",
        ),
    ),
    "a system's file with other references": (
        imported({"a.csv": FRAME[:15], "b.csv": FRAME[15:].assign(doc="d0", system="Z")[:1]}),
        ("b.csv:2: the references of segment 'd0' are not those of", "a.csv:2", "right column for segments"),
    ),
    "ratings of other segments in a file of its own": (
        imported({"o.csv": OUTPUTS, "r.csv": RATINGS.replace({"doc": {"d3": "D3"}})}),
        ("r.csv:", "'D3' and 'd3' differ in capitals", "write them alike", "--unmatched drop"),
    ),
    "a path into a column that has no list": (
        imported({"x.csv": FRAME}, "--criterion", "flow[].score"),
        ("there is not a single rating", "Nothing is found at flow[].score", "written list[].name"),
    ),
    "a misspelt criterion of which less is better": (
        imported({"x.csv": FRAME}, "--lower", "styel"),
        ("lower: no criterion 'styel'. Did you mean 'style'",),
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_what_is_said_to_a_mistake(name: str, tmp_path: Path) -> None:
    make, expected = MISTAKES[name]
    said = make(tmp_path)
    assert [each for each in expected if each not in said] == [], said


def test_without_a_mistake_nothing_is_said(tmp_path: Path) -> None:
    assert frame(FRAME)(tmp_path) == ""
    assert file("x.csv", TABLE)(tmp_path) == ""
