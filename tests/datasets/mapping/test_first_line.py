"""Tables without a line of names, whose first row must not be taken for one."""

from pathlib import Path

import pandas as pd
import pytest

from workbench.datasets.mapping.sources import read_source
from workbench.errors import DataError

RATED = [["eng1", "bart", 0, "tgt", 85], ["eng2", "bart", 1, "tgt", 70], ["eng1", "t5", 0, "tgt", 85]]
PAIRS = [[1.4, "it rained a lot today", "it was wet"], [3.2, "a dry day it was", "no rain fell then"]]


def saved(folder: Path, rows: list[list[object]], header: list[str] | None = None) -> Path:
    pd.DataFrame(rows).to_csv(path := folder / "x.csv", index=False, header=header or False)
    return path


@pytest.mark.parametrize("rows", [RATED, PAIRS])
def test_a_first_line_like_the_others_is_no_line_of_names(tmp_path: Path, rows: list[list[object]]) -> None:
    """Its cells were proposed as columns, and the row was lost."""
    with pytest.raises(DataError) as caught:
        read_source(saved(tmp_path, rows))
    assert "x.csv:1: is a row as those below, and names no columns" in str(caught.value)
    assert "Write the names of the columns above it" in str(caught.value)


def test_a_sheet_without_names(tmp_path: Path) -> None:
    pytest.importorskip("openpyxl")
    pd.DataFrame(RATED).to_excel(tmp_path / "x.xlsx", index=False, header=False)
    with pytest.raises(DataError, match="names no columns"):
        read_source(tmp_path / "x.xlsx")


@pytest.mark.parametrize(
    ("rows", "header"),
    [
        (RATED, ["login", "bart", "0", "tgt", "85"]),  # a name that columns have
        ([["x", 1, 2], ["y", 2, 1]], ["by", "1", "2"]),  # raters that are numbers
        ([["x", 1, 2], ["x", 2, 1]], ["x", "flow", "style"]),  # one name that is a cell
        (PAIRS, ["flow", "how would you say it", "and what else"]),  # questions above texts
        ([[1, "it rained a lot"], [2, "a dry day it was"]], ["0", "1"]),  # as pandas numbers columns
    ],
)
def test_names_that_may_be_names_are_read(
    tmp_path: Path, rows: list[list[object]], header: list[str]
) -> None:
    assert list(read_source(saved(tmp_path, rows, header)).columns) == header


@pytest.mark.parametrize("heads", [1, 2])
def test_further_lines_of_names_are_told(tmp_path: Path, heads: int) -> None:
    """The first was a segment, and then words were no ratings."""
    words = [["Who wrote it?", "How good is it?", "How long?"], ["text", "scale", "scale"]][:heads]
    rows = [["bart", 4, 2], ["t5", 3, 5], ["bart", 4, 4], ["t5", 1, 5]]
    path = saved(tmp_path, [*words, *rows], ["system", "Q1", "Q2"])
    said = "this row has" if heads == 1 else "the first 2 rows have"
    with pytest.raises(DataError) as caught:
        read_source(path)
    assert f"x.csv:2: {said} words where all others have numbers (Q1, Q2)" in str(caught.value)


@pytest.mark.parametrize(
    "rows",
    [
        [["bart", "x", 2], ["t5", 4, 1], ["pgn", 4, 1]],  # a number among the words
        [["bart", "x", "n/a"], ["t5", 4, 1], ["pgn", 4, 1]],  # one column alone
        [["bart", "good", "bad"], ["t5", "bad", "good"], ["pgn", 4, 1]],
    ],
)
def test_words_among_ratings_are_no_further_names(tmp_path: Path, rows: list[list[object]]) -> None:
    assert len(read_source(saved(tmp_path, rows, ["system", "Q1", "Q2"])).rows) == 3
