"""What weights of references do: shuffles, noise and what is without it, against experiments one by one."""

import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.analyses.reference_weights.reference_weights import without_noise
from workbench.errors import SpecError
from workbench.stats.resampling.streams import stream

MADE = workbench.simulate(topics=6, systems=5, references=3, seed=4).evalset
# with room for noise between -1 and 1
REFERENCES = MADE.references.assign(weight=MADE.references["weight"] / 2)
DATA = type(MADE).build(MADE.card, MADE.outputs, REFERENCES, MADE.judgments)
BLEU = "delta-bleu(order=2)"


def asking(**more):
    return workbench.Experiment(
        DATA, ["bleu(order=2)", BLEU], seed=1, unscorable="drop",
        correlation={"coefficients": ["pearson"], "interval": "none"}, **more,
    )  # fmt: skip


@pytest.fixture(scope="module")
def experiment():
    return asking(references={"all": "all"})


@pytest.fixture(scope="module")
def frame(experiment):
    return experiment.weight_noise(shuffles=4, error=0.03, repeats=3, steps=[0.5, 2.0]).frame


def value_with(weights):
    """Return the coefficient of an experiment whose references have these weights."""
    references = DATA.references.assign(weight=weights)
    data = type(DATA).build(DATA.card, DATA.outputs, references, DATA.judgments)
    made = workbench.Experiment(
        data, [BLEU], seed=1, unscorable="drop",
        correlation={"coefficients": ["pearson"], "interval": "none"},
    )  # fmt: skip
    return made.records["value"].iloc[0]


def test_the_rated_row_is_the_record_and_only_metrics_that_weigh_have_rows(experiment, frame):
    assert set(frame["metric"]) == {BLEU}
    [rated] = frame.loc[frame["kind"] == "rated", "value"]
    records = experiment.records.set_index("metric")["value"]
    assert rated == pytest.approx(records[BLEU])


def test_shuffled_rows_are_experiments_with_dealt_weights(frame):
    given = DATA.references["weight"].to_numpy()
    task = DATA.references["task"].iloc[0]
    values = []
    for number in range(4):
        rng = stream(1, "weights shuffled", task, "all", str(number))
        dealt = np.concatenate([rng.permutation(given[at : at + 3]) for at in range(0, len(given), 3)])
        values.append(value_with(dealt))
    [row] = frame[frame["kind"] == "shuffled"].to_dict("records")
    assert len(set(values)) == 4
    assert (row["value"], row["least"], row["most"]) == pytest.approx(
        (np.mean(values), min(values), max(values))
    )
    assert row["sd"] == pytest.approx(np.std(values, ddof=1))
    [rated] = frame.loc[frame["kind"] == "rated", "value"]
    assert row["p"] == pytest.approx((1 + sum(each >= rated for each in values)) / 5)


def test_noise_has_the_variance_of_its_step_and_the_corrected_value_follows(frame):
    rows = frame.set_index(["kind", "noise"])["value"]
    given = DATA.references["weight"].to_numpy()
    task = DATA.references["task"].iloc[0]
    for step in (0.5, 2.0):
        values = []
        for number in range(3):
            noise = stream(1, "weights noise", task, "all", str(number)).normal(scale=0.03, size=len(given))
            values.append(value_with(given + np.sqrt(step) * noise))
        assert rows["noise", step] == pytest.approx(np.mean(values))
    curve = [rows["rated", 0.0], rows["noise", 0.5], rows["noise", 2.0]]
    expected = without_noise(np.array([0.0, 0.5, 2.0]), np.array(curve))
    assert rows["corrected", -1.0] == pytest.approx(expected)


def test_the_parabola_goes_through_three_points():
    curve = np.poly1d([0.01, -0.1, 0.6])
    assert without_noise(np.arange(3.0), curve(np.arange(3.0))) == pytest.approx(curve(-1))
    assert without_noise(np.arange(3.0), np.array([0.9, 0.5, 0.2])) == 1.0
    assert np.isnan(without_noise(np.arange(3.0), np.array([0.9, np.nan, 0.2])))


def test_what_cannot_be_said_has_a_reason(experiment):
    frame = experiment.weight_noise(shuffles=1).frame.set_index("kind")
    assert frame.loc["corrected", "reason"].startswith("nothing says how far the weights err")
    assert "noise" not in frame.index
    with pytest.raises(SpecError, match="no metric weighs references"):
        experiment.weight_noise(metrics=["bleu(order=2)"])
    with pytest.raises(SpecError, match="no reference setting 'al'"):
        experiment.weight_noise(references=["al"])


