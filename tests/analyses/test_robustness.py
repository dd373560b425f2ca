"""What a coefficient owes to single systems."""

import csv
import gzip

import asked
import numpy as np
import pandas as pd
import pytest
from real_data import load_real

import workbench
from workbench.analyses.ceiling.reliability import describe_reliability
from workbench.analyses.robustness.robustness import RobustnessSpec, single_systems
from workbench.analyses.robustness.robustness_lines import describe_robustness
from workbench.datasets.evalset import EvalSet
from workbench.errors import SpecError
from workbench.report.plot_frames import plot_robustness
from workbench.schema import ROBUSTNESS
from workbench.stats.coefficients.plain import get_coefficient
from workbench.stats.robustness.few_systems import mad_outliers


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=5, systems=8, references=1).evalset


def test_two_systems_make_the_correlation_of_english_to_german(shared):
    """Acceptance 24: WMT19 en-de, BLEU .921 with and .419 without en_de_task.6790 and online-X.0."""
    path = shared / "data" / "wmt19_system" / "metric_scores.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [row for row in csv.DictReader(lines, delimiter="\t") if row["metric"] == "BLEU"]
    scores = {(r["language_pair"], "*", r["system"]): float(r["score"]) for r in rows}
    data = load_real(shared, "wmt19-system")
    frame = asked.robustness(data, ["bleu-elsewhere"], scores={"bleu-elsewhere": scores})
    assert frame["task"].nunique() == 18
    part = frame[frame["task"] == "en-de"]
    (every,) = part[part["analysis"] == "all systems"]["value"]
    without = part[part["analysis"] == "without outliers"].iloc[0]
    assert (round(every, 3), round(without["value"], 3)) == (0.921, 0.419)
    assert without["system"] == "en_de_task.6790; online-X.0"
    assert without["n_systems"] == 20
    alone = part[part["analysis"] == "without one"].set_index("system")
    assert alone["shift"].idxmax() == "en_de_task.6790"
    assert set(alone.index[alone["distance"] > 2.5]) == {"en_de_task.6790", "online-X.0"}
    best = part[part["analysis"] == "best"].set_index("at")["value"]
    assert best[20] == pytest.approx(without["value"])
    lines = describe_robustness(part)
    assert lines[0] == "Robustness of da_z (en-de, Pearson's r)"
    assert lines[1] == "  without the outliers en_de_task.6790, online-X.0: bleu-elsewhere 0.921 -> 0.419"
    assert lines[2].startswith("  most moved by one system: bleu-elsewhere 0.921 -> ")
    assert lines[2].endswith(" without en_de_task.6790")
    assert lines[3] == f"  among the 11 best of 22 systems: bleu-elsewhere 0.921 -> {best[11]:.3f}"
    assert lines[4] == "Robustness of da_z (en-de, tau-14)"
    assert " closest of " in lines[5]
    assert len(lines) == 6


def test_every_row_is_the_coefficient_of_the_systems_that_it_names(data):
    coefficients = ["pearson", "kendall", "wmt(threshold=0.05)"]
    frame = asked.robustness(data, ["rouge-1"], coefficients=coefficients, cut=1.5, steps=4)
    x = asked.score_outputs(data, ["rouge-1"])
    x = x[x["segment"] == "*"].set_index("system")["value"]
    z = data.judgments.groupby("system")["score"].mean()[x.index]
    far = set(z.index[mad_outliers(z.to_numpy(), 1.5).outlier])
    assert far
    checked = 0
    every = frame[frame["analysis"] == "all systems"].set_index("coefficient")["value"]
    for row in frame[frame["analysis"] != "close pairs"].itertuples():
        if row.analysis in ("without outliers", "without one"):
            assert row.shift == pytest.approx(every[row.coefficient] - row.value)
        left_out = set(row.system.split("; ")) - {""}
        if row.analysis == "without outliers":
            assert left_out == far
        kept = [name for name in x.index if name not in left_out]
        if row.analysis == "best":
            kept = list(z.sort_values(ascending=False).index[: int(row.at)])
        assert row.n_systems == len(kept)
        expected = float(get_coefficient(row.coefficient)(x[kept].to_numpy(), z[kept].to_numpy()))
        assert row.value == pytest.approx(expected, nan_ok=True)
        assert np.isnan(row.value) == bool(row.reason)
        checked += 1
    assert checked == 3 * (1 + 1 + 8 + 6)
    curve = frame[frame["analysis"] == "close pairs"]
    assert curve["n_pairs"].tolist() == [7, 14, 21, 28]
    assert curve["value"].iloc[-1] == pytest.approx(float(get_coefficient("tau-14")(x, z)))
    assert curve["at"].iloc[-1] == pytest.approx(np.ptp(x))


