"""The layouts of Galley et al. 2015 and of the WMT metrics tasks, from records and from printed numbers."""

import math
from collections.abc import Iterable

import pandas as pd
import pytest

from workbench.analyses.shading import ShadingSpec, shade_records
from workbench.errors import DataError
from workbench.report.layouts import LAYOUTS, TableLayout, lay_out
from workbench.report.layouts.published import lay_out_published
from workbench.report.published import read_published
from workbench.report.render import RENDERERS, render
from workbench.report.table import Table
from workbench.schema import RECORDS

GALLEY, WMT, LIN2004 = (LAYOUTS.get(name) for name in ("galley2015", "wmt", "lin2004"))
METRICS = {"BLEU": "bleu", "sBLEU": "sentence-bleu", "ΔBLEU": "delta-bleu"}


def record(**given: object) -> dict[str, object]:
    blank: dict[str, object] = {
        column.name: {"text": "", "real": math.nan, "whole": 0}[column.kind] for column in RECORDS.columns
    }
    usual = {
        "dataset": "d 1", "task": "all", "metric": "bleu", "component": "score", "preprocess": "13a",
        "references": "all", "criterion": "quality", "direction": "higher", "judgments": "human",
        "level": "system", "coefficient": "pearson", "value": 0.5, "interval": "fisher", "confidence": 0.95,
        "n_systems": 7, "n_segments": 100,
    }  # fmt: skip
    return {**blank, **usual, **given}


def records_of(rows: Iterable[dict[str, object]]) -> pd.DataFrame:
    shaded = RECORDS.build(pd.DataFrame(list(rows), columns=RECORDS.names))
    return shade_records(shaded, ShadingSpec(within="table", digits=3))


def printed(table: Table) -> dict[tuple[str, ...], tuple[str, ...]]:
    return {
        (row.label, *header): (cell.printed(3), *cell.printed_ends(3))
        for panel in table.panels
        for row in panel.rows
        for header, cell in zip(panel.columns, row.cells, strict=True)
        if cell
    }


def test_records_of_galley_2015_are_laid_out_as_the_published_table() -> None:
    published = read_published("galley2015-table2")
    table = lay_out(
        records_of(
            record(
                metric=METRICS[cell.metric],
                references=cell.references,
                coefficient=cell.statistic,
                value=float(cell.value),
                low=float(cell.low),
                high=float(cell.high),
            )
            for cell in published.cells.itertuples()
        ),
        GALLEY,
    )
    theirs = lay_out_published(published)
    ours = {(*place[:-1], place[-1].removesuffix("-b")): numbers for place, numbers in printed(table).items()}
    assert ours == printed(theirs)
    assert len(ours) == 18
    assert [row.label for row in table.panels[0].rows] == [row.label for row in theirs.panels[0].rows]
    assert table.intervals
    assert table.corner == theirs.corner
    best = [[cell.mark == "best" for cell in row.cells if cell] for row in table.panels[0].rows]
    assert best == [[False, False]] * 8 + [[True, True]]


def test_records_of_wmt20_are_laid_out_as_the_published_table() -> None:
    published = read_published("wmt20-to-english")
    panel = published.cells[published.cells["panel"] == "Pearson's r, all MT systems"]
    table = lay_out(
        records_of(
            record(metric=cell.metric, task=cell.task, value=float(cell.value), n_systems=int(cell.n_systems))
            for cell in panel.itertuples()
        ),
        WMT,
    )
    theirs = lay_out_published(published).panels[0]
    assert [each.columns for each in table.panels] == [theirs.columns]
    assert theirs.columns[0] == ("cs-en", "n = 12")
    assert table.panels[0].title == "Pearson's r with quality, system level"
    ours = {place: numbers[0] for place, numbers in printed(table).items()}
    assert ours == {
        (row.label, *header): cell.printed(3)
        for row in theirs.rows
        for header, cell in zip(theirs.columns, row.cells, strict=True)
        if cell
    }
    assert len(ours) == 310


def test_settings_are_named_where_a_metric_has_several() -> None:
    rows = records_of(
        [
            record(),
            record(metric="rouge-1", component="recall", preprocess="CASE"),
            record(metric="rouge-1", component="recall", preprocess="STEM"),
            record(metric="rouge-1", component="f", preprocess="CASE", references="1 ref"),
        ]
    )
    assert [row.label for row in lay_out(rows, WMT).panels[0].rows] == [
        "BLEU", "R-1 (R) · all · CASE", "R-1 (R) · all · STEM", "R-1 (F) · 1 ref · CASE",
    ]  # fmt: skip
    assert [row.label for row in lay_out(rows, GALLEY).panels[0].rows] == [
        "BLEU · all", "R-1 (R) · all · CASE", "R-1 (R) · all · STEM", "R-1 (F) · 1 ref · CASE",
    ]  # fmt: skip


def test_a_title_names_the_coefficient_only_where_it_holds_for_the_panel() -> None:
    rows = records_of([record(), record(coefficient="kendall")])
    (panel,) = lay_out(rows, GALLEY).panels
    assert panel.title == "Correlation with quality, system level"
    assert panel.columns == (("Pearson's r",), ("Kendall's τ-b",))
    assert [each.title.split(" with")[0] for each in lay_out(rows, WMT).panels] == [
        "Pearson's r",
        "Kendall's τ-b",
    ]


@pytest.mark.parametrize("layout", [GALLEY, WMT, LIN2004])
def test_metrics_of_one_printed_name_keep_their_rows(layout: TableLayout) -> None:
    table = lay_out(records_of([record(), record(metric="BLEU", value=0.25)]), layout)
    assert {row.label.split(" [")[1] for row in table.panels[0].rows} == {"bleu]", "BLEU]"}


@pytest.mark.parametrize("layout", [GALLEY, WMT])
def test_undefined_cells_repetition_and_nothing_at_all(layout: TableLayout) -> None:
    undefined = records_of([record(), record(metric="rouge-1", value=math.nan, reason="constant scores")])
    table = lay_out(undefined, layout)
    assert table.panels[0].reasons == ["constant scores"]
    with pytest.raises(DataError, match="two records for one cell: bleu, score"):
        lay_out(records_of([record(), record()]), layout)
    assert all(render(lay_out(records_of([]), layout), format) for format in RENDERERS)


@pytest.mark.parametrize("layout", [LAYOUTS.get(name) for name in LAYOUTS], ids=list(LAYOUTS))
def test_every_cell_knows_the_record_that_it_prints(layout: TableLayout) -> None:
    tasks = [task for group in layout.groups for task in group.tasks] or ["all", "b"]
    records = records_of(
        record(metric=metric, task=task, value=index / 100 + place / 10)
        for place, task in enumerate(reversed(tasks))
        for index, metric in enumerate(("rouge-2", "rouge-1"))
    )
    table = lay_out(records, layout)
    cells = [cell for panel in table.panels for row in panel.rows for cell in row.cells if cell]
    assert sorted(cell.record for cell in cells) == list(records.index)
    assert [cell.value for cell in cells] == [records["value"][cell.record] for cell in cells]
