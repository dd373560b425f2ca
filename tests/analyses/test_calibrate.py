"""Calibrating and planning on known components and on data: what is found, advised and said."""

import asked
import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.analyses.simulation.calibrate import CalibrationSpec, calibrate_components, calibrate_design
from workbench.analyses.simulation.calibration_text import ADVISED, advise, recommend, write_calibration
from workbench.analyses.simulation.components import DataOfRows, describe, fit_rows
from workbench.analyses.simulation.planner import SizeSpec, plan_components, write_plan
from workbench.cli import main
from workbench.datasets.evalset import EvalSet
from workbench.errors import SpecError
from workbench.executor import Serial
from workbench.schema import CALIBRATION, PLANNING
from workbench.stats.judges.repeated_scores import Repeats
from workbench.stats.simulation.designs import design_r, design_t
from workbench.stats.simulation.planning import PlannedReferences, Size, expected_power, expected_width
from workbench.stats.simulation.variance_components import Components, fit_components


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=12, systems=8, references=2, seed=5).evalset


def interval(name, coverage, width, population="all systems, these inputs"):
    return {
        "kind": "interval", "name": name, "population": population, "nominal": 0.95, "coverage": coverage,
        "width": width,
    }  # fmt: skip


def a_test(name, type_one, power, population="all systems, these inputs"):
    return {
        "kind": "test", "name": name, "population": population, "nominal": 0.05, "type_one": type_one,
        "type_one_error": 0.005, "power": power, "power_error": 0.01,
    }  # fmt: skip


def advice_of(*records):
    frame = advise(records)
    return dict(zip(frame["name"], frame["advice"], strict=True))


def test_the_narrowest_sound_interval_is_advised():
    found = advice_of(
        interval("a", 0.92, 0.1),
        interval("b", 0.98, 0.2),
        interval("c", 0.95, 0.2, "these systems, all inputs"),
        interval("d", 0.94, 0.4),
        interval("e", 0.96, 0.3),
        interval("f", 0.95, np.nan),
    )
    assert found == {
        "a": "covers too little", "b": "covers too much", "c": "", "d": "", "e": ADVISED, "f": "",
    }  # fmt: skip


def test_what_is_as_far_off_as_allowed_is_not_too_far():
    """.97 - .95 is more than .02 in floating point, as .07 - .05 is."""
    assert advice_of(*(interval(str(each), each, 0.1) for each in (0.929, 0.93, 0.97, 0.971))) == {
        "0.929": "covers too little", "0.93": ADVISED, "0.97": "", "0.971": "covers too much",
    }  # fmt: skip
    assert advice_of(a_test("a", 0.07, 0.5), a_test("b", 0.071, 0.5))["a"] == ""


@pytest.mark.parametrize(("coefficient", "advised"), [("pearson", "bca, both"), ("kendall", "b")])
def test_what_users_do_not_get_of_ranks_is_not_advised(coefficient, advised):
    rows = [
        {**interval(*each), "coefficient": coefficient}
        for each in (("bca, both", 0.95, 0.1), ("b", 0.95, 0.2))
    ]
    found = advice_of(*rows)
    assert found[advised] == ADVISED
    assert coefficient == "pearson" or found["bca, both"] == "refused for ranks"


@pytest.mark.parametrize(
    ("coefficient", "advised"), [("pearson", "zou2007"), ("spearman", "permutation, systems")]
)
def test_a_test_whose_formula_is_of_pearson_is_not_advised_for_ranks(coefficient, advised):
    """``[test]`` has no p-value of them: a user who follows the advice finds a refusal."""
    rows = [
        {**a_test(*each), "coefficient": coefficient}
        for each in (("permutation, systems", 0.05, 0.5), ("williams1959", 0.05, 0.7), ("zou2007", 0.05, 0.8))
    ]
    found = advice_of(*rows)
    assert found[advised] == ADVISED
    refused = "" if coefficient == "pearson" else "refused for ranks"
    assert found["williams1959"] == refused
    if refused:
        told = "No test of all systems that is not refused for ranks keeps its level of 0.05"
        alone = advise(rows[1:]).assign(shape="normal", replications=500)
        assert recommend(alone)[0].startswith(told)


def test_an_interval_must_be_sound_in_every_world():
    found = advise([interval("a", 0.95, 0.1), interval("a", 0.90, 0.1), interval("b", 0.95, 0.3)])
    assert found["advice"].tolist() == ["", "covers too little", ADVISED]


