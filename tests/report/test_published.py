"""The published tables are those of the source files, and every format prints their numbers."""

import math
import re
import shutil
import subprocess
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pandas as pd
import pytest
from report.parsers import Grid, read_csv, read_html, read_latex, read_markdown

from workbench.errors import DataError, SpecError
from workbench.report.grid import Placed, make_panel
from workbench.report.layouts.published import lay_out_published
from workbench.report.published import (
    Published,
    choose_published,
    describe_published,
    list_published,
    read_published,
)
from workbench.report.render import render
from workbench.report.table import Cell, Table
from workbench.schema import PUBLISHED


def test_a_table_is_chosen_by_any_part_of_its_name_source_and_citation() -> None:
    every = list_published()
    assert choose_published() == every
    for each in every:
        middle = each.name[1:-1]
        found = choose_published(middle)
        assert found == [other for other in every if middle in other.name]
        assert each in choose_published(f"?{middle}*")
        words = f"{each.source} {each.citation}".split()
        for word in (words[0].upper(), words[-1].lower(), each.citation.split()[0]):
            found = choose_published(paper=word)
            assert each in found
            assert each in choose_published(each.name, word)
            for other in found:
                assert word.lower() in (other.source + " " + other.citation).lower()
    with pytest.raises(SpecError, match="no published table of the name 'zz' of 'Lin'"):
        choose_published("zz", "Lin")


NAMES = [each.name for each in list_published()]
READERS: dict[str, Callable[[str], list[Grid]]] = {
    "md": read_markdown, "tex": read_latex, "html": read_html,
}  # fmt: skip


@cache
def laid_out(name: str) -> tuple[Published, Table]:
    published = read_published(name)
    return published, lay_out_published(published)


def source(shared: Path, name: str, **where: str) -> pd.DataFrame:
    frame = pd.read_csv(shared / name, dtype="str", keep_default_na=False)
    for column, value in where.items():
        frame = frame[frame[column] == value]
    return frame


def from_lin2004(shared: Path, number: str) -> Iterator[tuple[str, ...]]:
    for each in source(shared, f"published/lin2004_table{number}.csv").itertuples():
        panel = f"({each.panel}) " if each.panel else ""
        task = panel + each.task.upper().removesuffix(" DOC")
        references = f"{each.n_refs} REF" + ("" if each.n_refs == "1" else "S")
        mark = each.shading.replace("none", "")
        measure = each.measure.replace("ROUGE", "R")
        yield (
            task, references, each.preprocessing, measure, each.n_systems, each.n_summaries_per_system,
            each.critical_r_95, mark, each.value,
        )  # fmt: skip


LIN2004 = [
    "task", "references", "preprocess", "metric", "n_systems", "n_segments", "critical", "mark", "value",
]  # fmt: skip


@pytest.mark.parametrize(("number", "count"), [("1", 204), ("2", 102), ("3", 612)])
def test_lin2004_is_the_source(shared: Path, number: str, count: int) -> None:
    ours = read_published(f"lin2004-table{number}").cells[LIN2004]
    theirs = list(from_lin2004(shared, number))
    assert sorted(ours.itertuples(index=False, name=None)) == sorted(theirs)
    assert len(theirs) == count


