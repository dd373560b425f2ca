"""What a point is worth, from the data to the table, the picture and the two functions."""

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.analyses.worth.fitted import FittedWorth
from workbench.analyses.worth.worth import worth_panels
from workbench.cli import main
from workbench.datasets.evalset import EvalSet
from workbench.errors import SpecError
from workbench.experiment.spec import build_spec
from workbench.report.published import read_published
from workbench.stats.decisions.accuracy_curve import AccuracyCurve, SystemPairs


@pytest.fixture(scope="module")
def experiment():
    data = workbench.simulate(topics=6, systems=9, references=1, seed=4).evalset
    return workbench.Experiment(data, ["rouge-1", "constant"], components=["f"], correlation={"draws": 40})


@pytest.fixture(scope="module")
def answer(experiment):
    return experiment.worth(accuracies=[0.5, 0.6, 0.99])


def test_pairs_of_the_table_are_counted_one_by_one(experiment, answer):
    row = experiment.rows[0]
    human = np.nanmean(row.task.judged[0].scores, axis=1)
    right, told = [], 0
    for one in range(9):
        for other in range(one):
            if human[one] != human[other]:
                told += 1
                right.append((row.systems[one] > row.systems[other]) == (human[one] > human[other]))
    mine = answer.frame[answer.frame["metric"] == "rouge-1"]
    assert mine["n_pairs"].tolist() == [told] * 3
    assert (mine["n_systems"] == 9).all()
    shares = answer.frames["decided"]
    first = shares[shares["metric"] == "rouge-1"].iloc[0]
    assert first["n_decided"] == told
    assert first["precision"] == pytest.approx(np.mean(right))


def test_both_functions_read_the_same_curve(answer):
    share = answer.accuracy_of("R-1", 2.0)
    assert share.low <= share.value <= share.high
    back = answer.delta_for("rouge-1", share.value)
    assert back.value == pytest.approx(2.0)
    frame = answer.frame.set_index(["metric", "accuracy"])
    assert frame.loc[("rouge-1", 0.6), "delta"] == pytest.approx(answer.delta_for("rouge-1", 0.6).value)
    with pytest.raises(SpecError) as caught:
        answer.accuracy_of("bleu", 1)
    assert str(caught.value).startswith("no curve of 'bleu': allowed: rouge-1, R-1, ")
    assert "; criteria coverage. " in str(caught.value)
    with pytest.raises(SpecError) as caught:
        answer.delta_for("R-1", 0.6, "flow")
    assert str(caught.value) == "no curve of 'R-1' with criterion 'flow'. Known: coverage"


def test_a_metric_without_differences_says_so(answer):
    constant = answer.frame[answer.frame["metric"] == "constant"]
    assert constant["delta"].isna().all()
    assert set(constant["reason"]) == {"the metric finds no difference between any two systems"}


def test_draws_in_which_no_pair_is_ranked_as_people_do_leave_the_lower_end():
    """A metric that ranks all five systems the other way round has a ceiling of 0, as some draws have."""
    data = workbench.simulate(topics=3, systems=5, references=1, seed=4).evalset
    means = data.judgments.groupby("system")["score"].mean()
    scores = {tuple(key): -means[key[-1]] for key in data.outputs[["task", "segment", "system"]].to_numpy()}
    correlation = {"interval": "percentile", "draws": 60}
    experiment = workbench.Experiment(data, ["turned"], scores={"turned": scores}, correlation=correlation)
    answer = experiment.worth(accuracies=[0.7])
    row = answer.frame.iloc[0]
    assert np.isnan(row["delta"])
    assert row["reason"] == "the curve stays below 0.000"
    assert row["low"] > 0
    assert answer.delta_for("turned", 0.7)[::2] == (np.inf, np.inf)


def test_points_are_scores_times_the_scale(experiment, answer):
    fractions = experiment.worth(accuracies=[0.6], scale=1)
    assert 100 * fractions.delta_for("rouge-1", 0.6).value == pytest.approx(
        answer.delta_for("rouge-1", 0.6).value
    )


def test_tasks_are_pooled_and_the_picture_has_the_curve(experiment):
    drawn = experiment.plot(["worth"], metrics=["R-1"]).drawn["worth"]
    assert set(drawn.frame["curve"]) == {"R-1"}
    assert drawn.frame["accuracy"].is_monotonic_increasing
    assert len(drawn.draw().axes) == 1