def test_intervals_and_tests_have_advice_of_their_own_in_one_table():
    tests = [a_test("a", 0.05, 0.9), a_test("c", 0.05, 0.8)]
    found = advise([tests[0], interval("b", 0.95, 0.1), tests[1], interval("a", 0.95, 0.2)])
    assert found["name"].tolist() == ["a", "c", "b", "a"]
    assert found["advice"].tolist() == [ADVISED, "", ADVISED, ""]
    assert found.index.tolist() == [0, 1, 2, 3]


def test_a_test_that_never_rejects_is_not_advised():
    """Rounded to multiples of 5 all judgments are equal; no p-value of nine draws is below .05."""
    found = advise([a_test("a", 0.0, 0.0), a_test("b", 0.05, 0.3, "these systems, all inputs")])
    assert found["advice"].tolist() == ["", ""]
    told = "No test of all systems found any difference with normal system qualities."
    assert recommend(found.assign(shape="normal", replications=500)) == [told]
    assert advice_of(a_test("a", 0.0, 0.0), a_test("c", 0.01, 0.002))["c"] == ADVISED


def test_why_nothing_is_recommended_is_said_as_it_is():
    """What covers may be refused for ranks, what keeps its level may never reject, nothing may be asked."""

    def said(*records):
        frame = advise(records).assign(shape="normal", replications=500)
        return recommend(frame)[0].removesuffix(" with normal system qualities.")

    bca = {**interval("bca, both", 0.95, 0.1), "coefficient": "kendall"}
    assert said(bca) == "No interval that speaks of all systems and is not refused for ranks covers 95% ± 2%"
    assert said(interval("a", 0.9, 0.1)) == "No interval that speaks of all systems covers 95% ± 2%"
    never, often = a_test("a", 0.0, 0.0), a_test("b", 0.3, 1.0)
    assert said(never, often) == "No test of all systems keeps its level of 0.05 and finds differences"
    assert said(often) == "No test of all systems keeps its level of 0.05"
    these = "these systems, all inputs"
    assert said(interval("a", 0.95, 0.1, these)) == "No interval that was simulated speaks of all systems."
    assert said(a_test("a", 0.05, 0.5, these)) == "No test that was simulated speaks of all systems."


def test_the_most_powerful_test_that_keeps_its_level_is_advised():
    found = advice_of(
        a_test("a", 0.065, 0.9),
        a_test("b", 0.055, 0.8),
        a_test("c", 0.001, 0.7),
        a_test("d", 0.3, 1.0),
        a_test("e", 0.05, 1.0, "these systems, all inputs"),
    )
    assert found == {"a": "", "b": ADVISED, "c": "", "d": "rejects too often", "e": ""}


def test_equal_power_goes_to_what_keeps_its_level_best():
    assert advice_of(a_test("a", 0.001, 1.0), a_test("b", 0.05, 1.0))["b"] == ADVISED
    assert advice_of(a_test("a", 0.06, 0.905), a_test("b", 0.05, 0.9))["b"] == ADVISED
    assert advice_of(a_test("a", 0.06, 0.92), a_test("b", 0.05, 0.9))["a"] == ADVISED


def test_calibrate_reports_the_errors_of_design_t():
    """Acceptance 1 as users see it; with a thousand replications it is in tests/stats/test_calibration.py."""
    tests = ["permutation, systems", "permutation, both-cell", "permutation, both-xor"]
    question = CalibrationSpec(
        systems=12, inputs=50, replications=100, draws=99, shapes=["normal"], intervals=[], tests=tests
    )
    frame = calibrate_design("T", question, Serial())
    found = frame.set_index("name")
    assert found.loc["permutation, systems", "type_one"] <= 0.12
    assert (found.loc[tests[1:], "type_one"] > 0.5).all()
    assert found.loc["permutation, both-cell", "advice"] == "rejects too often"
    assert found.loc["permutation, both-cell", "population"] == "these systems, all inputs"
    text = write_calibration(frame)
    line = next(line for line in text.splitlines() if line.startswith("permutation, both-cell"))
    assert f"{found.loc['permutation, both-cell', 'type_one']:.3f}" in line
    assert "100 replications of 12 systems × 50 inputs, 99 draws each; system-level pearson" in text