SIMPLE = [
    ("lin-och2004-acl-table1", "lin_och2004_table1.csv", {}, 180,
     {"criterion": "judgment", "preprocess": "preprocessing", "metric": "measure", "statistic": "coefficient",
      "value": "value", "low": "ci95_lower", "high": "ci95_upper"}),
    *((f"lin-och2004-coling-table{table}", "lin_och2004_coling.csv", {"table": table}, count,
       {"metric": "measure", "value": "value", "low": "ci95_lower", "high": "ci95_upper"})
      for table, count in zip("1234567", (18, 18, 18, 22, 22, 14, 12), strict=True)),
    *((f"lin-hovy2003-table{table}", "lin_hovy2003_tables2_3.csv", {"table": table}, 120,
       {"metric": "measure", "value": "value"}) for table in "23"),
    ("galley2015-table2", "galley2015_table2.csv", {}, 18,
     {"statistic": "coefficient", "value": "value", "low": "ci95_lower", "high": "ci95_upper"}),
    ("fabbri2021-table2", "fabbri2021_table.csv", {}, 136,
     {"metric": "metric", "criterion": "dimension", "n_systems": "n_systems_implied", "value": "value"}),
    ("fabbri2021-table3", "fabbri2021_table3_human.csv", {}, 72,
     {"criterion": "dimension", "value": "printed_mean"}),
    ("bhandari2020-summary-level", "bhandari2020_realsumm.csv", {"source": "analysis.ipynb cell 31"}, 6,
     {"metric": "metric", "value": "printed", "n_systems": "n_systems"}),
    ("bhandari2020-system-pairs", "bhandari2020_realsumm.csv", {"source": "analysis.ipynb cell 28"}, 7,
     {"metric": "metric", "value": "printed", "n_systems": "n_systems"}),
    *((name, "sacrerouge_docs_correlations.csv", {"source_doc": document}, count,
       {"panel": "table_title", "task": "dataset", "metric": "metric", "statistic": "coefficient",
        "value": "printed"})
      for name, document, count in (
          ("sacrerouge-rouge", "doc/metrics/rouge.md", 648),
          ("sacrerouge-python-rouge", "doc/metrics/python-rouge.md", 432),
          ("sacrerouge-meteor", "doc/metrics/meteor.md", 66),
          ("sacrerouge-fabbri2020", "doc/datasets/fabbri2020.md", 144))),
    ("geval2023-table1-rouge", "geval2023_rouge_rows.csv", {}, 24,
     {"metric": "metric", "criterion": "dimension", "value": "printed"}),
    ("wmt19-system-level", "wmt19_system_level.csv", {"metric": "BLEU"}, 18,
     {"task": "language_pair", "n_systems": "n_systems", "value": "printed_abs_pearson"}),
    ("dstc7-human", "dstc7_task2_human.csv", {}, 30,
     {"system": "system", "criterion": "scale", "value": "printed_mean", "low": "printed_ci95_lower",
      "high": "printed_ci95_upper"}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "file", "where", "count", "columns"), SIMPLE)
def test_tables_of_one_row_a_number_are_the_source(
    shared: Path, name: str, file: str, where: dict[str, str], count: int, columns: dict[str, str]
) -> None:
    theirs = source(shared, f"published/{file}", **where)[list(columns.values())]
    ours = read_published(name).cells[list(columns)]
    if "panel" in columns:
        ours["panel"] = ours["panel"].str.replace(", (first|second) of that title", "", regex=True)
    assert sorted(ours.to_numpy().tolist()) == sorted(theirs.to_numpy().tolist())
    assert len(ours) == count


@pytest.mark.parametrize(("name", "end", "count"), [("to", "toen", 930), ("from", "ento", 726)])
def test_wmt20_is_the_source(shared: Path, name: str, end: str, count: int) -> None:
    theirs = source(shared, "published/wmt20_system_level.csv")
    theirs = theirs[theirs["source_table"].str.endswith(end)]
    columns = ["language_pair", "n_systems", "metric", "coefficient", "printed"]
    expected = theirs[columns].to_numpy().tolist()
    ours = read_published(f"wmt20-{name}-english").cells
    ours["task"] = ours["task"].str.replace(" ", "_")
    assert ours[["task", "n_systems", "metric", "statistic", "value"]].to_numpy().tolist() == expected
    assert (ours["mark"] == "equivalent").tolist() == (theirs["not_outperformed_williams"] == "yes").tolist()
    subsets = [panel.split(", ")[1] for panel in ours["panel"]]
    assert subsets == theirs["subset"].tolist()
    assert len(ours) == count


