import csv
import html
import io
import math
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from report.parsers import SEPARATOR, Grid, Seen, read_csv, read_html, read_latex, read_markdown

from workbench.errors import SpecError
from workbench.report.render import RENDERERS, escape_latex, escape_prose, one_line, render
from workbench.report.table import Cell, Panel, Table, TableRow, format_value

READERS: dict[str, Callable[[str], list[Grid]]] = {
    "md": read_markdown, "tex": read_latex, "html": read_html,
}  # fmt: skip

AWKWARD = (
    "<script>alert(1)</script>", "a_b & 50%", "|", "\\|", "\\", "**bold**", "[x](y)", "*", "[1]", "--", "---",
    "ΔBLEU-2", "Kendall's τ", "$x^2$", "{}", "~", "#", "&amp;", "&#124;", "- a", "1. a", "two\nlines",
    '"q", r', "a\t b", "\\\\", "\\end{table}", "−1", "`code`", "_x_", "~~x~~",
    "' onmouseover='x", "{{ table }}", "<% if %>",
)  # fmt: skip
TEXTS = st.sampled_from(AWKWARD) | st.text(max_size=6)
REASONS = (st.sampled_from(AWKWARD) | st.text(min_size=1, max_size=6)).filter(lambda text: one_line(text))
NUMBERS = st.floats(-1, 1)
DEFINED = st.builds(Cell, NUMBERS, mark=st.sampled_from(["", "best", "equivalent"]))
WITH_INTERVAL = st.builds(Cell, NUMBERS, NUMBERS, NUMBERS, st.sampled_from(["", "best", "equivalent"]))
UNDEFINED = st.builds(Cell, st.just(math.nan), reason=REASONS.filter(str.strip))
CELLS = st.none() | DEFINED | WITH_INTERVAL | UNDEFINED


@st.composite
def panels(draw: st.DrawFn, depth: int, title: str) -> Panel:
    headers = st.tuples(*[TEXTS] * depth)
    columns = draw(
        st.lists(headers, min_size=1, max_size=4, unique_by=lambda header: tuple(map(one_line, header)))
    )
    rows = st.builds(TableRow, TEXTS, st.tuples(*[CELLS] * len(columns)))
    notes = draw(st.lists(TEXTS, max_size=2))
    return Panel(title, tuple(columns), tuple(draw(st.lists(rows, min_size=1, max_size=3))), tuple(notes))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    depth = draw(st.integers(1, 3))
    titles = draw(st.lists(TEXTS, min_size=1, max_size=2, unique_by=one_line))
    return Table(
        draw(TEXTS),
        draw(TEXTS),
        ("level",) * depth,
        tuple(draw(panels(depth, title)) for title in titles),
        tuple(draw(st.lists(TEXTS, max_size=2))),
        draw(st.integers(0, 4)),
        draw(st.booleans()),
    )


def see(cell: Cell | None, table: Table) -> Seen:
    if cell is None:
        return Seen()
    if math.isnan(cell.value):
        return Seen(reason=one_line(cell.reason))
    low, high = (format_value(end, table.digits) for end in (cell.low, cell.high))
    has_interval = table.intervals and not math.isnan(cell.low + cell.high)
    return Seen(format_value(cell.value, table.digits), f"[{low}, {high}]" if has_interval else "", cell.mark)


def expect(table: Table, columns: list[tuple[str, ...]] | None = None) -> list[Grid]:
    """Return what a reader should see, in the given columns or in each panel's own."""
    grids = []
    for panel in table.panels:
        wanted = columns or list(panel.columns)
        cells = [dict(zip(panel.columns, row.cells, strict=True)) for row in panel.rows]
        rows = [
            (one_line(row.label), [see(by_column.get(column), table) for column in wanted])
            for row, by_column in zip(panel.rows, cells, strict=True)
        ]
        header = [SEPARATOR.join(one_line(text) for text in column).strip() for column in wanted]
        grids.append(Grid(one_line(panel.title), header, rows))
    return grids


