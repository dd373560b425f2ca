"""What nobody judged is in no draw, in nothing that is left out in turn, and in no swap."""

import itertools

import numpy as np
import pandas as pd
import pytest
from scipy.stats import pearsonr

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.errors import DataError
from workbench.experiment.levels.block_pairs import lay_blocks

METRICS = ["rouge-1", "rouge-2", "bleu(order=2)"]
OTHERS = ["dataset", "unjudged", "hash", "without", "signature"]


@pytest.fixture(scope="module")
def judged() -> EvalSet:
    data = workbench.simulate(topics=9, systems=9, references=5, raters=3, seed=6).evalset
    parts = data.outputs["segment"].map(lambda name: f"d{int(name[1:]) // 3}")
    return EvalSet.build(
        data.card, data.outputs.assign(document=parts, domain=parts), data.references, data.judgments
    )


@pytest.fixture(scope="module")
def both(judged: EvalSet) -> tuple[EvalSet, EvalSet]:
    """Six systems on six segments; and beside them three systems and a document that nobody judged."""
    systems, segments = ["S02", "S05", "S06"], ["t03", "t04", "t05"]
    few = judged.judgments[
        ~judged.judgments["system"].isin(systems) & ~judged.judgments["segment"].isin(segments)
    ]
    outputs = judged.outputs[
        ~judged.outputs["system"].isin(systems) & ~judged.outputs["segment"].isin(segments)
    ]
    references = judged.references[~judged.references["segment"].isin(segments)]
    return tuple(
        EvalSet.build(judged.card, *tables, few)
        for tables in ((outputs, references), (judged.outputs, judged.references))
    )


@pytest.mark.parametrize("resample", ["systems", "inputs", "both"])
def test_blocks_are_of_pairs_that_were_judged(both, resample):
    asked = {"draws": 60, "interval": "percentile", "resample": resample, "coefficients": ["pearson"]}
    one, other = (
        workbench.Experiment(data, METRICS, unit={"size": 2}, correlation=asked).records for data in both
    )
    columns = [name for name in one if name not in OTHERS]
    pd.testing.assert_frame_equal(one[columns], other[columns], rtol=1e-9, atol=1e-9)
    assert one["low"].notna().all()


@pytest.mark.parametrize("resample", ["systems", "inputs"])
def test_pairs_judged_on_less_than_a_block_are_in_no_draw(judged, resample):
    """Of nine systems one was judged on two segments, or on none: the pairs that have blocks are the same."""
    asked = {"draws": 60, "interval": "percentile", "resample": resample, "coefficients": ["pearson"]}
    of_one = judged.judgments["system"] == "S02"
    found = []
    for segments in ((), ("t01", "t07")):
        few = judged.judgments[~of_one | judged.judgments["segment"].isin(segments)]
        data = EvalSet.build(judged.card, judged.outputs, judged.references, few)
        e = workbench.Experiment(data, METRICS, unit={"size": 3, "assignments": 5}, correlation=asked)
        found.append((e.records, e.compare_blocks().frame, e.block_power(times=[1], draws=20).frame))
    for one, other in zip(*found, strict=True):
        columns = [name for name in one if name not in (*OTHERS, "n_outputs", "n", "n_raters", "n_ratings")]
        pd.testing.assert_frame_equal(one[columns], other[columns], rtol=1e-9, atol=1e-9)
    assert set(found[1][0]["n_pairs"]) == {28}
    # in a set that is twice as large they have blocks of their own
    [task] = [each for each in lay_blocks(e.plan, e.rows) if each.judged[0].criterion == "coverage"]
    assert [int(number) for number in sorted(task.n_blocks)] == [0] * 8 + [3] * 28
    larger = next(task.drawn(np.full((20, 9), 2.0)))
    mine = np.array(["S02" in pair for pair in task.pairs])
    if resample == "inputs":
        assert not np.isnan(larger.judges[0][:, mine, 0]).any()
    assert larger.judges[0].shape[1] == len(task.pairs)


def test_a_larger_set_on_blocks_is_made_of_what_was_judged(both):
    asked = {"draws": 5, "interval": "percentile", "resample": "both", "coefficients": ["pearson"]}
    one, other = (
        workbench.Experiment(data, METRICS, unit={"size": 2, "assignments": 2}, correlation=asked)
        .block_power(times=[1, 2], draws=20)
        .frame
        for data in both
    )
    pd.testing.assert_frame_equal(one, other, rtol=1e-9, atol=1e-9)
    assert one["power"].notna().all()