@pytest.mark.parametrize(
    ("x", "z", "reasons"),
    [
        ([1, 1, 1, 1], [1, 2, 3, 9], {"constant metric scores"}),
        ([1, 2, 3, 4], [5, 5, 5, 5], {"constant judgments", "half of the scores or more are equal"}),
        ([1, 2, 3], [1, 2, 4], {"fewer than 3 systems", ""}),
        ([1, np.nan, 3], [1, 2, np.nan], {"fewer than 3 systems", "half of the scores or more are equal"}),
        ([1, 2, 3, 4], [1, 1, 1, 2], {"constant judgments", "half of the scores or more are equal", ""}),
    ],
)
def test_what_cannot_be_said_has_a_reason(x, z, reasons):
    x, z = np.array(x, float), np.array(z, float)
    names = [f"m{number}" for number in range(len(x))]
    records = list(single_systems(x, z, names, "pearson", 1, RobustnessSpec()))
    assert {record["reason"] for record in records} == reasons
    for record in records:
        assert np.isnan(record["value"]) == bool(record["reason"]), record


def test_a_constant_metric_and_one_system_pass_through_an_experiment(data):
    frame = asked.robustness(data, ["constant"], coefficients=["pearson", "acc-eq"])
    pearson = frame[frame["coefficient"] == "pearson"]
    assert pearson["value"].isna().all()
    assert (pearson["reason"] != "").all()
    curve = frame[frame["analysis"] == "close pairs"]
    assert (curve["at"].tolist(), curve["value"].tolist()) == ([0.0], [0.0])
    assert describe_robustness(frame) == []
    one = data.outputs["system"] == "S01"
    alone = EvalSet.build(
        data.card, data.outputs[one], data.references, data.judgments[data.judgments["system"] == "S01"]
    )
    frame = asked.robustness(alone, ["rouge-1"])
    assert frame["value"].isna().all()
    assert (frame["reason"] != "").all()


def test_a_share_of_the_pairs_is_rounded_up_and_systems_at_2_5_deviations_are_no_outliers(data):
    """Of 28 pairs a third are 9.3, two thirds 18.7."""
    curve = asked.robustness(data, ["rouge-1"], steps=3).query("analysis == 'close pairs'")
    assert curve["n_pairs"].tolist() == [10, 19, 28]
    x, z = np.arange(7.0), np.array([0.0, 1, 2, 3, 4, 5, 20])
    [one] = [
        record
        for record in single_systems(x, z, list("ABCDEFG"), "pearson", 1, RobustnessSpec())
        if record["analysis"] == "without outliers"
    ]
    assert (one["system"], one["n_systems"]) == ("G", 6)
    # 1.483 times the median deviation of 2 is a robust standard deviation: the last one is at 3
    near = np.array([0.0, 1, 2, 3, 4, 5, 3 + 3 * 1.483 * 2])
    found = [
        next(
            record["system"]
            for record in single_systems(x, near, list("ABCDEFG"), "pearson", 1, settings)
            if record["analysis"] == "without outliers"
        )
        for settings in (RobustnessSpec(), RobustnessSpec(cut=3.5))
    ]
    assert found == ["G", ""]


def robust(analysis, system="", metric="m1", **others):
    return {
        "experiment": "x", "dataset": "d 1", "task": "t", "criterion": "c", "metric": metric,
        "component": "score", "preprocess": "CASE", "references": "1", "coefficient": "pearson",
        "analysis": analysis, "system": system, "n_systems": 5, "n_pairs": 0, "at": np.nan, "shift": np.nan,
        "distance": np.nan, "reason": "", **others,
    }  # fmt: skip


def test_the_lines_under_a_table_are_these():
    rows = [
        robust("all systems", value=0.8),
        robust("without outliers", "A; B", value=0.3, shift=0.5, n_systems=3),
        robust("without one", "A", value=0.6, shift=0.2, n_systems=4),
        robust("without one", "C", value=1.0, shift=-0.3, n_systems=4),
        robust("best", value=0.75, n_systems=4, at=4),
        robust("best", value=0.25, n_systems=3, at=3),
        robust("best", value=-0.5, n_systems=2, at=2),
        robust("all systems", metric="length", value=0.9),
        robust("without one", "B", metric="length", value=0.1, shift=0.8),
        robust("close pairs", coefficient="tau-14", value=-0.5, at=0.1, n_pairs=5),
        robust("close pairs", coefficient="tau-14", value=0.25, at=0.2, n_pairs=6),
        robust("close pairs", coefficient="tau-14", value=0.5, at=0.4, n_pairs=10),
    ]
    assert describe_robustness(ROBUSTNESS.build(rows)) == [
        "Robustness of c (t, Pearson's r)",
        "  without the outliers A, B: m1 0.800 -> 0.300",
        "  most moved by one system: m1 0.700 -> 1.000 without C",
        "  among the 3 best of 5 systems: m1 0.800 -> 0.250",
        "Robustness of c (t, tau-14)",
        "  on the 5 closest of 10 pairs of systems: m1 0.500 -> -0.500",
    ]


