"""What stands in a table, under it and in the methods paragraph, word for word, of records made up by hand.

No two facts of these records are the same number, so that whatever is said of the wrong one is seen.
"""

import math
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pandas as pd
import pytest

from workbench.analyses.shading import ShadingSpec, shade_records
from workbench.experiment.correlation import MadeInterval
from workbench.experiment.levels.base import LEVELS
from workbench.report.layouts import LAYOUTS, lay_out
from workbench.report.layouts.sentence import PrintedParts, describe_rest
from workbench.report.methods_inference import (
    describe_intervals,
    describe_judges,
    describe_ranking,
    describe_robustness_methods,
    describe_tests,
)
from workbench.report.methods_scores import (
    describe_data,
    describe_levels,
    describe_lost,
    describe_metrics,
)
from workbench.report.render import render
from workbench.schema import COMPARISONS, RANKINGS, RECORDS, RELIABILITY, ROBUSTNESS, Frame
from workbench.stats.tests.overlapping import Alternative
from workbench.stats.tests.reach import Correction

WORDS = Path(__file__).with_name("words")


def words(name: str) -> str:
    """What is expected, of a file beside this one."""
    return (WORDS / name).read_text("utf-8")


def row(frame: Frame, **given: object) -> dict[str, object]:
    blank = {column.name: {"text": "", "real": math.nan, "whole": 0}[column.kind] for column in frame.columns}
    return {**blank, **given}


def record(metric: str = "rouge-1", **given: object) -> dict[str, object]:
    usual = {
        "experiment": "e", "dataset": "d 1", "task": "t", "metric": metric, "component": "recall",
        "preprocess": "STOP", "references": "2 refs", "select": "first(k=2)", "combine": "best",
        "n_references": "1-2", "criterion": "errors", "raters": "experts", "direction": "lower",
        "judgments": "simulated", "level": "system", "coefficient": "pearson", "value": 0.5, "low": 0.25,
        "high": 0.75, "confidence": 0.9, "interval": "basic", "resampled": "inputs",
        "population": "these systems, all inputs", "draws": 1234, "critical": 0.4567, "n_systems": 12,
        "n_segments": 31, "seed": "8", "signature": "s", "profile": "lin2004", "cites": "Lin 2004",
        "tied_human": 0.125, "hash": "h",
    }  # fmt: skip
    return row(RECORDS, **{**usual, **given})


def records() -> pd.DataFrame:
    nan = math.nan
    both = {"resampled": "both", "population": "all systems, all inputs"}
    inside = {"level": "segment", "critical": nan, "tied_human": nan, **both}
    other = {"task": "u", "criterion": "coverage", "direction": "higher", "n_systems": 9, "n_segments": 1005}
    none = {"low": nan, "high": nan, "interval": "none", "resampled": "none", "population": "", "draws": 0}
    rows = [
        record(),
        record("rouge-2", value=0.75, low=0.5, high=0.875, undefined_draws=7, n_dropped=1),
        record(
            "delta-bleu(order=2)", component="score", weights="the data set's", ablation="shuffled",
            combine="as a set", value=nan, low=nan, high=nan, reason="no score", profile="own",
            cites="Galley et al. 2015",
        ),
        record(n_segments=28, n_undefined=3, undefined_draws=2, chance=0.25, **inside),
        record("rouge-2", n_segments=30, n_undefined=1, undefined_draws=5, chance=0.5, **inside),
        record(value=-0.5, low=-0.75, high=-0.25, critical=0.6, **other),
        record(value=-0.25, coefficient="kendall", critical=0.7, **other, **none),
    ]  # fmt: skip
    return shade_records(RECORDS.build(rows), ShadingSpec())


def test_a_table_and_its_notes() -> None:
    assert render(lay_out(records(), LAYOUTS.get("lin2004")), "md") == words("table.md")
    assert render(lay_out(records(), LAYOUTS.get("standard")), "md") == words("standard.md")


RESTS = {
    "system": "12 systems, each with one score and one mean judgment from 31 segments;",
    "segment": "12 systems on each of 31 segments; the mean of the segments' coefficients;",
    "document": "12 systems on each of 31 documents; the mean of the documents' coefficients;",
    "domain": "12 systems in each domain (31 segments); the mean of the domains' coefficients;",
    "within-system": "31 segments in each of 12 systems; the mean of the systems' coefficients;",
    "global": "all outputs of 12 systems on 31 segments;",
    "block": "12 systems and 31 segments;",
}


@pytest.mark.parametrize("level", RESTS)
def test_what_a_value_of_each_level_rests_on(level: str) -> None:
    shown = PrintedParts(digits=2, intervals=True, critical=False)
    assert describe_rest(RECORDS.build([record(level=level)]), shown).startswith(f"n = {RESTS[level]}")