def test_one_judged_segment_says_nothing_of_larger_sets(judged):
    few = judged.judgments[judged.judgments["segment"] == "t01"]
    data = EvalSet.build(judged.card, judged.outputs, judged.references, few)
    asked = {"draws": 5, "interval": "percentile", "resample": "both", "coefficients": ["pearson"]}
    e = workbench.Experiment(data, METRICS, unit={"size": 1}, correlation=asked)
    reason = "one input tells nothing of all inputs; resample = 'systems' draws systems alone"
    for frame in (e.compare_blocks().frame, e.block_power(draws=20).frame):
        assert set(frame["reason"]) == {reason}


def alike(both: tuple[EvalSet, EvalSet], ask, **correlation) -> pd.DataFrame:
    """Hold an answer about what was judged against the same where more was scored; return the first."""
    asked = {"draws": 60, "levels": ["system"], "coefficients": ["pearson", "kendall"], **correlation}
    one, other = (ask(workbench.Experiment(data, METRICS, correlation=asked)) for data in both)
    columns = [name for name in one if name not in OTHERS]
    pd.testing.assert_frame_equal(one[columns], other[columns], rtol=1e-9, atol=1e-9)
    return one


@pytest.mark.parametrize("level", ["system", "segment", "within-system", "document", "domain", "global"])
@pytest.mark.parametrize("resample", ["systems", "inputs", "both"])
@pytest.mark.parametrize("interval", ["percentile", "bca"])
def test_intervals_are_those_of_what_was_judged(both, interval, resample, level):
    found = alike(both, lambda e: e.records, levels=[level], interval=interval, resample=resample)
    assert found["low"].notna().any() or (interval, resample) != ("percentile", "both")


@pytest.mark.parametrize(
    ("level", "coefficients"),
    [
        ("segment", ["acc-eq-calibrated", "acc-eq-cross-validated(folds=3)"]),
        ("system", ["soft-pairwise-accuracy"]),
    ],
)
def test_so_are_coefficients_of_whole_rows_and_what_they_rest_on(both, level, coefficients):
    found = alike(both, lambda e: e.records, levels=[level], coefficients=coefficients, interval="none")
    assert found["value"].notna().all()
    assert set(found["n_systems"]) == {6}


@pytest.mark.parametrize("interval", ["basic", "bias-corrected", "studentised", "fisher-jackknife"])
def test_so_are_the_other_ones(both, interval):
    found = alike(both, lambda e: e.records, interval=interval, resample="systems")
    assert found["low"].notna().any()


def test_a_percentile_interval_is_that_of_all_draws_of_the_judged_systems(both):
    """6⁶ draws of six systems, enumerated; .01 is what a share of 3,000 of them may be off."""
    asked = {"draws": 3_000, "coefficients": ["pearson"], "interval": "percentile", "resample": "systems"}
    made = workbench.Experiment(both[1], ["rouge-1"], correlation=asked)
    row = made.rows[0]
    scores = [row.facing(row.task.judged[0]).systems, row.task.judged[0].systems]
    x, z = (values[~np.isnan(scores[1])] for values in scores)
    every = np.array([each for each in itertools.product(range(6), repeat=6) if len(set(each)) > 1])
    x, z = (values[every] - values[every].mean(axis=1, keepdims=True) for values in (x, z))
    r = (x * z).sum(axis=1) / np.sqrt((x**2).sum(axis=1) * (z**2).sum(axis=1))
    [found] = made.records.itertuples()
    assert (r < found.low).mean() == pytest.approx(0.025, abs=0.01)
    assert (r > found.high).mean() == pytest.approx(0.025, abs=0.01)


@pytest.mark.parametrize("swap", ["systems", "inputs", "both-cell"])
@pytest.mark.parametrize("statistic", ["studentised", "difference"])
def test_tests_swap_what_was_judged(both, swap, statistic):
    for level in ("system", "segment"):
        compared = {"swap": swap, "statistic": statistic, "against": "all", "draws": 70}
        found = alike(
            both, lambda e, asked=compared: e.compare(**asked).frame, levels=[level], interval="none"
        )
        # BLEU's score of a system is not made of scores of segments: only it as a whole can be swapped
        assert found["p"].notna().all() == (level == "segment" or swap == "systems")
        assert found["p"].notna().any()


