from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from workbench.analyses.shading import ShadingSpec, shade_records
from workbench.errors import DataError
from workbench.report.layouts import LAYOUTS, lay_out
from workbench.report.layouts.paper_labels import paper_labels
from workbench.report.layouts.sentence import PrintedParts, describe_rest
from workbench.report.render import RENDERERS, render
from workbench.report.table import Cell, Table, format_value
from workbench.schema import RECORDS

LIN2004 = LAYOUTS.get("lin2004")


def record(metric: str = "rouge-1", **changes: object) -> dict[str, object]:
    return {
        "experiment": "e", "dataset": "d 1", "task": "all", "metric": metric, "component": "recall",
        "preprocess": "CASE", "references": "1 ref", "select": "first 1", "combine": "best",
        "n_references": "1", "criterion": "coverage", "raters": "all", "direction": "higher",
        "judgments": "human",
        "level": "system", "coefficient": "pearson", "value": 0.5, "low": 0.25, "high": 0.75,
        "confidence": 0.95, "interval": "percentile", "resampled": "both",
        "population": "all systems, all inputs", "draws": 1000, "undefined_draws": 0,
        "interval_reason": "", "critical": 0.4973,
        "n_systems": 16, "n_segments": 30, "n_undefined": 0, "n_dropped": 0, "reason": "", "seed": "0",
        "signature": "s", **changes,
    }  # fmt: skip


def table_of(*records: dict[str, object], **settings: object) -> Table:
    shaded = shade_records(RECORDS.build(records), ShadingSpec())
    return lay_out(shaded, LIN2004, **settings)


def labels(table: Table) -> list[str]:
    return [row.label for row in table.panels[0].rows]


def notes(table: Table) -> str:
    return "\n".join((*table.panels[0].notes, *table.notes))


def test_rows_are_in_the_papers_order_and_others_follow_as_they_come() -> None:
    metrics = [
        "length", "bleu(order=4)", "delta-bleu(order=2)", "sentence-bleu", "rouge-w(weight=1.2)",
        "rouge-su(gap=9)", "rouge-su(gap=4)", "rouge-su", "rouge-s(gap=9)", "rouge-s(gap=4)", "rouge-s",
        "rouge-l", *(f"rouge-{order}" for order in range(9, 0, -1)), "rouge-s(gap=1)", "My metric",
    ]  # fmt: skip
    assert labels(table_of(*map(record, metrics))) == [
        *(f"R-{order}" for order in range(1, 10)),
        "R-L", "R-S*", "R-S4", "R-S9", "R-SU*", "R-SU4", "R-SU9", "R-W-1.2",
        "length", "BLEU-4", "ΔBLEU-2", "sBLEU", "R-S1", "My metric",
    ]  # fmt: skip


def test_a_variant_stands_beside_its_measure_and_says_what_differs() -> None:
    table = table_of(record("rouge-l"), record("rouge-1"), record("rouge-1(alpha=0.3)"))
    assert labels(table) == ["R-1", "R-1 (alpha=0.3)", "R-L"]


def test_components_are_named_only_where_there_are_several() -> None:
    table = table_of(
        record("rouge-2"), record("rouge-1"), record("rouge-1", component="precision"), record("bleu")
    )
    assert labels(table) == ["R-1 (R)", "R-1 (P)", "R-2", "BLEU"]


def test_columns_and_cells_without_a_record_are_empty() -> None:
    table = table_of(
        record("bleu", preprocess="13a", references="4 refs"),
        record(preprocess="STOP", references="4 refs"),
        record(preprocess="STEM+STOP", references="4 refs"),
        record(preprocess="CASE", references="1 ref"),
        record(preprocess="STEM", references="4 refs"),
    )
    panel = table.panels[0]
    assert panel.columns == (
        ("4 refs", "STEM"), ("4 refs", "STOP"), ("4 refs", "STEM+STOP"), ("4 refs", "13a"), ("1 ref", "CASE"),
    )  # fmt: skip
    assert [[cell is not None for cell in row.cells] for row in panel.rows] == [
        [True, True, True, False, True],
        [False, False, False, True, False],
    ]


def test_marks_follow_the_rule_in_each_column() -> None:
    values = {"rouge-1": 0.901, "rouge-2": 0.899, "rouge-3": 0.80, "rouge-4": 0.7999, "rouge-5": -0.9}
    lows = {"rouge-1": 0.85, "rouge-2": 0.80}
    cells = [record(metric, value=value, low=lows.get(metric, -1.0)) for metric, value in values.items()]
    undefined = record("rouge-9", value=np.nan, low=np.nan, high=np.nan, reason="constant scores")
    table = table_of(*cells, undefined, record("rouge-3", preprocess="STEM", value=0.1))
    marks = [[cell.mark if cell else None for cell in row.cells] for row in table.panels[0].rows]
    assert marks == [
        ["best", None], ["best", None], ["equivalent", ""], ["", None], ["", None], ["", None],
    ]  # fmt: skip
    assert table.panels[0].rows[-1].cells[0] is not None
    assert table.panels[0].rows[-1].cells[0].reason == "constant scores"


