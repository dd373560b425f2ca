"""What a plan and a calibration in many worlds come to in words, from rows that are written by hand."""

import numpy as np
import pandas as pd
import pytest

from workbench.analyses.simulation.calibrate_worlds import recommend_in_worlds, write_worlds
from workbench.analyses.simulation.calibration_text import write_calibration
from workbench.analyses.simulation.components import Fitted, Repeats, describe
from workbench.analyses.simulation.planner import TOO_FEW, write_plan
from workbench.schema import CALIBRATION
from workbench.stats.simulation.variance_components import Components


def test_a_plan_says_what_is_reached_needed_and_out_of_reach():
    rows = [
        ("as it is", 9, np.nan, 0.25, 0.31, 0.02, np.nan, ""),
        ("systems", 9, 1400.0, 0.1, np.nan, np.nan, np.nan, ""),
        ("inputs", 30, np.nan, np.nan, np.nan, np.nan, 0.125, "not even many are enough"),
        ("raters", 2, np.nan, np.nan, np.nan, np.nan, np.nan, "one rater each"),
    ]
    columns = ["what", "now", "needed", "reached", "simulated", "simulated_error", "limit", "reason"]
    frame = pd.DataFrame(rows, columns=columns)
    for goal, word in (("95% fisher interval no wider than 0.1", "width"), ("power 0.8 of a test", "power")):
        lines = write_plan(frame.assign(goal=goal)).splitlines()
        assert lines[:4] == [
            f"Wanted: {goal}.",
            f"As it is: {word} 0.250 predicted, simulated 0.310 ± 0.020.",
            f"systems (now 9): 1,400 needed; {word} 0.100 predicted, not simulated.",
            f"inputs (now 30): no number is enough; with 100,000 the {word} is 0.125.",
        ]
        assert lines[4] == "raters: no answer, one rater each."
    few = write_plan(frame.assign(goal="power 0.8", reached=np.nan)).splitlines()
    assert few[1] == f"As it is: no power, {TOO_FEW}."


def test_what_holds_in_most_worlds_is_recommended_and_where_it_does_not_is_said():
    """Nominal coverage .95 may be missed by .02, the level .05, too; one that fails by far loses once."""
    cells = [("plain", 0.5, 8), ("plain", 0.5, 20), ("clusters", 0.8, 8), ("clusters", 0.8, 20)]
    shares = {
        ("interval", "often"): [0.92, 0.92, 0.93, 0.95],
        ("interval", "once"): [0.93, 0.97, 0.6, 0.94],
        ("test", "wild"): [0.08, 0.01, 0.09, 0.05],
        ("test", "calm"): [0.07, 0.071, 0.02, 0.0],
    }
    frame = pd.DataFrame(
        [
            {"kind": kind, "name": name, "shape": shape, "r": r, "n_systems": n, "replications": 499,
             "nominal": 0.95 if kind == "interval" else 0.05,
             "coverage" if kind == "interval" else "type_one": share}
            for (kind, name), own in shares.items()
            for (shape, r, n), share in zip(cells, own, strict=True)
        ]
    )  # fmt: skip
    told = [
        "Recommended interval: once. It covers in 0.600 to 0.970 of the replications, and holds to 0.02 in "
        "3 of 4 cells.",
        "  not in clusters, r = 0.80: 0.600 (8 systems)",
        "Recommended test: calm. It rejects equal metrics in 0.000 to 0.071 of the replications, and holds "
        "to 0.02 in 3 of 4 cells.",
        "  not in plain, r = 0.50: 0.071 (20 systems)",
    ]
    chance = "With fewer than 500 replications these recommendations are mostly chance."
    assert recommend_in_worlds(frame) == [*told, chance]
    assert recommend_in_worlds(frame.assign(replications=500)) == told


