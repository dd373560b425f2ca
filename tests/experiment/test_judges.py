"""Judges as rows of the table, and what their noise hides."""

import numpy as np
import pytest

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.experiment.judges import JUDGES, ONE_RATER
from workbench.experiment.reliability import describe_reliability
from workbench.metrics.base import METRICS
from workbench.metrics.external import enter_scores
from workbench.metrics.signature import read_signature
from workbench.stats.ceilings import leave_one_rater_out
from workbench.stats.disattenuation import disattenuated_by
from workbench.stats.levels import row_means
from workbench.stats.reliability import drawn_reliability, split
from workbench.stats.resample import draw
from workbench.stats.streams import stream


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=5, systems=8, references=1, raters=3).evalset


def ratings_of(data):
    """float64[raters, systems, segments]."""
    parts = [
        rows.pivot(index="system", columns="segment", values="score").to_numpy()
        for _, rows in data.judgments.groupby("rater")
    ]
    return np.stack(parts)


def with_judgments(data, judgments, card=None):
    return EvalSet.build(card or data.card, data.outputs, data.references, judgments)


def test_the_ceiling_of_summeval(shared):
    """Acceptance 14: 16 systems, each expert against the mean of the other two, tau-b averaged."""
    records = workbench.correlate(
        workbench.load("summeval", shared / "data"),
        ["length"],
        raters="expert",
        coefficients=["kendall"],
        interval="none",
        ceiling=True,
    )
    ceiling = records[records["role"] == "ceiling"].set_index("criterion")["value"].round(3)
    assert ceiling.to_dict() == {
        "coherence": 0.784, "consistency": 0.878, "fluency": 0.688, "relevance": 0.769
    }  # fmt: skip
    assert (records["role"] == "").sum() == 4


def test_judges_are_rows_at_every_level_with_every_coefficient(data):
    arguments = {
        "levels": ["system", "segment", "global"],
        "coefficients": ["pearson", "kendall", "soft-pairwise-accuracy", "acc-eq-calibrated"],
        "given": "length",
        "draws": 19,
    }
    records = workbench.correlate(data, ["rouge-1"], ceiling=True, **arguments)
    metrics, judges = (records[records["role"] == role].reset_index(drop=True) for role in ("", "ceiling"))
    assert metrics.equals(workbench.correlate(data, ["rouge-1"], **arguments))
    place = ["task", "criterion", "level", "coefficient", "interval", "n_systems"]
    assert judges[place].equals(metrics[place])
    assert set(judges["metric"]) == {JUDGES}
    assert judges["value"].notna().all()
    assert judges["hash"].nunique() == len(judges)
    assert read_signature(judges["signature"][0]).references == "3 raters"
    cells = judges.set_index(["level", "coefficient"])["value"]
    for level in ("system", "segment"):
        for name in ("pearson", "kendall"):
            expected = leave_one_rater_out(ratings_of(data), name, level).value
            assert cells[level, name] == pytest.approx(expected, abs=1e-12)
    resampled = judges[judges["interval"] == "percentile"]
    assert (resampled["low"] <= resampled["high"]).all()
    assert resampled["shift"].between(0, 1).all()


def test_a_criterion_of_faults_has_the_same_ceiling(data):
    criteria = {"coverage": data.card.criteria["coverage"].model_copy(update={"direction": "lower"})}
    turned = data.judgments.assign(score=-data.judgments["score"])
    faults = with_judgments(data, turned, data.card.model_copy(update={"criteria": criteria}))
    values = [
        workbench.correlate(each, ["rouge-1"], ceiling=True, draws=9)[["value", "low", "high"]].to_numpy()
        for each in (data, faults)
    ]
    assert np.allclose(*values, atol=1e-12)


def test_one_rater_has_nobody_to_agree_with(data):
    alone = with_judgments(data, data.judgments[data.judgments["rater"] == data.judgments["rater"][0]])
    records = workbench.correlate(alone, ["rouge-1"], ceiling=True, coefficients=["pearson"], draws=9)
    judges = records[records["role"] == "ceiling"].iloc[0]
    assert np.isnan(judges["value"])
    assert judges["reason"] == ONE_RATER
    frame = workbench.reliability(alone, ["rouge-1"], draws=9)
    assert frame["value"].isna().all()
    assert frame["plain"].notna().all()
    assert frame["reason"].tolist() == ["one rater: no halves to compare"]
    assert describe_reliability(frame) == [
        "Reliability of coverage (news, pearson): none, one rater: no halves to compare"
    ]
    assert workbench.reliability(alone, ["rouge-1"], over="segments", draws=9)["reliability"].notna().all()