@pytest.mark.parametrize("format", list(READERS))
@given(table=tables())
def test_the_page_holds_the_numbers_of_the_table(format: str, table: Table) -> None:
    seen = READERS[format](render(table, format))
    stripped = [grid._replace(header=[text.strip() for text in grid.header]) for grid in seen]
    assert stripped == expect(table)


@given(table=tables())
def test_csv_holds_the_numbers_of_the_table(table: Table) -> None:
    columns = list(dict.fromkeys(header for panel in table.panels for header in panel.columns))
    seen = read_csv(render(table, "csv"), table.intervals)
    assert [without_apostrophes(grid) for grid in seen] == [
        without_apostrophes(grid) for grid in expect(table, columns)
    ]


def without_apostrophes(grid: Grid) -> Grid:
    """Return a grid without what keeps a spreadsheet from taking a text for a formula."""

    def plain(text: str) -> str:
        return re.sub(r"^'(?=[-=+@])", "", text).strip()

    rows = [(plain(label), cells) for label, cells in grid.rows]
    return Grid(plain(grid.title), [*map(plain, grid.header)], rows)


def test_a_latex_table_asks_for_the_package_that_its_letters_need() -> None:
    """Without it LuaLaTeX leaves them out, and says so in its log only."""

    def preamble(label: str) -> list[str]:
        table = Table("t", "Metric", ("level",), (Panel("p", (("r",),), (TableRow(label, (Cell(0.5),)),)),))
        return [line for line in render(table, "tex").splitlines() if "fontspec" in line]

    assert preamble("Kendall's τ") == []
    [said] = preamble("für · 系")
    assert said.startswith("% ")
    assert "a \\setmainfont that has ü · 系: " in said
    [many] = preamble("äöüßéèêñç 😀 x")
    assert "that has ö ü é è ê ñ ç 😀 and 2 more: " in many


@pytest.mark.parametrize("text", ["=1+1", "@SUM(A1)", "+1", "-x", "=cmd|' /C calc'!A0"])
def test_no_text_is_a_formula_of_a_spreadsheet(text: str) -> None:
    table = Table("t", text, ("level",), (Panel(text, ((text,),), (TableRow(text, (Cell(0.5),)),)),))
    lines = list(csv.reader(io.StringIO(render(table, "csv"))))
    assert [field for line in lines for field in line if field.startswith(tuple("=+@-"))] == []


NAMES = ["<script>alert(1)</script>", "[x](javascript:1)", "![x](y)", "`a`", "*b*", "_c_", "&lt;", "a_b & c"]


@pytest.mark.parametrize("name", NAMES)
def test_no_name_is_more_than_a_name_in_a_paragraph(name: str) -> None:
    written = escape_prose(f"with {name} here")
    assert html.unescape(re.sub(r"\\(.)", r"\1", written)) == f"with {name} here"
    assert "<" not in written
    assert not re.search(r"(?<!\\)[`*]|\]\(|(?<!\\)!\[| _|(?<!\\)_ ", written)


@given(text=TEXTS)
@example(text="1) a")
@example(text="+ a")
def test_a_markdown_reader_shows_the_text_as_it_is(text: str) -> None:
    markdown_it = pytest.importorskip("markdown_it", reason="markdown-it-py is not installed")
    panel = Panel("title", ((text,),), (TableRow(text, (Cell(math.nan, reason=text + "."),)),), (text + ".",))
    table = Table("title", "corner", ("level",), (panel,))
    reader = markdown_it.MarkdownIt("commonmark", {"html": True}).enable("table").enable("strikethrough")
    leaves = [
        child
        for token in reader.parse(render(table, "md"))
        for child in token.children or []
        if child.content not in ("<sup>", "</sup>", "a", "")
    ]
    assert {leaf.type for leaf in leaves} == {"text"}
    shown = "".join(
        reader_text(token) for token in reader.parse(render(table, "md")) if token.type == "inline"
    )
    assert shown.count(one_line(text)) >= 4