@pytest.mark.parametrize(("name", "components"), [("T", design_t()), ("R", design_r())])
def test_each_design_is_calibrated_on_its_own_components(name, components):
    question = CalibrationSpec(systems=6, inputs=5, replications=4, draws=9, shapes=["normal"])
    expected = calibrate_components(components, question, Serial())
    pd.testing.assert_frame_equal(calibrate_design(name, question, Serial()), expected)


def test_records_are_the_same_twice_and_whatever_else_is_asked():
    question = CalibrationSpec(systems=6, inputs=5, replications=8, draws=19)
    one, two = (calibrate_components(design_t(), question, Serial()) for _ in range(2))
    pd.testing.assert_frame_equal(one, two)
    assert list(one.columns) == CALIBRATION.names
    only = question.model_copy(update={"intervals": ["percentile, both"], "tests": ["permutation, systems"]})
    alone = calibrate_components(design_t(), only, Serial())
    both = one.merge(alone, on=["kind", "name", "shape"], suffixes=("", "_alone"))
    assert len(both) == len(alone) == 4
    for column in ("coverage", "width", "type_one", "power"):
        pd.testing.assert_series_equal(both[column], both[f"{column}_alone"], check_names=False)


def test_rounded_judgments_say_so():
    question = CalibrationSpec(
        systems=8, inputs=10, replications=20, draws=19, coefficient="kendall", shapes=["outliers"], step=2.0,
        intervals=["fisher"],
    )  # fmt: skip
    frame = calibrate_components(design_r(), question, Serial())
    assert frame[["step", "shape"]].to_numpy().tolist() == [[2.0, "outliers"]]
    text = write_calibration(frame)
    assert "judgments rounded to multiples of 2" in text
    assert "one system of twelve falls far behind" in text


def test_judgments_that_rounding_makes_equal_have_no_correlation_and_undefined_ones_are_counted():
    question = CalibrationSpec(
        systems=6, inputs=3, replications=5, draws=9, shapes=["normal"], step=90.0, intervals=["fisher"],
        tests=["williams1959"],
    )  # fmt: skip
    lines = write_calibration(calibrate_components(design_t(), question, Serial())).splitlines()
    assert "95% intervals of a correlation that rounded judgments do not have; normal" in " ".join(lines)
    assert "correlations 0.1 apart before judgments are rounded; normal" in " ".join(lines)
    [interval] = [line for line in lines if line.startswith("fisher")]
    [test] = [line for line in lines if line.startswith("williams1959")]
    assert interval.endswith("(5 of 5 undefined)")
    assert test.endswith("(10 of 10 undefined)")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"shapes": []}, "nothing to simulate"),
        ({"intervals": [], "tests": []}, "nothing to simulate"),
        ({"shapes": ["skewed"]}, "unknown shape 'skewed'"),
        ({"intervals": ["fischer"]}, "Did you mean 'fisher'"),
        ({"tests": ["williams"]}, "unknown test 'williams'"),
        ({"coefficient": "gamma"}, "cannot be calibrated"),
        ({"difference": 1.99}, "no two correlations differ so much"),
        ({"systems": 3}, "too few systems"),
        ({"replications": 0}, "too few replications"),
    ],
)
def test_what_cannot_be_calibrated_is_refused_before_it_is_simulated(changes, message):
    question = CalibrationSpec(systems=12, inputs=50).model_copy(update=changes)
    with pytest.raises(SpecError, match=message):
        calibrate_components(design_t(), question, Serial())


@pytest.mark.parametrize(
    ("asked_for", "message"),
    [
        ({"shapes": []}, "calibration.shapes: too few: got 0, allowed: 1 or more"),
        ({"shapes": ["skewed"]}, r"calibration.shapes\[0\]: unknown value: got 'skewed'"),
        ({"intervals": ["fischer"]}, "Did you mean 'fisher'"),
        (
            {"replications": 0},
            "calibration.replications: unusable value: got 0, allowed: greater than or equal to 1",
        ),
        ({"difference": -0.1}, "calibration.difference: unusable value: got -0.1"),
        ({"step": -1.0}, "calibration.step: unusable value: got -1.0"),
        ({"shape": ["normal"]}, "calibration.shape: unknown key. Did you mean 'shapes'"),
    ],
)
def test_through_an_experiment_it_is_refused_with_its_key(data, asked_for, message):
    with pytest.raises(SpecError, match=message):
        workbench.Experiment(data, ["rouge-1"]).calibrate(**asked_for)


