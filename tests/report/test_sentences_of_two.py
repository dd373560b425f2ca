"""What a report says of two or more that are alike: each once, in order, and in the plural."""

import math

import pandas as pd
from report.test_word_for_word import record

from workbench.experiment.levels.base import LEVELS
from workbench.report.layouts import LAYOUTS, lay_out
from workbench.report.methods_inference import describe_intervals
from workbench.report.methods_scores import describe_levels, describe_lost
from workbench.schema import RECORDS

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
