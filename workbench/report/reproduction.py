"""Our numbers beside printed ones, as text: every cell of a table, or one line a table."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from workbench.report.render import escape_markdown
from workbench.schema import PUBLISHED

_MORE_DIGITS = 3
"""Digits of ours beyond those that are printed, so that one sees how it is rounded."""
VERDICTS = ("equal", "within 0.01", "different", "not computable")


class Line(NamedTuple):
    """A table of the scoreboard.

    Attributes
    ----------
    name, source, how : str
        `how` our numbers were computed.
    n_cells : int
        Printed numbers.
    verdicts, reasons : dict of str to int
        How many cells got which verdict; why how many of them are not equal, "" where that is not known.
    largest : float
        Largest absolute difference, NaN if none is known.
    missing : str
        How to get data that are not there; empty if all are.
    """

    name: str
    source: str
    how: str
    n_cells: int
    verdicts: dict[str, int]
    largest: float
    reasons: dict[str, int]
    missing: str = ""


class SaidCell(NamedTuple):
    """A printed number and ours, as they are shown.

    Attributes
    ----------
    place : str
        What tells it from the other cells of its table.
    ours, theirs, difference : str
        "–" for none of ours.
    verdict, why : str
        Of `schema.REPRODUCED`.
    said : str
        The verdict and why, unless it is equal, and what is to be known in any case.
    """

    place: str
    ours: str
    theirs: str
    difference: str
    verdict: str
    why: str
    said: str


def say_cells(cells: pd.DataFrame) -> list[SaidCell]:
    """Return how the cells of a table are shown, ours with more digits than theirs.

    Parameters
    ----------
    cells : DataFrame
        Columns of `workbench.schema.REPRODUCED`.
    """
    every = [name for name in PUBLISHED.key if name not in ("table", "n_segments")]
    names = [name for name in every if cells[name].nunique() > 1]
    names = names or [name for name in every if (cells[name] != "").any()]
    found = []
    for _, row in cells.iterrows():
        digits = len(row["theirs"].partition(".")[2]) + _MORE_DIGITS
        defined = not math.isnan(row["ours"])
        said = "" if row["verdict"] == "equal" else ": ".join(filter(None, (row["verdict"], row["why"])))
        found.append(
            SaidCell(
                " · ".join(row[name] for name in names if row[name]),
                f"{row['ours']:.{digits}f}" if defined else "–",
                row["theirs"],
                f"{row['difference']:+.{digits}f}" if defined else "–",
                row["verdict"],
                row["why"],
                "; ".join(filter(None, (said, row["note"]))),
            )
        )
    return found


def show_cells(cells: pd.DataFrame) -> str:
    """Return the cells of a table as aligned lines: ours, theirs, the difference, and what is known about it.

    Parameters
    ----------
    cells : DataFrame
        Columns of `workbench.schema.REPRODUCED`.

    Examples
    --------
    >>> from workbench.schema import REPRODUCED
    >>> row = {name: "" for name in REPRODUCED.names}
    >>> row |= {"metric": "R-1", "ours": 0.12855, "theirs": "0.128", "difference": 0.00055}
    >>> print(show_cells(REPRODUCED.build([{**row, "verdict": "within 0.01", "why": "cut, not rounded"}])))
    cell  ours      theirs  difference
    R-1   0.128550  0.128   +0.000550   within 0.01: cut, not rounded
    """
    said = [(each.place, each.ours, each.theirs, each.difference, each.said) for each in say_cells(cells)]
    return "\n".join(_aligned([("cell", "ours", "theirs", "difference", ""), *said]))


def show_scoreboard(lines: Sequence[Line], others: Sequence[tuple[str, str, str]]) -> str:
    """Return the scoreboard as Markdown.

    Parameters
    ----------
    lines : sequence of Line
    others : sequence of (name, source, why)
        Tables that cannot be computed, and why.
    """
    computed = [each for each in lines if not each.missing]
    parts = ["# Published tables, computed again"]
    if computed:
        header = ("table", "source", "cells", *VERDICTS, "largest difference")
        parts += [
            "A cell is equal if our number rounds to what is printed; nothing else is forgiven.",
            _markdown([header, *map(_counts, computed)], right=range(2, len(header))),
            *_reasons(computed),
            "## How ours were computed",
            "\n".join(_named([(each.name, each.how) for each in computed])),
        ]
    if len(computed) < len(lines):
        parts += ["## Not computed: data are missing", "\n".join(_absent(lines))]
    if others:
        parts += ["## Not computable from public data"]
        parts += [_markdown([("table", "source", "why"), *others])]
    return "\n\n".join(parts) + "\n"


def _counts(line: Line) -> tuple[str, ...]:
    counts = [line.verdicts.get(verdict, 0) for verdict in VERDICTS]
    largest = "–" if math.isnan(line.largest) else f"{line.largest:.2g}"
    return (line.name, line.source, *(f"{count:,}" for count in (line.n_cells, *counts)), largest)


def _reasons(lines: Sequence[Line]) -> list[str]:
    """Return a section on cells that are not equal, if there are any."""
    found = [
        (each.name, f"{why or 'not known'} ({count:,} {'cell' if count == 1 else 'cells'})")
        for each in lines
        for why, count in each.reasons.items()
    ]
    return ["## Why cells are not equal", "\n".join(_named(found))] if found else []


def _absent(lines: Sequence[Line]) -> list[str]:
    """Return how to get missing data, each once, and for which tables."""
    tables: dict[str, list[str]] = {}
    for each in lines:
        if each.missing:
            tables.setdefault(each.missing, []).append(each.name)
    return _named([(", ".join(names), how) for how, names in tables.items()])


def _named(facts: Sequence[tuple[str, str]]) -> list[str]:
    return [f"- {escape_markdown(name)}: {escape_markdown(fact)}" for name, fact in facts]


def _markdown(rows: Sequence[tuple[str, ...]], right: range = range(0)) -> str:
    """Return a table of Markdown whose columns are aligned in the text, too."""
    # a number needs no escaping, and is read more easily without
    escaped = [
        tuple(cell if number in right else escape_markdown(cell) for number, cell in enumerate(row))
        for row in rows
    ]
    widths = [max(map(len, column)) for column in zip(*escaped, strict=True)]
    lines = []
    for row in escaped:
        sides = [
            cell.rjust(width) if number in right else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(f"| {' | '.join(sides)} |")
    rule = [f"{'-' * (width - 1)}{':' if number in right else '-'}" for number, width in enumerate(widths)]
    return "\n".join([lines[0], f"| {' | '.join(rule)} |", *lines[1:]])


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
