"""What is on the page of a report, and its HTML: one file, without network, that works without script."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import pandas as pd
from markupsafe import Markup

from workbench.report.page.frame import clean_line, fill_frame
from workbench.report.page.lines import LineChart
from workbench.report.page.payload import Points, pack
from workbench.report.page.ranked import Forest
from workbench.report.page.scoreboard import ShownTable
from workbench.report.render import render
from workbench.report.reproduction import SaidCell
from workbench.report.table import Panel, Table

COPIED = ("tex", "md", "csv")
"""Formats in which the table can be copied from the page."""


class Ranking(NamedTuple):
    """One criterion at one level by one coefficient: a forest plot for each condition."""

    title: str
    forests: tuple[Forest, ...]
    left_out: int
    is_open: bool


class Wins(NamedTuple):
    """Who beats whom: signs[i][j] is + where row i is better than row j, − where worse, · where neither."""

    title: str
    labels: tuple[str, ...]
    signs: tuple[tuple[str, ...], ...]
    note: str


class InfluencePlot(NamedTuple):
    """The coefficient of one metric without each system, most influential first."""

    title: str
    forest: Forest


class Worst(NamedTuple):
    """Segments on which a metric and people disagree most: name, share of pairs ranked wrongly, pairs."""

    title: str
    segments: tuple[tuple[str, float, int], ...]


class Beside(NamedTuple):
    """A published table whose numbers stand beside ours: its numbers, and each by the row of the records."""

    table: ShownTable
    of_record: Mapping[int, SaidCell]


class Pitfall(NamedTuple):
    """What the linter found by one rule: where, what is the case, what to do instead, what it does."""

    rule: str
    found: tuple[tuple[str, str], ...]
    remedy: str
    effect: str = ""


@dataclass(frozen=True, eq=False)
class Page:
    """Everything that a page shows, from the top down.

    Attributes
    ----------
    title, about : str
        Of the experiment; the data and their size.
    overview, answers : tuple of str
        What came out, in sentences: over all criteria, and of each.
    data, warnings : tuple of str
        The data at a glance, and what looks wrong with them.
    rankings, charts, wins, influences, worst, pitfalls : tuple
    table : Table
        As in the paper; its cells know their records.
    records : DataFrame
    points : Points
    methods, bibliography : str
        The methods paragraph, and its papers in BibTeX.
    made : mapping of str to str
        What the numbers depend on: versions, seed, digests.
    command : str
        That makes the page again.
    segment_page : str
        The file of the disagreements view beside this one; "" for none.
    labels : mapping of str to str
        Printed names of coefficients.
    beside : Beside, optional
        Printed numbers beside ours.
    """

    title: str
    about: str
    answers: tuple[str, ...]
    data: tuple[str, ...]
    warnings: tuple[str, ...]
    rankings: tuple[Ranking, ...]
    table: Table
    records: pd.DataFrame
    points: Points
    methods: str
    bibliography: str
    made: Mapping[str, str]
    command: str
    overview: tuple[str, ...] = ()
    charts: tuple[LineChart, ...] = ()
    wins: tuple[Wins, ...] = ()
    influences: tuple[InfluencePlot, ...] = ()
    worst: tuple[Worst, ...] = ()
    pitfalls: tuple[Pitfall, ...] = ()
    segment_page: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    beside: Beside | None = None


def render_page(page: Page) -> str:
    """Return a page as HTML.

    Every text is escaped; the content policy allows the page's own style and script, and no request to
    anywhere. Without script everything is there but sorting, filters, copying and the view of a cell.
    """
    texts = {format: render(page.table, format) for format in COPIED}
    theirs = page.beside.of_record if page.beside else {}
    content = {
        "page": page,
        "theirs": theirs,
        "table": page.table,
        "footnotes": page.table.footnotes,
        "depth": len(page.table.header_names),
        "filters": _filters(page),
        "facts": [_facts(page, panel) for panel in page.table.panels],
        "payload": Markup(pack(page.records, page.points, texts, dict(page.labels), _printed(page))),
    }
    return fill_frame("page.jinja", ("frame.js", "page.js"), content)


def _printed(page: Page) -> dict[int, str]:
    """Return what the script says of a printed number, by the row of its record."""
    if page.beside is None:
        return {}
    source = page.beside.table.line.source
    return {
        record: clean_line(f"{each.theirs} ({source}); ours minus theirs {each.difference}")
        for record, each in page.beside.of_record.items()
    }


_APART = ("task", "criterion", "level", "block_size", "coefficient", "given")


def _facts(page: Page, panel: Panel) -> dict[str, str]:
    """Return what all records of a panel share, of what can be chosen."""
    rows = {cell.record for row in panel.rows for cell in row.cells if cell and cell.record is not None}
    records = page.records.loc[sorted(rows)]
    records = records[records["role"] == ""]
    return {
        name: clean_line(records[name].iloc[0])
        for name in _APART
        if len(records) and records[name].nunique() == 1
    }


def _filters(page: Page) -> dict[str, list[str]]:
    """Return by which facts of panels and levels of headers there is something to choose."""
    facts = [_facts(page, panel) for panel in page.table.panels]
    chosen = {}
    for name in _APART:
        values = list(dict.fromkeys(each[name] for each in facts if name in each))
        if len(values) > 1:
            chosen[name] = values
    for level, name in enumerate(page.table.header_names):
        values = list(dict.fromkeys(header[level] for panel in page.table.panels for header in panel.columns))
        if len(values) > 1 and name not in chosen:
            chosen[f"column:{level}:{name}"] = [clean_line(value) for value in values]
    return chosen