def test_the_picture_of_each_criterion_says_what_it_rests_on():
    """Seven of nine systems were judged for fluency."""
    data = workbench.simulate(topics=6, systems=9, references=1, seed=4).evalset
    criteria = {**data.card.criteria, "fluency": data.card.criteria["coverage"]}
    few = data.judgments[~data.judgments["system"].isin(["S01", "S02"])].assign(criterion="fluency")
    both = type(data).build(
        data.card.model_copy(update={"criteria": criteria}),
        data.outputs,
        data.references,
        pd.concat([data.judgments, few]),
    )
    correlation = {"interval": "none"}
    fitted = workbench.Experiment(both, ["rouge-1"], correlation=correlation).worth().fitted
    panels = worth_panels(list(fitted))
    assert [(panel.title, panel.notes[0][:9]) for panel in panels] == [
        ("coverage", "9 systems"),
        ("fluency", "7 systems"),
    ]


def test_published_curves_give_the_printed_thresholds():
    cells = read_published("kocmi2024-thresholds").cells
    assert len(cells) == 159
    for row in cells.itertuples():
        ours = workbench.delta_for(row.metric, float(row.statistic.removesuffix("%")) / 100)
        assert abs(ours - float(row.value)) <= 0.005 + 1e-9
    assert workbench.accuracy_of("bleu", -1.0) == pytest.approx(0.63989, abs=5e-6)


@pytest.mark.parametrize("asked", [("blue", 1.0), ("", 1.0)])
def test_an_unknown_curve_is_a_users_mistake(asked):
    with pytest.raises(SpecError, match="no published curve"):
        workbench.accuracy_of(*asked)


def test_the_published_curves_are_listed_once():
    with pytest.raises(SpecError, match=r"MetricX-23-QE-Large\. Did you mean 'COMET22'\?$"):
        workbench.accuracy_of("COMET", 90)


@pytest.mark.parametrize("several", [np.array([1.0, 2.0]), [1.0, 2.0], "1", None])
def test_a_difference_is_one_number(several):
    with pytest.raises(SpecError, match="delta: is not a number: got nan"):
        workbench.accuracy_of("BLEU", float("nan"))
    with pytest.raises(SpecError, match="delta: is not a number"):
        workbench.accuracy_of("BLEU", several)
    with pytest.raises(SpecError, match="accuracy: is no share"):
        workbench.delta_for("BLEU", several)


@pytest.mark.parametrize("share", [80, 1, 0, -0.1])
def test_a_share_is_between_0_and_1(share):
    with pytest.raises(SpecError, match="a share between 0 and 1"):
        workbench.delta_for("BLEU", share)
    content = {"name": "x", "metrics": ["bleu"], "data": {"name": "d"}}
    with pytest.raises(SpecError, match=r"worth\.accuracies"):
        build_spec({**content, "worth": {"accuracies": [share]}})


def test_the_command_says_both():
    said = CliRunner().invoke(main, ["worth", "BLEU", "1"]).output.splitlines()
    assert said[0] == "BLEU 1: people rank 64.0% of such pairs of systems as the metric does"
    assert "  chrF                      0.71" in said
    assert len(said) == 17


def test_what_decides_less_than_a_coin_is_said_to_decide_nothing():
    said = CliRunner().invoke(main, ["worth", "BLEU", "0"]).output.splitlines()
    assert said == [
        "BLEU 0: people rank 44.2% of such pairs of systems as the metric does",
        "  That is less than a coin does: so small a difference says nothing of who is better.",
    ]


def test_a_metric_without_a_curve_is_said_and_those_after_it_are_said_too(experiment):
    lines = experiment.replace(metrics=["constant", "rouge-1"]).worth().lines
    assert lines[0].endswith("no curve, the metric finds no difference between any two systems")
    assert "people rank systems one point apart as the metric does in" in lines[1]
    assert [line.partition(" (")[0] for line in lines] == ["constant", "R-1"]


