"""Metrics against metrics on blocks: the differences are those of the table, and the draws are paired."""

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm

import workbench
from workbench.analyses.block_tests.block_power import BlockPower
from workbench.errors import SpecError
from workbench.experiment.levels.block_pairs import BlockTask, lay_blocks
from workbench.metrics.base import METRICS
from workbench.stats.levels.blocks import block_coefficients
from workbench.stats.resampling.streams import stream


@pytest.fixture(scope="module")
def experiment():
    data = workbench.simulate(topics=12, systems=4, references=1, seed=2).evalset
    return workbench.Experiment(
        data, ["rouge-1", "rouge-2", "rouge-l"], components=["f"], criteria=None,
        correlation={"coefficients": ["spearman"], "draws": 30, "interval": "percentile", "resample": "both"},
        unit={"size": [3, 4], "assignments": 5},
    )  # fmt: skip


@pytest.fixture(scope="module")
def frame(experiment):
    return experiment.compare_blocks().frame


def test_differences_are_those_of_the_records(experiment, frame):
    records = experiment.records.set_index(["metric", "block_size", "criterion"])["value"]
    assert len(frame) == 2 * 2 * len(experiment.plan.criteria)
    for row in frame.itertuples():
        one = records[row.metric, row.block_size, row.criterion]
        other = records[row.against_metric, row.block_size, row.criterion]
        assert row.against_metric == "rouge-1"
        assert row.difference == pytest.approx(one - other)
        assert (row.value, row.against_value) == pytest.approx((one, other))


def test_few_inputs_are_named(experiment):
    assert experiment.compare_blocks().lines == ()
    data = workbench.simulate(topics=11, systems=4, references=1, seed=2).evalset
    asked = {"coefficients": ["spearman"], "draws": 30, "interval": "percentile"}
    for resample, times in (("both", 1), ("systems", 0)):
        e = workbench.Experiment(
            data, ["rouge-1", "rouge-2"], components=["f"], unit={"size": [3, 4], "assignments": 5},
            correlation={**asked, "resample": resample},
        )  # fmt: skip
        few = ("fewer than 12 inputs: intervals may be too narrow, and p-values too small",) * times
        assert e.compare_blocks().lines == few


def test_interval_and_p_are_those_of_the_slow_way(experiment, frame):
    task = next(each for each in lay_blocks(experiment.plan, experiment.rows) if each.size == 3)
    found = list(task.drawn())
    for row in frame[frame["block_size"] == 3].itertuples():
        at = [each.label[0] for each in task.rows].index(row.metric)
        judged = [each.criterion for each in task.judged].index(row.criterion)
        drawn = np.concatenate(
            [
                _slow(part.metrics[at], part.judges[judged]) - _slow(part.metrics[0], part.judges[judged])
                for part in found
            ]
        )
        low, high = np.quantile(drawn, [0.975, 0.025])
        assert (row.low, row.high) == pytest.approx((2 * row.difference - low, 2 * row.difference - high))
        extreme = (np.abs(drawn - row.difference) >= abs(row.difference) - 1e-12).sum()
        assert row.p == pytest.approx((extreme + 1) / 31)
        assert row.p <= row.p_adjusted


def _slow(x, z):
    values = []
    for one, other in zip(x, z, strict=True):
        both = ~np.isnan(one) & ~np.isnan(other)
        values.append(block_coefficients(one[both][None, None], other[both][None, None], "spearman")[0])
    return np.array(values)


def test_a_metric_is_compared_with_the_one_of_its_own_parameters_and_references():
    data = workbench.simulate(topics=4, systems=3, references=2, seed=2).evalset
    asked = workbench.Experiment(
        data, ["bleu(order=1)", "bleu(order=2)", "sentence-bleu(order=2)"],
        references={"one": "one", "all": "all"}, correlation={"coefficients": ["pearson"], "draws": 3,
        "interval": "percentile"}, unit={"size": 2, "assignments": 1},
    )  # fmt: skip
    found = asked.compare_blocks("bleu").frame
    mine = found[["metric", "references", "against_metric", "against_references"]].drop_duplicates()
    assert sorted(map(tuple, mine.to_numpy())) == [
        ("sentence-bleu(order=2)", name, "bleu(order=2)", name) for name in ("all", "one")
    ]
    assert len(asked.compare_blocks("all").frame) == 15 * len(asked.plan.criteria)
    with pytest.raises(SpecError, match="no such metric"):
        asked.compare_blocks("blue")