def test_the_same_records_by_other_layouts() -> None:
    assert render(lay_out(records(), LAYOUTS.get("galley2015")), "csv") == words("galley2015.csv")
    assert render(lay_out(records(), LAYOUTS.get("wmt")), "csv") == words("wmt.csv")
    bare = render(lay_out(records(), LAYOUTS.get("galley2015"), digits=1, intervals=False), "csv")
    assert bare.startswith("panel,Metric · references,Pearson's r,Pearson's r mark,Kendall's τ-b,")
    assert ",R-2 · 2 refs,0.8,best,," in bare


def test_a_table_that_a_test_marks_with_digits_and_intervals_that_are_asked_for() -> None:
    tested = records().assign(
        standing=["tied", "best", "", "", "best", "", ""], standing_test="permutation of systems"
    )
    table = render(lay_out(tested, LAYOUTS.get("lin2004"), digits=3, intervals=True), "md")
    assert table.startswith(words("tested.md"))
    assert render(lay_out(tested, LAYOUTS.get("lin2004")), "md").endswith(words("legend.md"))
    by_rule = lay_out(tested, LAYOUTS.get("lin2004")).panels[0].rows[2].cells[0]
    assert by_rule is not None
    assert by_rule.mark == ""


def test_sentences_about_data_metrics_levels_and_intervals() -> None:
    assert "\n".join(describe_data(records())) + "\n" == words("describe_data.txt")
    assert "\n".join(describe_metrics(records())) + "\n" == words("describe_metrics.txt")
    described = {name: LEVELS.get(name).described for name in LEVELS}
    assert "\n".join(describe_levels(records(), described)) + "\n" == words("describe_levels.txt")
    assert "\n".join(describe_lost(records())) + "\n" == words("describe_lost.txt")
    assert "\n".join(describe_intervals(records())) + "\n" == words("describe_intervals.txt")
    lower = records().query("criterion == 'coverage'")
    assert "lower" not in describe_data(lower)[0]


def test_sentences_about_each_level_that_there_is() -> None:
    blocks = {"n_blocks": 216, "n_pairs": 36, "block_size": 100, "assignments": 5, "orientation": "random"}
    more = {**blocks, "n_blocks": 72, "block_size": 300, "n_systems": 9, "coefficient": "kendall"}
    made = [record(level=level, n_systems=7, n_segments=1234) for level in sorted(LEVELS) if level != "block"]
    undefined = record(level="document", value=math.nan, n_systems=3, n_segments=5, coefficient="kendall")
    found = RECORDS.build([*made, undefined, record(level="block", **blocks), record(level="block", **more)])
    described = {name: f"what {name} is" for name in LEVELS}
    assert "\n".join(describe_levels(found, described)) + "\n" == words("each_level.txt")


def test_of_each_metric_the_components_that_were_scored_are_named_once() -> None:
    def said(*rows: dict[str, object]) -> str:
        return describe_metrics(RECORDS.build(list(rows)))[0]

    two = [record(component=each) for each in ("score", "recall", "f", "recall")]
    assert said(*two) == "The metrics are recall and F of rouge-1 (version lin2004) [Lin 2004]."
    alike = record("rouge-1", component="recall", cites="other")
    assert "recall and F of rouge-1" in said(*two, alike)
    apart = [record(), record("rouge-2", component="f"), record("rouge-3"), record("x", component="score")]
    assert said(*apart) == (
        "The metrics are recall of rouge-1 and rouge-3 (version lin2004) [Lin 2004]; F of rouge-2 "
        "(version lin2004) [Lin 2004]; and x (version lin2004) [Lin 2004]."
    )


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"level": "block", "n_systems": 0, "missing": "complete"},
            "n = 0: 31 segments are too few for a block of any two systems.",
        ),
        (
            {"n_systems": 0, "missing": "complete"},
            "n = 0: no segment was judged for every system, and missing = 'complete' takes no other; "
            "missing = 'pairwise' holds each system against what was judged of it.",
        ),
        ({"n_systems": 0, "missing": "pairwise"}, "n = 0 systems, each with one score"),
        ({"n_systems": 4, "missing": "complete"}, "n = 4 systems, each with one score"),
        ({"level": "block", "n_systems": 4}, "n = 4 systems and"),
    ],
)
def test_why_there_is_no_system_is_said(given: dict[str, object], said: str) -> None:
    shown = PrintedParts(digits=2, intervals=True, critical=False)
    undefined = {"value": math.nan, "low": math.nan, "high": math.nan, "reason": "no system"}
    assert describe_rest(RECORDS.build([record(**undefined, **given)]), shown).startswith(said)


