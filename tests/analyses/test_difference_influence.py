"""The difference of two metrics without each system, against a slow one."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from small_study import ask, tied_and_gappy, write_study

import workbench
from workbench.errors import SpecError
from workbench.stats.tests.permutation import permutation_test

SLOW = {"pearson": stats.pearsonr, "kendall": stats.kendalltau}
CORRELATION = {"coefficients": ["pearson", "kendall"], "interval": "none"}


@pytest.fixture(scope="module")
def experiment():
    data = workbench.simulate(topics=5, systems=8, references=1, seed=4).evalset
    return workbench.Experiment(data, ["rouge-1", "rouge-2", "length"], correlation=CORRELATION)


@pytest.fixture(scope="module")
def result(experiment):
    return experiment.difference_influence([["rouge-1", "length"]])


def test_each_system_is_left_out_in_turn(experiment, result):
    rows = {row.label[0]: row for row in experiment.rows}
    human = np.nanmean(rows["length"].task.judged[0].segments, axis=1)
    frame = result.frame.set_index(["coefficient", "system"])
    assert len(frame) == 2 * (1 + 8)
    for name, slow in SLOW.items():
        for number, system in enumerate(["", *experiment.data.systems("news")]):
            kept = np.arange(8) != number - 1
            ours, theirs = (rows[each].systems[kept] for each in ("rouge-1", "length"))
            row = frame.loc[name, system]
            assert row["difference"] == pytest.approx(
                slow(ours, human[kept])[0] - slow(theirs, human[kept])[0]
            )
            assert row["n_systems"] == kept.sum()
            sides = (each[:, np.newaxis] for each in (ours, theirs, human[kept]))
            exact = permutation_test(*sides, np.random.default_rng(0), coefficient=name)
            assert exact.exact
            assert row["p"] == pytest.approx(exact.p_two)
            if system:
                assert row["shift"] == pytest.approx(frame.loc[name, ""]["difference"] - row["difference"])


def test_the_whole_difference_is_that_of_the_comparison(experiment, result):
    compared = experiment.compare(pairs=[["rouge-1", "length"]]).frame.set_index("coefficient")
    whole = result.frame[result.frame["system"] == ""].set_index("coefficient")
    assert whole["difference"].to_dict() == pytest.approx(compared["difference"].to_dict())
    assert whole["p"].to_dict() == pytest.approx(compared["p"].to_dict())


def test_lines_of_one_metric_with_two_components_are_told_apart():
    data = workbench.simulate(topics=3, systems=5, references=1, seed=4).evalset
    both = [{"name": name, "components": ["recall", "f"]} for name in ("rouge-1", "rouge-2")]
    e = workbench.Experiment(data, both, correlation={"coefficients": ["pearson"], "interval": "none"})
    lines = e.difference_influence(pairs=[["rouge-1", "rouge-2 f"]], draws=0).lines
    labels = [line.partition(", coverage")[0] for line in lines]
    assert labels == ["R-1 − R-2, recall against f", "R-1 − R-2, f"]


def test_a_line_says_on_whom_it_hangs(result):
    each = result.frame[(result.frame["coefficient"] == "pearson") & (result.frame["system"] != "")]
    whole = result.frame["difference"].iloc[0]
    low, high = each.sort_values("difference").iloc[[0, -1]].to_dict("records")
    (line,) = result.lines
    assert line.startswith(f"R-1 − length, coverage, Pearson's r: {whole:+.3f} of 8 systems is ")
    assert f"{low['difference']:+.3f} without {low['system']} and " in line
    assert f"{high['difference']:+.3f} without {high['system']}." in line
    turned, shown = (each["difference"] * whole < 0).sum(), (each["p"] <= 0.05).sum()
    have, are = ("has" if turned == 1 else "have"), ("is" if shown == 1 else "are")
    assert line.endswith(f"{turned} {have} the other sign, {shown} {are} shown at 0.05, not corrected.")


def test_pairs_of_the_test_are_taken_and_tests_may_be_left_out(experiment):
    against = experiment.replace(test={"against": "length"})
    frame = against.difference_influence(draws=0).frame
    assert set(frame["metric"]) == {"rouge-1", "rouge-2"}
    assert frame["p"].isna().all()
    assert "not corrected" not in "".join(against.difference_influence(draws=0).lines)
    with pytest.raises(SpecError, match=r"difference_influence.pairs: there is no metric 'rouge-9'"):
        experiment.difference_influence([["rouge-9", "length"]])
    with pytest.raises(SpecError, match=r"difference_influence.level: .* greater than 0"):
        experiment.difference_influence(level=0.0)


def test_too_few_systems_have_a_reason():
    data = workbench.simulate(topics=4, systems=3, references=1).evalset
    small = workbench.Experiment(data, ["rouge-1", "length"], correlation=CORRELATION)
    frame = small.difference_influence([["rouge-1", "length"]]).frame
    assert frame.loc[frame["system"] != "", "difference"].isna().all()
    assert set(frame.loc[frame["system"] != "", "reason"]) == {"constant scores, or too few systems"}


def tied_scores(judgments):
    """Return scores of which those of the first two systems of a task are the same in another order."""
    found = {}
    for (task, system), rows in judgments.groupby(["task", "system"]):
        segments = sorted(rows["segment"].unique())
        first, second = sorted(judgments.loc[judgments["task"] == task, "system"].unique())[:2]
        scores = np.array([0.1, 0.2, 0.3, 0.7, 0.6, 0.4])[: len(segments)]
        scores = scores[::-1] if system == second else scores * (1 if system == first else ord(system) % 5)
        found |= {
            (task, *place): score for *place, score in zip(segments, [system] * 9, scores, strict=False)
        }
    return found


@pytest.mark.parametrize("missing", ["pairwise", "all"])
def test_only_judged_systems_are_left_out_and_equal_averages_tie(tmp_path, missing):
    """Two tasks of other systems, one of which nobody judged; averages that are equal but for rounding."""
    judgments = tied_and_gappy()
    data = ask(
        write_study(tmp_path, judgments=judgments), 'metrics = ["length"]\n[data]\nname = "mine"\n'
    ).data
    every = pd.concat([judgments, data.outputs.assign(score=0.0)[["task", "segment", "system", "score"]]])
    e = workbench.Experiment(
        data, ["rouge-1", "square"], scores={"square": tied_scores(every)},
        correlation={**CORRELATION, "missing": missing},
    )  # fmt: skip
    asked = {"pairs": [["rouge-1", "square"]], "draws": 99}
    frame = e.difference_influence(**asked).frame
    means = judgments.groupby(["task", "criterion", "system"])["score"].mean().round(12)
    rows = {(row.task.data.name, row.label[0]): row for row in e.rows}
    for (task, criterion, name), part in frame.groupby(["task", "criterion", "coefficient"]):
        human = means[task, criterion] * (1 if criterion == "coverage" else -1)
        assert part["system"].tolist() == ["", *human.index]
        both = []
        for row in (rows[task, metric] for metric in ("rouge-1", "square")):
            judged = next(each for each in row.task.judged if each.criterion == criterion)
            scores = row.facing(judged).systems.round(12)  # of the outputs that were judged
            both.append(dict(zip(row.task.data.systems, scores, strict=True)))
        for row in part.itertuples():
            kept = [system for system in human.index if system != row.system]
            values = [[own[system] for system in kept] for own in both]
            is_defined = len(kept) >= 3 and all(len(set(each)) > 1 for each in (*values, human[kept]))
            one, other = (SLOW[name](each, human[kept])[0] if is_defined else np.nan for each in values)
            assert row.difference == pytest.approx(one - other, abs=1e-9, nan_ok=True)
            assert (row.n_systems, row.reason == "") == (len(kept), is_defined)
    # what is shown is shown at the level itself, too
    told = frame[(frame["task"] == "t") & (frame["coefficient"] == "pearson") & (frame["system"] != "")]
    for level in {0.05, *told["p"][told["p"] < 0.5]}:
        lines = e.difference_influence(**asked, level=level).lines
        for criterion, part in told.groupby("criterion"):
            (line,) = (each for each in lines if f", {criterion}," in each and "of 5 systems" in each)
            shown = (part["p"] <= level).sum()
            assert f", {shown} {'is' if shown == 1 else 'are'} shown at {level:g}," in line


def test_metrics_that_differ_by_noise_do_not_differ_and_lines_name_their_task():
    """Thirds of scores, less 7, have their coefficients but for rounding: no difference has a sign."""
    parts = [workbench.simulate(topics=3, systems=5, references=1, seed=seed).evalset for seed in (1, 2)]
    frames = {
        name: pd.concat([getattr(part, name).assign(task=f"t{at}") for at, part in enumerate(parts)])
        for name in ("outputs", "references", "judgments")
    }
    data = replace(parts[0], **{name: frame.reset_index(drop=True) for name, frame in frames.items()})
    cells = [tuple(each) for each in data.outputs[["task", "segment", "system"]].to_numpy()]
    one = dict(zip(cells, np.random.default_rng(0).normal(size=len(cells)), strict=True))
    scores = {"one": one, "third": {cell: score / 3 - 7 for cell, score in one.items()}}
    e = workbench.Experiment(data, list(scores), scores=scores, correlation=CORRELATION)
    result = e.difference_influence([["one", "third"]], draws=0)
    assert (result.frame["difference"] == 0).all()
    assert [line.partition(", ")[0] for line in result.lines] == ["one − third (t0)", "one − third (t1)"]
    assert all("0 have the other sign" in line for line in result.lines)
    assert all("Pearson's r: 0.000 of 5 systems" in line for line in result.lines)