def test_what_the_table_was_made_of_is_not_drawn_again(experiment, monkeypatch):
    fresh = experiment.replace(seed=5)
    assert len(fresh.records)
    monkeypatch.setattr(BlockTask, "_observe", lambda *_: pytest.fail("blocks are dealt again"))
    assert fresh.compare_blocks().frame["low"].notna().all()
    with pytest.raises(pytest.fail.Exception, match="again"):
        fresh.replace(unit={"size": 3, "assignments": 4}).compare_blocks()


def test_without_blocks_or_draws_it_says_so(experiment):
    with pytest.raises(SpecError, match="block_test: needs blocks of segments: a section \\[unit\\]"):
        experiment.replace(unit=None, correlation={"draws": 3, "levels": ["system"]}).compare_blocks()
    frame = experiment.replace(correlation={"interval": "none"}).compare_blocks().frame
    assert set(frame["reason"]) == {"there are no draws: correlation.interval is none or fisher"}
    assert frame["difference"].notna().all()


def test_listed_pairs_are_compared_and_no_others(experiment, frame):
    listed = experiment.compare_blocks(pairs=[["rouge-l", "rouge-1"], ["rouge-1", "rouge-2"]]).frame
    assert list(listed["metric"].unique()) == ["rouge-l", "rouge-1"]
    key = ["metric", "against_metric", "block_size", "criterion"]
    mine, all_of = listed.set_index(key), frame.set_index(key)
    for at in all_of.index.intersection(mine.index):
        assert mine.loc[at, "difference"] == all_of.loc[at, "difference"]
        assert mine.loc[at, "low"] == all_of.loc[at, "low"]
    turned = all_of.xs("rouge-2", level="metric")["difference"].to_numpy()
    assert mine.xs("rouge-1", level="metric")["difference"].to_numpy() == pytest.approx(-turned)
    with pytest.raises(SpecError, match=r"block_test.pairs: there is no metric 'rouge-7'"):
        experiment.compare_blocks(pairs=[["rouge-1", "rouge-7"]])
    with pytest.raises(SpecError, match="said by against or by pairs"):
        experiment.compare_blocks("rouge-1", pairs=[["rouge-1", "rouge-2"]])


def test_power_is_that_of_sets_made_of_these(experiment, frame):
    found = experiment.block_power(times=[1, 3], draws=40).frame
    assert len(found) == 4 * len(frame)
    row = found[(found["segments"] == 3) & (found["pairs"] == 1)].iloc[0]
    task = next(
        each for each in lay_blocks(experiment.plan, experiment.rows) if each.size == row["block_size"]
    )
    n = task.usable.shape[1]
    rng = stream(0, "block power", row["task"], "3", "1")
    counts = rng.multinomial(3 * n, np.full(n, 1 / n), 40).astype(float)
    at = [each.label[0] for each in task.rows].index(row["metric"])
    judged = [each.criterion for each in task.judged].index(row["criterion"])
    made = list(task.drawn(counts))
    assert made[0].judges[judged].shape[2] == 3 * n // task.size
    drawn = np.concatenate(
        [_slow(part.metrics[at], part.judges[judged]) - _slow(part.metrics[0], part.judges[judged])
         for part in made]
    )  # fmt: skip
    assert row["sd"] == pytest.approx(drawn.std(ddof=1))
    same = ["metric", "against_metric", "criterion", "block_size"]
    [tested] = frame.merge(row[same].to_frame().T.astype(frame.dtypes[same]), on=same).itertuples()
    assert row["difference"] == pytest.approx(tested.difference)
    assert row["least"] == pytest.approx((1.959964 + 0.841621) * row["sd"], rel=1e-5)
    away = row["difference"] / row["sd"]
    assert row["power"] == pytest.approx(norm.cdf(away - 1.959964) + norm.cdf(-away - 1.959964), abs=1e-6)


