"""The layout where nothing is said: one table that holds what was asked for against each other."""

import math

import pandas as pd
import pytest

from workbench.errors import DataError
from workbench.report.layouts import LAYOUTS, lay_out
from workbench.report.render import render
from workbench.report.table import Table
from workbench.schema import RECORDS

STANDARD = LAYOUTS.get("standard")


def record(metric: str, value: float, preprocess: str = "CASE", **given: object) -> dict[str, object]:
    blank: dict[str, object] = {
        column.name: {"text": "", "real": math.nan, "whole": 0}[column.kind] for column in RECORDS.columns
    }
    usual = {
        "dataset": "d 1", "task": "all", "component": "f", "references": "all", "select": "all",
        "criterion": "quality", "direction": "higher", "judgments": "human", "level": "system",
        "coefficient": "pearson", "low": value - 0.1, "high": min(value + 0.1, 1), "interval": "fisher",
        "confidence": 0.95, "population": "all systems, these inputs", "n_systems": 16, "n_segments": 30,
    }  # fmt: skip
    return {**blank, **usual, "metric": metric, "value": value, "preprocess": preprocess, **given}


def table_of(*records: dict[str, object], **settings: object) -> Table:
    return lay_out(RECORDS.build(pd.DataFrame(records)), STANDARD, **settings)


def seen(table: Table) -> list[dict[tuple[str, ...], tuple[str, str] | None]]:
    return [
        {
            (row.label, *header): cell and (cell.printed(table.digits), cell.mark)
            for row in panel.rows
            for header, cell in zip(panel.columns, row.cells, strict=True)
        }
        for panel in table.panels
    ]


def test_rouge_and_bleu_are_held_against_each_other() -> None:
    table = table_of(record("rouge-1", 0.9), record("rouge-2", 0.99), record("bleu", 0.98, "13a"))
    [cells] = seen(table)
    assert cells == {
        ("R-1", "Pearson's r"): ("0.90", ""),
        ("R-2", "Pearson's r"): ("0.99", "best"),
        ("BLEU · 13a", "Pearson's r"): ("0.98", ""),
    }
    assert table.legend == {"best": "highest in its column"}
    assert "Preprocessing: CASE where the label says nothing else." in table.panels[0].notes


def test_nothing_is_said_of_preprocessing_where_there_was_none() -> None:
    table = table_of(record("mine", 0.9, "none"), record("other", 0.8, ""))
    assert not [note for note in table.panels[0].notes if note.startswith("Preprocessing: .")]
    table = table_of(record("mine", 0.9, ""))
    assert not [note for note in table.panels[0].notes if note.startswith("Preprocessing")]


def test_preprocessings_that_are_swept_have_columns_and_the_best_is_that_of_all() -> None:
    names = [("rouge-1", 0.6), ("rouge-2", 0.5)]
    swept = [
        record(name, value + more, way)
        for name, value in names
        for way, more in (("STOP", 0.2), ("CASE", 0.1))
    ]
    table = table_of(*swept, record("bleu", 0.9, "13a"))
    [cells] = seen(table)
    assert table.panels[0].columns == (("CASE",), ("STOP",), ("own",))
    assert {place for place, cell in cells.items() if cell is None} == {
        ("R-1", "own"), ("R-2", "own"), ("BLEU · 13a", "CASE"), ("BLEU · 13a", "STOP"),
    }  # fmt: skip
    assert [place for place, cell in cells.items() if cell and cell[1]] == [("BLEU · 13a", "own")]
    assert "own: the preprocessing that the label names." in table.panels[0].notes


def test_one_metric_in_two_preprocessings_makes_two_rows() -> None:
    table = table_of(
        record("rouge-1", 0.5), record("rouge-2", 0.4), record("bleu", 0.6, "13a"), record("bleu", 0.7)
    )
    assert [row.label for row in table.panels[0].rows] == ["R-1", "R-2", "BLEU · 13a", "BLEU · CASE"]