def test_sentences_about_tests_ranks_judges_and_robustness() -> None:
    cells = {"method": "permutation", "resampled": "both-cell", "alternative": "greater",
             "correction": "none", "test_level": 0.1, "population": "these systems, all inputs",
             "n_family": 2, "level": "segment", "coefficient": "pearson", "difference": 0.2,
             "compared": "studentised difference"}  # fmt: skip
    system = {"level": "system", "resampled": "systems", "alternative": "less", "correction": "bh",
              "test_level": 0.05, "population": "all systems, these inputs", "p": 0.3, "draws": 16,
              "exact": "yes", "n_family": 3}  # fmt: skip
    drawn = {"low": 0.1, "high": 0.3, "interval": "percentile", "confidence": 0.9,
             "interval_population": "all systems, all inputs"}  # fmt: skip
    every = "all systems, all inputs"
    rows = [
        {**cells, **drawn, "p": 0.2, "draws": 41, "exact": "no", "population_asked": every},
        {**cells, "p": 0.3, "draws": 32, "exact": "yes", "undefined_draws": 4, "interval_reason": "few"},
        {"method": "bootstrap", "resampled": "both", "alternative": "two", "correction": "holm",
         "test_level": 0.05, "population": every, "p": 0.3, "draws": 99, "exact": "no", "n_family": 6,
         "level": "global", "coefficient": "pearson", "difference": 0.1},
        {**cells, **system, **drawn, "interval": "zou", "compared": "studentised difference of Fisher's z"},
        {**cells, **system, "coefficient": "kendall", "compared": "difference, ranks swapped"},
        {**cells, **system, "coefficient": "spearman", "compared": "difference, ranks swapped"},
        {"method": "bootstrap", "resampled": "both", "reason": "x",
         "level": "segment", "coefficient": "pearson"},
    ]  # fmt: skip
    compared = COMPARISONS.build([row(COMPARISONS, **each) for each in rows])
    assert "\n".join(describe_tests(compared)) + "\n" == words("describe_tests.txt")
    alone = COMPARISONS.build([row(COMPARISONS, **{**cells, "p": 0.3, "n_family": 1})])
    assert describe_tests(alone)[0].startswith("We tested 1 difference between metrics by")
    ranks = [
        {"rank": 1, "rank_low": 1, "rank_high": 2, "confidence": 0.8, "rank_population": every, "draws": 37},
        {"rank": 2, "confidence": 0.95, "rank_population": "x", "draws": 5},
        {"rank": 0, "rank_high": 2, "confidence": 0.7, "rank_population": "y", "draws": 6},
    ]
    ranked = RANKINGS.build([row(RANKINGS, **each) for each in ranks])
    assert "\n".join(describe_ranking(ranked)) + "\n" == words("describe_ranking.txt")
    judges = RECORDS.build(
        [
            record("judges", role="leave one out", value=0.25),
            record("judges", role="leave one out", criterion="coverage", value=0.5),
            record("judges", role="leave one out", criterion="coverage", level="segment", value=0.75),
            record("judges", role="split half", criterion="coverage", value=0.875),
        ]
    )
    halves = RELIABILITY.build(
        [
            row(RELIABILITY, task="t", criterion=criterion, coefficient="pearson", metric=metric,
                over="segments", splits=splits, reliability=value)
            for criterion, splits, value in (("errors", 23, 0.6), ("coverage", 3, 0.7))
            for metric in ("a", "b")
        ]
    )  # fmt: skip
    assert "\n".join(describe_judges(judges, halves)) + "\n" == words("describe_judges.txt")
    nobody = record("judges", role="leave one out", task="u", criterion="coverage", value=float("nan"))
    alone = RECORDS.build([record("judges", role="leave one out", criterion="coverage", value=0.5), nobody])
    [said] = describe_judges(alone, None)
    assert said.endswith("on average, at Pearson's r 0.500 (t).")
    outliers = {"analysis": "without outliers", "task": "t", "at": 1.75}
    robust = ROBUSTNESS.build(
        [
            row(ROBUSTNESS, criterion="errors", system="A; B", coefficient="pearson", **outliers),
            row(ROBUSTNESS, criterion="coverage", coefficient="kendall", **outliers),
            row(ROBUSTNESS, analysis="without one", task="t", criterion="coverage", system="C",
                coefficient="kendall"),
        ]
    )  # fmt: skip
    assert "\n".join(describe_robustness_methods(robust)) + "\n" == words("describe_robustness_methods.txt")


