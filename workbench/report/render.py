"""Tables as Markdown, LaTeX, HTML and CSV. Nothing is escaped anywhere else."""

import csv
import io
import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache

import jinja2

from workbench.registry import Registry
from workbench.report.table import Cell, Panel, Table

RENDERERS: Registry[Callable[[Table], str]] = Registry("table format")

WIDE = 8
"""More columns than these are fitted to the width of the text in LaTeX; one with intervals counts twice."""
LONG = 68
"""Letters of a row beyond which it is fitted, too: so many fill a line of the class article."""
_SMALL, _BETWEEN = 0.8, 2.5
"""The width of letters of an interval, and of the room between two columns, in letters."""

_SEPARATOR = " · "

_MARKDOWN = {
    "\\": "&#92;",  # an escaped backslash before a pipe is read differently by different programs
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    **{character: "\\" + character for character in "|`*_[]#~$!"},
}
_PROSE = re.compile(r"[`*$~|!]|(?<![^\W_])_|_(?![^\W_])|(?<=\])\(")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_LIST_START = re.compile(r"^(\d*)([-+.)])")
_GREEK = (
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu",
    "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
)  # fmt: skip
_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    # after \\ at the end of a row these two would be read as its arguments
    "[": "{[}",
    "*": "{*}",
    **{character: "\\" + character for character in "&%$#_{}"},
    **{letter: f"$\\{name}$" for letter, name in zip("αβγδεζηθικλμνξπρστυφχψω", _GREEK, strict=True)},
    **{letter: f"$\\{name}$" for letter, name in {"Δ": "Delta", "≥": "geq", "≤": "leq"}.items()},
    "−": "$-$",
}


def render(table: Table, format: str) -> str:
    """Return a table as text of one of the formats in `RENDERERS`: md, tex, html or csv.

    The numbers are the same in all of them. An undefined cell is a dash with a footnote (in CSV an empty
    number, and its mark is "undefined: " and the reason); a cell that does not exist is empty.

    Parameters
    ----------
    table : Table
    format : str

    Raises
    ------
    SpecError
        If there is no such format.

    Examples
    --------
    >>> from workbench.report.table import TableRow
    >>> row = TableRow("R-1", (Cell(0.756, mark="best"), None))
    >>> panel = Panel("Pearson's r", (("1 ref", "CASE"), ("1 ref", "13a")), (row,))
    >>> table = Table("Correlation", "Measure", ("references", "preprocessing"), (panel,))
    >>> print(render(table, "csv"))
    panel,Measure,1 ref · CASE,1 ref · CASE mark,1 ref · 13a,1 ref · 13a mark
    Pearson's r,R-1,0.76,best,,
    """
    return RENDERERS.get(format)(table)


def one_line(text: str) -> str:
    r"""Return a text without line ends and control characters.

    Examples
    --------
    >>> one_line(" two\nlines ")
    'two lines'
    """
    kept = (each for each in text if each.isspace() or unicodedata.category(each) != "Cc")
    return " ".join("".join(kept).split())


def escape_markdown(text: str) -> str:
    r"""Return a text as GitHub's Markdown shows it, also in a cell of a table.

    Examples
    --------
    >>> print(escape_markdown("R-S* | <b>"))
    R-S\* \| &lt;b&gt;
    """
    line = "".join(_MARKDOWN.get(character, character) for character in one_line(text))
    return _LIST_START.sub(r"\1\\\2", line)


def anchor(title: str) -> str:
    """Return what GitHub calls the place of a heading.

    Examples
    --------
    >>> anchor("Pearson's r with coverage, system level")
    'pearsons-r-with-coverage-system-level'
    """
    return re.sub(r"[^\w\- ]", "", one_line(title).lower()).replace(" ", "-")


def escape_prose(text: str) -> str:
    r"""Return a paragraph as Markdown shows it: no name in it becomes HTML, a link, a formula or emphasis.

    Examples
    --------
    >>> print(escape_prose("R-S* with <b>_fluency_</b> [Lin 2004], a_b, [x](y)"))
    R-S\* with &lt;b>\_fluency\_&lt;/b> [Lin 2004], a_b, [x]\(y)
    >>> print(escape_prose(r"a\*b, &lt; and &"))
    a&#92;\*b, &amp;lt; and &
    """
    text = _ENTITY.sub("&amp;", text).replace("\\", "&#92;").replace("<", "&lt;")
    return _PROSE.sub(r"\\\g<0>", text)


