"""Judges at the foot of a table, set apart in every format."""

import math

import numpy as np
import pandas as pd
import pytest

from workbench.analyses.shading import ShadingSpec, shade_records
from workbench.report.layouts import LAYOUTS, lay_out
from workbench.report.layouts.ceilings import ceiling_notes, without_sparse
from workbench.report.render import render
from workbench.report.table import Table
from workbench.schema import RECORDS

JUDGES = "judges (leave one out)"


def record(metric: str = "rouge-1", **given: object) -> dict[str, object]:
    blank: dict[str, object] = {
        column.name: {"text": "", "real": math.nan, "whole": 0}[column.kind] for column in RECORDS.columns
    }
    usual = {
        "dataset": "d 1", "task": "all", "metric": metric, "component": "recall", "preprocess": "CASE",
        "references": "1 ref", "select": "one", "combine": "best", "n_references": "1",
        "criterion": "coverage", "direction": "higher", "judgments": "human", "level": "system",
        "coefficient": "pearson", "value": 0.5, "low": 0.25, "high": 0.75, "interval": "fisher",
        "confidence": 0.95, "n_systems": 16, "n_segments": 30,
    }  # fmt: skip
    return {**blank, **usual, **given}


def judges(**given: object) -> dict[str, object]:
    names = ("preprocess", "references", "select", "combine", "n_references")
    blank = {"component": "score", **dict.fromkeys(names, ""), "role": "leave one out"}
    return record("judges", **{**blank, **given})


def table_of(layout: str, *records: dict[str, object]) -> Table:
    shaded = shade_records(RECORDS.build(records), ShadingSpec())
    return lay_out(shaded, LAYOUTS.get(layout))


def test_judges_stand_in_every_column_and_are_not_marked() -> None:
    table = table_of(
        "lin2004",
        judges(value=0.95, low=0.1),
        record(value=0.5),
        record("rouge-2", value=0.4, low=0.3),
        record(preprocess="STEM", value=0.6),
    )
    panel = table.panels[0]
    assert [row.label for row in panel.rows] == ["R-1", "R-2", JUDGES]
    assert panel.columns == (("1 ref", "CASE"), ("1 ref", "STEM"))
    foot = panel.rows[-1]
    assert [(row.is_apart, row.has_rule) for row in panel.rows] == [
        (False, False),
        (False, False),
        (True, True),
    ]
    assert [(cell.value, cell.mark) for cell in foot.cells if cell] == [(0.95, ""), (0.95, "")]
    assert panel.rows[0].cells[0].mark == "best"
    assert sum("each judge against the mean of the other judges" in note for note in panel.notes) == 1
    assert not any("references: ;" in note.lower() or "(, " in note for note in panel.notes)


def clean(metric: str = "rouge-1", **given: object) -> dict[str, object]:
    drawn = {
        "interval": "percentile",
        "resampled": "systems",
        "draws": 99,
        "population": "all systems, these inputs",
    }
    return record(metric, **{"role": "disattenuated", **drawn, **given})


def test_metrics_without_the_judges_noise_stand_in_their_own_columns() -> None:
    """Their intervals are of another kind than those of the metrics, and they stay in the same panel."""
    table = table_of(
        "lin2004",
        record(value=0.5),
        record(preprocess="STEM", value=0.6),
        record("rouge-2", component="f", value=0.4),
        record("rouge-2", value=0.3),
        judges(value=0.9, interval="percentile", role="split half"),
        clean(value=0.52),
        clean(preprocess="STEM", value=0.63),
        clean("rouge-2", component="f", value=0.42),
        clean("rouge-2", value=1.04),
    )
    (panel,) = table.panels
    foot = {
        row.label: [cell.value if cell else None for cell in row.cells] for row in panel.rows if row.is_apart
    }
    assert foot == {
        "judges (split half)": [0.9, 0.9],
        "R-1 (disattenuated)": [0.52, 0.63],
        "R-2 (F) (disattenuated)": [0.42, None],
        "R-2 (R) (disattenuated)": [1.04, None],
    }
    assert not any(cell.mark for row in panel.rows if row.is_apart for cell in row.cells if cell)
    notes = "\n".join(panel.notes)
    assert "judges (split half): the reliability of the judgments" in notes
    assert "(disattenuated): the coefficient divided by the root of the split-half reliability" in notes
    assert (
        "95 % intervals of the (disattenuated) rows, whatever those of the metrics are: percentile, "
        "resampled: systems, 99 draws; population: all systems, these inputs."
    ) in notes
    text = render(table, "tex")
    assert text.count("cmidrule{1-3}") == 1
    assert "R-1 (disattenuated) & 0.52 & 0.63" in text
    table = table_of("galley2015", record(value=0.5), clean(value=0.52))
    (row,) = [row for row in table.panels[0].rows if row.is_apart]
    assert row.label == "R-1 · 1 ref (disattenuated)"