def reader_text(inline: object) -> str:
    return "".join(child.content for child in inline.children if child.type == "text") + "\n"


def small_table(**changes: object) -> Table:
    rows = (
        TableRow("R-1", (Cell(0.756, 0.6, 0.9, "best"), Cell(-0.0361, -0.2, 0.1), None)),
        TableRow(
            "ΔBLEU", (Cell(0.7449, 0.5, 0.8, "equivalent"), None, Cell(math.nan, reason="constant scores"))
        ),
    )
    panel = Panel(
        "Pearson's r", (("1 ref", "CASE"), ("1 ref", "STEM"), ("4 refs", "CASE")), rows, ("n = 16",)
    )
    settings: dict[str, object] = {"notes": ("Seed: 0.",), **changes}
    return Table("Correlation", "Measure", ("references", "preprocessing"), (panel,), **settings)


def test_markdown_reads_well() -> None:
    assert render(small_table(), "md") == (
        "# Correlation\n\n**Bold**: highest in its column; *Italics*: equivalent to the best.\n\n"
        "## Pearson's r\n\n"
        "| Measure | 1 ref · CASE | 1 ref · STEM | 4 refs · CASE |\n"
        "| :--- | ---: | ---: | ---: |\n"
        "| R-1 | **0.76** | -0.04 |  |\n"
        "| ΔBLEU | *0.74* |  | –<sup>a</sup> |\n\n"
        "- <sup>a</sup> constant scores\n- n = 16\n- Seed: 0.\n"
    )


def test_intervals_are_printed_on_request() -> None:
    assert "**0.76** [0.60, 0.90]" in render(small_table(intervals=True), "md")
    assert '<span class="interval">[−0.20, 0.10]</span>' in render(small_table(intervals=True), "html")
    assert 'title="[−0.20, 0.10]"' in render(small_table(), "html")


def test_latex_prints_a_minus_sign_and_not_a_hyphen() -> None:
    page = render(small_table(intervals=True), "tex")
    assert "$-$0.04" in page
    assert "[$-$0.20, 0.10]" in page
    assert "-0" not in page.replace("$-$", "")


def test_a_line_has_no_letters_that_cannot_be_seen() -> None:
    assert one_line("a\x00b\x1b[1m\tc\x85d\n") == "ab[1m c d"


def test_pandas_reads_the_csv() -> None:
    frame = pd.read_csv(io.StringIO(render(small_table(intervals=True), "csv")))
    assert frame["1 ref · CASE"].tolist() == [0.76, 0.74]
    assert frame["1 ref · CASE low"].tolist() == [0.6, 0.5]
    assert frame["1 ref · CASE mark"].tolist() == ["best", "equivalent"]
    assert frame["4 refs · CASE mark"].tolist()[1] == "undefined: constant scores"
    assert frame["1 ref · STEM"].dtype == "float64"


def test_the_html_page_needs_nothing_else() -> None:
    page = render(small_table(), "html")
    assert page.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert '<meta charset="utf-8">' in page
    assert "src=" not in page
    assert "http" not in page


def test_the_legend_names_only_marks_that_occur() -> None:
    table = small_table()
    panel = Panel("p", table.panels[0].columns, (TableRow("x", (Cell(1.0), Cell(0.5), None)),))
    plain = Table("", "", table.header_names, (panel,))
    assert "Bold" not in render(plain, "md") + render(plain, "tex")
    assert "equivalent to" not in "".join(render(plain, format) for format in RENDERERS)


def test_every_latex_panel_carries_the_notes_of_the_table() -> None:
    table = small_table()
    twice = Table("", "", table.header_names, table.panels * 2, table.notes)
    assert render(twice, "tex").count("Seed: 0.") == 2