def test_the_band_of_draws_leaves_out_those_without_a_curve():
    values = np.array([[3.0, 0.5], [9.0, 9.0], [1.0, 0.75], [2.0, 0.25]])
    for ceiling, ends in (
        ([1.0, np.nan, 0.9, 0.8], [[1.0, 0.25], [3.0, 0.75]]),
        ([np.nan] * 4, [[np.nan] * 2] * 2),
    ):
        drawn = AccuracyCurve(np.array(ceiling), np.ones(4))
        pairs = SystemPairs(np.zeros((1, 1)), np.zeros((1, 1)), np.zeros((1, 1)))
        np.testing.assert_array_equal(FittedWorth({}, pairs, drawn, drawn, 0.5).ends(values), ends)


def test_the_ends_of_a_band_are_the_draws_that_counting_says():
    """(1 - .9) / 2 is less than .05 by a last bit, and of 101 draws one too many would be inside."""
    drawn, values = AccuracyCurve(np.ones(101), np.ones(101)), np.arange(101.0)[:, np.newaxis]
    pairs = SystemPairs(np.zeros((1, 1)), np.zeros((1, 1)), np.zeros((1, 1)))
    assert FittedWorth({}, pairs, drawn, drawn, 0.9).ends(values).ravel().tolist() == [5.0, 95.0]


def test_differences_are_those_of_pairs_that_people_tell_apart_and_a_curve_is_named_by_one_setting():
    """People hold A, B and C, which a metric keeps far apart, for equal: 40, 40 and 80 are no differences."""
    made = workbench.simulate(topics=3, systems=6, references=2, words=20).evalset
    systems = made.systems("news")
    people, own = (
        dict(zip(systems, numbers, strict=True)) for numbers in ([1, 1, 1, 2, 3, 4], [-40, 0, 40, 1, 2, 3])
    )
    judgments = made.judgments.assign(score=made.judgments["system"].map(people).astype(float))
    data = type(made).build(made.card, made.outputs, made.references, judgments)
    scores = {("", segment, name): own[name] for segment in made.segments("news") for name in systems}
    found = workbench.Experiment(
        data, ["own", "rouge-1"], scores={"own": scores}, components=["f"],
        references={"one": "one", "all": "all"}, correlation={"interval": "none"},
    ).worth(scale=1.0)  # fmt: skip
    shares = found.frames["decided"]
    # of 1 1 1 2 2 3 37 38 39 41 42 43 the tenths, each once
    mine = shares[(shares["metric"] == "own") & (shares["references"] == "one")]
    assert mine["delta"].tolist() == [1.0, 2.0, 3.0, 37.0, 38.0, 39.0, 41.0]
    with pytest.raises(SpecError, match=r"^2 curves of 'rouge-1'\. Name the criterion, or ask for one comp"):
        found.accuracy_of("rouge-1", 1)


def test_without_any_curve_there_are_tables_and_no_picture(experiment):
    data = experiment.data
    alike = EvalSet.build(data.card, data.outputs, data.references, data.judgments.assign(score=1.0))
    result = workbench.Experiment(alike, ["rouge-1"], correlation={"interval": "none"}).worth()
    assert set(result.frame["reason"]) == {"no pair of systems that people tell apart"}
    assert result.lines == ("R-1 (coverage): no curve, no pair of systems that people tell apart",)
    with pytest.raises(SpecError, match="no metric has a curve"):
        result.plot()


def test_pairs_as_near_as_the_last_of_a_tenth_count_in_the_observed_share():
    """Of .3, .4 and .7 points two are as far from .35, but for noise, and people agree about one of them."""
    data = workbench.simulate(topics=1, systems=3, references=1, raters=1, seed=4).evalset
    keys = [
        tuple(key) for key in data.outputs[["task", "segment", "system"]].sort_values("system").to_numpy()
    ]
    judgments = data.judgments[data.judgments["criterion"] == "coverage"]
    rank = dict(zip((key[-1] for key in keys), (1.0, 2.0, 0.0), strict=True))
    judged = judgments.assign(score=judgments["system"].map(rank))
    few = EvalSet.build(data.card, data.outputs, data.references, judged)
    scores = dict(zip(keys, (1 / 3, 1 / 3 + 0.3, 1 / 3 + 0.7), strict=True))
    e = workbench.Experiment(few, ["own"], scores={"own": scores}, correlation={"interval": "none"})
    shares = e.worth(scale=1, deltas=[0.35, 0.29, 0.38, 0.9]).frames["decided"]
    assert shares["observed"].tolist() == [0.5, 1.0, 0.0, 0.0]