def test_an_undefined_record_needs_a_reason() -> None:
    with pytest.raises(ValueError, match="reason"):
        table_of(record(value=np.nan))


def test_panels_say_what_they_are() -> None:
    table = table_of(
        record(),
        record(level="segment", coefficient="kendall", critical=np.nan),
        record("rouge-2", level="segment", coefficient="kendall", critical=np.nan, n_systems=12),
    )
    assert [panel.title for panel in table.panels] == [
        "Pearson's r with coverage, system level",
        "Kendall's τ-b with coverage, segment level",
    ]
    assert table.title == "Correlation with human judgments: d 1, all"
    assert table.panels[1].notes == (
        "n = 12 to 16 systems on each of 30 segments; the mean of the segments' coefficients; 95 % intervals "
        "(percentile bootstrap, 1,000 draws of systems and inputs), which speak of all systems, all inputs.",
    )
    assert "|r| ≥ 0.497 differs from 0 at the 5 % level, two-sided, n = 16 systems." in table.panels[0].notes
    assert not any("differs from 0" in note for note in table.panels[1].notes)


@pytest.mark.parametrize(
    ("number", "task", "order"),
    [
        (1, "DUC 2001 100 words single", ["references", "preprocess"]),
        (2, "DUC 2003 10 words single", ["preprocess", "references"]),
        (3, "DUC 2001 100 words multi", ["references", "preprocess"]),
    ],
)
def test_texts_and_references_are_over_each_other_as_in_each_of_the_papers_tables(
    number: int, task: str, order: list[str]
) -> None:
    ways = {"references": ["1 ref", "3 refs"], "preprocess": ["CASE", "STEM"]}
    made = [
        record(task=task, references=setting, preprocess=text)
        for setting in ways["references"]
        for text in ways["preprocess"]
    ]
    shaded = shade_records(RECORDS.build(made), ShadingSpec())
    [panel] = lay_out(shaded, LAYOUTS.get(f"lin2004-table{number}")).panels
    above, below = order
    assert [column[1:] for column in panel.columns] == [(x, y) for x in ways[above] for y in ways[below]]


def test_judges_have_no_references_to_be_counted_in_the_papers_tables() -> None:
    task = "DUC 2001 100 words single doc"
    made = [
        record(task=task, n_references="1-3", references="all"),
        record("rouge-2", task=task, n_references="1", references="first"),
        record("split half", task=task, n_references="", references="", preprocess="", component=""),
    ]
    shaded = shade_records(RECORDS.build(made), ShadingSpec())
    [(_, named)] = paper_labels(shaded, LAYOUTS.get("lin2004-table1").groups)
    assert [*named["references"]] == ["3 REFS", "1 REF", ""]
    assert {*named["task"]} == {"DUC 2001 100 WORDS SINGLE"}


def test_titles_name_what_panels_do_not_share() -> None:
    table = table_of(record(task="de-en"), record(task="cs-en"), record(task="cs-en", interval="none"))
    assert [panel.title for panel in table.panels] == [
        "de-en: Pearson's r with coverage, system level, percentile intervals",
        "cs-en: Pearson's r with coverage, system level, percentile intervals",
        "cs-en: Pearson's r with coverage, system level, no intervals",
    ]
    assert table.title == "Correlation with human judgments: d 1"


@pytest.mark.parametrize("format", list(RENDERERS))
def test_simulated_judgments_are_named_in_every_panel_and_format(format: str) -> None:
    table = table_of(record(judgments="simulated"), record(level="segment", judgments="simulated"))
    assert all("simulated judgments" in panel.title for panel in table.panels)
    assert "simulated judgments" in table.title
    assert render(table, format).count("(simulated judgments)") == 2


def test_what_is_not_known_of_judgments_is_not_said() -> None:
    [panel] = table_of(record(raters="", direction="")).panels
    assert "Judgments: human." in panel.notes


def test_notes_say_how_the_numbers_were_made() -> None:
    table = table_of(
        record(undefined_draws=3),
        record("rouge-2", undefined_draws=12, references="4 refs", select="all", n_references="2-4"),
        record("rouge-3", n_segments=28, n_undefined=2, n_dropped=1),
        intervals=True,
    )
    for note in (
        "Judgments: human; raters: all; higher is better.",
        "References: 1 ref (first 1, best, 1 a segment); 4 refs (all, best, 2-4 a segment).",
        "n = 16 systems, each with one score and one mean judgment from 28 to 30 segments; in brackets 95 % "
        "intervals (percentile bootstrap, 1,000 draws of systems and inputs), which speak of all systems, "
        "all inputs.",
        "2 cells have draws without a defined coefficient, at most 12 of 1,000.",
        "Segments without a defined coefficient: 0 to 2 of 30.",
        "Segments left out because some condition could not score them: 0 to 1.",
        "Seed: 0.",
    ):
        assert note in notes(table)