def test_raters_without_a_place_in_common_have_a_reason(data):
    segments, raters = (sorted(data.judgments[name].unique()) for name in ("segment", "rater"))
    own = dict(zip(segments, (raters * 2)[:5], strict=True))
    apart = with_judgments(
        data, data.judgments[data.judgments["segment"].map(own) == data.judgments["rater"]]
    )
    records = workbench.correlate(
        apart, ["rouge-1"], ceiling=True, levels=["segment"], coefficients=["pearson"], draws=9
    )
    judges = records[records["role"] == "ceiling"].iloc[0]
    assert np.isnan(judges["value"])
    assert "fewer than 2 systems" in judges["reason"]


def test_reliability_is_that_of_the_statistics(data):
    frame = workbench.reliability(
        data, ["rouge-1", "constant"], coefficients=["pearson", "kendall"], draws=99, seed=3
    )
    ratings = ratings_of(data)
    weights = draw(stream(3, "disattenuation", "news"), 8, 1, 99, "systems").systems
    x = workbench.score_outputs(data, ["rouge-1"])
    x = x[x["segment"] == "*"].sort_values("system")["value"].to_numpy()
    for row in frame[frame["metric"] == "rouge-1"].itertuples():
        halves = split(ratings, "raters", 100, stream(3, "halves", "news", "coverage", "raters"))
        drawn = drawn_reliability(halves, weights, row.coefficient)
        found = disattenuated_by(x, row_means(ratings.mean(axis=0)), drawn, weights, row.coefficient, 5)
        assert row.reliability == pytest.approx(drawn.whole.value)
        assert (row.value, row.low, row.high) == pytest.approx((found.value, *found.interval[:2]))
        assert row.value == pytest.approx(row.plain / row.reliability**0.5)
        assert (row.splits, row.draws) == (3, 99)
    constant = frame[frame["metric"] == "constant"]
    assert constant["reason"].tolist() == ["constant metric scores"] * 2
    assert constant[["value", "low", "high"]].isna().all(axis=None)
    lines = describe_reliability(frame)
    assert len(lines) == 2
    assert "without the judges' noise rouge-1 would reach" in lines[0]


def test_judges_who_contradict_each_other_are_not_reliable(data):
    noise = np.random.default_rng(0).standard_normal(len(data.judgments))
    rater = data.judgments["rater"].rank(method="dense")
    sign = np.where(rater == 1, 1.0, -1.0)
    place = data.judgments["system"].rank(method="dense") * sign
    two = data.judgments.assign(score=place + 0.01 * noise)[rater <= 2]
    frame = workbench.reliability(with_judgments(data, two), ["rouge-1"], draws=9)
    assert frame["reason"].tolist() == ["the halves do not correlate positively"]
    assert frame["half"][0] < -0.9
    assert np.isnan(frame["reliability"][0])


def test_disattenuation_finds_the_correlation_without_noise():
    """A metric that is the true quality of a system correlates at 1 once the judges' noise is taken out."""
    rng = np.random.default_rng(14)
    simulated = workbench.simulate(topics=4, systems=40, references=1, raters=4).evalset
    quality = dict(zip(simulated.systems("news"), rng.standard_normal(40), strict=True))
    score = simulated.judgments["system"].map(quality) + rng.standard_normal(len(simulated.judgments)) * 3
    enter_scores(
        "truth",
        {("", segment, system): value for segment in simulated.segments("news")
         for system, value in quality.items()},
    )  # fmt: skip
    try:
        noisy = with_judgments(simulated, simulated.judgments.assign(score=score))
        row = workbench.reliability(noisy, ["truth"], draws=199).iloc[0]
    finally:
        METRICS.remove("truth")
    assert row["plain"] < 0.9
    assert row["low"] < 1 < row["high"]
    assert row["value"] == pytest.approx(1, abs=0.15)
