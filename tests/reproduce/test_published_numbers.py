"""Every published table that can be computed is, and each of its cells gets the verdict that it should."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reproduce.computed import compute, reproduce

from workbench.report.difference import rounds_to
from workbench.report.published import read_published
from workbench.reproduce import REPRODUCTIONS
from workbench.reproduce.run import compare_table, reproduction_files

SCOREBOARD = Path(__file__).parents[2] / "reports" / "reproduction" / "scoreboard.md"
VERDICTS = ("equal", "within 0.01", "different", "not computable")
COUNTS = {
    "bhandari2020-summary-level from stored scores": (6, 0, 0, 0),
    "bhandari2020-summary-level from texts": (3, 0, 0, 3),
    "dstc7-human": (30, 0, 0, 0),
    "fabbri2021-table2": (0, 4, 36, 96),
    "fabbri2021-table3": (63, 0, 1, 8),
    "freitag2021-mqm": (38, 1, 0, 0),
    "freitag2021-mqm-ted": (14, 1, 0, 0),
    "galley2019-delta-bleu-example": (4, 0, 0, 0),
    "geval2023-table1-rouge": (23, 1, 0, 0),
    "kocmi2022-da": (136, 0, 0, 0),
    "kocmi2023-da-sqm": (29, 0, 0, 0),
    "kocmi2024-thresholds": (159, 0, 0, 0),
    "sacrerouge-fabbri2020 from stored scores": (72, 0, 0, 72),
    "sacrerouge-fabbri2020 from texts": (59, 7, 6, 72),
    "sacrerouge-rouge from stored scores": (72, 0, 0, 576),
    "sacrerouge-rouge from texts": (59, 8, 5, 576),
    "webnlg2017-bleu": (81, 0, 0, 0),
    "webnlg2020-human": (85, 0, 0, 0),
    "webnlg2020-human-ru": (80, 0, 0, 0),
    "wmt19-system-level": (18, 0, 0, 0),
    "wmt20-from-english": (726, 0, 0, 0),
    "wmt20-to-english": (930, 0, 0, 0),
}


def cells_of(text: str) -> list[list[str]]:
    """Return the cells of the lines of a Markdown table."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_way_to_a_table_with_public_data_is_tried_here() -> None:
    licensed = {f"lin2004-table{number}" for number in (1, 2, 3)}
    assert set(COUNTS) == set(REPRODUCTIONS) - licensed


@pytest.mark.parametrize("name", COUNTS)
def test_verdicts_and_the_line_of_the_scoreboard(shared: Path, name: str) -> None:
    found = reproduce(shared, name)
    counts = found.cells["verdict"].value_counts()
    assert tuple(counts.get(verdict, 0) for verdict in VERDICTS) == COUNTS[name]
    assert (found.cells["verdict"] == "equal").equals(
        found.cells.apply(lambda row: rounds_to(row["ours"], row["theirs"]), axis=1)
    )
    ours = cells_of(reproduction_files([found])["scoreboard.md"].decode())[2]
    (kept,) = [row for row in cells_of(SCOREBOARD.read_text(encoding="utf-8")) if row[0] == name]
    assert ours == kept


def change(printed: str, by: float) -> str:
    digits = max(3, len(printed.partition(".")[2]))
    return f"{float(printed) + by:.{digits}f}"


@pytest.mark.parametrize("name", [name for name, counts in COUNTS.items() if counts[0]])
@settings(max_examples=5)
@given(data=st.data())
def test_a_printed_cell_that_is_changed_by_a_thousandth_is_reported_and_no_other(
    shared: Path, name: str, data: st.DataObject
) -> None:
    before = reproduce(shared, name).cells
    by = data.draw(st.sampled_from([0.001, -0.001]))
    equal = before[before["verdict"] == "equal"]
    # where two digits are printed, the third that is put there may be the right one
    cells = [row.Index for row in equal.itertuples() if not rounds_to(row.ours, change(row.theirs, by))]
    assert len(cells) > len(equal) // 2
    cell = data.draw(st.sampled_from(cells))
    printed = read_published(REPRODUCTIONS.get(name).table).cells
    printed.loc[cell, "value"] = change(printed.loc[cell, "value"], by)
    after = compare_table(REPRODUCTIONS.get(name), compute(shared, name), printed).cells
    assert after.index[after["verdict"] != before["verdict"]].tolist() == [cell]
    assert after.loc[cell, "theirs"] == printed.loc[cell, "value"]
    others = after.index != cell
    assert after[others].equals(before[others])