def test_a_design_needs_a_size():
    with pytest.raises(SpecError, match="how many systems and inputs"):
        calibrate_design("R", CalibrationSpec(systems=12), Serial())


def test_judgments_or_metrics_that_do_not_differ_are_named():
    scores = np.random.default_rng(0).normal(size=(2, 6, 7)) + np.arange(6.0)[:, np.newaxis]
    scores[1] -= scores[1].mean(axis=1, keepdims=True)
    flat = fit_components(scores, ("judgments of fluency", "rouge-1"))
    for call in (
        lambda: calibrate_components(flat, CalibrationSpec(), Serial()),
        lambda: plan_components(flat, SizeSpec(width=0.3)),
    ):
        with pytest.raises(SpecError, match="no differences between systems beyond noise: rouge-1"):
            call()


def test_a_plan_reaches_its_goal_in_simulation():
    size = {"systems": 12, "inputs": 50}
    goals = (
        (SizeSpec(width=0.4, **size), design_r()),
        (SizeSpec(power=0.9, difference=0.3, **size), design_t()),
    )
    for goal, components in goals:
        repeats = [Repeats(0.5, 1.0, 10)] * (len(components.names) - 1)
        frame = plan_components(components, goal, repeats)
        assert list(frame.columns) == PLANNING.names
        assert frame["what"].tolist() == ["as it is", "systems", "inputs", "references"]
        needed = frame[frame["needed"].notna()]
        assert len(needed) >= 2
        slack = 0.03 * needed["reached"] + 3 * needed["simulated_error"]
        assert ((needed["reached"] - needed["simulated"]).abs() < slack).all()
        systems = frame.loc[1]
        reached = systems["reached"] <= 0.4 if goal.width else systems["reached"] >= 0.9
        assert reached
        assert systems["needed"] > 12


def test_what_few_inputs_reach_and_many_do_not_is_reached():
    """Systems correlate at .3 and the rest of their outputs at .95, so that r falls from .89 to .3."""
    systems, rest = np.array([[1, 0.3], [0.3, 1]]), np.array([[10, 9.5], [9.5, 10]])
    shared = Components(("judgments", "x"), systems, np.zeros((2, 2)), rest)
    goal = SizeSpec(width=0.62, systems=20, inputs=5, replications=1)
    frame = plan_components(shared, goal)
    assert frame.loc[2, ["what", "needed", "reason"]].tolist() == ["inputs", 1, ""]
    reached = expected_width(shared, Size(20, 1))
    assert frame.loc[2, "reached"] == reached < 0.62 < frame.loc[2, "limit"]
    [line] = [line for line in write_plan(frame).splitlines() if line.startswith("inputs (now 5)")]
    assert line.startswith(f"inputs (now 5): 1 needed; width {reached:.3f} predicted, simulated ")
    assert line.endswith("; more make it wider, 0.887 with 100,000.")
    systems_line = write_plan(frame).splitlines()[2]
    assert systems_line.startswith("systems (now 20): ")
    assert "more make" not in systems_line


def test_as_it_is_rests_on_the_references_that_there_are_and_not_on_their_rounded_number():
    """3.4 of an input on average are told as 3; the components were fitted with 3.4."""
    goal = SizeSpec(width=0.4, systems=12, inputs=5, replications=1)
    repeats = [Repeats(variance=4.0, number=3.4, freedom=9)]
    as_they_are = plan_components(design_r(), goal, repeats)
    assert as_they_are.loc[0, "reached"] == expected_width(design_r(), Size(12, 5))
    assert as_they_are.loc[3, ["what", "now"]].tolist() == ["references", 3]
    asked_for = plan_components(design_r(), goal.model_copy(update={"references": 3}), repeats)
    known = [PlannedReferences(variance=4.0, number=3.4)]
    assert asked_for.loc[0, "reached"] == expected_width(design_r(), Size(12, 5, 3), known)
    assert asked_for.loc[0, "reached"] > as_they_are.loc[0, "reached"]