@pytest.mark.parametrize("coefficient", ["soft-pairwise-accuracy", "acc-eq-calibrated"])
@pytest.mark.parametrize("swap", ["systems", "inputs"])
def test_so_do_those_of_statistics_with_swaps_of_their_own(both, swap, coefficient):
    level = "system" if coefficient.startswith("soft") else "segment"
    asked = {"swap": swap, "against": "all", "draws": 70}
    found = alike(
        both, lambda e: e.compare(**asked).frame, levels=[level], interval="none", coefficients=[coefficient]
    )
    assert found["p"].notna().any()


def test_metrics_that_are_held_against_all_outputs_are_drawn_on_all_segments(both):
    asked = {"missing": "all", "draws": 40, "resample": "inputs", "interval": "percentile"}
    task = workbench.Experiment(both[1], METRICS, correlation=asked).rows[0].task
    assert task.judged[0].population.systems.sum() == 6
    assert task.judged[0].population.segments.all()
    assert (task.draws.segments.max(axis=0) > 0).all()


def test_so_do_bootstraps_rankings_reliability_and_the_choice_of_references(both):
    alike(both, lambda e: e.compare(method="bootstrap", against="all", draws=50).frame, interval="none")
    alike(both, lambda e: e.compare(method="bootstrap", against="all").frame, interval="percentile")
    alike(both, lambda e: e.rank().frame, interval="percentile")
    alike(both, lambda e: e.reliability().frame, interval="percentile", coefficients=["pearson"])
    found = alike(both, lambda e: e.reference_choice().frames["error_sources"], interval="none")
    assert found["error_systems"].notna().sum() > 4


def test_scores_that_are_standard_over_cells_are_so_where_systems_are_swapped():
    """The difference of nlpstats, Deutsch et al. 2021, by all 64 patterns of six systems."""
    rng = np.random.default_rng(5)
    quality = 0.5 * np.arange(6)[:, np.newaxis]
    people, *metrics = ((quality + noise * rng.normal(size=(6, 4))).round(2) for noise in (1, 0.3, 4))
    rows = [
        {"input": f"s{j}", "system": f"S{i}", "text": "a", "ref": "a", "score": people[i, j]}
        for i, j in np.ndindex(people.shape)
    ]
    data = workbench.data(pd.DataFrame(rows), "text", "ref", "input", "system", "score")
    tables = {
        name: {("", f"s{j}", f"S{i}"): values[i, j] for i, j in np.ndindex(values.shape)}
        for name, values in zip(("one", "other"), metrics, strict=True)
    }
    asked = {"interval": "none", "coefficients": ["pearson"]}
    made = workbench.Experiment(data, [*tables], scores=tables, correlation=asked)
    found = made.compare(against="all", swap="systems", statistic="difference").frame

    def difference(one, other):
        means = people.mean(axis=1)
        return pearsonr(one.mean(axis=1), means)[0] - pearsonr(other.mean(axis=1), means)[0]

    one, other = ((each - each.mean()) / each.std() for each in metrics)
    swapped = []
    for pattern in itertools.product([False, True], repeat=6):
        mask = np.array(pattern)[:, np.newaxis]
        swapped.append(difference(np.where(mask, other, one), np.where(mask, one, other)))
    share = np.mean(np.abs(swapped) >= abs(swapped[0]) - 1e-9)
    assert found["p"].tolist() == pytest.approx([share])
    assert found["draws"].tolist() == [64]


def test_a_criterion_that_was_judged_nowhere_in_a_task_is_known_before_anything_is_computed():
    rows = [
        {"task": task, "segment": "1", "system": system, "text": "a b", "reference": "a b", "fluency": 1.0}
        for task in "tu"
        for system in "abc"
    ]
    frame = pd.DataFrame(rows).assign(errors=lambda frame: frame["fluency"].where(frame["task"] == "t"))
    data = workbench.data(
        frame, text="text", references="reference", segment="segment", system="system", task="task",
        criteria=["fluency", "errors"],
    )  # fmt: skip
    with pytest.raises(DataError, match=r"judged errors in u\. data.criteria names .*, data.tasks the tasks"):
        workbench.Experiment(data, ["length"]).check()
    workbench.Experiment(data, ["length"], criteria=["fluency"]).check()


@pytest.mark.parametrize("unscorable", ["error", "drop"])
def test_outputs_without_a_judgment_are_an_error_beforehand_where_none_is_left_out(both, unscorable):
    """What a metric cannot score may be what nobody judged, and is left out before."""
    e = workbench.Experiment(both[1], ["length"], correlation={"missing": "error"}, unscorable=unscorable)
    if unscorable == "drop":
        e.check()
    else:
        with pytest.raises(DataError, match=r"no judgment of .*: system S01, segment t03"):
            e.check()