def escape_sheet(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: with an apostrophe before what may begin one.

    Examples
    --------
    >>> escape_sheet("=1+1"), escape_sheet("rouge-1")
    ("'=1+1", 'rouge-1')
    """
    return f"'{text}" if text.startswith(_FORMULA) else text


def escape_latex(text: str) -> str:
    r"""Return a text as LaTeX prints it.

    Examples
    --------
    >>> print(escape_latex("a_b & 50%"))
    a\_b \& 50\%
    """
    line = "".join(_LATEX.get(character, character) for character in one_line(text))
    return line.replace("--", "-{-}")  # LaTeX would make one dash of two hyphens


def _interval(cell: Cell, digits: int) -> str:
    return f"[{', '.join(cell.printed_ends(digits))}]"


def _number_latex(text: str) -> str:
    """Return numbers with a minus sign instead of a hyphen."""
    return text.replace("-", "$-$")


def _number_html(text: str) -> str:
    return text.replace("-", "−")


def _notes(panel: Panel, table: Table) -> tuple[str, ...]:
    return panel.notes + table.notes


@cache
def _environment(format: str) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("workbench.report", "templates"),
        autoescape=format == "html",
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    if format == "tex":  # full of braces and percent signs
        environment = environment.overlay(
            block_start_string="<%",
            block_end_string="%>",
            variable_start_string="<<",
            variable_end_string=">>",
            comment_start_string="<#",
            comment_end_string="#>",
        )
    environment.filters |= {
        "line": one_line,
        "anchor": anchor,
        "markdown": escape_markdown,
        "latex": escape_latex,
        "interval": _interval,
        "value": Cell.printed,
        "number_latex": _number_latex,
        "number_html": _number_html,
    }
    return environment


_NAMED_LETTERS = 8
"""Letters beyond ASCII that the preamble of a LaTeX table names."""


def _fill(table: Table, format: str, needs_fontspec: str = "") -> str:
    template = _environment(format).get_template(f"{format}.jinja")
    return template.render(
        table=table,
        footnotes=table.footnotes,
        depth=len(table.header_names),
        legend=table.legend,
        notes=_notes,
        separator=_SEPARATOR,
        needs_fontspec=needs_fontspec,
        is_wide=lambda panel: _is_wide(panel, table),
    )


def _is_wide(panel: Panel, table: Table) -> bool:
    """Tell whether a panel may be wider than a page; LaTeX, which knows, makes none of them wider."""
    widths = [float(max((_columns_of(row.label) for row in panel.rows), default=0))]
    for place, header in enumerate(panel.columns):
        cells = [row.cells[place] for row in panel.rows]
        each = [
            float(_columns_of(header[-1])),
            *(_letters(cell, table) for cell in cells if cell is not None),
        ]
        widths.append(max(each) + _BETWEEN)
    for level in range(len(table.header_names) - 1):
        for text, start, length in panel.spans(level):
            # LaTeX widens the last of the columns that a heading spans
            short = _columns_of(text) + _BETWEEN - sum(widths[start + 1 : start + length + 1])
            widths[start + length] += max(0.0, short)
    return len(panel.columns) * (2 if table.intervals else 1) > WIDE or sum(widths) > LONG


def _columns_of(text: str) -> int:
    """Return how many letters wide a text is: Chinese and Japanese ones are as wide as two."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)


def _letters(cell: Cell, table: Table) -> float:
    ends = _interval(cell, table.digits) if table.intervals and cell.has_interval else ""
    return max(len(cell.printed(table.digits)) if cell.is_defined else 1, _SMALL * len(ends))


@RENDERERS("md")
def render_markdown(table: Table) -> str:
    """Return GitHub's pipe tables: the best in bold, what goes with it in italics, notes as lists."""
    return _fill(table, "md")


@RENDERERS("tex")
def render_latex(table: Table) -> str:
    r"""Return one booktabs `table` environment for each panel, to be read by ``\input``."""
    written = _fill(table, "tex")
    cells = "".join(line for line in written.splitlines() if not line.startswith("%"))
    beyond = dict.fromkeys(letter for letter in cells if not letter.isascii())
    # letters of high numbers, as emoji, are in the fewest fonts
    rare = sorted(beyond, key=ord)[-_NAMED_LETTERS:]
    named = " ".join(letter for letter in beyond if letter in rare)
    more = f" and {len(beyond) - len(rare)} more" if len(beyond) > len(rare) else ""
    return _fill(table, "tex", f"{named}{more}") if beyond else written


@RENDERERS("html")
def render_html(table: Table) -> str:
    """Return a page that needs no other file."""
    return _fill(table, "html")


@RENDERERS("csv")
def render_csv(table: Table) -> str:
    """Return one line for each row of each panel; the numbers are rounded as in the other formats."""
    columns = list(dict.fromkeys(header for panel in table.panels for header in panel.columns))
    kinds = ("", " low", " high", " mark") if table.intervals else ("", " mark")
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = [_SEPARATOR.join(map(one_line, header)) for header in columns]
    heads = ["panel", one_line(table.corner), *(name + kind for name in names for kind in kinds)]
    writer.writerow(map(escape_sheet, heads))
    for panel in table.panels:
        for row in panel.rows:
            cells = dict(zip(panel.columns, row.cells, strict=True))
            fields = [field for header in columns for field in _csv_fields(cells.get(header), table)]
            place = [escape_sheet(one_line(text)) for text in (panel.title, row.label)]
            writer.writerow([*place, *fields])
    return text.getvalue()


def _csv_fields(cell: Cell | None, table: Table) -> Iterator[str]:
    """Yield the value, the ends of the interval if they are printed, and the mark."""
    yield cell.printed(table.digits) if cell and cell.is_defined else ""
    if table.intervals:
        yield from cell.printed_ends(table.digits) if cell and cell.has_interval else ("", "")
    if cell is None:
        yield ""
    else:
        marks = "; ".join(filter(None, (cell.mark, "holds 0" if cell.holds_zero else "")))
        yield marks if cell.is_defined else f"undefined: {one_line(cell.reason)}"