def test_criteria_stand_side_by_side_and_then_make_panels() -> None:
    """Twelve columns, or six with intervals, are wide enough; then criteria and then coefficients part."""
    kinds = ["pearson", "spearman", "kendall"]

    def of(criteria: int, references: int, **given: object) -> Table:
        return table_of(
            *(
                record(metric, 0.5, criterion=f"c{number}", references=f"{refs} refs", coefficient=kind)
                for metric in ("a", "b")
                for number in range(criteria)
                for refs in range(1, references + 1)
                for kind in kinds
            ),
            **given,
        )

    def shape(table: Table) -> tuple[int, int]:
        return len(table.panels), len(table.panels[0].columns)

    assert shape(of(2, 1)) == (1, 6)
    assert of(2, 1).header_names == ("criterion", "coefficient")
    assert of(2, 1).panels[0].title == "Correlation with c0 and c1, system level"
    assert shape(of(4, 1)) == (4, 3)
    assert shape(of(4, 1, intervals=False)) == (1, 12)
    assert shape(of(2, 4, intervals=False)) == (2, 12)
    assert shape(of(1, 5)) == (3, 5)
    assert of(1, 5).panels[1].title == "Spearman's ρ with c0, system level"


def test_intervals_are_printed_where_there_is_room() -> None:
    def of(number: int, **given: object) -> Table:
        return table_of(*(record(f"m{each}", 0.5) for each in range(number)), **given)

    assert (of(60).intervals, of(61).intervals, of(61, intervals=True).intervals) == (True, False, True)
    assert not of(3, intervals=False).intervals
    assert any("in brackets 95 % intervals (Fisher's z)" in note for note in of(60).panels[0].notes)
    assert not any("in brackets" in note for note in of(61).panels[0].notes)
    assert any("; 95 % intervals (Fisher's z), which speak" in note for note in of(61).panels[0].notes)
    assert not table_of(record("a", 0.5, low=math.nan, high=math.nan)).intervals


@pytest.mark.parametrize(("format", "sign"), [("md", "0.05°"), ("html", "0.05°"), ("tex", r"$^{\circ}$")])
def test_a_value_whose_interval_holds_0_is_told_apart(format: str, sign: str) -> None:
    table = table_of(record("a", 0.05), record("b", 0.5), record("c", 0.1))
    assert [row.cells[0].holds_zero for row in table.panels[0].rows if row.cells[0]] == [True, False, True]
    assert "not shown to differ from 0" in table.legend["zero"]
    assert sign in render(table, format)
    assert "zero" not in table_of(record("b", 0.5)).legend
    assert "zero" not in table_of(record("b", 0.05, chance=0.5)).legend


def test_csv_says_in_words_what_marks_show() -> None:
    table = table_of(record("a", 0.05), record("b", -0.5))
    assert ",0.05,-0.05,0.15,best; holds 0" in render(table, "csv")


def test_a_test_says_more_than_the_highest_value_and_only_it_says_tied() -> None:
    tested = {"standing_test": "permutation of systems"}
    records = [record("a", 0.8, standing="best", **tested), record("b", 0.7, standing="tied", **tested)]
    table = table_of(*records, record("c", 0.6, standing="behind", **tested))
    assert [row.cells[0].mark for row in table.panels[0].rows if row.cells[0]] == ["best", "tied", ""]
    assert table.legend["tied"].startswith("not shown to differ from the best, by a test")
    assert "Compared with the best: permutation of systems." in table.panels[0].notes
    assert "equivalent" not in render(table, "html").partition("</style>")[2].replace(
        '"equivalent"', ""
    ).replace("key equivalent", "")