def test_a_wide_latex_table_is_fitted_to_the_page() -> None:
    def wide(columns: int, intervals: bool) -> str:
        panel = Panel("", tuple((str(column),) for column in range(columns)), ())
        return render(Table("", "", ("level",), (panel,), intervals=intervals), "tex")

    assert r"\resizebox" not in wide(8, False)
    assert r"\resizebox" in wide(9, False)
    assert r"\resizebox" in wide(8, True)
    # LaTeX measures it, and makes nothing wider
    assert r"\resizebox{\ifdim\width>\textwidth\textwidth\else\width\fi}{!}{%" in wide(8, True)


@pytest.mark.parametrize(("letters", "is_fitted"), [(57, False), (58, True)])
def test_a_latex_table_of_long_names_is_fitted_to_the_page(letters: int, is_fitted: bool) -> None:
    """A label, and two columns of three letters and the room before them: 68 letters are not too many."""
    row = TableRow("x" * letters, (Cell(0.5), Cell(0.25)))
    panel = Panel("", (("r",), ("t",)), (row,))
    assert (r"\resizebox" in render(Table("", "", ("level",), (panel,), digits=1), "tex")) == is_fitted


@pytest.mark.parametrize(
    ("heading", "is_fitted"), [("x" * 62, False), ("x" * 63, True), ("\u53c2" * 32, True)]
)
def test_a_latex_table_with_a_long_heading_over_its_columns_is_fitted_to_the_page(
    heading: str, is_fitted: bool
) -> None:
    """A label of three letters, 62 of the heading and the room before them; Chinese letters are as two."""
    panel = Panel("", ((heading, "r"), (heading, "t")), (TableRow("R-1", (Cell(0.5), Cell(0.25))),))
    table = Table("", "", ("references", "coefficient"), (panel,), digits=1)
    assert (r"\resizebox" in render(table, "tex")) == is_fitted


def test_an_unknown_format_is_a_users_mistake() -> None:
    with pytest.raises(SpecError, match="Did you mean 'html'"):
        render(small_table(), "htm")


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("[1]", "{[}1]"),
        ("*", "{*}"),
        ("a---b", "a-{-}-b"),
        ("ΔBLEU", r"$\Delta$BLEU"),
        ("100 %\n\\input{x}", r"100 \% \textbackslash{}input\{x\}"),
        ("#1 ~ $x^2$ <b> a|b", r"\#1 \textasciitilde{} \$x\textasciicircum{}2\$ \textless{}b\textgreater{} "
         r"a\textbar{}b"),
    ],
)  # fmt: skip
def test_latex_reads_text_as_text(text: str, escaped: str) -> None:
    assert escape_latex(text) == escaped


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on this machine")
@pytest.mark.parametrize("intervals", [False, True])
def test_latex_compiles(tmp_path: Path, intervals: bool) -> None:
    ascii_and_greek = [
        text for text in AWKWARD if all(ord(letter) < 128 or letter in "Δτ−" for letter in text)
    ]
    rows = tuple(TableRow(text, (Cell(-0.5, -0.6, 0.1, "equivalent"),) * 9) for text in ascii_and_greek)
    panel = Panel("a_b & 50%", tuple((text,) for text in AWKWARD[:9]), rows, tuple(ascii_and_greek))
    table = Table("Δ\n%", "Measure", ("level",), (panel,), intervals=intervals)
    (tmp_path / "table.tex").write_text(render(table, "tex"), encoding="utf-8")
    (tmp_path / "main.tex").write_text(
        r"\documentclass{article}\usepackage{booktabs}\usepackage[table]{xcolor}\usepackage{graphicx}"
        r"\begin{document}\input{table}\end{document}",
        encoding="utf-8",
    )
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "main.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]


def test_the_package_does_not_load_matplotlib() -> None:
    code = (
        "import sys, workbench.report.plots, workbench.report.layouts, workbench.report.render;"
        "assert 'matplotlib' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