@pytest.mark.parametrize(("table", "count"), [("3", 560), ("4", 520), ("5", 560), ("6", 520)])
def test_ntcir_is_the_source(shared: Path, table: str, count: int) -> None:
    theirs = source(shared, "published/lin2004_ntcir_sample_size.csv", table=table)
    pairs = [(each.sample_size, each.mean, each.ci95_width) for each in theirs.itertuples()]
    cells = read_published(f"lin2004-ntcir-table{table}").cells
    means, widths = cells[cells["component"] == "mean"], cells[cells["component"] == "width"]
    assert list(zip(means["n_segments"], means["value"], widths["value"], strict=True)) == pairs
    assert [each[:1] for each in means["references"]] == theirs["n_refs"].tolist()
    assert len(cells) == count


def test_tables_with_a_column_a_number_are_the_source(shared: Path) -> None:
    rows = {
        "freitag2021-mqm": source(shared, "published/freitag2021_mqm_systems.csv")[
            ["system", "printed_mqm", "printed_wmt_da_z"]
        ],
        "dstc7-automatic": source(shared, "published/dstc7_task2_automatic_5ref.csv").drop(
            columns="confidence"
        ),
        "webnlg2017-bleu": pd.read_csv(
            shared / "data/webnlg2017/published_corpus_bleu.tsv", sep="\t", dtype="str"
        ).drop(columns="system"),
    }
    for name, theirs in rows.items():
        expected = [
            (system, value) for system, *values in theirs.to_numpy() for value in values if value.strip()
        ]
        cells = read_published(name).cells
        assert list(zip(cells["system"], cells["value"], strict=True)) == expected
    assert [len(read_published(name).cells) for name in rows] == [39, 555, 81]


def test_there_are_42_tables_and_each_number_stands_in_one_place() -> None:
    assert len(NAMES) == 42
    total = 0
    for name in NAMES:
        cells = read_published(name).cells
        assert set(cells["table"]) == {name}
        assert not cells.duplicated(list(PUBLISHED.key)).any()
        assert (cells[["value", "verification"]] != "").all(axis=None)
        total += len(cells)
    assert total == 8096


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("format", [*READERS, "csv"])
def test_every_format_prints_the_numbers_intervals_and_marks(name: str, format: str) -> None:
    published, table = laid_out(name)
    text = render(table, format)
    grids = read_csv(text, table.intervals) if format == "csv" else READERS[format](text)
    cells = [seen for grid in grids for _, row in grid.rows for seen in row if seen.value]
    ends = zip(published.cells["low"], published.cells["high"], strict=True)
    intervals = [f"[{low}, {high}]" if low else "" for low, high in ends]
    expected = Counter(zip(published.cells["value"], intervals, published.cells["mark"], strict=True))
    assert Counter((seen.value, seen.interval, seen.mark) for seen in cells) == expected
    assert [grid.title for grid in grids] == [panel.title for panel in table.panels]


@pytest.mark.parametrize("name", NAMES)
def test_notes_carry_the_citation_and_what_marks_mean(name: str) -> None:
    published, table = laid_out(name)
    text = render(table, "html")
    assert published.description.citation[:20] in text
    for mark, meaning in (
        ("best", published.description.best),
        ("equivalent", published.description.equivalent),
    ):
        assert (mark in set(published.cells["mark"])) == bool(meaning)
        assert (f'class="key {mark}">{meaning}<' in text) == bool(meaning)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("pearson", "Pearson's r"),
        ("spearman", "Spearman's ρ"),
        ("kendall", "Kendall's τ"),
        ("x", "x"),
        ("", "–"),
    ],
)
def test_coefficients_are_called_as_papers_print_them(name: str, said: str) -> None:
    description = describe_published("galley2015-table2")._replace(
        panels=("statistic",), rows=("metric",), columns=("statistic",), headers=("Coefficient",)
    )
    cells = read_published("galley2015-table2").cells.iloc[:1].assign(statistic=name)
    [panel] = lay_out_published(Published(description, cells)).panels
    assert panel.columns == ((said,),)
    assert panel.title == f"{description.title}: {said}"


