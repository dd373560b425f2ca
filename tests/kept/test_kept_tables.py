"""Tables of records made up by hand, by each layout, and what is said of them in sentences, kept."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from kept.made_records import MADE
from kept.shell import page_text
from kept.text import hold

from workbench.errors import WorkbenchError
from workbench.experiment.levels.base import LEVELS
from workbench.report.best import best_sentences, describe_overview
from workbench.report.layouts import LAYOUTS, lay_out
from workbench.report.methods_inference import describe_intervals, describe_judges
from workbench.report.methods_scores import describe_data, describe_levels, describe_lost, describe_metrics
from workbench.report.render import render
from workbench.report.table import Cell, Table
from workbench.report.terminal import terminal_text

KEPT = Path(__file__).with_name("reports")
LAYED = {
    "wide": ["by-coefficient"],
    "swept": ["lin2004", "galley2015"],
    "blocks": ["block-sizes", "galley2015", "wmt"],
    "judges": ["lin2004", "wmt"],
    "judged": ["lin2004", "galley2015"],
    "levels": [],
    "tested": ["lin2004", "wmt"],
    "lin": ["lin2004-table3"],
    "drawn": [],
    "elsewhere": [],
}
"""The layouts that say something new of made-up records, beside the standard one."""


def laid(records: pd.DataFrame, name: str, said: frozenset[str] = frozenset(), **how: Any) -> str:
    """Return a table by a layout, a line a row, and the notes that were not said before."""
    try:
        table = lay_out(records, LAYOUTS.get(name), **how)
    except WorkbenchError as refused:
        return f"== {name}\n{refused}\n"
    lines = [f"== {name}: {table.title}; {table.corner}; best: {table.best}"]
    for panel in table.panels:
        lines += [panel.title, " | ".join(" · ".join(header) for header in panel.columns)]
        for row in panel.rows:
            cells = [_cell(cell, table) for cell in row.cells]
            lines.append(f"{row.label}: {' | '.join(cells)}{' apart' * row.is_apart}{' rule' * row.has_rule}")
        lines += [note for note in panel.notes if note not in said]
    return "\n".join([*lines, *(note for note in table.notes if note not in said), ""])


def _cell(cell: Cell | None, table: Table) -> str:
    if cell is None:
        return ""
    ends = f" {cell.printed_ends(table.digits)}" if table.intervals and cell.has_interval else ""
    return f"{cell.printed(table.digits)} {cell.mark}{'°' * cell.holds_zero}{ends}".strip()


def sentences(records: pd.DataFrame) -> list[str]:
    """Return what is said of records in words."""
    described = {name: LEVELS.get(name).described for name in LEVELS} | {"own level": "as defined here"}
    metrics = records[records["role"] == ""]
    said = [
        *describe_overview(records),
        *(" / ".join(each) for each in best_sentences(records)),
        *describe_data(metrics),
        *describe_metrics(metrics),
        *describe_levels(metrics, described),
        *describe_lost(metrics),
        *describe_intervals(metrics),
        *describe_judges(records, None),
    ]
    return [*said, ""]


@pytest.mark.parametrize("name", MADE)
def test_tables_of_made_up_records_are_those_that_are_kept(name: str) -> None:
    records = MADE[name]()
    layouts = LAYED[name]
    table = lay_out(records, LAYOUTS.get("standard"))
    said = [render(table, "md")] if name != "lin" else []
    notes = frozenset([*table.notes, *(note for panel in table.panels for note in panel.notes)])
    for layout in layouts:
        said.append(laid(records, layout, notes))
    hold("\n".join([*said, *sentences(records)]), KEPT / f"table-{name}.txt")


def test_each_format_of_one_table_is_the_one_that_is_kept() -> None:
    records = MADE["judges"]()
    table = lay_out(records, LAYOUTS.get("lin2004"), digits=1, intervals=True)
    said = [render(table, "tex"), page_text(render(table, "html")), terminal_text(table, width=40, rows=2)]
    tested = lay_out(MADE["tested"](), LAYOUTS.get("lin2004"))
    said += [terminal_text(tested), terminal_text(tested, width=30, rows=1, panels=1)]
    said += [
        laid(records, "standard", coefficients=["kendall"]),
        laid(MADE["swept"](), "wmt", digits=1, coefficients=["pearson"]),
    ]
    twice = pd.concat([records, records.iloc[:1]], ignore_index=True)
    said += [laid(twice, "lin2004"), laid(records.iloc[:0], "lin2004"), laid(records.iloc[:0], "standard")]
    hold("\n".join(said), KEPT / "table-formats.txt")