def test_as_many_references_as_are_needed_are_as_many_everywhere():
    """A width that 3.4 references on average have, and 3 do not, needs 4; 3 of each input are 3."""
    known = [PlannedReferences(variance=4.0, number=3.4)]
    three, at_hand = (
        expected_width(design_r(), Size(12, 5, 3), known),
        expected_width(design_r(), Size(12, 5)),
    )
    assert three > at_hand
    for goal, needed in ((three + at_hand) / 2, 4), (three, 3):
        asked = SizeSpec(width=goal, systems=12, inputs=5, replications=1)
        found = plan_components(design_r(), asked, [Repeats(variance=4.0, number=3.4, freedom=9)])
        assert found.loc[3, ["what", "needed"]].tolist() == ["references", needed]
        assert found.loc[3, "reached"] == expected_width(design_r(), Size(12, 5, needed), known)


def test_as_it_is_each_metric_has_its_own_number_of_references():
    """4 and 2: the power at hand is that of the components, whichever metric is named first."""

    def power(n_systems: int, n_references: int, known: list[PlannedReferences | None]) -> float:
        return expected_power(design_t(), Size(n_systems, 50, n_references), 0.1, known)

    goal = SizeSpec(power=0.2, systems=24, inputs=50, replications=1)
    repeats = [Repeats(20.0, number, 9) for number in (4.0, 2.0)]
    for both in (repeats, repeats[::-1]):
        found = plan_components(design_t(), goal, both).set_index("what")
        assert found["now"].tolist() == [24, 24, 50, 2]
        assert found.loc["as it is", "reached"] == power(24, 1, [])
        systems, references = (int(found.loc[what, "needed"]) for what in ("systems", "references"))
        assert found.loc["systems", "reached"] == power(systems, 1, [])
        known = [PlannedReferences(each.variance, each.number) for each in both]
        assert found.loc["references", "reached"] == power(24, references, known)


def test_what_is_not_known_of_references_is_said():
    frame = plan_components(
        design_r(), SizeSpec(width=0.4, systems=12, inputs=50), [Repeats(np.nan, np.nan, 0, "there is one")]
    )
    assert frame.loc[3, ["what", "reason"]].tolist() == ["references", "there is one"]
    text = write_plan(frame)
    assert "Wanted: 95% fisher-jackknife interval no wider than 0.4." in text
    assert "references: no answer, there is one." in text
    finer = plan_components(
        design_r(), SizeSpec(width=0.4, systems=12, inputs=50, level=0.001, replications=1)
    )
    assert finer["goal"].iloc[0] == "99.9% fisher-jackknife interval no wider than 0.4"
    assert "inputs (now 50): no number is enough; with 100,000 the width is 0.5" in text
    with pytest.raises(SpecError, match="it is not known what references do: there is one"):
        plan_components(
            design_r(),
            SizeSpec(width=0.4, systems=12, inputs=50, references=2),
            [Repeats(np.nan, np.nan, 0, "there is one")],
        )


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        (SizeSpec(), "size: say what is wanted: got 'neither'"),
        (SizeSpec(width=0.3, power=0.8), "got 'width and power'"),
        (SizeSpec(power=0.04), "size.power: no goal for a power"),
        (SizeSpec(power=0.8), "size.power: .*is that of a test of two metrics"),
    ],
)
def test_goals_that_are_none(goal, message):
    with pytest.raises(SpecError, match=message):
        plan_components(design_r(), goal.model_copy(update={"systems": 12, "inputs": 50}))


@pytest.mark.parametrize(
    ("asked_for", "message"),
    [
        ({"width": 0.0}, "size.width: .*: got 0.0, allowed: between 0 and 2"),
        ({"width": 2.0}, "size.width: .*between 0 and 2"),
        ({"power": 1.0}, "size.power: .*between 0.05 and 1"),
        ({"power": 0.8, "difference": 0.0}, "size.difference: .*greater than 0"),
        ({"width": 0.3, "references": -1}, "size.references: .*got -1"),
        (
            {"width": 0.3, "replications": 0},
            "size.replications: .*got 0, allowed: greater than or equal to 1",
        ),
    ],
)
def test_each_number_of_a_plan_is_refused_with_its_key(data, asked_for, message):
    with pytest.raises(SpecError, match=f"^experiment: {message}"):
        workbench.Experiment(data, ["rouge-1"]).size_for(**asked_for)


@pytest.mark.parametrize("design", ["hostile", "T"])
@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("replications", "0"), ("replications", "-1"), ("draws", "0"), ("level", "2"), ("level", "0"),
        ("systems", "-3"), ("seed", "-1"), ("difference", "nan"), ("step", "-1"),
    ],
)  # fmt: skip
def test_a_design_refuses_an_option_in_a_line(design, option, value):
    done = CliRunner().invoke(main, ["calibrate", "--design", design, f"--{option}", value])
    assert done.exit_code == 2
    [line] = done.output.splitlines()
    assert line.startswith(f"error: calibration.{option}: unusable value: got {value}")