def test_lin2004_looks_like_the_paper() -> None:
    (panel,) = lay_out_published(read_published("lin2004-table1")).panels
    assert [(span.text, span.length) for span in panel.spans(0)] == [
        ("DUC 2001 100 WORDS SINGLE", 6), ("DUC 2002 100 WORDS SINGLE", 6),
    ]  # fmt: skip
    assert [span.text for span in panel.spans(1)] == ["1 REF", "3 REFS", "1 REF", "2 REFS"]
    assert [row.label for row in panel.rows] == [
        *(f"R-{order}" for order in range(1, 10)),
        "R-L", "R-S*", "R-S4", "R-S9", "R-SU*", "R-SU4", "R-SU9", "R-W-1.2",
    ]  # fmt: skip
    assert panel.notes == (
        "DUC 2001 100 WORDS SINGLE: n = 12 systems; 149 segments each; critical value of r at 95 %: 0.576 "
        "(10 degrees of freedom).",
        "DUC 2002 100 WORDS SINGLE: n = 14 systems; 295 segments each; critical value of r at 95 %: 0.532 "
        "(12 degrees of freedom).",
    )


def test_critical_values_are_those_of_their_degrees_of_freedom() -> None:
    from scipy.stats import t

    known = pd.concat([read_published(f"lin2004-table{number}").cells for number in (1, 2, 3)])
    known = known[["n_systems", "critical"]].drop_duplicates()
    assert len(known) == 5
    for n_systems, critical in known.itertuples(index=False):
        freedom = int(n_systems) - 2
        quantile = t.ppf(0.975, freedom)
        assert math.isclose(float(critical), quantile / math.hypot(quantile, freedom**0.5), abs_tol=5.1e-4)


def test_numbers_keep_their_decimals() -> None:
    markdown = render(lay_out_published(read_published("lin-och2004-coling-table2")), "md")
    assert re.search(r"\| 35\.39 \| 363 \[337, \d+\] \|", markdown)
    assert "2.9107 [2.858, 2.963]" in render(lay_out_published(read_published("dstc7-human")), "md")


def test_two_numbers_for_one_place_are_refused() -> None:
    cells = [Placed("R-1", ("CASE",), Cell(0.5)), Placed("R-1", ("CASE",), Cell(0.6))]
    with pytest.raises(DataError, match="title: two numbers for one cell: R-1, CASE"):
        make_panel("title", cells)


def test_an_unknown_table_is_a_users_mistake() -> None:
    with pytest.raises(SpecError, match="Did you mean 'lin2004-table1'"):
        describe_published("lin2004-tabel1")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on this machine")
def test_every_table_compiles(tmp_path: Path) -> None:
    inputs = []
    for name in NAMES:
        text = render(laid_out(name)[1], "tex")
        (tmp_path / f"{name}.tex").write_text(text, encoding="utf-8")
        inputs.append(rf"\input{{{name}}}\clearpage")
    (tmp_path / "main.tex").write_text(
        r"\documentclass{article}\usepackage{booktabs}\usepackage[table]{xcolor}\usepackage{graphicx}"
        rf"\begin{{document}}{''.join(inputs)}\end{{document}}",
        encoding="utf-8",
    )
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "main.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]


def test_the_wheel_takes_all_of_them_along() -> None:
    root = Path(__file__).parents[2]
    pyproject = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    (pattern,) = pyproject["tool"]["setuptools"]["data-files"]["share/workbench/published"]
    assert {path.name for path in root.glob(pattern)} == {
        f"{name}.{suffix}" for name in NAMES for suffix in ("csv", "toml")
    }
