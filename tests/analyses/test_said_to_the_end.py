"""What analyses refuse and give as reasons, to the last word, and what a few of them say of their borders."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from pydantic import ValidationError
from pydantic_core import PydanticCustomError

import workbench
from workbench.analyses.ceiling.agreement import ALL_EQUAL, NOBODY, NOT_APART, ONE_OUTPUT, UNEVEN
from workbench.analyses.ceiling.judges import NOTHING_SHARED, ONE_RATER
from workbench.analyses.compare.compare import Compare
from workbench.analyses.compare.compared import ITSELF
from workbench.analyses.compare.populations import check_population, describe_test
from workbench.analyses.compare.section import TestSpec
from workbench.analyses.curves.figure import draw_figure
from workbench.analyses.families.families import IN_SOME_TASK, NO_COEFFICIENT, NO_INTERVAL
from workbench.analyses.families.section import FamiliesSpec
from workbench.analyses.lint.lint import Findings, explain_rules
from workbench.analyses.lint.rules import Finding
from workbench.analyses.plot.drawn import chosen, some
from workbench.analyses.plot.section import PlotSpec
from workbench.analyses.protocol.cautions import describe_sizes, smallest_of_swaps
from workbench.analyses.protocol.section import ProtocolSpec
from workbench.analyses.reference_weights.reference_weights import NO_ERROR
from workbench.analyses.simulation.calibrate import CalibrationSpec, calibrate_components
from workbench.analyses.simulation.calibrate_worlds import calibrate_worlds
from workbench.analyses.simulation.components import Fitted
from workbench.analyses.simulation.planner import SizeSpec, plan_components, write_plan
from workbench.analyses.system_tests.system_tests import CompareSystems
from workbench.errors import SpecError
from workbench.executor import Serial
from workbench.experiment.correlation import CorrelationSpec
from workbench.schema import PROTOCOL, SYSTEM_COMPARISONS
from workbench.stats.judges.repeated_scores import Repeats
from workbench.stats.simulation.designs import design_r, design_t
from workbench.stats.simulation.variance_components import fit_components


def refused(make: Any, **given: Any) -> str:
    with pytest.raises((ValidationError, SpecError, PydanticCustomError)) as caught:
        make(**given)
    if isinstance(caught.value, ValidationError):
        (error,) = caught.value.errors()
        return str(error["msg"])
    return str(caught.value)


def test_reasons_that_stand_in_frames() -> None:
    assert NOBODY == "no output has two ratings"
    assert ALL_EQUAL == "all ratings are equal"
    assert ONE_OUTPUT == "intraclass correlations need two outputs with two ratings"
    assert UNEVEN == "icc2 and icc3 need every rater's rating of each output"
    assert NOT_APART == "icc2 or icc3 is 0 / 0: outputs do not differ but by their raters"
    assert ONE_RATER == "one rater: nobody to agree with"
    assert NOTHING_SHARED == "no two raters rated the same output"
    assert ITSELF == "the same scores: no setting changes what was computed elsewhere"
    assert NO_COEFFICIENT == "no coefficient of one of the two"
    assert IN_SOME_TASK == "no coefficient of one of the two in some task"
    assert NO_INTERVAL == (
        "fewer than two families, too few systems in a task, or a coefficient of 1 or -1, or none, "
        "without one of them"
    )
    assert NO_ERROR == (
        "nothing says how far the weights err: no [mined] raters of the same outputs, no error"
    )


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"against": "rouge-1", "within": "column"},
            "within is for against = 'best' or 'all': here it is said which pairs are compared",
        ),
        (
            {"against": "rouge-1", "pairs": [["a", "b"]]},
            "what is compared is said by against or by pairs, not by both",
        ),
        (
            {"alternative": "greater"},
            "which metric is best is seen in the data, so the test of it is two-sided; "
            "a one-sided one needs a metric named before",
        ),
        (
            {"method": "bootstrap", "correction": "max-t"},
            "max-t is the largest statistic under the same swaps: method is 'permutation'",
        ),
        (
            {"method": "bootstrap", "swap": "inputs"},
            "swap is what a permutation swaps, and method is 'bootstrap'",
        ),
    ],
)
def test_what_a_test_cannot_be(given: dict[str, Any], said: str) -> None:
    assert refused(TestSpec, **given) == said
    assert TestSpec(within="column").rivals == "best"
    assert TestSpec(within="column", against="all").rivals == "all"


@pytest.mark.parametrize(
    ("test", "resample", "speaks", "remedy"),
    [
        (
            {"population": "all systems, these inputs", "swap": "inputs"},
            "systems",
            "these systems, all inputs",
            "use method = 'permutation' with swap = 'systems', or 'williams1959'",
        ),
        (
            {"population": "these systems, all inputs"},
            "systems",
            "all systems, these inputs",
            "use method = 'permutation' with swap = 'inputs'",
        ),
        (
            {"population": "all systems, all inputs"},
            "both",
            "all systems, these inputs",
            "use method = 'bootstrap' with correlation.resample = 'both'",
        ),
        (
            {"population": "these systems, these inputs"},
            "both",
            "all systems, these inputs",
            "no test does: where nothing is a sample, a difference is what it is",
        ),
    ],
)
def test_a_test_of_another_population(test: dict[str, Any], resample: Any, speaks: str, remedy: str) -> None:
    asked = test["population"]
    correlation = CorrelationSpec(resample=resample)
    assert refused(check_population, test=TestSpec(**test), correlation=correlation) == (
        f"test.population: asked for '{asked}', and this test speaks of '{speaks}'; {remedy}, "
        "or say override = true"
    )
    check_population(TestSpec(**test, override=True), correlation)
    check_population(TestSpec(**{**test, "population": speaks}), correlation)


def test_draws_that_nobody_takes() -> None:
    def check(ranking: object = None, interval: str = "percentile", **test: Any) -> None:
        spec = SimpleNamespace(correlation=CorrelationSpec(interval=interval), section=lambda name: ranking)
        Compare().check(spec, TestSpec(draws=99, **test))

    formula = "test.draws: williams1959 is a formula and draws nothing"
    theirs = "test.draws: the draws are those of the intervals, and correlation.draws says how many"
    assert refused(check, method="williams1959") == formula
    assert refused(check, method="williams1959", ranking={}) == theirs
    assert refused(check, method="bootstrap") == theirs
    check(method="bootstrap", interval="none")
    check(method="williams1959", interval="none", ranking={})
    check()


def test_sections_of_pictures_and_protocols() -> None:
    assert refused(PlotSpec, kinds=["clusters"], levels=["system"]) == (
        "levels does not choose in pictures of the kind clusters, which have metrics"
    )
    assert refused(PlotSpec, kinds=["heat"], reproduced=["x.csv"]) == (
        "reproduced is for pictures of the kind reproduction, which is not among the kinds"
    )
    assert PlotSpec(kinds=["heat", "reproduction"], reproduced=["x.csv"]).reproduced == ["x.csv"]
    two = {"soft-pairwise-accuracy": 0.0, "segment-accuracy": 0.0}
    assert refused(ProtocolSpec, like="wmt24", weights=two) == "weights: one of them has to be above 0"
    one = {"soft-pairwise-accuracy": 0.0}
    assert ProtocolSpec(like="wmt24", weights=one).weights == one
    assert refused(ProtocolSpec, like="wmt24", weights={"system-pearson": 1.0}) == (
        "weights: wmt24 has no system-pearson, but soft-pairwise-accuracy, segment-accuracy"
    )


def test_tables_of_families(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("system,team\nA,\n")
    table = pd.DataFrame({"system": ["A", "A"], "family": ["x", "y"]})
    assert refused(FamiliesSpec, table=table) == ("table: table:2: system 'A' is of 'y', and of 'x' before")
    assert refused(FamiliesSpec, table=str(tmp_path / "x.csv"), column="team") == (
        f"table: {tmp_path / 'x.csv'}: no system has a team"
    )
    both = "families are said by a table or by of or pattern, not by both"
    assert refused(FamiliesSpec, table=table, pattern="(.)") == both
    assert refused(FamiliesSpec, table=table, of={"A": "x"}) == both
    assert refused(FamiliesSpec, of={"A": "x"}, pattern="(.)") == (
        "families are said by of or by pattern, not by both"
    )
    for of in ({}, "task"):
        assert refused(FamiliesSpec, of=of, column="team") == "column: of which table? table names it"
    assert refused(FamiliesSpec, pattern="(").startswith("pattern: is no regular expression: ")


def test_a_figure_of_no_experiment(tmp_path: Path) -> None:
    assert refused(draw_figure, experiments=[], out=tmp_path) == "no experiment is named"
    path = tmp_path / "x.toml"
    path.write_text('metrics = ["length"]\n[data]\nname = "simulated-news"\n')
    assert refused(draw_figure, experiments=[path], out=tmp_path) == (
        f"{path}: figure: is missing. A section [figure] says along what curves run"
    )


def test_nothing_to_draw() -> None:
    frame = pd.DataFrame(
        {"metric": ["a"], "criterion": ["c"], "level": ["system"], "coefficient": ["pearson"]}
    )
    assert len(some(frame, PlotSpec(), "heat")) == 1
    two = pd.concat([frame, frame.assign(metric="b", criterion="d")])
    assert refused(some, frame=two, settings=PlotSpec(metrics=["a"], criteria=["d"]), kind="heat") == (
        "plot.heat: there is nothing to draw. No numbers were found that have all of the metrics, criteria, "
        "levels and coefficients named"
    )
    assert chosen(two, PlotSpec(metrics=["b"], criteria=["d"]))["metric"].tolist() == ["b"]


def test_findings_in_a_notebook_keep_their_lines() -> None:
    found = Findings({}, (), findings=(Finding("p-zero", "x:1", "p < 0", "large", "print <more>"),))
    assert found._repr_html_() == (
        '<div style="white-space: pre-wrap">p-zero: A p of 0 says that something is impossible, and stays 0 '
        "whatever it is multiplied by.\n  x:1: p &lt; 0\n  measured: large\n"
        "  remedy: print &lt;more&gt;</div>"
    )
    assert explain_rules().count("\n  measured: ") == explain_rules().count("\n  remedy: ") > 20


def test_what_cannot_be_simulated_or_planned_for() -> None:
    scores = np.random.default_rng(0).normal(size=(2, 6, 7)) + np.arange(6.0)[:, np.newaxis]
    scores[1] -= scores[1].mean(axis=1, keepdims=True)
    flat = fit_components(scores, ("judgments of fluency", "rouge-1"))
    assert refused(plan_components, components=flat, goal=SizeSpec(width=0.3)) == (
        "no differences between systems beyond noise: rouge-1. "
        "Without them there is no correlation to calibrate or plan for; name other metrics"
    )
    for nothing in ({"shapes": []}, {"intervals": [], "tests": []}):
        question = CalibrationSpec().model_copy(update=nothing)
        assert (
            refused(calibrate_components, components=design_r(), question=question, executor=Serial())
            == "calibration: nothing to simulate: allowed: a shape, and an interval or a test"
        )
    goal = SizeSpec(width=0.4, references=2, systems=12, inputs=5, replications=1)
    unknown = [Repeats(np.nan, np.nan, 0, "one reference a segment")]
    for repeats, why in ((None, "the data do not tell"), (unknown, "one reference a segment")):
        assert refused(plan_components, components=design_r(), goal=goal, repeats=repeats) == (
            f"size.references: it is not known what references do: {why}. Leave out how many there are"
        )


def test_goals_that_are_none() -> None:
    def plan(**goal: Any) -> None:
        plan_components(design_r(), SizeSpec(**goal))

    wanted = "size: say what is wanted: got {}, allowed: a width or a power, one of the two"
    assert refused(plan) == wanted.format("'neither'")
    assert refused(plan, width=0.3, power=0.8) == wanted.format("'width and power'")
    for width in (0.0, 2.0):
        assert refused(plan, width=width) == (
            f"size.width: no interval of a correlation has this width: got {width}, allowed: between 0 and 2"
        )
    for power in (0.05, 1.0):
        assert refused(plan, power=power) == (
            "size.power: no goal for a power, which is the level where nothing differs: "
            f"got {power}, allowed: between 0.05 and 1"
        )
    assert refused(plan, power=0.8) == (
        "size.power: a power is that of a test of two metrics: got 1, allowed: 2 metrics"
    )


@pytest.mark.parametrize(
    ("method", "correction", "how"),
    [
        (
            "bootstrap",
            "none",
            "the paired bootstrap, with the p-value of sacrebleu, over segments [Koehn 2004]",
        ),
        ("randomisation", "holm", "approximate randomisation over segments [Riezler & Maxwell 2005]"),
    ],
)
def test_how_systems_were_compared(method: str, correction: str, how: str) -> None:
    frame = pd.DataFrame([{"method": method, "correction": correction, "draws": 1000}])
    adjusted = "not adjusted" if correction == "none" else "adjusted by holm for each metric in each task"
    result = SimpleNamespace(frame=frame)
    (line,) = CompareSystems().describe_methods(result)
    assert line.startswith(f"Systems were compared by {how} (1,000 draws), with p-values {adjusted}; ")
    empty = SimpleNamespace(frame=SYSTEM_COMPARISONS.build([]))
    assert CompareSystems().describe_methods(None) == CompareSystems().describe_methods(empty) == []


def test_a_protocol_says_where_its_tests_can_show_nothing() -> None:
    """9 swaps have no p-value below .1; 19 one of .05, which the level .05 takes."""

    def said(draws: int, systems: int = 20, level: float = 0.05, jackknife: bool = False) -> list[str]:
        row = {
            "task": "t", "measure": "pearson", "n_systems": systems, "n_segments": 1200, "draws": draws,
            "test_level": level, "rank_jackknife": jackknife,
        }  # fmt: skip
        frame = pd.DataFrame([row])
        assert set(row) - {"rank_jackknife"} <= set(PROTOCOL.names)
        return list(describe_sizes(frame))

    sizes = "n, systems × segments: t 20 × 1,200."
    nothing = (
        "9 swaps have no p-value below 0.1: at the level 0.05 PERM-BOTH can show no difference, whatever the "
        "scores, and its clusters say nothing."
    )
    assert said(9) == [sizes, nothing]
    assert said(19) == [sizes]
    assert said(18)[1:] == [nothing.replace("9 swaps", "18 swaps").replace("0.1:", "0.053:")]
    assert said(0, systems=3) == ["n, systems × segments: t 3 × 1,200."]
    assert smallest_of_swaps(99, 4) == 0.0625


def test_worlds_have_no_inputs() -> None:
    for name in ("percentile, inputs", "percentile, both"):
        question = CalibrationSpec(intervals=[name], systems=8, replications=1)
        assert refused(calibrate_worlds, name="hostile", question=question, executor=Serial()) == (
            f"hostile: worlds have no inputs that could be drawn or swapped: got {name!r}, "
            "allowed: what speaks of all systems, these inputs"
        )


@pytest.mark.parametrize(
    ("test", "resample", "said"),
    [
        (
            {"correction": "bh", "swap": "inputs"},
            "both",
            "permutation of inputs; population: these systems, all inputs; Benjamini-Hochberg; level 0.05",
        ),
        (
            {"method": "bootstrap", "correction": "by", "level": 0.01},
            "both",
            "bootstrap of systems and inputs; population: all systems, all inputs; Benjamini-Yekutieli; "
            "level 0.01",
        ),
        (
            {"method": "williams1959", "correction": "none", "population": "these systems, all inputs"},
            "inputs",
            "williams1959; population: all systems, these inputs; "
            "overridden: asked for these systems, all inputs; no correction; level 0.05",
        ),
        (
            {"method": "bootstrap", "population": "these systems, all inputs"},
            "inputs",
            "bootstrap of inputs; population: these systems, all inputs; holm; level 0.05",
        ),
    ],
)
def test_how_a_test_was_made(test: dict[str, Any], resample: str, said: str) -> None:
    assert describe_test(TestSpec(**test), resample) == said


def test_one_task_has_ranks_and_no_test_of_them() -> None:
    data = workbench.simulate(topics=4, systems=5, references=1, seed=1).evalset
    e = workbench.Experiment(
        data, ["rouge-1", "length"], correlation={"interval": "none", "coefficients": ["pearson"]}
    )
    frame = e.average_ranks().frame
    assert frame["reason"].tolist() == ["one task: no test"] * 2
    assert frame["rank"].tolist() == [1, 2]
    assert frame["friedman_p"].isna().all()
    weighted = e.average_ranks(weights={data.tasks[0]: 2.0}).frame
    assert weighted["reason"].tolist() == ["tasks have weights: no test"] * 2
    plain = {"metrics": ["rouge-1", "length", "x"]}
    assert refused(e.plot, kinds=["diagonal"], **plain) == (
        "plot.metrics: too many for a diagonal: got 'rouge-1, length, x', allowed: at most 2"
    )


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        (
            (2, 3),
            "References needed are as many for both metrics; in the data metric 1 has 2 and metric 2 has 3.",
        ),
        ((2, None), "References are those of metric 1; the other metric keeps its own."),
        ((2, 2), ""),
        ((None, None), ""),
    ],
)
def test_whose_references_a_plan_is_of(numbers: tuple[int | None, int | None], said: str) -> None:
    components = design_t()._replace(n_systems=12, n_inputs=20, n_each=20)
    none = Repeats(np.nan, np.nan, 0, "one reference a segment")
    references = [Repeats(0.5, float(each), 10) if each else none for each in numbers]
    fitted = Fitted(components, "t", none, references, [], None)
    frame = plan_components(components, SizeSpec(power=0.8, difference=0.2, replications=1), references)
    found = [line for line in write_plan(frame, fitted).splitlines() if line.startswith("References ")]
    assert found == ([said] if said else [])
