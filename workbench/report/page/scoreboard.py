"""The page of the scoreboard: printed numbers and ours, as sentences, pictures and tables that sort."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from workbench.report.methods_words import join
from workbench.report.page.frame import fill_frame
from workbench.report.page.ranked import scale_of
from workbench.report.reproduction import VERDICTS, Line, SaidCell, say_cells

SIDE, LEFT, EDGE = 400, 48, 12
"""A picture is SIDE wide and high; LEFT of it, and below, is room for the numbers of its axes."""


class Outlier(NamedTuple):
    """A printed number that ours is not equal to: where, what is said, its verdict."""

    x: str
    y: str
    said: str
    verdict: str


class Diagonal(NamedTuple):
    """Ours against theirs.

    Attributes
    ----------
    title : str
    n_equal : int
    equal : str
        A path with a dot for each number that is equal.
    outliers : tuple of Outlier
        The others.
    ticks : tuple of (x, y, words)
        Where the same number stands on both axes.
    """

    title: str
    n_equal: int
    equal: str
    outliers: tuple[Outlier, ...]
    ticks: tuple[tuple[str, str, str], ...]
    side: int = SIDE
    left: int = LEFT
    edge: int = EDGE


class ShownTable(NamedTuple):
    """A table of the scoreboard: its line, its cells, its picture and which share got which verdict.

    `shares` are a verdict with the start and the width of its part of a bar, in percent.
    """

    line: Line
    cells: tuple[SaidCell, ...]
    differences: tuple[float, ...]
    diagonal: Diagonal | None
    shares: tuple[tuple[str, str, str], ...]

    @property
    def rows(self) -> list[tuple[str, SaidCell, float]]:
        """The cells with the name of the table and their differences."""
        return [(self.line.name, *each) for each in zip(self.cells, self.differences, strict=True)]


class Scoreboard(NamedTuple):
    """Everything that the page shows, from the top down; `overview` has all coefficients together."""

    title: str
    about: str
    answers: tuple[str, ...]
    overview: Diagonal | None
    tables: tuple[ShownTable, ...]
    missing: tuple[Line, ...]
    others: tuple[tuple[str, str, str], ...]
    command: str


def lay_scoreboard(
    computed: Sequence[tuple[Line, pd.DataFrame]], others: Sequence[tuple[str, str, str]]
) -> Scoreboard:
    """Return what is on the page.

    Parameters
    ----------
    computed : sequence of (Line, DataFrame)
        Each table with its cells, columns of `schema.REPRODUCED`; those whose data are missing have no cells.
    others : sequence of (name, source, why)
        Tables that cannot be computed, and why.
    """
    tables = tuple(show_table(line, cells) for line, cells in computed if not line.missing)
    missing = tuple(line for line, _ in computed if line.missing)
    every = [cells[_is_coefficient(cells)] for line, cells in computed if not line.missing]
    return Scoreboard(
        title="Published tables, computed again",
        about="A number is equal if ours rounds to what is printed; nothing else is forgiven.",
        answers=tuple(_answers(tables, missing, others)),
        overview=draw_diagonal("All coefficients", pd.concat(every)) if every else None,
        tables=tables,
        missing=missing,
        others=tuple(others),
        command="workbench reproduce --all --data DIR --out reports/reproduction",
    )


def _is_coefficient(cells: pd.DataFrame) -> pd.Series:
    """Tell which numbers go on one scale: percents and scores of systems would leave it no room."""
    return (cells["level"] != "") & (cells["theirs"].astype(float).abs() <= 1)


def render_scoreboard(board: Scoreboard) -> str:
    """Return the page as HTML: one file, which works without network and, but for sorting, without script."""
    off = [
        row for table in board.tables for row in table.rows if row[1].verdict in ("within 0.01", "different")
    ]
    content = {
        "page": board, "off": sorted(off, key=lambda row: -abs(row[2])),
        "verdicts": VERDICTS, 
    }  # fmt: skip
    return fill_frame("scoreboard.jinja", ("frame.js",), content)


def show_table(line: Line, cells: pd.DataFrame) -> ShownTable:
    """Return a table with its picture; cells have columns of `schema.REPRODUCED`."""
    shares, at = [], 0.0
    for verdict in VERDICTS:
        width = 100 * line.verdicts.get(verdict, 0) / max(line.n_cells, 1)
        shares.append((verdict, f"{at:.2f}%", f"{width:.2f}%"))
        at += width
    said, differences = tuple(say_cells(cells)), tuple(cells["difference"].tolist())
    return ShownTable(line, said, differences, draw_diagonal(line.source, cells), tuple(shares))


def draw_diagonal(title: str, cells: pd.DataFrame) -> Diagonal | None:
    """Return ours against theirs as a picture; None where none of ours is defined.

    Examples
    --------
    >>> from workbench.schema import REPRODUCED
    >>> same = dict.fromkeys(REPRODUCED.names, "") | {"difference": 0.0}
    >>> cells = [{"ours": 0.0, "theirs": "0", "verdict": "equal"}, {"ours": 1.0, "theirs": "1", "verdict": "equal"}]
    >>> draw_diagonal("t", REPRODUCED.build([same | cell for cell in cells])).equal
    'M48 352h0M388 12h0'
    """  # noqa: E501
    theirs = cells["theirs"].astype(float)
    is_known = cells["ours"].map(math.isfinite) & theirs.map(math.isfinite)
    if not is_known.any():
        return None
    cells, theirs = cells[is_known], theirs[is_known]
    scale = scale_of([*cells["ours"], *theirs], holds_zero=False)
    length = SIDE - LEFT - EDGE

    def place(value: float) -> float:
        return (value - scale.low) / (scale.high - scale.low) * length

    def across(value: float) -> str:
        return _pixels(LEFT + place(value))

    def up(value: float) -> str:
        return _pixels(SIDE - LEFT - place(value))

    dots, outliers = [], []
    for each, cell, printed in zip(say_cells(cells), cells["ours"], theirs, strict=True):
        x, y = across(printed), up(cell)
        if each.verdict == "equal":
            dots.append(f"M{x} {y}h0")
        else:
            said = f"{each.place}: ours {each.ours}, theirs {each.theirs}; {each.said}"
            outliers.append(Outlier(x, y, said, each.verdict))
    ticks = tuple((across(tick), up(tick), scale.said(tick)) for tick in scale.ticks)
    # several cells of one place are one dot
    return Diagonal(title, len(dots), "".join(dict.fromkeys(dots)), tuple(outliers), ticks)


def _pixels(place: float) -> str:
    return f"{place:.1f}".removesuffix(".0")


def _answers(
    tables: Sequence[ShownTable], missing: Sequence[Line], others: Sequence[tuple[str, str, str]]
) -> list[str]:
    """Say what came out."""
    counts: Counter[str] = Counter()
    for table in tables:
        counts.update(table.line.verdicts)
    n = sum(counts.values())
    said = []
    if n:
        parts = [f"{counts[verdict]:,} {verdict}" for verdict in VERDICTS if counts[verdict]]
        ways = "1 way to a table" if len(tables) == 1 else f"{len(tables):,} ways to a table"
        said.append(f"{n:,} printed numbers were computed again, in {ways}: {join(parts)}.")
        computable = n - counts["not computable"]
        if computable:
            share = 100 * counts["equal"] / computable
            said.append(
                f"Of the {computable:,} that can be computed here, {share:.4g} % round to what is printed."
            )
    whole = [
        table.line.name for table in tables if _computable(table.line) == table.line.verdicts.get("equal")
    ]
    if whole:
        said.append(f"Every number that can be computed is equal in {join(whole)}.")
    for table in tables:
        off = [
            f"{table.line.verdicts[name]:,} {name}" for name in VERDICTS[1:3] if table.line.verdicts.get(name)
        ]
        if off:
            why = _why(table)
            said.append(f"{table.line.name}: {join(off)}, by {table.line.largest:.2g} at most{why}.")
    if missing:
        said.append(f"Data are missing for {join([line.name for line in missing])}.")
    if others:
        noun = "1 more table is" if len(others) == 1 else f"{len(others):,} more tables are"
        said.append(f"{noun} not computable from public data.")
    return said


def _why(table: ShownTable) -> str:
    """Return the most common reason of what is computed and not equal, where one is known."""
    known = Counter(each.why for each in table.cells if each.verdict in VERDICTS[1:3] and each.why)
    return f" ({known.most_common(1)[0][0]})" if known else ""


def _computable(line: Line) -> int:
    return line.n_cells - line.verdicts.get("not computable", 0)
