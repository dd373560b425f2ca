"""The shading of cells: what is compared with what, and that a layout only shows it."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal

from workbench.analyses.shading import ShadingSpec, shade, shade_records
from workbench.report.layouts import LAYOUTS, TableLayout, lay_out
from workbench.schema import RECORDS
from workbench.stats.ranking.best_cells import mark_column


def record(metric, value, low=np.nan, **others):
    usual = {
        "experiment": "e", "dataset": "d 1", "task": "all", "metric": metric, "component": "recall",
        "preprocess": "CASE", "references": "1 ref", "select": "one", "combine": "pooled",
        "n_references": "1", "criterion": "quality", "raters": "all", "direction": "higher",
        "judgments": "human", "level": "system", "coefficient": "pearson", "value": value, "low": low,
        "interval": "percentile", "resampled": "both", "population": "all systems, all inputs", "draws": 9,
        "undefined_draws": 0, "interval_reason": "", "n_systems": 9, "n_segments": 9, "n_undefined": 0,
        "n_dropped": 0, "reason": "" if value == value else "constant metric scores", "seed": "0",
        "signature": metric, "hash": "", "role": "", "block_size": 0, "given": "",
    }  # fmt: skip
    return {**usual, **others}


def table(*rows):
    return RECORDS.build(rows)


COLUMNS = table(
    *(
        record(metric, value, value - 0.2, references=references, preprocess=preprocess)
        for references, preprocess, values in (
            ("1 ref", "CASE", (0.5, 0.3, 0.29)),
            ("1 ref", "STEM", (0.6, 0.59, 0.1)),
            ("4 refs", "CASE", (0.9, 0.71, 0.69)),
        )
        for metric, value in zip(("rouge-1", "rouge-2", "rouge-3"), values, strict=True)
    )
)


@pytest.mark.parametrize(
    ("over", "wanted"),
    [
        (
            ("references", "preprocess"),
            ["best", "equivalent", "", "best", "equivalent", "", "best", "equivalent", ""],
        ),
        (("references",), ["equivalent", "", "", "best", "equivalent", "", "best", "equivalent", ""]),
        ((), ["", "", "", "", "", "", "best", "equivalent", ""]),
    ],
)
def test_what_is_compared_is_what_over_does_not_keep_apart(over, wanted):
    assert shade(COLUMNS, 2, over).tolist() == wanted
    backwards = shade(COLUMNS[::-1], 2, over)
    assert backwards.sort_index().tolist() == wanted


@pytest.mark.parametrize(
    "name", ["dataset", "task", "criterion", "level", "block_size", "coefficient", "given", "interval"]
)
def test_cells_of_another_kind_are_never_compared(name):
    other = {name: 5 if name == "block_size" else "other"}
    rows = table(
        record("rouge-1", 0.9), record("rouge-2", 0.8), *(record(m, 0.1, **other) for m in ("a", "b"))
    )
    assert shade(rows, 2, ()).tolist() == ["best", "", "best", "best"]


def test_it_is_the_rule_of_one_column_at_the_digits_that_are_said():
    values, lows = [0.9049, 0.9001, 0.7, 0.8, 0.8999], [0.85, 0.8, 0.1, 0.1, 0.88]
    rows = table(*(record(f"m{at}", *pair) for at, pair in enumerate(zip(values, lows, strict=True))))
    for digits in (1, 2, 3):
        assert shade(rows, digits).tolist() == mark_column(np.array(values), np.array(lows), digits)
    assert shade(rows, 2).tolist() == ["best", "best", "", "equivalent", "best"]


def test_one_value_nan_judges_and_metrics_without_their_noise_have_no_shade():
    rows = table(
        record("rouge-1", 0.5, 0.1),
        record("rouge-2", np.nan),
        record("judges", 0.9, 0.8, role="split half"),
        record("rouge-1", 0.8, 0.7, role="disattenuated"),
    )
    assert shade(rows, 2).tolist() == [""] * 4
    shaded = shade_records(pd.concat([rows, table(record("rouge-3", 0.4))], ignore_index=True), ShadingSpec())
    assert shaded["shade"].tolist() == ["best", "", "", "", "equivalent"]
    assert shaded["shade_within"].tolist() == ["column", "column", "", "", "column"]
    assert RECORDS.build(shaded).equals(shaded)


@pytest.mark.parametrize("within", ["column", "references", "table"])
def test_a_layout_that_shows_shades_shows_what_the_records_say(within):
    shaded = shade_records(COLUMNS, ShadingSpec(within=within))
    wanted = shaded.set_index(["metric", "references", "preprocess"])["shade"]
    for layout, place in (
        ("lin2004", lambda row, header: header),
        ("galley2015", lambda row, header: row.split(" · ")[1:]),
        ("by-coefficient", lambda row, header: (header[0], row.split(" · ")[1])),
    ):
        shows = replace(LAYOUTS.get(layout), marks=("standing", "shade"))
        laid = lay_out(shaded, shows)
        marks = {
            (row.label.split(" · ")[0].replace("R-", "rouge-"), *place(row.label, header)): cell.mark
            for panel in laid.panels
            for row in panel.rows
            for header, cell in zip(panel.columns, row.cells, strict=True)
            if cell
        }
        assert marks == {key: mark for key, mark in wanted.items() if key in marks}
        assert len(marks) == len(COLUMNS)
        is_own = shows.within == within
        assert (laid.best == "best in its column") == is_own
        assert any(note.startswith("In a column of two") for note in laid.notes) == is_own
        assert any("at 2 decimals; equivalent, as Lin" in note for note in laid.notes)


def test_what_a_layout_does_not_show_is_not_explained():
    silent = TableLayout(
        panel=("coefficient",), row=("metric", "component"), column=("references", "preprocess"), marks=()
    )
    laid = lay_out(shade_records(COLUMNS, ShadingSpec()), silent)
    assert not any(cell.mark for row in laid.panels[0].rows for cell in row.cells)
    assert not any("decimals" in note for note in laid.notes)
    values = [[cell.value for cell in row.cells] for row in laid.panels[0].rows]
    assert_array_equal(values, COLUMNS["value"].to_numpy().reshape(3, 3).T)


def test_within_references_cells_of_all_preprocessings_are_compared():
    values = {
        ("1 ref", "CASE"): 0.5,
        ("1 ref", "STEM"): 0.6,
        ("4 refs", "CASE"): 0.9,
        ("4 refs", "STEM"): 0.8,
    }
    cells = table(
        *(
            record(metric, value - less, value, references=references, preprocess=preprocess)
            for (references, preprocess), value in values.items()
            for metric, less in (("rouge-1", 0.0), ("rouge-2", 0.3))
        )
    )

    def best(within):
        rows = cells[shade_records(cells, ShadingSpec(within=within))["shade"] == "best"]
        return [*zip(rows["references"], rows["preprocess"], strict=True)]

    assert best("column") == [*values]
    assert best("references") == [("1 ref", "STEM"), ("4 refs", "CASE")]
    assert best("table") == [("4 refs", "CASE")]
