"""What holds over several tasks: mean ranks, critical differences, tasks in which a metric is better."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.errors import SpecError
from workbench.report.plot_critical import groups_of
from workbench.stats.ranking.average_ranks import average_ranks


@pytest.fixture(scope="module")
def experiment():
    parts = [workbench.simulate(topics=4, systems=6, references=1, seed=seed).evalset for seed in (1, 2, 3)]

    def joined(name):
        frames = [getattr(part, name).assign(task=f"t{at}") for at, part in enumerate(parts)]
        return pd.concat(frames, ignore_index=True)

    whole = replace(parts[0], **{name: joined(name) for name in ("outputs", "references", "judgments")})
    return workbench.Experiment(
        whole, ["rouge-1", "rouge-2", "length"], components=None,
        correlation={"coefficients": ["pearson"], "interval": "none"}, test={"draws": 99},
    )  # fmt: skip


def test_critical_differences_are_demsars():
    """Table 5 of the paper: q of 5 methods at .05 is 2.728; four methods on 14 sets differ by 1.25."""
    found = average_ranks(np.random.default_rng(0).random((14, 4)), 0.05)
    assert found.critical_difference == pytest.approx(1.25, abs=5e-3)
    five = average_ranks(np.random.default_rng(0).random((30, 5)), 0.05)
    assert five.critical_difference == pytest.approx(2.728 * np.sqrt(5 * 6 / 180), abs=1e-3)


def test_ranks_of_equal_values_share_their_mean():
    found = average_ranks(np.array([[3.0, 3.0, 1.0], [1.0, 2.0, 3.0]]), 0.05)
    assert found.ranks.tolist() == [2.25, 1.75, 2.0]
    assert np.isnan(average_ranks(np.array([[3.0, 3.0, 1.0]]), 0.05).critical_difference)


def test_the_table_has_the_mean_ranks_of_the_records(experiment):
    frame = experiment.average_ranks().frame
    records = experiment.records
    mine = records.assign(label=records["metric"] + records["component"])
    ranks = mine.pivot(index="task", columns="label", values="value").rank(axis=1, ascending=False).mean()
    for row in frame.itertuples():
        assert row.rank == pytest.approx(ranks[row.metric + row.component])
        assert row.n_tasks == 3
    assert frame["rank"].is_monotonic_increasing
    assert len(experiment.average_ranks().plot().axes) == 1


def test_metrics_that_differ_by_noise_share_a_rank_with_weights_too(experiment):
    """Thirds of scores, less 7, have their coefficient but for rounding."""
    cells = [tuple(each) for each in experiment.data.outputs[["task", "segment", "system"]].to_numpy()]
    one = dict(zip(cells, np.random.default_rng(0).normal(size=len(cells)), strict=True))
    scores = {"one": one, "third": {cell: score / 3 - 7 for cell, score in one.items()}}
    e = experiment.replace(metrics=list(scores), scores=scores)
    for weights in ({}, {"t0": 1.0}, {"t0": 3.0, "t2": 0.5}):
        assert e.average_ranks(weights=weights).frame["rank"].tolist() == [1.5, 1.5]


def test_blocks_are_not_ranked_over_tasks(experiment):
    with pytest.raises(SpecError, match="works on systems, not on blocks"):
        experiment.replace(unit={"size": [1, 2]}, correlation={"levels": ["block"]}).average_ranks()


def test_weights_take_the_place_of_the_test(experiment):
    frame = experiment.average_ranks(weights={"t0": 0.0, "t1": 0.0}).frame
    assert set(frame["reason"]) == {"tasks have weights: no test"}
    records = experiment.records[experiment.records["task"] == "t2"]
    alone = records["value"].rank(ascending=False).sort_values().tolist()
    assert frame["rank"].tolist() == pytest.approx(alone)


def test_the_picture_of_one_task_with_a_weight_says_one_task(experiment):
    for weights, said in (({"t0": 0.0, "t1": 0.0}, "1 task"), ({"t0": 0.0}, "2 tasks")):
        picture = experiment.average_ranks(weights=weights).plot()
        texts = [axes.get_title(loc=place) for axes in picture.axes for place in ("left", "center")]
        assert any(text.endswith(f", {said}") for text in texts)


def test_a_task_without_weight_takes_no_metric_out(experiment):
    """In t0 the second metric is constant; the first one is better in t1 and worse in t2."""
    cells = [tuple(each) for each in experiment.data.outputs[["task", "segment", "system"]].to_numpy()]
    rng = np.random.default_rng(0)
    one = {cell: float(rng.normal()) for cell in cells}
    other = {cell: 0.0 if cell[0] == "t0" else float(rng.normal()) for cell in cells}
    e = experiment.replace(metrics=["one", "other"], scores={"one": one, "other": other})
    every = e.average_ranks().frame
    assert every["reason"].tolist() == ["", "no coefficient in t0: left out of all ranks"]
    frame = e.average_ranks(weights={"t0": 0.0}).frame
    assert (frame["n_tasks"].tolist(), frame["n_metrics"].tolist()) == ([2, 2], [2, 2])
    assert frame["reason"].tolist() == ["tasks have weights: no test"] * 2
    values = e.records.pivot(index="task", columns="metric", values="value").loc[["t1", "t2"]]
    expected = values.rank(axis=1, ascending=False).mean()
    assert dict(zip(frame["metric"], frame["rank"], strict=True)) == expected.to_dict()
    with pytest.raises(SpecError, match="one of them has to be above 0"):
        e.average_ranks(weights={"t0": 0.0, "t1": 0.0, "t2": 0.0})


def test_where_no_metric_has_a_coefficient_in_some_task_nobody_has_a_rank(experiment):
    data = experiment.data
    flat = data.judgments.assign(score=data.judgments["score"].where(data.judgments["task"] != "t1", 3.0))
    other = replace(data, judgments=flat)
    asked = {"coefficients": ["pearson"], "interval": "none"}
    frame = workbench.Experiment(other, ["rouge-1", "length"], correlation=asked).average_ranks().frame
    assert frame["rank"].isna().all()
    assert set(frame["reason"]) == {"no coefficient in t1: left out of all ranks"}
    assert frame["not_apart"].tolist() == [""] * len(frame)


def test_bars_join_what_is_not_told_apart():
    assert groups_of(np.array([1.0, 1.2, 3.0, 3.1, 3.2]), 0.5) == [(0, 1), (2, 4)]
    assert groups_of(np.array([1.0, 2.0]), np.nan) == []


def test_tasks_are_counted_in_which_a_metric_is_better(experiment):
    frame = experiment.replicability(level=0.4).frame
    tested = experiment.compare(against="all").frame
    assert len(frame) == 2 * len(tested) / 3
    assert (frame["n_tasks"] == 3).all()
    for row in frame[(frame["metric"] == "rouge-1") & (frame["against_metric"] == "length")].itertuples():
        same = (tested["component"] == row.component) | (tested["against_component"] == row.component)
        mine = tested[same & tested[["metric", "against_metric"]].isin(["rouge-1", "length"]).all(axis=1)]
        sign = np.where(mine["metric"] == "rouge-1", 1, -1)
        p = np.sort(np.where(sign * mine["difference"] > 0, mine["p"], 1.0))
        count = 0
        while count < 3 and (3 - count) * p[count] <= 0.4:
            count += 1
        assert row.replicated == count


def test_windows_and_close_pairs_are_chosen_by_their_bounds(experiment):
    frame = experiment.robustness(window=4, least=0.01).frame
    part = frame[(frame["task"] == "t0") & (frame["metric"] == "rouge-1") & (frame["component"] == "recall")]
    windows = part[part["analysis"] == "window"]
    assert windows["at"].tolist() == [1, 2, 3]
    row = next(each for each in experiment.rows if each.label[:2] == ("rouge-1", "recall"))
    human = np.nanmean(row.task.judged[0].segments, axis=1)
    order = np.argsort(human)
    for start, value in zip((0, 1, 2), windows["value"], strict=True):
        mine = order[start : start + 4]
        assert value == pytest.approx(np.corrcoef(row.systems[mine], human[mine])[0, 1])
    close = part[part["analysis"] == "close pairs"]
    gaps = [abs(a - b) for at, a in enumerate(row.systems) for b in row.systems[:at]]
    assert close["n_pairs"].max() == sum(gap >= 0.01 for gap in gaps)


@pytest.fixture(scope="module")
def contrary():
    """Four tasks of other numbers of systems: a metric that is better in three of them, one in the last.

    In the second task the third metric is constant, so that nothing is tested with it.
    """
    parts = [
        workbench.simulate(topics=2 + at % 2, systems=16 + at, references=1, seed=at).evalset
        for at in range(4)
    ]
    frames = {
        name: pd.concat([getattr(part, name).assign(task=f"t{at}") for at, part in enumerate(parts)])
        for name in ("outputs", "references", "judgments")
    }
    whole = replace(parts[0], **{name: frame.reset_index(drop=True) for name, frame in frames.items()})
    rng = np.random.default_rng(6)
    means = whole.judgments.groupby(["task", "segment", "system"])["score"].mean()
    spoiled = {"up": (0.02, 0.02, 0.02, 9.0), "down": (9.0, 9.0, 9.0, 0.02), "flat": (9.0, 0.0, 9.0, 9.0)}
    scores = {
        name: {
            place: 0.5
            if name == "flat" and place[0] == "t1"
            else value + rng.normal() * noise[int(place[0][1])]
            for place, value in means.items()
        }
        for name, noise in spoiled.items()
    }
    return workbench.Experiment(
        whole, list(scores), scores=scores, correlation={"coefficients": ["pearson"], "interval": "none"}
    )


@pytest.mark.parametrize(
    "test",
    [
        None,
        {"method": "williams1959"},
        # what is asked of one pair does not decide which side of the others is looked at
        {"alternative": "greater", "against": "down", "draws": 199},
        {"alternative": "less", "pairs": [["flat", "up"]], "draws": 199},
    ],
)
def test_either_metric_of_a_pair_is_counted_where_it_is_better(contrary, test):
    e = contrary.replace(test=test)
    frame = e.replicability().frame
    two_sided = {"against": "all", "pairs": None, "alternative": "two"}
    tested = e.compare(**two_sided).frame
    assert tested["p"].isna().sum() == 2
    found = {}
    for row in frame.itertuples():
        p = {}
        for each in tested[tested["p"].notna()].itertuples():
            if {each.metric, each.against_metric} == {row.metric, row.against_metric}:
                lead = each.difference if each.metric == row.metric else -each.difference
                p[each.task] = each.p if lead > 0 else 1.0
        rising, count = sorted(p, key=p.get), 0
        while count < len(p) and (len(p) - count) * p[rising[count]] <= 0.05:
            count += 1
        assert (row.n_tasks, row.replicated) == (len(p), count)
        assert row.tasks == "; ".join(rising[:count])
        found[row.metric, row.against_metric] = (row.n_tasks, row.replicated)
    assert found["up", "down"] == (4, 3)
    assert found["down", "up"] == (4, 1)
    assert found["up", "flat"] == (3, 2)
    assert len(found) == 6


def test_it_is_said_how_tasks_are_counted_and_where_none_can_be(contrary):
    """Of 99 draws the least p-value is .01: of four tasks .01 · 4 is below .05 and above .03."""
    e = contrary.replace(test={"draws": 99})
    some, none = e.replicability(), e.replicability(level=0.03)
    how = "permutation of systems; population: all systems, these inputs"
    counted = (
        "Tasks in which the first metric of a pair is better, at least so many (replicated): partial "
        f"conjunction of two-sided p-values, {how}"
    )
    depend = "tasks may depend on each other"
    assert some.lines == (
        counted,
        f"  level 0.05 for each pair, not corrected for there being 3 pairs; {depend}",
    )
    two = e.replace(metrics=["up", "down"]).replicability()
    assert two.lines == (
        counted,
        f"  level 0.05 for each pair, not corrected for there being 1 pair; {depend}",
    )
    assert "of 1 of 3 pairs no task can be counted" in none.lines[2]
    counted = none.frame.set_index(["metric", "against_metric"])
    assert counted.loc["up", "down"]["replicated"] == 0
    assert counted.loc["up", "flat"]["replicated"] == 2
    formula = contrary.replace(test={"method": "williams1959"}).replicability(level=0.001)
    assert "williams1959; population" in formula.lines[0]
    assert len(formula.lines) == 2


def test_a_metric_without_a_coefficient_in_a_task_has_no_mean_rank_and_changes_none(contrary):
    every = contrary.average_ranks().frame
    [lost] = every[every["rank"].isna()].itertuples()
    assert lost.metric == "flat"
    assert lost.reason == f"no coefficient in {contrary.records['task'].unique()[1]}: left out of all ranks"
    frame = every[every["rank"].notna()]
    values = contrary.records.pivot(index="task", columns="metric", values="value")
    assert values["flat"].isna().tolist() == [False, True, False, False]
    # "up" is the better one of two in three tasks of four
    assert (values["up"] > values["down"]).tolist() == [True, True, True, False]
    assert frame[["metric", "rank"]].to_numpy().tolist() == [["up", 1.25], ["down", 1.75]]
    assert (frame["n_metrics"] == 2).all()
    # two methods: q of .05 is 1.960; one rank apart over four tasks
    assert frame["critical_difference"].to_numpy() == pytest.approx(
        [1.96 * np.sqrt(2 * 3 / (6 * 4))] * 2, abs=1e-3
    )
