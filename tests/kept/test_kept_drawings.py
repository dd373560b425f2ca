"""Pictures of what is made up by hand, kept: notes and looks that no small experiment brings about."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from kept.figures import figure_text
from kept.made_records import MADE, NAN
from kept.text import hold
from matplotlib.figure import Figure
from report.test_word_for_word import record, row

from workbench.report.curves import Curve, CurvePanel, differences_of, first_panels, plot_curves
from workbench.report.plot_checks import plot_coverage, plot_reproduction
from workbench.report.plot_critical import DrawnCritical, plot_critical
from workbench.report.plot_influence import MOST_SYSTEMS, DrawnInfluence, plot_influences
from workbench.report.plot_intervals import plot_intervals
from workbench.report.plot_matrix import DrawnMatrix, plot_heat, plot_wins
from workbench.report.plot_ties import find_untested, ties_of
from workbench.report.plots import DrawnRanks, Scatter, plot_rank_panels, plot_scatters
from workbench.schema import CALIBRATION, COMPARISONS, RECORDS, REPRODUCED, WINNERS

KEPT = Path(__file__).with_name("reports")
NAMES = ["R-1", "R-2", "BLEU"]
LONG = [f"a metric with a long name, number {number}" for number in range(48)]


def matrix(values: object, rows: list[str] = NAMES, **how: Any) -> DrawnMatrix:
    array = np.array(values, float)
    return DrawnMatrix(array, rows[: len(array)], how.pop("columns", rows[: array.shape[1]]), **how)


def matrices() -> dict[str, Figure]:
    asked = np.array([[True, True, False], [True, True, True]])
    shades = matrix([[0.9968, -0.9998, NAN], [NAN, 0.25, 1.0]], columns=["a", "b", "$c"], is_asked=asked,
                    title="shades")  # fmt: skip
    tree = np.array([[0, 2, 0.25, 2], [1, 3, 0.75, 3]], float)
    many = matrix(np.linspace(-0.5, 0.5, 96).reshape(2, 48), columns=LONG)
    won = matrix([[NAN, 1, 0], [-1, NAN, NAN], [0, NAN, NAN]], title="won")
    open_ = matrix(np.where(np.eye(3), NAN, 0.0), title="open")
    every = matrix(np.where(np.eye(48), NAN, np.sign(np.arange(48)[:, None] - np.arange(48))), LONG)
    return {
        "shades": plot_heat([shades, matrix([[0.5, 0.75]], title="high")], "what it is", 2, ["A note."]),
        "tree": plot_heat([matrix(np.arange(9).reshape(3, 3) / 10, tree=tree)], "r", 1),
        "many columns": plot_heat([many], "r", 1),
        "one number": plot_heat([matrix([[0.5]])], "r", 1),
        "nothing known": plot_heat([matrix([[NAN, NAN]])], "r", 1),
        "no matrix": plot_heat([], "r", 1),
        "won": plot_wins([won, open_], 2, ["Then this."]),
        "open": plot_wins([open_], 1),
        "both open": plot_wins([open_, open_], 1),
        "many against many": plot_wins([every], 1),
    }


def intervals() -> dict[str, Figure]:
    usual = {"task": "t", "criterion": "errors", "judgments": "human", "profile": "own"}
    rows = [
        record(value=0.5, **usual),
        record("rouge-2", value=0.75, low=0.5, high=0.8, **usual),
        record("rouge-2", role="disattenuated", value=0.875, low=0.6, high=1.25, **usual),
        record("judges", component="", preprocess="", references="", role="split half", value=0.9, low=NAN,
               high=NAN, interval_reason="two raters", **usual),
        record("bleu(order=4)", component="score", value=NAN, low=NAN, high=NAN, reason="x", **usual),
        record("ter", component="score", value=-0.25, low=NAN, high=NAN, interval_reason="too few", **usual),
        record("chrf", level="segment", value=0.25, interval="fisher", low=0.1, high=0.4, **usual),
        record("ter", level="segment", value=0.2, interval="fisher", low=0.1, high=0.3, **usual),
    ]  # fmt: skip
    frame = RECORDS.build(rows)
    tested = RECORDS.build([{**each, "standing": standing} for each, standing in zip(
        rows, ("tied", "best", "", "", "", "behind", "", ""), strict=True)])  # fmt: skip
    sides = [("rouge-1", "f", "CASE", "1 ref"), ("rouge-2", "f", "CASE", "1 ref"),
             ("bleu(order=4)", "score", "13a", "1 ref")]  # fmt: skip
    place = {"task": "t", "criterion": "errors", "level": "system", "coefficient": "pearson",
             "confidence": 0.9, "interval": "basic", "interval_population": "all systems, these inputs",
             "test_level": 0.05}  # fmt: skip
    keys = ("metric", "component", "preprocess", "references")
    differences = [
        row(
            COMPARISONS, **place, verdict=verdict, p=p, difference=value, low=value - 0.25, high=value + 0.25,
            **dict(zip(keys, sides[one], strict=True)),
            **{f"against_{key}": said for key, said in zip(keys, sides[other], strict=True)},
        )
        for one, other, verdict, p, value in (
            (1, 0, "better", 0.01, 0.5), (2, 0, "not shown", 0.5, -0.125), (2, 1, "", NAN, -0.25),
            (0, 2, "out of reach", 0.25, 0.0), (1, 2, "better", 0.01, NAN),
        )
    ]  # fmt: skip
    made = COMPARISONS.build(differences)
    return {
        "kinds of rows": plot_intervals(frame),
        "one level": plot_intervals(frame[:6], columns=1),
        "two kinds": plot_intervals(frame[:3].assign(interval=["basic", "basic", "fisher"]), columns=1),
        "best and tied": plot_intervals(tested),
        "simulated": plot_intervals(MADE["judges"](), columns=1),
        "differences": plot_intervals(made, "difference"),
        "differences from one": plot_intervals(made[:2], "difference", 1),
        "nothing": plot_intervals(frame[4:5]),
        "levels": plot_intervals(MADE["levels"](), columns=2),
        "long names": plot_intervals(
            RECORDS.build(
                [record("rouge-1", references=f"{' '.join(LONG[:4])} {number}") for number in (1, 2)]
            ),
            columns=1,
        ),
        "wide": plot_intervals(MADE["wide"]().query("criterion == 'fluency'")),
    }


def clouds() -> dict[str, Figure]:
    few = Scatter([0.1, 0.2, 0.3, NAN], [1, 2, 4, 5], ["A", "B", "C_$", "D"], "R-2", "coverage", "r = 1",
                  "fit", ["C_$", "D"])  # fmt: skip
    equal = few._replace(x=[1, 1, 1, 1], line="fit", marked=[], title="")
    ranks = DrawnRanks(LONG[:4], [2, 1, 0, 3], [1, 1, 0, 0], [3, 2, 0, 0], "ranked")
    many = DrawnInfluence(np.arange(MOST_SYSTEMS + 5) / 100, 0.25, [f"s{n}" for n in range(MOST_SYSTEMS + 5)],
                          "r of R-1", ["s3", "s64"])  # fmt: skip
    small = DrawnInfluence([0.5, NAN, 0.75, 0.75, -0.25], 0.5, "ABCDE", "r of R-2", ["Z"])
    empty = [small._replace(without=[NAN] * 5, name=f"r of M-{number}") for number in range(14)]
    return {
        "cloud": plot_scatters([few], 1),
        "clouds": plot_scatters([few, equal, few._replace(line="diagonal")], 2, ["Said."]),
        "ranks": plot_rank_panels([ranks], 1),
        "two of ranks": plot_rank_panels([ranks, ranks._replace(title="again")], 2, ["Said."]),
        "influences": plot_influences([many, small, *empty[:12]], 2, ["Said."]),
        "influence": plot_influences([small, *empty], 1),
        "no influence": plot_influences(empty[:2]),
    }


def curves() -> dict[str, Figure]:
    x, none = np.array([1.0, 2.0, 4.0]), np.full(3, NAN)
    lines = [Curve(f"C-{number}", x, x / (number + 1), none, none) for number in range(36)]
    lines.append(Curve("nothing", x, none, none, none))
    banded = Curve("B", x, x * 2, x, x * 3)
    panel = CurvePanel("A title that is longer than one line has room for", "x_1", "y", (banded,),
                       ((1.0, "one"), (4.0, "$4")), True, ("Bands: 95 %.",))  # fmt: skip
    pair = CurvePanel("Pair", "x", "y", (banded, Curve("C", x[1:], x[1:], none[1:], none[1:])), notes=("N.",))
    other = CurvePanel("Other", "x", "another name of the axis that is much too long for the room of it",
                       tuple(lines[:2]), notes=("N.", "Z."))  # fmt: skip
    return {
        "one": plot_curves([panel], 1),
        "three": plot_curves([panel, pair, other]),
        "labels": plot_curves(
            [
                CurvePanel(
                    "",
                    "x",
                    "y",
                    tuple(
                        each._replace(label=f"{each.label} {'a little longer ' * (at % 3)}")
                        for at, each in enumerate(lines[:9])
                    ),
                )
            ],
            2,
        ),
        "four": plot_curves([panel, pair, other, pair], 2),
        "differences": plot_curves([differences_of(pair), differences_of(panel)]),
        "many": plot_curves([CurvePanel("Many", "x", "y", tuple(lines))]),
        "panels": plot_curves(first_panels([pair] * 29)[:2]),
    }


def checks() -> dict[str, Figure]:
    usual = {"kind": "interval", "name": "fisher", "population": "all systems, all inputs", "nominal": 0.9,
             "coverage": 0.875, "coverage_error": 0.0625, "replications": 1200, "coefficient": "pearson",
             "n_systems": 8}  # fmt: skip
    test = {**usual, "kind": "test", "nominal": 0.05, "coverage": NAN, "type_one": 0.0625,
            "type_one_error": 0.03125}  # fmt: skip
    rows = [
        usual, {**usual, "name": "basic", "nominal": 0.95, "coverage": 0.5}, {**usual, "coverage": NAN},
        {**usual, "n_systems": 16, "coverage": 1.0}, test, {**test, "coefficient": "kendall", "step": 0.5},
        {**test, "type_one": NAN}, {**usual, "shape": "heavy", "n_inputs": 30},
    ]  # fmt: skip
    cells = [
        row(REPRODUCED, table="a table", how=how, statistic="r", metric=f"M-{at}", ours=at / 16,
            theirs=str(at / 16 + (at % 3) / 32), difference=-(at % 3) / 32, verdict=verdict)
        for how in ("exact", "")
        for at, verdict in enumerate(["equal", "differs", "rounding"] * 6)
    ]  # fmt: skip
    long = [f"{name} of which there is a little more to say than fits in its half" for name in NAMES]
    return {
        "rates": plot_coverage(CALIBRATION.build([row(CALIBRATION, **each) for each in rows]), 2),
        "rates of one": plot_coverage(CALIBRATION.build([row(CALIBRATION, **usual)]), 1),
        "reproduced": plot_reproduction(REPRODUCED.build(cells)),
        "critical": plot_critical([
            DrawnCritical(long, np.array([1.0, 2.0, 3.0]), 1.25, "a title"),
            DrawnCritical(LONG[:20], np.arange(20) / 2 + 1, 2.75, ""),
        ]),
    }  # fmt: skip


DRAWN = {each.__name__: each for each in (matrices, intervals, clouds, curves, checks)}


@pytest.mark.parametrize("name", DRAWN)
def test_pictures_of_what_is_made_up_are_those_that_are_kept(name: str) -> None:
    said = [f"== {what}\n{figure_text(figure)}" for what, figure in DRAWN[name]().items()]
    hold("\n".join(said), KEPT / f"drawn-{name}.txt")


def test_groups_of_ties_are_those_that_are_kept() -> None:
    names = ["rouge-1", "rouge-2", "rouge-3", "rouge-4", "rouge-l"]
    roles = ["", "", "", "", "disattenuated"]
    rows = RECORDS.build([record(name, role=role) for name, role in zip(names, roles, strict=True)])
    place = {name: rows[name].iloc[0] for name in ("task", "criterion", "level", "coefficient")}
    keys = {name: rows[name].iloc[0] for name in ("component", "preprocess", "references")}
    said = []
    for wins in ({}, {(0, 1): 0, (1, 2): 0, (0, 2): 0, (2, 3): 0}, {(0, 1): 1, (0, 3): NAN, (1, 4): 0}):
        made = [
            row(WINNERS, **place, **keys, **{f"against_{name}": value for name, value in keys.items()},
                metric=names[one], against_metric=names[other], wins=won)
            for (one, other), won in wins.items()
        ]  # fmt: skip
        winners = WINNERS.build(made)
        other = winners.assign(criterion="another")
        for each in (winners, other, None):
            said.append(f"{ties_of(rows, each)} {[found.tolist() for found in find_untested([rows], each)]}")
            said.append(f"{ties_of(rows[:4], each)}")
    # neighbours are tied, and nothing else: of so many groups bars are drawn, and of one more are not
    for number in (9, 10):
        chain = RECORDS.build([record(f"bleu(order={at})") for at in range(number)])
        made = [row(WINNERS, **place, **keys, **{f"against_{name}": value for name, value in keys.items()},
                    metric=f"bleu(order={at})", against_metric=f"bleu(order={at + 1})", wins=0)
                for at in range(number - 1)]  # fmt: skip
        said.append(f"{number}: {ties_of(chain, WINNERS.build(made))}")
    frame = pd.DataFrame({"standing": ["best", "tied", "behind", ""]})
    said += [f"{ties_of(frame, None)}", f"{ties_of(frame[:0], None)}"]
    hold("\n".join(said) + "\n", KEPT / "drawn-ties.txt")