def test_what_stands_under_the_metrics_is_marked_where_an_interval_holds_zero() -> None:
    """To divide by a root shows nothing: a metric is marked without the judges' noise as it is with it."""
    table = table_of(
        "lin2004",
        record(low=-0.1),
        record("rouge-2", value=0.4),
        record("rouge-l", value=0.4, low=-0.1),
        record("rouge-3", value=0.4),
        judges(value=0.3, low=-0.2),
        judges(value=0.3, low=0.0, role="split half"),
        clean(),
        clean("rouge-2", value=0.42),
        clean("rouge-l", value=math.nan, low=math.nan, high=math.nan, reason="none"),
        clean("rouge-3", low=-0.2),
    )
    (panel,) = table.panels
    marked = {row.label: row.cells[0].holds_zero for row in panel.rows if row.is_apart and row.cells[0]}
    assert marked == {
        JUDGES: True,
        "judges (split half)": True,
        "R-1 (disattenuated)": True,
        "R-2 (disattenuated)": False,
        "R-L (disattenuated)": False,
        "R-3 (disattenuated)": True,
    }
    assert any(
        "° stands where the interval of the coefficient itself holds 0, too." in note for note in panel.notes
    )


def test_judges_are_not_held_against_0_where_chance_gives_more() -> None:
    (panel,) = table_of("lin2004", record(chance=0.3), judges(low=-0.1, chance=0.3)).panels
    assert not any(cell.holds_zero for row in panel.rows for cell in row.cells if cell)


def test_cautions_and_undefined_draws_of_what_stands_under_the_metrics_are_said() -> None:
    few = "fewer than 24 systems"
    (panel,) = table_of(
        "lin2004",
        record(),
        clean(caution=few, undefined_draws=44),
        record("rouge-2"),
        clean("rouge-2", caution=few, undefined_draws=143, draws=1000),
        judges(caution="fewer than 12 inputs; ties"),
    ).panels
    of_judges = "Intervals of the (leave one out) rows were found to be less sure than they say; cells: "
    assert f"{of_judges}fewer than 12 inputs (1); ties (1)." in panel.notes
    assert f"Such intervals were found to be less sure than they say; cells: {few} (2)." in panel.notes
    assert (
        "Judges, and metrics without their noise: 2 cells have draws without a defined coefficient, at most "
        "143 of 1,000."
    ) in panel.notes
    (bare,) = table_of("lin2004", record(), clean()).panels
    assert not any("less sure" in note or "without a defined" in note for note in bare.notes)


def test_whose_formula_it_is_that_takes_the_noise_away_is_said_of_ranks() -> None:
    def said(coefficient: str) -> str:
        (panel,) = table_of("lin2004", record(coefficient=coefficient), clean(coefficient=coefficient)).panels
        return next(note for note in panel.notes if note.startswith("(disattenuated)"))

    assert "it may exceed 1; the formula is one of Pearson's r, and customary for others." in said("kendall")
    assert "it may exceed 1." in said("pearson")


def test_chance_and_critical_values_are_those_of_columns_that_show_a_value() -> None:
    nothing = {"value": math.nan, "low": math.nan, "high": math.nan, "reason": "constant", "critical": 0.456}
    (panel,) = table_of("lin2004", record(chance=0.0, **nothing), record("rouge-2", **nothing)).panels
    assert not any("Chance" in note or "differs from 0" in note for note in panel.notes)
    (shown,) = table_of("lin2004", record(chance=0.0, **nothing), record("rouge-2", critical=0.456)).panels
    assert "|r| ≥ 0.456 differs from 0 at the 5 % level, two-sided, n = 16 systems." in shown.notes


@pytest.mark.parametrize(
    ("coefficient", "ties", "said"),
    [
        (
            "kendall",
            {"tied_human": 0.1},
            "systems without ties; with ties, as here, chance may reach it more",
        ),
        ("spearman", {"tied_metric": 0.1}, "systems without ties; with ties, as here, chance may reach it"),
        ("kendall", {"tied_human": 0.0, "tied_metric": 0.0}, "two-sided, n = 16 systems."),
        ("pearson", {"tied_human": 0.1}, "two-sided, n = 16 systems."),
    ],
)
def test_critical_values_of_ranks_say_that_they_are_those_without_ties(
    coefficient: str, ties: dict[str, float], said: str
) -> None:
    (panel,) = table_of("lin2004", record(coefficient=coefficient, critical=0.456, **ties)).panels
    (note,) = [note for note in panel.notes if "differs from 0" in note]
    assert said in note