def test_what_was_found_in_worlds_is_a_table_under_its_level_of_intervals_and_of_tests_alone():
    frame = pd.DataFrame(
        [
            {"kind": kind, "name": name, "shape": shape, "r": r, "n_systems": n, "replications": 1500,
             "coefficient": "spearman", "nominal": 0.9 if kind == "interval" else 0.1, "coverage": coverage,
             "type_one": type_one}
            for kind, name, shape, r, n, coverage, type_one in (
                ("interval", "fisher", "plain", 0.5, 8, 0.91, np.nan),
                ("interval", "fisher", "clusters", 0.75, 20, 0.82, np.nan),
                ("test", "swaps", "plain", 0.5, 8, np.nan, 0.125),
            )
        ]
    )  # fmt: skip
    said = (
        "1,500 replications; system-level spearman. Coverage of nominal 90% intervals, and rejections of "
        "equal metrics at the level 0.1."
    )
    for rows, table in (
        (frame, ["world r systems fisher swaps", "plain 0.50 8 0.910 0.125", "clusters 0.75 20 0.820 -"]),
        (frame[2:], ["world r systems swaps", "plain 0.50 8 0.125"]),
    ):
        lines = write_worlds(rows).splitlines()
        assert lines[:2] == [said, ""]
        assert [" ".join(line.split()) for line in lines[2 : 2 + len(table)]] == table
        assert lines[2 + len(table) :] == ["", *recommend_in_worlds(rows)]
    half = frame.assign(nominal=[0.975, 0.975, 0.025])
    assert "Coverage of nominal 97.5% intervals" in write_worlds(half)


def test_only_methods_that_are_undefined_in_some_replications_are_said_to_be():
    shared = {
        "kind": "interval", "shape": "normal", "population": "all systems", "below": 0.02, "above": 0.03,
        "width": 0.5, "coverage_error": 0.01, "replications": 100, "n_systems": 8, "n_inputs": 10,
        "draws": 20,
        "coefficient": "pearson", "r": 0.8, "step": 0.0, "nominal": 0.95,
    }  # fmt: skip
    own = [("fisher", 0.95, 0, "holds"), ("bca", 0.9, 3, ""), ("basic", 0.85, 2, "narrow")]
    frame = CALIBRATION.build(
        [{**shared, "name": n, "coverage": c, "undefined": u, "advice": a} for n, c, u, a in own]
    )
    lines = write_calibration(frame).splitlines()
    assert lines[0] == ("100 replications of 8 systems × 10 inputs, 20 draws each; system-level pearson")
    assert [" ".join(line.split()) for line in lines[3:7]] == [
        "covers below above width speaks of advice",
        "fisher 0.950 0.020 0.030 0.500 all systems holds",
        "bca 0.900 0.020 0.030 0.500 all systems (3 of 100 undefined)",
        "basic 0.850 0.020 0.030 0.500 all systems narrow (2 of 100 undefined)",
    ]
    rounded = write_calibration(frame.assign(step=0.5)).splitlines()[0]
    assert rounded == f"{lines[0]}; judgments rounded to multiples of 0.5"


def test_the_lines_of_components_are_these():
    """Of systems the metric has a variance of 2.2512, and a covariance of 1.19 with judgments of variance 1.

    Not shared is 2.2512 - 1.19² / 1 = .8351, and r is 1.19 / sqrt(1 * 2.2512) = .793. Means of 4 have a
    quarter of the rest: 1.19 / sqrt((1 + 4.568 / 4) * 2.25145) = .542.
    """
    found = Components(
        ("human", "m"),
        np.array([[1.0, 1.19], [1.19, 2.2512]]),
        np.array([[0.123456, 0.0], [0.0, 12.34567]]),
        np.array([[4.56789, 0.0], [0.0, 0.00098765]]),
        n_systems=8, n_inputs=5, n_cells=1234, n_each=4,
    )  # fmt: skip
    ratings, references = Repeats(0.98765, 2.3456, 9), Repeats(np.nan, 1.0, 0, "one is shared by all")
    assert describe(Fitted(found, "t", ratings, [references], ["some are left out"])) == [
        "t: 8 systems × 5 inputs, 1,234 outputs, 4 of a system",
        "          systems  not shared      inputs    the rest           r  r of means",
        "human           1                  0.1235       4.568",
        "m           2.251      0.8351       12.35   0.0009877       0.793       0.542",
        "Variances: systems, what tells systems apart; not shared, the part of it that the judgments do not "
        "see (metric × system);",
        "inputs, what makes all outputs of an input score alike; the rest, system × input and noise of a "
        "single output.",
        "r, correlation with the judgments: free of that noise, and of means over the inputs at hand.",
        "Raters: between the ratings of an output: variance 0.9877; 2.35 ratings on average.",
        "References: m, system × reference: not known, one is shared by all.",
        "Note: some are left out.",
    ]


