"""Tables on a terminal: aligned, folded where they are long, and what is left out is counted."""

import math
from dataclasses import replace

from workbench.report.table import Cell, Panel, Table, TableRow
from workbench.report.terminal import terminal_text


def table_of(rows: int = 3, columns: int = 1, panels: int = 1) -> Table:
    def line(number: int) -> TableRow:
        cell = Cell(number / 10, number / 10 - 0.1, number / 10 + 0.1, "best" if number == rows - 1 else "")
        return TableRow(f"m{number}", (cell,) * columns)

    header = tuple((f"c{number}",) for number in range(columns))
    lines = tuple(map(line, range(rows)))
    made = tuple(Panel(f"Panel {number}", header, lines) for number in range(panels))
    return Table("Title", "Metric", ("",), made, intervals=True)


def test_columns_are_aligned_and_marks_explained() -> None:
    assert terminal_text(table_of()).splitlines() == [
        "Title",
        "* highest in its column",
        "",
        "Panel 0",
        "Metric                   c0",
        "m0      0.00  [-0.10, 0.10]",
        "m1       0.10  [0.00, 0.20]",
        "m2       0.20* [0.10, 0.30]",
    ]


def test_an_undefined_cell_is_a_dash_and_a_missing_one_empty() -> None:
    cells = (Cell(math.nan, reason="constant"), None, Cell(0.5, mark="tied", holds_zero=True))
    panel = Panel("p", (("a",), ("b",), ("c",)), (TableRow("x", cells),))
    text = terminal_text(Table("t", "Metric", ("",), (panel,)))
    assert text.splitlines()[-1].split() == ["x", "–", "0.50~°"]
    assert "~ not shown to differ from the best" in text
    assert "° not shown to differ from 0" in text


def test_long_tables_are_folded_and_say_so() -> None:
    lines = terminal_text(table_of(30, panels=4), rows=5, panels=2).splitlines()
    assert sum(line.startswith("m") for line in lines) == 10
    assert lines.count("... and 25 more rows") == 2
    assert lines[-1] == "2 more: Panel 2; Panel 3"
    assert "more" not in terminal_text(table_of(30, panels=4))


def test_intervals_and_then_columns_give_way_to_the_width() -> None:
    wide = terminal_text(table_of(columns=10))
    assert "[" in wide
    narrower = terminal_text(table_of(columns=10), width=90)
    assert "[" not in narrower
    assert "c9" in narrower
    narrow = terminal_text(table_of(columns=10), width=40)
    assert max(map(len, narrow.splitlines())) <= 40
    assert "more columns" in narrow


def test_a_table_that_just_fits_is_whole() -> None:
    """Two spaces after each column, the last one too."""
    whole = max(map(len, terminal_text(table_of(columns=3)).splitlines())) + 2
    assert "[" in terminal_text(table_of(columns=3), width=whole)
    assert "[" not in terminal_text(table_of(columns=3), width=whole - 1)
    table = replace(table_of(columns=3), intervals=False)
    bare = max(map(len, terminal_text(table).splitlines())) + 2
    assert "more columns" not in terminal_text(table, width=bare)
    assert terminal_text(table, width=bare - 1).endswith("... and 1 more column")


def test_the_names_of_three_panels_that_are_left_out_are_all_said() -> None:
    assert terminal_text(table_of(panels=4), panels=1).endswith("3 more: Panel 1; Panel 2; Panel 3")
    assert terminal_text(table_of(panels=5), panels=1).endswith("4 more: Panel 1; Panel 2; Panel 3; ...")


def test_each_mark_has_its_sign_and_its_meaning() -> None:
    cells = [
        (Cell(0.5, mark=mark, holds_zero=holds_zero),)
        for holds_zero in (False, True)
        for mark in ("best", "tied", "equivalent", "")
    ]
    lines = tuple(TableRow(f"m{at}", each) for at, each in enumerate(cells))
    made = Table(
        "Title",
        "Metric",
        ("",),
        (Panel("Panel", (("c",),), lines),),
        best="B",
        tied="T",
        equivalent="E",
        zero="Z",
    )
    assert terminal_text(made).splitlines() == [
        "Title", "* B; ~ T; ~ E; ° Z", "", "Panel", "Metric       c",
        "m0      0.50*", "m1      0.50~", "m2      0.50~", "m3      0.50",
        "m4      0.50*°", "m5      0.50~°", "m6      0.50~°", "m7      0.50°",
    ]  # fmt: skip
