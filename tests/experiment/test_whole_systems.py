"""Scores of whole systems only: at system level they are as good as the same score in each segment."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import pearsonr

import workbench
from workbench.datasets.card import DatasetCard
from workbench.datasets.evalset import EvalSet
from workbench.errors import ScoreError
from workbench.report.render import render

SYSTEMS, SEGMENTS = 9, 4
KEYS = [("t", f"s{j}", f"M{i}") for i in range(SYSTEMS) for j in range(SEGMENTS)]
RNG = np.random.default_rng(5)
HUMAN = np.add.outer(np.arange(SYSTEMS), np.arange(4.0)) + RNG.normal(size=(SYSTEMS, SEGMENTS))
SCORES = HUMAN.mean(axis=1) + 2 * RNG.normal(size=SYSTEMS)
WHOLES = {("t", "*", f"M{i}"): float(score) for i, score in enumerate(SCORES)}
EACH = {(task, segment, name): WHOLES[task, "*", name] for task, segment, name in KEYS}
OTHER = {
    key: float(score) for key, score in zip(KEYS, (HUMAN + RNG.normal(size=HUMAN.shape)).ravel(), strict=True)
}
SAID = "Scores of systems of sys: its own, of all outputs whether judged or not, as segments have no scores."


@pytest.fixture(scope="module")
def data() -> EvalSet:
    """Of the last system people saw the first two segments only."""
    outputs = pd.DataFrame(KEYS, columns=["task", "segment", "system"]).assign(text="a b")
    references = pd.DataFrame({"task": "t", "segment": [f"s{j}" for j in range(SEGMENTS)]})
    judged = outputs.drop(columns="text").assign(criterion="mqm", rater="mean", score=HUMAN.ravel())
    unseen = (judged["system"] == f"M{SYSTEMS - 1}") & judged["segment"].isin(["s2", "s3"])
    references = references.assign(reference="A", text="a")
    return EvalSet.build(DatasetCard(name="made"), outputs, references, judged[~unseen])


def ask(data, *coefficients, levels=("system",), tables=None, missing="pairwise", **said):
    asked = {"coefficients": [*coefficients], "levels": [*levels], "missing": missing, **said}
    tables = tables or {"sys": WHOLES, "each": EACH, "other": OTHER}
    return workbench.Experiment(data, [*tables], scores=tables, correlation={"draws": 40, **asked})


@pytest.mark.parametrize("interval", ["fisher", "fisher-jackknife", "percentile", "none"])
def test_value_and_interval_are_those_of_the_same_score_in_each_segment(data, interval):
    more = () if interval.startswith("fisher") else ("tau-eq",)
    e = ask(data, "pearson", "spearman", "kendall", *more, interval=interval, resample="systems")
    records = e.records
    numbers = ["value", "low", "high", "n_systems", "n_segments", "undefined_draws", "chance", "tied_metric"]
    ours, theirs = (records[records["metric"] == name] for name in ("sys", "each"))
    assert not ours["value"].isna().any()
    np.testing.assert_allclose(ours[numbers].astype(float), theirs[numbers].astype(float), atol=1e-12)
    for column in ("caution", "interval_reason", "reason"):
        assert ours[column].tolist() == theirs[column].tolist()
    human = data.judgments.groupby("system")["score"].mean()
    assert ours["value"].iloc[0] == pytest.approx(pearsonr(SCORES, human).statistic)
    assert SAID in render(e.table(), "md")


def test_lower_is_better_is_turned(data, tmp_path):
    rows = [f"M{i},{-score}" for i, score in enumerate(SCORES)]
    (tmp_path / "sys.csv").write_text("\n".join(["system,score", *rows]), "utf-8")
    table = {"file": str(tmp_path / "sys.csv"), "lower": True}
    values = ask(data, "pearson", tables={"sys": table, "each": EACH}, interval="none").records["value"]
    assert values[0] == pytest.approx(values[1])


@pytest.mark.parametrize(
    ("coefficient", "test"),
    [
        ("pearson", {"draws": 200}),
        ("kendall", {"draws": 200}),
        ("pearson", {"draws": 200, "statistic": "difference"}),
        ("pearson", {"method": "williams1959"}),
        ("kendall", {"method": "bootstrap"}),
    ],
)
def test_so_are_tests_of_differences(data, coefficient, test):
    frame = ask(data, coefficient, interval="percentile", resample="systems").compare("other", **test).frame
    numbers = ["value", "difference", "low", "high", "p"]
    ours, theirs = (frame[frame["metric"] == name] for name in ("sys", "each"))
    assert not ours["p"].isna().any()
    np.testing.assert_allclose(ours[numbers].astype(float), theirs[numbers].astype(float), atol=1e-12)


def test_what_needs_segments_says_that_there_are_none(data):
    e = ask(data, "pearson", levels=["system", "segment"], interval="percentile", resample="both")
    records = e.records[e.records["metric"] == "sys"].set_index("level")
    assert records["reason"].to_dict() == {
        "system": "", "segment": "scores of whole systems only, which level system and [protocol] correlate",
    }  # fmt: skip
    assert not np.isnan(records.loc["system", "value"])
    assert np.isnan(records.loc["segment", "value"])
    why = "scores of whole systems only, of no drawn inputs; resample = 'systems' draws systems alone"
    assert records.loc["system", "interval_reason"] == why
    frame = e.compare("other", swap="inputs", draws=50).frame
    frame = frame[frame["level"] == "system"].set_index("metric")
    assert frame["p"].isna().to_dict() == {"sys": True, "each": False}
    row = frame.loc["sys"]
    assert row["reason"].startswith("sys has scores of whole systems only, so that no segment has a score")
    drawn = ask(data, "kendall", interval="percentile", resample="both").compare("other", draws=50).frame
    assert drawn.set_index("metric")["low"].isna().to_dict() == {"sys": True, "each": False}
    assert (drawn.set_index("metric")["interval_reason"] != "").to_dict() == {"sys": True, "each": False}
    special = ask(data, "soft-pairwise-accuracy", interval="none").records.set_index("metric")
    assert special.loc["sys", "reason"].startswith("scores of whole systems only")
    assert special["value"].notna().to_dict() == {"sys": False, "each": True, "other": True}


def test_analyses_of_systems_take_them_and_ranks_say_why_no_draw_has_any(data):
    e = ask(data, "pearson", interval="percentile", resample="both")
    for result in (e.robustness(), e.rank()):
        ours, theirs = (result.frame[result.frame["metric"] == name] for name in ("sys", "each"))
        np.testing.assert_allclose(ours["value"].astype(float), theirs["value"].astype(float), atol=1e-12)
    assert set(e.robustness().frame["reason"]) == {""}
    why = "sys has scores of whole systems only, of no drawn inputs; resample = 'systems' draws systems alone"
    assert set(e.rank().frame["reason"]) == {why}
    drawn = ask(data, "pearson", interval="percentile", resample="systems").rank().frame
    assert set(drawn["reason"]) == {""}
    assert drawn["rank_low"].gt(0).all()


def test_without_the_level_of_systems_they_are_refused(data):
    e = ask(data, "pearson", levels=["segment"])
    with pytest.raises(ScoreError, match="those of whole systems are correlated at level system and by"):
        e.correlate()
    reasons = e.replace(protocol={"draws": 0}).records["reason"]
    assert reasons.str.startswith("scores of whole systems only").any()


def test_a_whole_system_is_known_by_any_of_its_outputs(data):
    """The last system has no text of the first segment."""
    lacks = (data.outputs["system"] == f"M{SYSTEMS - 1}") & (data.outputs["segment"] == "s0")
    judged = (data.judgments["system"] == f"M{SYSTEMS - 1}") & (data.judgments["segment"] == "s0")
    some = EvalSet.build(data.card, data.outputs[~lacks], data.references, data.judgments[~judged])
    records = ask(some, "pearson", tables={"sys": WHOLES}, interval="none").records
    assert records["n_systems"].tolist() == [SYSTEMS]