def test_equal_in_print_is_equally_the_highest_and_one_alone_is_not_set_off() -> None:
    table = table_of(record("a", 0.981), record("b", 0.979), record("c", 0.9))
    assert [row.cells[0].mark for row in table.panels[0].rows if row.cells[0]] == ["best", "best", ""]
    assert not table_of(record("a", 0.981)).legend
    # in floating point .235 is below the half, and prints as .23; 100 times it is at the half
    table = table_of(record("a", 0.235), record("b", 0.244), record("c", 0.1))
    cells = [row.cells[0] for row in table.panels[0].rows]
    assert [(cell.printed(2), cell.mark) for cell in cells if cell] == [
        ("0.23", ""), ("0.24", "best"), ("0.10", ""),
    ]  # fmt: skip


def test_several_panels_share_what_is_said_of_all() -> None:
    levels = ["system", "segment", "global", "document"]
    table = table_of(*(record("a", 0.5, level=level) for level in levels))
    assert [len(panel.notes) for panel in table.panels] == [1, 1, 1, 1]
    assert any(note.startswith("References:") for note in table.notes)
    text = render(table, "md")
    assert "- [Pearson's r" not in text  # the coefficient heads the column
    assert "- [Correlation with quality, segment level](#correlation-with-quality-segment-level)" in text
    assert text.index("- [Correlation") < text.index("| Metric |")
    assert '<a href="#panel-4">' in render(table, "html")


def test_judges_too_sparse_have_no_row_but_a_reason() -> None:
    judge = {"component": "score", "preprocess": "", "references": "", "n_raters": 317, "n_ratings": "2-9"}
    sparse = record("judges", math.nan, role="leave one out", reason="raters are too sparse: half", **judge)
    found = record("judges", 0.98, role="split half", **judge)
    table = table_of(record("a", 0.5), sparse | {"low": math.nan, "high": math.nan}, found)
    assert [row.label for row in table.panels[0].rows] == ["a", "judges (split half)"]
    notes = "\n".join(table.panels[0].notes)
    assert "judges (leave one out): left out, raters are too sparse: half." in notes
    assert "317 raters, each of 2 to 9 outputs" in notes


def test_coefficients_are_chosen_and_the_others_named() -> None:
    kinds = ["pearson", "spearman", "kendall"]
    records = [record("a", 0.1 * place, coefficient=kind) for place, kind in enumerate(kinds, 1)]
    table = table_of(*records, coefficients=["kendall"])
    assert table.panels[0].columns == (("Kendall's τ-b",),)
    [cell] = table.panels[0].rows[0].cells
    assert cell is not None
    assert (cell.value, cell.record) == (pytest.approx(0.3), 2)
    assert "In the records, and not printed: Pearson's r, Spearman's ρ." in table.notes
    assert not any("not printed" in note for note in table_of(*records, coefficients=kinds).notes)
    with pytest.raises(DataError, match=r"no record has 'spa'.*allowed: pearson, spearman, kendall"):
        table_of(*records, coefficients=["spa"])


def test_titles_of_panels_say_the_size_of_blocks_where_there_are_several_and_no_blocks_of_0() -> None:
    levels = [{"level": "block", "block_size": size} for size in (10, 1000)]
    table = table_of(*(record("rouge-1", 0.9, **level) for level in ({"level": "system"}, *levels)))
    assert [panel.title.rpartition("quality, ")[2] for panel in table.panels] == [
        "system level",
        "block level, blocks of 10",
        "block level, blocks of 1,000",
    ]


def test_scores_computed_elsewhere_have_no_preprocessing_to_name():
    """Nor is theirs the usual one, however many there are."""
    elsewhere = [record(name, 0.5, "none", profile="table") for name in ("usr", "comet")]
    table = table_of(record("rouge-1", 0.9), *elsewhere)
    assert [row.label for row in table.panels[0].rows] == ["R-1", "usr", "comet"]
    assert "Preprocessing: CASE." in str(table)
    table = table_of(record("rouge-1", 0.9), record("bleu(order=4)", 0.8, "13a"), *elsewhere)
    assert [row.label for row in table.panels[0].rows] == ["R-1", "BLEU-4 · 13a", "usr", "comet"]
    assert "Preprocessing: CASE where the label says nothing else." in str(table)
    assert "Preprocessing" not in str(table_of(*elsewhere))