def test_a_difference_that_noise_does_not_allow_is_refused():
    with pytest.raises(SpecError, match="no two correlations differ so much"):
        plan_components(design_t(), SizeSpec(power=0.8, difference=1.95, systems=12, inputs=1))


def test_from_a_notebook(data):
    frame = asked.simulated(
        "calibrate",
        data,
        ["rouge-1", "rouge-2"],
        references={"2 refs": "all"},
        replications=20,
        draws=19,
        shapes=["normal"],
    )
    assert set(frame["kind"]) == {"interval", "test"}
    assert set(frame["n_systems"]) == {8}
    assert set(frame["n_inputs"]) == {12}
    planned = asked.simulated(
        "size_for", data, ["rouge-1"], references={"2 refs": "all"}, width=0.4, replications=50, inputs=100
    )
    assert planned["now"].tolist() == [8, 8, 100, 2]
    assert planned.loc[3, "limit"] < planned.loc[0, "reached"]


def test_three_systems_have_no_interval_yet():
    few = workbench.simulate(topics=6, systems=3, references=2).evalset
    frame = asked.simulated("size_for", few, ["rouge-1"], width=0.3, replications=20)
    assert frame["reached"].isna().tolist()[:3] == [True, False, True]
    assert frame.loc[2, "reason"] == "fewer than 4 systems have no interval and no test"
    assert "As it is: no width, fewer than 4 systems" in write_plan(frame)
    with pytest.raises(SpecError, match="too few systems: got 3"):
        asked.simulated("calibrate", few, ["rouge-1"], shapes=["normal"])


def test_a_notebook_takes_one_metric_or_two(data):
    names = ["rouge-1", "rouge-2", "rouge-l"]
    with pytest.raises(SpecError, match=r"size\.metrics: too many: got 3, allowed: at most 2"):
        workbench.Experiment(data, names).size_for(0.3, metrics=names)
    with pytest.raises(SpecError, match=r"metrics: too few: got 0, allowed: 1 or more"):
        workbench.Experiment(data, [])
    settings = {"shapes": ["normal"], "replications": 10, "draws": 9, "intervals": ["fisher"]}
    settings["tests"] = ["williams1959"]
    first, named, other = (
        asked.experiment(data, names, interval="none").calibrate(metrics=chosen, **settings).frame
        for chosen in ([], names[:2], names[1:])
    )
    pd.testing.assert_frame_equal(first, named)
    assert not first.equals(other)
    with pytest.raises(SpecError, match="unknown criterion"):
        asked.simulated("calibrate", data, ["rouge-1"], criterion="fluency")


def test_why_references_have_no_variance_of_their_own_is_said():
    data = workbench.simulate(topics=4, systems=6, references=2).evalset
    first = data.references[data.references["reference"] == data.references["reference"].iloc[0]]
    each = [first.assign(only_for=name, reference=f"for {name}") for name in data.systems("news")]
    own = EvalSet.build(data.card, data.outputs, pd.concat(each), data.judgments)

    def said(data, references):
        e = workbench.Experiment(data, ["rouge-1", "bleu"], references=references,
                                 correlation={"interval": "none"})  # fmt: skip
        fitted = fit_rows(e, DataOfRows())
        reasons = [found.reason for found in fitted.references]
        lines = [line for line in describe(fitted) if line.startswith("References: ")]
        ends = [f": not known, {reason}." if reason else "ences on average." for reason in reasons]
        assert [line.endswith(end) for line, end in zip(lines, ends, strict=True)] == [True, True]
        return reasons

    pooled = "it counts a candidate against all its references at once"
    assert said(own, None) == ["references are meant for one system each", pooled]
    assert said(data, {"1": "one"}) == [
        "there is one of an input in '1'; name a setting with several", pooled
    ]  # fmt: skip
    assert said(data, None) == ["", pooled]
    every = {"name": "b", "select": "all"}
    for combine in ("best", "jackknife(over=best)"):
        why = f"{combine} of several takes the best, which is no average of them"
        assert said(data, [{**every, "combine": combine}]) == [why, pooled]
    assert said(data, [{**every, "combine": "jackknife"}]) == ["", pooled]