def test_more_pairs_and_more_segments_show_smaller_differences(experiment):
    found = experiment.block_power(times=[1, 6], draws=60, difference=0.1)
    by_size = found.frame.groupby(["segments", "pairs"])["least"].mean()
    assert by_size[6, 6] < 0.7 * by_size[1, 1]
    assert (found.frame["difference"] == 0.1).all()
    assert "with 6 times both" in found.lines[0]
    power = found.frame["power"].iloc[0]
    said = f"blocks of 3, Spearman's ρ: power for a difference of 0.1: with these data {power:.2f}; with 6"
    assert said in found.lines[0]
    # of two metrics, two criteria and two sizes of blocks
    assert len(set(found.lines)) == 2 * 2 * len(experiment.plan.criteria)
    with pytest.raises(SpecError, match=r"block_power\.draws: .*20"):
        experiment.block_power(draws=19)
    with pytest.raises(SpecError, match="block_power: needs blocks of segments: a section \\[unit\\]"):
        experiment.replace(unit=None, correlation={"draws": 3, "levels": ["system"]}).block_power()


def test_lines_are_of_the_first_coefficient_and_of_what_has_a_value(experiment):
    """A metric that is another one's double has the same ranks everywhere, and Pearson's r but for noise."""

    @workbench.metric("double")
    def double(candidate, references):
        return 2 * len(candidate) / 3 - 7

    try:
        asked = experiment.replace(
            metrics=["length", "double", "rouge-2"], components=None,
            correlation={"coefficients": ["spearman", "pearson"], "draws": 5, "interval": "percentile"},
            unit={"size": 4, "assignments": 2}, criteria=["coverage"],
        )  # fmt: skip
        found = asked.block_power(times=[1, 2], draws=20)
    finally:
        METRICS.remove("double")
    frame = found.frame.set_index("metric")
    assert set(frame["coefficient"]) == {"spearman", "pearson"}
    assert set(frame.loc["double", "reason"]) == {"the two coefficients differ by the same everywhere"}
    assert frame.loc["double", "difference"].abs().max() < 1e-12
    assert frame.loc["double", "least"].isna().all()
    [line] = found.lines
    rows = frame[(frame["coefficient"] == "spearman")].loc["rouge-2"]
    for row, size in zip(rows.itertuples(), ("with these data", "2 times the pairs", "", ""), strict=False):
        assert f"{size} {row.least:.3f}" in line
    assert line.startswith("R-2")
    assert line.count(";") + 1 == len(rows)
    assert "blocks of" not in line


def test_what_is_not_resampled_is_not_repeated_and_sizes_are_named_where_there_are_two(experiment):
    for resample, repeated in (("systems", {(1, 1), (1, 2)}), ("inputs", {(1, 1), (2, 1)})):
        asked = experiment.replace(
            metrics=["length", "rouge-2"], components=None, criteria=["coverage"],
            correlation={
                "coefficients": ["spearman"], "draws": 5, "interval": "percentile", "resample": resample
            },
        )  # fmt: skip
        found = asked.block_power(times=[1, 2], draws=20)
        assert {(row.segments, row.pairs) for row in found.frame.itertuples()} == repeated
        assert [re.findall(r"blocks of (\d)", line) for line in found.lines] == [["3"], ["4"]]


def test_a_metric_of_which_nothing_can_be_made_says_why_and_not_that_assignments_have_no_coefficient():
    data = workbench.simulate(topics=6, systems=4, references=1, seed=2).evalset
    cells = data.outputs[["task", "segment", "system"]].itertuples(index=False, name=None)
    scores = {cell: 1e160 + at * 1e158 for at, cell in enumerate(cells)}
    e = workbench.Experiment(
        data, ["rouge-1", "large", "flat"], scores={"large": scores, "flat": dict.fromkeys(scores, 0.5)},
        correlation={"coefficients": ["spearman"], "draws": 5, "interval": "percentile"},
        unit={"size": 2, "assignments": 2},
    )  # fmt: skip
    frame = e.compare_blocks(against="all").frame.set_index(["metric", "against_metric"])
    assert frame["reason"].to_dict() == {
        ("rouge-1", "large"): "scores too large",
        ("rouge-1", "flat"): "no assignment has both coefficients",
        ("large", "flat"): "scores too large",
    }
    assert frame[["p", "p_adjusted", "low", "high", "confidence"]].isna().all(axis=None)
    assert set(frame["population"]) == {""}


