"""What a report says of two or more that are alike: each once, in order, and in the plural."""

import math

import pandas as pd
from report.test_word_for_word import record, row

from workbench.experiment.levels.base import LEVELS
from workbench.report.layouts import LAYOUTS, lay_out
from workbench.report.layouts.sentence import PrintedParts, describe_rest
from workbench.report.methods_inference import (
    describe_intervals,
    describe_judges,
    describe_ranking,
    describe_tests,
)
from workbench.report.methods_scores import describe_levels, describe_lost
from workbench.schema import COMPARISONS, RANKINGS, RECORDS, RELIABILITY

NONE = {"low": math.nan, "high": math.nan}


def made(*rows: dict[str, object]) -> pd.DataFrame:
    return RECORDS.build([record(**each) for each in rows])


def test_a_metric_with_several_coefficients_is_named_once() -> None:
    given = {"profile": "table", "component": "score", "system_scores": "its own"}
    rows = [{"metric": name, "coefficient": each} for name in "zy" for each in ("pearson", "kendall")]
    table = lay_out(made(*({**each, **given} for each in rows)), LAYOUTS.get("standard"))
    notes = [note for note in (*table.notes, *table.panels[0].notes) if note.startswith("Scores ")]
    assert notes == [
        "Scores computed elsewhere, the same for all references and preprocessings: z, y.",
        "Scores of systems of z, y: its own.",
    ]


def test_each_reason_is_said_once_of_all_that_is_undefined() -> None:
    rows = [{"value": math.nan, "reason": why} for why in ("no score", "constant scores", "no score")]
    assert describe_lost(made(*rows, {})) == ["3 coefficients are undefined (no score; constant scores)."]
    assert describe_lost(made(*rows[:1], {})) == ["1 coefficient is undefined (no score)."]


def test_sizes_of_blocks_rise() -> None:
    blocks = {"level": "block", "n_blocks": 7, "n_pairs": 36, "assignments": 5, "orientation": "random"}
    rows = [{"block_size": size, **blocks} for size in (100, 5, 20, 5)]
    [_, said] = describe_levels(made(*rows), {name: LEVELS.get(name).described for name in LEVELS})
    assert said.startswith("There are 7 blocks of 5, 20 or 100 segments from 36 pairs of systems")


def test_what_has_no_interval_is_counted_with_its_reasons_where_there_are_any() -> None:
    bare = [{"metric": f"rouge-{at}", **NONE} for at in (2, 3)]
    assert describe_intervals(made({}, *bare))[1:] == ["2 of these coefficients have no interval."]
    assert describe_intervals(made({}, *bare[:1]))[1:] == ["1 of these coefficients has no interval."]
    why = [{**each, "interval_reason": "too few draws"} for each in bare]
    assert describe_intervals(made({}, *why))[1:] == [
        "2 of these coefficients have no interval (too few draws)."
    ]


def test_intervals_of_ranks_that_were_drawn_alike_are_said_once() -> None:
    """Those of a metric that is the first in each draw end at 1."""
    drawn = {"confidence": 0.9, "rank_population": "all systems, all inputs", "draws": 37}
    ends = ((1, 1), (2, 3), (2, 3))
    rows = [
        row(RANKINGS, rank=at, rank_low=low, rank_high=high, **drawn)
        for at, (low, high) in enumerate(ends, 1)
    ]
    expected = [
        "Metrics were put into clusters in which none is significantly better than another.",
        "Intervals of ranks (90 %) are from 37 bootstrap draws and speak of all systems, all inputs.",
    ]
    assert describe_ranking(RANKINGS.build(rows)) == expected
    assert describe_ranking(RANKINGS.build(rows[:1])) == expected


def test_reliabilities_of_several_coefficients_stand_in_the_order_of_the_table() -> None:
    nobody = RECORDS.build([])
    halves = {"task": "t", "criterion": "errors", "over": "raters", "splits": 1}
    r, tau, none = (
        row(RELIABILITY, coefficient=name, reliability=value, **halves)
        for name, value in (("pearson", 0.7), ("kendall", 0.6), ("spearman", math.nan))
    )
    [both] = describe_judges(nobody, RELIABILITY.build([r, tau, none]))
    assert both.startswith("Halves of the raters (1 split) give")
    assert "of Pearson's r 0.700 and Kendall's τ-b 0.600; coefficients" in both
    assert both.endswith("by its root [Spearman 1904], a formula of Pearson's r.")
    [alone] = describe_judges(nobody, RELIABILITY.build([r]))
    assert alone.endswith("by its root [Spearman 1904].")
    assert describe_judges(nobody, RELIABILITY.build([none])) == []


def test_differences_below_a_margin_are_counted() -> None:
    test = {
        "method": "permutation", "resampled": "systems", "alternative": "two", "correction": "none",
        "test_level": 0.05, "p": 0.3, "draws": 99, "n_family": 2, "level": "system", "coefficient": "pearson",
        "difference": 0.1, "compared": "difference", "margin": 0.25,
    }  # fmt: skip
    rows = [row(COMPARISONS, equivalence_p=p, **test) for p in (0.02, 0.5, math.nan)]
    found = [
        [said for said in describe_tests(COMPARISONS.build(rows[:number])) if said.startswith("Whether")]
        for number in (1, 3)
    ]
    assert [[said.partition(" we tested")[0] for said in each] for each in found] == [
        ["Whether 1 difference is below 0.25"],
        ["Whether 2 differences are below 0.25"],
    ]


def test_on_how_many_segments_systems_were_judged_is_said_from_the_fewest_to_the_most() -> None:
    shown = PrintedParts(digits=2, intervals=False, critical=False)
    for numbers in (["9-16"], ["16", "9"], ["12-16", "9-12", "9-12"]):
        found = made(*({"n_outputs": each, "missing": "pairwise", "n_segments": 24} for each in numbers))
        assert "from 24 segments, 9 to 16 of them judged; " in describe_rest(found, shown)
    found = made({"n_outputs": "24", "missing": "pairwise", "n_segments": 24})
    assert "judged" not in describe_rest(found, shown)
