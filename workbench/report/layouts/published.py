"""The layout of a published table is that of its source; its description says how it goes."""

import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence

import pandas as pd

from workbench.report.grid import Placed, make_panel
from workbench.report.published import Description, Published
from workbench.report.table import Cell, Panel, Table
from workbench.types import Mark

_MARKS: dict[str, Mark] = {"": "", "best": "best", "equivalent": "equivalent"}
_STATISTICS = {"pearson": "Pearson's r", "spearman": "Spearman's ρ", "kendall": "Kendall's τ"}
"""Papers that print tau rarely say which one; where they do, it is in the notes."""


def lay_out_published(published: Published) -> Table:
    """Return a published table with the numbers, marks and order of its source.

    Each number keeps the decimals that it was printed with. Under the table stand the citation, what its
    numbers rest on, what its marks mean, and how its numbers were checked.

    Examples
    --------
    >>> from workbench.report.published import read_published
    >>> table = lay_out_published(read_published("galley2015-table2"))
    >>> table.panels[0].rows[-1].label, table.panels[0].rows[-1].cells[0].printed(3)
    ('ΔBLEU · all', '0.484')
    """
    what, cells = published
    panels = [group for _, group in cells.groupby(list(what.panels), sort=False)] if what.panels else [cells]
    marks = {"best": what.best, "equivalent": what.equivalent}
    return Table(
        title=what.source,
        corner=what.corner,
        header_names=what.headers,
        panels=tuple(_panel(panel, what) for panel in panels),
        notes=(*what.notes, _checked(cells), f"Source: {what.citation}", *([what.link] if what.link else [])),
        digits=max(map(_decimals, cells["value"])),
        intervals=bool((cells["low"] != "").any()),
        **{mark: meaning for mark, meaning in marks.items() if meaning},
    )


def _panel(panel: pd.DataFrame, what: Description) -> Panel:
    rows = panel.to_dict("records")
    title = ": ".join((what.title, *_values(rows[0], what.panels)))
    placed = [
        Placed(" · ".join(_values(row, what.rows)), tuple(_values(row, what.columns)), _cell(row))
        for row in rows
    ]
    return make_panel(title, placed, notes=_numbers(panel, what))


def _values(row: Mapping[Hashable, str], names: Sequence[str]) -> list[str]:
    return [_label(name, row[name]) for name in names]


def _label(name: str, value: str) -> str:
    if name == "n_systems":
        return f"n = {value}"
    return _STATISTICS.get(value, value) or "–"


def _cell(row: Mapping[Hashable, str]) -> Cell:
    low, high = row["low"], row["high"]
    return Cell(
        float(row["value"]),
        float(low or math.nan),
        float(high or math.nan),
        _MARKS[row["mark"]],
        digits=_decimals(row["value"]),
        interval_digits=_decimals(low),
    )


def _decimals(printed: str) -> int:
    return len(printed.partition(".")[2])


def _numbers(panel: pd.DataFrame, what: Description) -> list[str]:
    """Say how many systems and segments each task has, and its critical value, as far as that is known."""
    shown = {*what.rows, *what.columns}
    known = panel[["task", "n_systems", "n_segments", "critical"]].drop_duplicates()
    tasks: dict[str, list[str]] = {}
    for task, n_systems, n_segments, critical in known.itertuples(index=False):
        parts = []
        if n_systems and "n_systems" not in shown:
            parts.append(f"n = {n_systems} systems")
        if n_segments and "n_segments" not in shown:
            parts.append(
                f"{int(n_segments):,} segments each" if parts else f"n = {int(n_segments):,} segments"
            )
        if critical:
            freedom = int(n_systems) - 2
            parts.append(f"critical value of r at 95 %: {critical} ({freedom} degrees of freedom)")
        if parts:
            tasks.setdefault("; ".join(parts), []).append(task)
    if len(tasks) == 1 and len(known) == 1:
        return [f"{said}." for said in tasks]
    return [f"{'; '.join(filter(None, names))}: {said}." for said, names in tasks.items()]


def _checked(cells: pd.DataFrame) -> str:
    """Say how it was checked that this is what was printed."""
    counts = Counter(cells["verification"])
    said = [f"{word} ({count:,})" for word, count in counts.most_common()]
    return f"How the numbers were checked: {'; '.join(said)}."