def test_turned_judgments_are_named() -> None:
    assert "raters: all; lower is better, so their sign is turned" in notes(
        table_of(record(direction="lower"))
    )


def test_notes_claim_nothing_that_is_not_in_the_records() -> None:
    plain = record(low=np.nan, high=np.nan, confidence=np.nan, interval="none", critical=np.nan, seed="")
    text = notes(table_of(plain))
    for word in ("interval", "differs", "draws", "lower bound", "Seed", "best print"):
        assert word not in text


def test_two_records_for_one_cell_are_refused() -> None:
    with pytest.raises(DataError, match="two records for one cell: rouge-1, recall, 1 ref, CASE"):
        table_of(record(), record(value=0.6))


def test_data_sets_do_not_share_a_panel() -> None:
    table = table_of(record(), record(dataset="other 2"))
    assert [panel.title.split(":")[0] for panel in table.panels] == ["d 1", "other 2"]


def test_no_records_make_a_table_without_panels() -> None:
    assert table_of().panels == ()
    assert all(render(table_of(), format) for format in RENDERERS)


MEASURES = {
    **{f"ROUGE-{order}": f"rouge-{order}" for order in range(1, 10)},
    "ROUGE-L": "rouge-l", "ROUGE-S*": "rouge-s", "ROUGE-S4": "rouge-s(gap=4)", "ROUGE-S9": "rouge-s(gap=9)",
    "ROUGE-SU*": "rouge-su", "ROUGE-SU4": "rouge-su(gap=4)", "ROUGE-SU9": "rouge-su(gap=9)",
    "ROUGE-W-1.2": "rouge-w(weight=1.2)",
}  # fmt: skip


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_papers_tables_are_laid_out_again(shared: Path, number: int) -> None:
    printed = pd.read_csv(shared / f"published/lin2004_table{number}.csv", dtype={"value": str})
    rows = [
        record(
            MEASURES[cell.measure],
            task=f"{cell.panel} {cell.task}",
            preprocess=cell.preprocessing,
            references=cell.ref_setting,
            value=float(cell.value),
            critical=cell.critical_r_95,
            n_systems=cell.n_systems,
            n_segments=cell.n_summaries_per_system,
        )
        for cell in printed.itertuples()
    ]
    shuffled = pd.DataFrame(rows).sample(frac=1, random_state=0).sort_values("references", ascending=False)
    table = lay_out(shuffled, LIN2004)
    said = "".join(note for panel in table.panels for note in panel.notes)
    assert all(f"|r| ≥ {value:.3f} differs from 0" in said for value in printed.critical_r_95)
    assert len(table.panels) == printed.groupby(["panel", "task"], dropna=False).ngroups
    only_task = rows[0]["task"]
    found = {
        (panel.title.split(": ")[0] if len(table.panels) > 1 else only_task, row.label, *header): cell
        for panel in table.panels
        for row in panel.rows
        for header, cell in zip(panel.columns, row.cells, strict=True)
    }
    assert len(found) == len(printed)
    for cell in printed.itertuples():
        label = cell.measure.replace("ROUGE", "R")
        key = (f"{cell.panel} {cell.task}", label, cell.ref_setting, cell.preprocessing)
        assert format_value(_value(found[key]), 2) == cell.value
    for panel in table.panels:
        assert [row.label for row in panel.rows] == [name.replace("ROUGE", "R") for name in MEASURES]
        assert list(dict.fromkeys(header[1] for header in panel.columns)) == ["CASE", "STEM", "STOP"]


def _value(cell: Cell | None) -> float:
    assert cell is not None
    return cell.value


@pytest.mark.parametrize("number", [0, 5])
def test_digits_and_intervals_are_the_layouts_own_or_those_that_are_said(number: int) -> None:
    table = table_of(record(), record("rouge-2"))
    assert (table.digits, table.intervals) == (2, False)
    table = table_of(record(), record("rouge-2"), digits=number, intervals=True)
    assert (table.digits, table.intervals) == (number, True)


def test_n_is_that_of_cells_with_a_value() -> None:
    """A metric without a coefficient rests on nothing, and none of its systems is among the n."""
    none = record("rouge-2", value=np.nan, n_systems=2, n_segments=3, reason="x")
    parts = PrintedParts(digits=2, intervals=False, critical=False)
    both, alone = (describe_rest(RECORDS.build(rows), parts) for rows in ([record(), none], [none]))
    assert both.startswith("n = 16 systems, each with one score and one mean judgment from 30 segments;")
    assert alone.startswith("n = 2 systems, each with one score and one mean judgment from 3 segments;")


def test_segments_that_are_too_few_for_a_block_are_said() -> None:
    without = record(level="block", value=np.nan, n_systems=0, n_segments=8, n_blocks=0, low=np.nan)
    said = describe_rest(RECORDS.build([without]), PrintedParts(digits=2, intervals=False, critical=False))
    assert said == "n = 0: 8 segments are too few for a block of any two systems."