def test_all_that_a_calibration_says_word_for_word():
    both = {
        "population": "all systems, these inputs", "replications": 500, "n_systems": 8, "n_inputs": 10,
        "draws": 20, "coefficient": "kendall", "step": 0.0, "target": 0.8, "r": 0.8, "difference": 0.25,
        "undefined": 0,
    }  # fmt: skip
    interval = {
        **both, "kind": "interval", "name": "bca", "nominal": 0.9, "coverage": 0.91, "below": 0.02,
        "above": 0.07, "width": 0.5, "coverage_error": 0.01,
    }  # fmt: skip
    test = {
        **both, "kind": "test", "name": "williams", "nominal": 0.05, "type_one": 0.04, "power": 0.4,
        "type_one_error": 0.02, "power_error": 0.03,
    }  # fmt: skip
    rows = [
        {**row, "shape": shape, "advice": advice}
        for shape in ("normal", "outliers")
        for row, advice in ((interval, "recommended"), (test, "recommended"))
    ]
    head = f"{'':24}   covers    below    above    width  {'speaks of':26} advice"
    test_head = f"{'':24}   type I    power  {'speaks of':26} advice"
    cells = f"{'bca':24}    0.910    0.020    0.070    0.500  all systems, these inputs  "
    test_cells = f"{'williams':24}    0.040    0.400  all systems, these inputs  "
    parts = [
        line
        for shape in ("normal system qualities", "outliers: one system of twelve falls far behind")
        for line in (
            "",
            f"90% intervals of a correlation that is 0.800; {shape}",
            head,
            f"{cells}recommended",
            "",
            f"Tests at level 0.05; power is for Pearson correlations 0.25 apart; {shape}",
            test_head,
            f"{test_cells}recommended",
        )
    ]
    foot = [
        "below, above: intervals that miss the correlation on that side; type I: rejections of equal "
        "metrics.",
        "Monte-Carlo standard errors of these shares are 0.030 or less.",
        "Every replication draws new systems. What speaks of these systems only is not meant for that: its "
        "numbers show what is lost when it is read as if it spoke of all systems.",
    ]
    asked = "500 replications of 8 systems × 10 inputs, 20 draws each; system-level kendall"
    recommended = [
        "",
        "Recommended interval: bca, the narrowest of those that speak of all systems and cover 90% ± 2% with "
        "normal and outliers system qualities.",
        "Recommended test: williams, the most powerful (to one Monte-Carlo error) of those that speak of all "
        "systems and keep their level of 0.05 (to two) with normal and outliers system qualities.",
    ]
    frame = CALIBRATION.build(rows)
    assert write_calibration(frame).splitlines() == [asked, *parts, *recommended, *foot]
    none = [
        "No interval that speaks of all systems covers 90% ± 2% with normal and outliers system qualities.",
        "No test of all systems keeps its level of 0.05 with normal and outliers system qualities.",
    ]
    chance = "With fewer than 500 replications these recommendations are mostly chance."
    lines = write_calibration(frame.assign(advice="", replications=499)).splitlines()
    assert lines[-6:] == [*none, chance, *foot]
    pearson = write_calibration(frame.assign(coefficient="pearson")).splitlines()
    assert pearson[6] == "Tests at level 0.05; power is for correlations 0.25 apart; normal system qualities"


@pytest.mark.parametrize(
    ("goal", "simulated", "said"),
    [
        ("power 0.8 of x", 0.739, "; the simulation finds less"),
        ("power 0.8 of x", 0.741, ""),
        ("power 0.8 of x", 0.9, ""),
        ("an interval no wider than 1", 0.861, "; the simulation finds a wider one"),
        ("an interval no wider than 1", 0.859, ""),
    ],
)
def test_a_prediction_that_its_simulation_contradicts_is_said_to_be(goal, simulated, said):
    row = {"goal": goal, "now": 5, "needed": 364.0, "reached": 0.8, "simulated": simulated}
    row |= {"simulated_error": 0.02, "limit": float("nan"), "reason": ""}
    lines = write_plan(pd.DataFrame([{"what": "as it is", **row}, {"what": "inputs", **row}])).splitlines()
    assert lines[1].endswith(f" ± 0.020{said}.")
    assert lines[2].endswith(f" ± 0.020{said}{', so that more are needed' if said else ''}.")