def test_words_of_each_choice_that_a_run_may_make() -> None:
    """What is said of each way to make an interval, a test, a mark and a metric, one after the other."""
    shown = PrintedParts(digits=2, intervals=True, critical=False)
    said = []
    formulas = ("fisher", "fisher-jackknife", "jackknife")
    ways = [{"interval": name} for name in get_args(MadeInterval) if name not in (*formulas, "none")]
    ways += [{"interval": name, "resampled": "none"} for name in formulas]
    drawn = ("systems", "inputs", "both", "both-cell", "both-xor")
    for way in [*ways, *({"resampled": name} for name in drawn)]:
        made = RECORDS.build([record(**way)])
        said += [f"# {way}", describe_rest(made, shown), *describe_intervals(made)]
    test = {
        "method": "permutation", "resampled": "inputs", "alternative": "two", "correction": "holm",
        "test_level": 0.05, "population": "these systems, all inputs", "p": 0.25, "draws": 99, "exact": "no",
        "n_family": 2, "level": "system", "coefficient": "pearson", "compared": "difference",
        "difference": 0.2,
    }  # fmt: skip
    ends = {"low": 0.1, "high": 0.3, "confidence": 0.9, "interval_population": "all systems, all inputs"}
    tests = {
        "method": ("permutation", "bootstrap"),
        "resampled": ("none", *drawn),
        "alternative": get_args(Alternative),
        "correction": get_args(Correction),
        "compared": (
            "difference",
            "difference, scores standard over cells",
            "difference, ranks swapped",
            "studentised difference",
            "studentised difference of Fisher's z",
        ),
    }
    differences = ("percentile", "bca", *formulas, "zou", "zou, simultaneous")
    asked = [{name: value} for name, values in tests.items() for value in values]
    for way in [*asked, *({**ends, "interval": each} for each in differences)]:
        said += [f"# {way}", *describe_tests(COMPARISONS.build([row(COMPARISONS, **{**test, **way})]))]
    for preprocess in ("CASE", "STEM", "STOP", "STEM+STOP", "13a", "none", "text", "own"):
        made = RECORDS.build([record(preprocess=preprocess, component="f")])
        said += [f"# {preprocess}", *describe_metrics(made)]
    for level in ("system", "document", "global"):
        for missing in ("complete", "all", "pairwise"):
            given = {"missing": missing, "n_outputs": "20-24", "n_segments": 24, "level": level}
            said += [f"# {level}, {missing}", describe_rest(RECORDS.build([record(**given)]), shown)]
    assert "\n".join(said) + "\n" == words("each_choice.txt")


@pytest.mark.parametrize(
    ("within", "name", "among"),
    [
        ("column", "lin2004", ""),
        ("column", "standard", "those of the same references and preprocessing"),
        ("references", "lin2004", "those of the same references"),
        ("table", "lin2004", "all of the same task, criterion, level and coefficient"),
        ("table", "standard", ""),
    ],
)
def test_what_the_best_is_the_best_of(within: str, name: str, among: str) -> None:
    values = enumerate((0.5, 0.4, 0.3), start=1)
    frame = RECORDS.build([record(f"rouge-{at}", value=value, low=value - 0.15) for at, value in values])
    layout = replace(LAYOUTS.get(name), marks=("shade",))
    laid = render(lay_out(shade_records(frame, ShadingSpec(within=within)), layout), "md")
    assert f"**Bold**: {f'best among {among}' if among else 'best in its column'}; *Italics*" in laid
    where = f"Among {among}, if there are two cells or more" if among else "In a column of two cells or more"
    assert f"- {where}, the best print equal to the highest at 2 decimals; equivalent, as" in laid


def test_scores_computed_elsewhere_are_said_in_the_order_of_the_table() -> None:
    given = {"profile": "table", "component": "score"}
    made = [
        record("z", system_scores="the mean of segments", **given),
        record("y", system_scores="a column of its own", **given),
        record("x", system_scores="the mean of segments", **given),
        record("w", **given),
        record("v", system_scores="not said of segments", level="segment", **given),
    ]
    table = lay_out(RECORDS.build(made), LAYOUTS.get("standard"))
    notes = [note for note in (*table.notes, *table.panels[0].notes) if note.startswith("Scores ")]
    assert notes == [
        "Scores computed elsewhere, the same for all references and preprocessings: z, y, x, w.",
        "Scores of systems of z, x: the mean of segments.",
        "Scores of systems of y: a column of its own.",
    ]


def test_components_are_said_in_the_order_of_the_table() -> None:
    made = [record("z", component="recall"), record("y", component="f"), record("a", component="recall")]
    table = lay_out(RECORDS.build(made), LAYOUTS.get("standard"))
    said = [note for note in (*table.notes, *table.panels[0].notes) if note.startswith("Component")]
    assert said == ["Component: recall (z, a); F (y)."]