def test_nothing_is_tested_where_there_is_no_coefficient():
    outputs, judged = (rows[rows["system"].isin(["S01", "S02"])] for rows in (DATA.outputs, DATA.judgments))
    few = type(DATA).build(DATA.card, outputs, DATA.references, judged)
    asked = {"coefficients": ["pearson"], "interval": "none"}
    e = workbench.Experiment(few, [BLEU], seed=1, unscorable="drop", correlation=asked)
    found = e.weight_noise(shuffles=3)
    assert found.lines == ("ΔBLEU-2, all refs, coverage: fewer than 3 systems.",)
    frame = found.frame
    assert frame["value"].isna().all()
    assert frame["p"].isna().all()
    assert {"rated", "shuffled"} <= set(frame["kind"])


def test_a_sentence_names_the_task_of_several_and_says_what_is_cut_off():
    """The lines of two tasks were the same but for their numbers."""

    def twice(name):
        frame = getattr(DATA, name)
        return pd.concat([frame, frame.assign(task="again")], ignore_index=True)

    data = type(DATA).build(DATA.card, *map(twice, ("outputs", "references", "judgments")))
    e = workbench.Experiment(
        data, [BLEU], seed=1, unscorable="drop",
        correlation={"coefficients": ["pearson"], "interval": "none"},
    )  # fmt: skip
    again, news = e.weight_noise(shuffles=1, error=0.4, repeats=1, steps=[1.0, 2.0]).lines
    assert again.startswith("ΔBLEU-2, again, all refs, coverage: ")
    assert news.startswith("ΔBLEU-2, news, all refs, coverage: ")
    assert again.endswith("extrapolated, 1.000 (cut off there; the error of a weight is 0.40).")
    assert "with 1 shuffle of them" in news
    assert "cut off" not in news


def test_draws_that_leave_segments_without_a_positive_weight_are_told():
    """One reference a segment: its weight is .01 in t01 and t02, which half of the noise takes below 0."""
    one = DATA.references[DATA.references["reference"] == "R1"]
    weights = one["segment"].map({"t01": 0.01, "t02": 0.01}).fillna(0.5)
    data = type(DATA).build(DATA.card, DATA.outputs, one.assign(weight=weights), DATA.judgments)
    asked = {"coefficients": ["pearson"], "interval": "none"}
    e = workbench.Experiment(data, [BLEU], seed=1, unscorable="drop", correlation=asked)
    assert e.records["n_segments"].tolist() == [6]
    found = e.weight_noise(shuffles=2, error=0.05, repeats=6, steps=[0.5, 1.0])
    order = data.references["segment"].tolist()
    drawn = {}
    for number in range(6):
        rng = stream(1, "weights noise", "news", "all refs", str(number))
        noise = rng.normal(scale=0.05, size=len(order))
        for step in (0.5, 1.0):
            made = data.references["weight"].to_numpy() + np.sqrt(step) * noise
            drawn.setdefault(step, set()).add(int((made > 0).sum()))
    told = {step: f"scored on {min(each)} to {max(each)} of the 6 segments" for step, each in drawn.items()}
    assert [len(each) > 1 for each in drawn.values()] == [True, True]
    cautions = found.frame.set_index(["kind", "noise"])["caution"]
    assert {step: cautions["noise", step] for step in told} == told
    least = min(map(min, drawn.values()))
    assert cautions["corrected", -1.0] == f"scored on {least} to 6 of the 6 segments"
    assert found.lines[0].endswith(f"; with more noise {cautions['corrected', -1.0]}).")
    assert cautions["rated", 0.0] == cautions["shuffled"].iloc[0] == ""


def test_raters_of_mined_outputs_say_how_far_weights_err_and_it_is_said():
    e = asking(
        references={"all": "all", "dealt": {"select": "all", "weights": "shuffled"}},
        mined={"criterion": "coverage", "weight": "likert(low=0, high=1)", "raters": "split", "keep": False},
    )
    given = e.weight_noise(shuffles=1, repeats=1, error=0.02)
    assert set(given.frame["error"]) == {0.02}
    found = e.weight_noise(shuffles=2, repeats=1)
    assert set(found.frame["references"]) == {"all"}
    assert (found.frame["error"] > 0).all()
    [line] = found.lines
    assert line.startswith("ΔBLEU-2, all, coverage: Pearson's r ")
    assert "2 shuffles of them" in line
    assert "without the noise of their ratings, extrapolated, " in line