def test_where_no_segment_is_left_there_is_no_power_and_a_reason():
    """Each of two metrics has scores of the segments of which the other one has none."""
    data = workbench.simulate(topics=4, systems=4, references=1, seed=2).evalset
    cells = data.outputs[["task", "segment", "system"]]
    is_one = cells["segment"].isin(data.segments("news")[:2])
    scores = {
        name: {tuple(cell): float(at) for at, cell in enumerate(part.to_numpy())}
        for name, part in (("one", cells[is_one]), ("other", cells[~is_one]))
    }
    e = workbench.Experiment(
        data, list(scores), scores=scores, unscorable="drop", unit={"size": 1, "assignments": 2},
        correlation={"levels": ["block"], "coefficients": ["pearson"], "draws": 5},
    )  # fmt: skip
    result = e.block_power(draws=20, times=[1, 2])
    assert len(frame := result.frame) == 4
    assert frame["power"].isna().all()
    assert (frame["reason"] != "").all()
    assert BlockPower().describe_methods(result) == []


def test_a_difference_that_no_draw_has_is_not_tested():
    """All judgments are equal but those of one segment, which the one draw does not have."""
    simulated = workbench.simulate(topics=6, systems=4, references=1, raters=1, seed=2).evalset
    first = simulated.judgments["segment"].iloc[0]
    varied = simulated.judgments["score"].where(simulated.judgments["segment"] == first, 0.5)
    data = replace(simulated, judgments=simulated.judgments.assign(score=varied))
    reasons = set()
    for seed in (0, 4):
        e = workbench.Experiment(
            data, ["rouge-1", "rouge-2"], components=["f"], unit={"size": 1, "assignments": 5}, seed=seed,
            correlation={"coefficients": ["pearson"], "draws": 1, "resample": "inputs"},
        )  # fmt: skip
        [row] = e.compare_blocks().frame.itertuples()
        assert np.isfinite(row.difference)
        assert np.isnan(row.p) == bool(row.reason)
        reasons.add(row.reason)
    assert reasons == {"", "no draw has a coefficient"}
    some = e.replace(correlation={"coefficients": ["pearson"], "draws": 20, "resample": "inputs"})
    [row] = some.compare_blocks().frame.itertuples()
    assert 0 < row.undefined_draws < row.draws == 20
    assert (row.reason, np.isfinite(row.p)) == ("", True)


def test_data_of_two_blocks_have_no_power_also_where_four_times_as_many_have_a_coefficient():
    data = workbench.simulate(topics=4, systems=2, references=1, seed=2).evalset
    e = workbench.Experiment(
        data, ["rouge-1", "rouge-2"], components=["f"], unit={"size": 2, "assignments": 3},
        correlation={"levels": ["block"], "coefficients": ["pearson"], "draws": 5, "resample": "inputs"},
    )  # fmt: skip
    frame = e.block_power(times=[1, 4], draws=20, difference=0.1).frame
    assert frame["segments"].tolist() == [1, 4]
    assert set(frame["reason"]) == {"too few of the simulated sets have both coefficients"}
    assert frame["power"].isna().all()


def test_pairs_that_share_less_than_a_block_are_not_counted():
    """Of four systems one was judged on one segment, so that its three pairs have no block of two."""
    simulated = workbench.simulate(topics=6, systems=4, references=1, raters=1, seed=2).evalset
    judgments = simulated.judgments
    first, last = judgments["segment"].iloc[0], judgments["system"].max()
    kept = judgments[(judgments["system"] != last) | (judgments["segment"] == first)].reset_index(drop=True)
    e = workbench.Experiment(
        replace(simulated, judgments=kept), ["rouge-1", "rouge-2"], components=["f"],
        unit={"size": 2, "assignments": 3},
        correlation={"levels": ["block"], "coefficients": ["pearson"], "draws": 5},
    )  # fmt: skip
    [row] = e.compare_blocks().frame.itertuples()
    assert (row.n_pairs, row.n_blocks) == (3, 9)


def test_a_metric_is_compared_with_the_one_of_its_weight_of_recall_and_of_its_profile():
    data = workbench.simulate(topics=4, systems=3, references=1, seed=2).evalset
    for setting in ("alpha=0.8", "profile=google"):
        e = workbench.Experiment(
            data, ["rouge-1", f"rouge-1({setting})", f"rouge-2({setting})"], components=["f"],
            unit={"size": 1, "assignments": 2},
            correlation={"levels": ["block"], "coefficients": ["pearson"], "draws": 2},
        )  # fmt: skip
        [row] = e.compare_blocks(against="rouge-1").frame.itertuples()
        assert (row.metric, row.against_metric) == (f"rouge-2({setting})", f"rouge-1({setting})")