def test_lines_have_no_negative_zero_and_no_noise_in_their_last_digit():
    """As the table above them prints these numbers."""
    rows = [
        robust("all systems", value=-4e-17),
        robust("without one", "A", value=0.0625 - 5e-17, shift=-0.0625 - 1e-17),
    ]
    moved = describe_robustness(ROBUSTNESS.build(rows))[1]
    assert moved == "  most moved by one system: m1 0.000 -> 0.062 without A"
    whole = {"task": "t", "criterion": "c", "coefficient": "pearson", "over": "raters", "half": 0.5}
    noise = {"metric": "m1", "reliability": 0.6, "plain": -1e-17, "value": -2e-17}
    made = describe_reliability(pd.DataFrame([{**whole, **noise}]))
    assert made[0].endswith("without the judges' noise m1 would reach 0.000 instead of 0.000")


@pytest.mark.parametrize("setting", ["component", "preprocess", "references"])
def test_conditions_of_a_metric_are_told_apart_by_each_of_their_settings(setting):
    one, other = {setting: "one"}, {setting: "other"}
    rows = [
        robust("all systems", value=0.9, **one),
        robust("all systems", value=0.8, **other),
        robust("without outliers", "A", value=0.5, shift=0.2, **one),
        robust("without outliers", "A", value=0.6, shift=-0.3, **other),
        robust("without one", "B", value=0.8, shift=0.1, **one),
        robust("without one", "B", value=0.75, shift=0.05, **other),
        robust("best", value=0.1, n_systems=3, at=3, **other),
        robust("best", value=0.5, n_systems=3, at=3, **one),
        robust("close pairs", value=0.2, at=1.5, n_pairs=3, **other),
        robust("close pairs", value=0.8, at=2.0, n_pairs=6, **other),
        robust("close pairs", value=0.4, at=1.0, n_pairs=3, **one),
        robust("close pairs", value=0.9, at=2.0, n_pairs=6, **one),
    ]
    assert describe_robustness(ROBUSTNESS.build(rows)) == [
        "Robustness of c (t, Pearson's r)",
        "  without the outlier A: m1 (other) 0.300 -> 0.600; m1 (one) 0.700 -> 0.500",
        "  most moved by one system: m1 (one) 0.900 -> 0.800 without B",
        "  among the 3 best of 5 systems: m1 (one) 0.900 -> 0.500",
        "  on the 3 closest of 6 pairs of systems: m1 (one) 0.900 -> 0.400",
    ]


def test_a_figure_marks_the_outliers_of_each_condition():
    def drawn(outliers):
        alone = [
            robust("without one", name, value=value)
            for name, value in zip("ABC", (0.6, 0.7, 0.9), strict=True)
        ]
        rows = [robust("all systems", value=0.8), robust("without outliers", outliers, value=0.3), *alone]
        return plot_robustness(ROBUSTNESS.build(rows), "human").get_supxlabel()

    assert "Squares: outliers by the judges." in drawn("A; B")
    assert "Squares" not in drawn("")


def test_a_window_without_a_coefficient_says_why(data):
    judged = data.judgments.assign(score=data.judgments["score"].where(data.judgments["system"] > "S03", 0.0))
    some = EvalSet.build(data.card, data.outputs, data.references, judged)
    e = asked.experiment(some, ["rouge-1"], coefficients=["pearson"], interval="none")
    frame = e.robustness(window=3).frame
    assert set(frame.loc[frame["analysis"] == "window", "n_systems"]) == {3}
    reasons = frame[frame["analysis"] == "window"].set_index("at")["reason"]
    assert reasons[1] == "constant judgments"
    assert set(reasons[1:]) == {""}


@pytest.mark.parametrize("window", [1, 2])
def test_a_window_of_two_systems_is_refused(data, window):
    with pytest.raises(SpecError, match=rf"window: got {window}, allowed: 0, or 3 or more"):
        asked.experiment(data, ["rouge-1"], robustness={"window": window})


def test_windows_are_of_systems_that_somebody_judged_whatever_outputs_metrics_keep(data):
    judged = data.judgments[data.judgments["system"] != "S05"]
    some = EvalSet.build(data.card, data.outputs, data.references, judged)
    e = asked.experiment(some, ["rouge-1"], coefficients=["pearson"], interval="none", missing="all")
    frame = e.robustness(window=5).frame
    windows = frame[frame["analysis"] == "window"]
    assert windows["at"].tolist() == [1, 2, 3]
    scores = asked.score_outputs(data, ["rouge-1"])
    x = scores[scores["segment"] == "*"].set_index("system")["value"]
    z = judged.groupby("system")["score"].mean().sort_values()
    for start, value in enumerate(windows["value"]):
        mine = z.index[start : start + 5]
        assert value == pytest.approx(np.corrcoef(x[mine], z[mine])[0, 1])


def test_what_is_shown_of_an_odd_number_of_systems_is_among_the_larger_half():
    made = workbench.simulate(topics=4, systems=7, references=1, seed=3).evalset
    result = asked.experiment(made, ["rouge-1"], coefficients=["pearson"], interval="none").robustness()
    best = result.frame[result.frame["analysis"] == "best"].set_index("at")["value"]
    assert best.index.tolist() == [3, 4, 5, 6, 7]
    assert best.nunique() == 5
    assert result.brief["among_better_half"].tolist() == [best[4]]