def test_judges_without_a_value_have_a_footnote_and_no_part_in_the_title() -> None:
    missing = judges(value=np.nan, low=np.nan, high=np.nan, reason="one rater", n_systems=0, n_segments=0)
    panel = table_of("lin2004", record(), missing).panels[0]
    assert panel.notes[0].startswith("n = 16 systems, each with one score and one mean judgment from 30 seg")
    assert panel.reasons == ["one rater"]


def test_judges_keep_to_their_own_task_and_coefficient() -> None:
    table = table_of(
        "wmt",
        *(record(task=task, value=value) for task, value in (("de-en", 0.5), ("cs-en", 0.4))),
        *(judges(task=task, value=value) for task, value in (("de-en", 0.9), ("cs-en", 0.8))),
    )
    foot = table.panels[0].rows[-1]
    assert foot.label == JUDGES
    assert [cell.value for cell in foot.cells if cell] == [0.9, 0.8]
    table = table_of(
        "galley2015",
        *(record(coefficient=name) for name in ("pearson", "kendall")),
        *(judges(coefficient=name, value=value) for name, value in (("pearson", 0.9), ("kendall", 0.7))),
    )
    foot = table.panels[0].rows[-1]
    assert [cell.value for cell in foot.cells if cell] == [0.9, 0.7]


@pytest.mark.parametrize(
    ("format", "sign"),
    [
        ("md", f"| *{JUDGES}* | 0.95 |"),
        ("tex", "\\cmidrule{1-2}\n" + JUDGES + " & 0.95 \\\\"),
        ("html", f'<tr class="apart">\n<th scope="row">{JUDGES}</th>'),
        ("csv", f"{JUDGES},0.95,"),
    ],
)
def test_every_format_sets_them_apart(format: str, sign: str) -> None:
    text = render(table_of("lin2004", record(), judges(value=0.95)), format)
    assert sign in text
    plain = render(table_of("lin2004", record(), record("rouge-2")), format)
    assert "cmidrule{1-2}" not in plain
    assert 'class="apart"' not in plain


def test_given_length_chance_and_ties_are_said() -> None:
    table = table_of(
        "lin2004", record(coefficient="pearson", given="length", critical=np.nan, tied_human=0.125)
    )
    assert table.panels[0].title.startswith("Pearson's r given length with coverage")
    assert "Pairs of systems that people tie: up to 12.5 %." in table.panels[0].notes
    panel = table_of("lin2004", record(chance=0.25), record("rouge-2", chance=0.5)).panels[0]
    assert "Chance, what constant scores get: 0.250 to 0.500." in panel.notes


def test_raters_that_criteria_differ_in_are_said_of_each_criterion() -> None:
    many = judges(n_raters=3, n_ratings="48")
    one = judges(criterion="fluency", n_raters=1, n_ratings="48")
    said = "\n".join(ceiling_notes(RECORDS.build([many, one])))
    assert "; 3 raters, each of 48 outputs (coverage) or 1 rater, who rated 48 outputs (fluency); " in said
    assert (
        "; 3 raters, each of 48 outputs; "
        in ceiling_notes(RECORDS.build([many, {**many, "criterion": "x"}]))[0]
    )


def test_raters_that_tasks_differ_in_are_said_of_each_task() -> None:
    rated = [("a", "coverage", "48"), ("b", "coverage", "40"), ("a", "fluency", "48"), ("b", "fluency", "40")]
    rows = [judges(task=task, criterion=each, n_raters=3, n_ratings=n) for task, each, n in rated]
    said = ceiling_notes(RECORDS.build(rows))[0]
    assert "; 3 raters, each of 48 outputs (a) or 3 raters, each of 40 outputs (b); " in said
    rows[-1]["n_ratings"] = "39"
    said = ceiling_notes(RECORDS.build(rows))[0]
    assert "48 outputs (a: coverage, a: fluency) or 3 raters, each of 40 outputs (b: coverage) or" in said


def test_judges_that_are_too_sparse_are_left_out_also_if_there_is_nobody_else() -> None:
    def left(*rows: tuple[str, float, str]) -> list[str]:
        columns = ["metric", "value", "reason"]
        frame = pd.DataFrame(rows, columns=columns).assign(role="leave one out")
        return without_sparse(frame)["metric"].tolist()

    sparse = ("a", math.nan, "raters are too sparse: 3 of 9 pairs")
    assert left() == left(sparse) == left(sparse, sparse) == []
    assert left(("b", 0.5, "")) == left(sparse, ("b", 0.5, "")) == ["b"]
    assert left(("b", math.nan, "constant scores")) == ["b"]
    assert left(sparse, ("a", 0.5, "")) == ["a", "a"]
