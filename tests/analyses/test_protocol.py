"""The protocol of the WMT metrics tasks: values and averages computed once more, slowly."""

import math
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from report.test_word_for_word import row

import workbench
from workbench.analyses.protocol.averages import bind
from workbench.analyses.protocol.cautions import caution
from workbench.analyses.protocol.protocol import ProtocolOfTasks
from workbench.analyses.protocol.table import protocol_table
from workbench.datasets.card import DatasetCard
from workbench.datasets.evalset import EvalSet
from workbench.datasets.readers.mt_scores import read_metric_scores
from workbench.errors import DataError, ScoreError, SpecError
from workbench.experiment.analysis import Result
from workbench.schema import PROTOCOL, PROTOCOL_TESTS

TASKS = {"de-en": 4, "zh-en": 5}
SEGMENTS = 6
Scores = dict[tuple[str, str, str], float]


@pytest.fixture(scope="module")
def human() -> dict[str, np.ndarray]:
    """Return whole numbers, so that some are ties; one segment of de-en was not judged."""
    rng = np.random.default_rng(0)
    made = {task: rng.integers(0, 4, size=(n, SEGMENTS)).astype(float) for task, n in TASKS.items()}
    made["de-en"][:, 2] = np.nan
    return made


@pytest.fixture(scope="module")
def metrics(human: dict[str, np.ndarray]) -> dict[str, dict[str, np.ndarray]]:
    """Return a good metric, two that are worse, and one that says the same of all."""
    rng = np.random.default_rng(1)
    noise = {"good": 0.5, "fair": 2.0, "poor": 9.0}
    return {
        **{
            name: {
                task: np.nan_to_num(z, nan=1.0) + rng.normal(0, size, z.shape) for task, z in human.items()
            }
            for name, size in noise.items()
        },
        # of which sums differ from their number times the score
        "flat": {task: np.full(z.shape, 0.1) for task, z in human.items()},
    }


def table(values: dict[str, np.ndarray]) -> Scores:
    return {
        (task, f"s{j}", f"M{i}"): float(matrix[i, j])
        for task, matrix in values.items()
        for i, j in np.ndindex(matrix.shape)
    }


def made(human: dict[str, np.ndarray]) -> EvalSet:
    keys = list(table(human))
    outputs = pd.DataFrame(keys, columns=["task", "segment", "system"]).assign(text="a b")
    references = outputs[["task", "segment"]].drop_duplicates().assign(reference="r", text="a c")
    judged = outputs.drop(columns="text").assign(
        criterion="mqm", rater="mean", score=[table(human)[key] for key in keys]
    )
    return EvalSet.build(DatasetCard(name="made"), outputs, references, judged.dropna())


@pytest.fixture(scope="module")
def evalset(human: dict[str, np.ndarray]) -> EvalSet:
    return made(human)


def asked(
    evalset: EvalSet, metrics: dict[str, dict[str, np.ndarray]], **protocol: object
) -> workbench.Experiment:
    return workbench.Experiment(
        evalset,
        list(metrics),
        scores={name: table(values) for name, values in metrics.items()},
        correlation={"missing": "all", "interval": "none", "coefficients": ["pearson"]},
        protocol={"draws": 200, **protocol},
    )


def system_scores(x: np.ndarray, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return means: of the metric over all segments, of people over those that they judged."""
    return x.mean(axis=1), np.nanmean(z, axis=1)


def pooled(x: dict[str, np.ndarray], human: dict[str, np.ndarray]) -> float:
    right = []
    for task, z in human.items():
        mine, theirs = system_scores(x[task], z)
        right += [
            np.sign(mine[i] - mine[j]) == np.sign(theirs[i] - theirs[j])
            for i, j in combinations(range(len(z)), 2)
        ]
    return float(np.mean(right))


def calibrated(x: np.ndarray, z: np.ndarray) -> float:
    """Return the best mean accuracy over segments of any threshold below which differences are ties."""
    segments = [j for j in range(z.shape[1]) if not np.isnan(z[:, j]).any()]
    pairs = list(combinations(range(len(z)), 2))
    thresholds = [0.0, *(abs(x[a, j] - x[b, j]) for j in segments for a, b in pairs)]
    best = 0.0
    for threshold in thresholds:
        right = 0
        for j in segments:
            for a, b in pairs:
                apart = x[a, j] - x[b, j]
                said = 0.0 if abs(apart) <= threshold else np.sign(apart)
                right += said == np.sign(z[a, j] - z[b, j])
        best = max(best, right / len(segments) / len(pairs))
    return best


def test_wmt23_is_what_a_slow_computation_gives(
    evalset: EvalSet, human: dict[str, np.ndarray], metrics: dict[str, dict[str, np.ndarray]]
) -> None:
    experiment = asked(evalset, metrics, like="wmt23")
    frame = experiment.protocol().frame.set_index(["metric", "measure", "task"])
    for name in ("good", "fair", "poor"):
        x = metrics[name]
        found = {("pooled-pairwise-accuracy", ""): pooled(x, human)}
        for task, z in human.items():
            judged = ~np.isnan(z)
            found["system-pearson", task] = float(np.corrcoef(*system_scores(x[task], z))[0, 1])
            found["segment-pearson", task] = float(np.corrcoef(x[task][judged], z[judged])[0, 1])
            found["segment-accuracy", task] = calibrated(x[task], z)
        for (measure, task), cell in frame.loc[name].iterrows():
            systems = TASKS[task] if task else sum(TASKS.values())
            # de-en has a segment without judgments
            segments = SEGMENTS - (task == "de-en") if measure.startswith("segment") else 0
            if measure != "average":
                assert (cell["n_systems"], cell["n_segments"]) == (systems, segments), (measure, task)
        total, weights = 0.0, 0.0
        for (measure, task), value in found.items():
            assert frame.loc[(name, measure, task), "value"] == pytest.approx(value), (name, measure, task)
            # one pooled value weighs as much as those of both tasks
            weight = 1.0 if task else 2.0
            total += weight * ((value + 1) / 2 if measure.endswith("pearson") else value)
            weights += weight
        assert frame.loc[(name, "average", ""), "value"] == pytest.approx(total / weights)
    pearson = frame.loc["flat"].filter(like="pearson", axis="index")
    assert len(pearson) == 4
    assert pearson["value"].isna().all()
    assert (pearson[["rank", "rank_jackknife"]] == 0).all(axis=None)
    flat = frame.loc[("flat", "average", "")]
    assert (np.isnan(flat["value"]), flat["rank"], flat["reason"]) == (True, 0, "no value on de-en, zh-en")
    for level in (0.0, 0.5):
        with pytest.raises(SpecError, match=r"protocol\.level"):
            asked(evalset, metrics, level=level)
    ranks = frame.loc[(slice(None), "average"), "rank"].droplevel([1, 2])
    assert ranks["good"] == 1
    assert ranks["poor"] > 1
    defined = {name: values for name, values in metrics.items() if name != "flat"}
    alone = (
        asked(evalset, defined, like="wmt23")
        .protocol()
        .frame.set_index(["metric", "measure", "task"])["rank"]
    )
    assert alone.max() > 1
    assert frame.loc[alone.index, "rank"].equals(alone)
    page = {
        name: content.decode()
        for kind, settings in experiment.answered
        for name, content in kind().files(experiment.result(kind, settings)).items()
    }
    assert "| good | **" in page["protocol.md"]
    assert (
        page["protocol.md"].index("| good")
        < page["protocol.md"].index("| poor")
        < page["protocol.md"].index("| flat")
    )
    said = experiment.methods().text
    assert "The average over 7 tasks (" in said
    assert " of de-en, zh-en) is that of the protocol wmt23 of the WMT metrics tasks; correlations" in said
    # the same measure of another language pair is named once
    headings = said.partition(" tasks (")[2].partition(" of de-en")[0].split(", ")
    assert len(headings) == len(set(headings)) == 4


def test_wmt24_and_weights(evalset: EvalSet, metrics: dict[str, dict[str, np.ndarray]]) -> None:
    """Soft pairwise accuracy is that of the records; a weight of 0 takes a measure out of the average."""
    some = {name: metrics[name] for name in ("good", "poor")}
    experiment = asked(evalset, some, weights={"soft-pairwise-accuracy": 0.0})
    result = experiment.protocol()
    said = experiment.methods()
    assert (
        "The average over 2 tasks (segment acc-t of de-en, zh-en) is of measures of the protocol wmt24 of "
        "the WMT metrics tasks in other shares (segment acc-t 1). Pairs of metrics"
    ) in said.text
    assert {"Arvesen 1969", "Cameron et al. 2011", "Deutsch et al. 2021"} <= {*said.papers}
    frame = result.frame.set_index(["metric", "measure", "task"])["value"]
    sizes = (
        result.frame[result.frame["measure"] == "soft-pairwise-accuracy"]
        .groupby("task")["n_segments"]
        .unique()
    )
    assert {task: list(each) for task, each in sizes.items()} == {
        "de-en": [SEGMENTS - 1],
        "zh-en": [SEGMENTS],
    }
    for name in some:
        mean = np.mean([frame[name, "segment-accuracy", task] for task in TASKS])
        assert frame[name, "average", ""] == pytest.approx(mean)
        assert 0 <= frame[name, "soft-pairwise-accuracy", "de-en"] <= 1
    tests = result.frames["protocol_tests"].set_index(["measure", "task", "metric"])
    average = tests.loc[("average", "", "good")]
    assert (average["against_metric"], average["verdict"]) == ("poor", "better")
    assert 0 < average["p"] <= 0.05
    assert ("average", "", "poor") not in tests.index
    thrice = asked(evalset, some, weights={"soft-pairwise-accuracy": 3.0}, draws=0).protocol()
    frame = thrice.frame.set_index(["metric", "measure", "task"])["value"]
    for name in some:
        soft, exact = (
            np.mean([frame[name, measure, task] for task in TASKS])
            for measure in ("soft-pairwise-accuracy", "segment-accuracy")
        )
        assert frame[name, "average", ""] == pytest.approx((3 * soft + exact) / 4)
    untested = asked(evalset, some, draws=0).protocol()
    assert set(untested.frame["rank"]) == {0}
    assert untested.frames["protocol_tests"].empty


def test_differences_of_one_language_pair_may_be_bound_in_the_test_of_the_average(
    evalset: EvalSet, metrics: dict[str, dict[str, np.ndarray]]
) -> None:
    some = {name: metrics[name] for name in ("good", "poor")}
    apart, bound = (asked(evalset, some, coins=coins).protocol() for coins in ("independent", "together"))
    pd.testing.assert_frame_equal(apart.frame.drop(columns="rank"), bound.frame.drop(columns="rank"))
    key = ["measure", "task", "metric"]
    p = [each.frames["protocol_tests"].set_index(key)["p"] for each in (apart, bound)]
    average = ("average", "", "good")
    assert p[0].drop(average).equals(p[1].drop(average))
    assert p[1][average] >= p[0][average]
    tests = [each.frames["protocol_tests"].set_index(key) for each in (apart, bound)]
    assert [each["coins"].drop(average).unique().tolist() for each in tests] == [[""], [""]]
    for result, each, coins in zip((apart, bound), tests, ("independent", "together"), strict=True):
        assert each["coins"][average] == coins
        said = caution("wmt24", "average", coins)
        assert each["caution"][average] == said != ""
        sentence = f"The test of average, coins {coins} {said} (documentation, about/calibration)."
        assert sentence in result.lines
        table = ProtocolOfTasks().files(result)["protocol.md"].decode()
        assert sentence in table
        assert f"The test of segment-accuracy {caution('wmt24', 'segment-accuracy', '')}" in table
    rng = np.random.default_rng(0)
    parts = [(name, rng.normal(size=(4000, 1))) for name in ("a", "a", "b")]
    one, same, other = bind(parts, 3)
    assert np.corrcoef(one.ravel(), same.ravel())[0, 1] > 0.99
    assert abs(np.corrcoef(one.ravel(), other.ravel())[0, 1]) < 0.06
    assert all(np.array_equal(np.sort(x, axis=0), np.sort(y, axis=0))
               for (_, x), y in zip(parts, (one, same, other), strict=True))  # fmt: skip


def test_scores_of_systems_alone_take_part_where_systems_are_asked_for(
    evalset: EvalSet, metrics: dict[str, dict[str, np.ndarray]]
) -> None:
    """What the fair metric has of systems is worth the same without its segments, and tested the same."""
    whole = {
        (task, "*", f"M{number}"): float(value)
        for task, matrix in metrics["fair"].items()
        for number, value in enumerate(matrix.mean(axis=1))
    }
    some = {name: table(metrics[name]) for name in ("good", "fair", "poor")}
    all_of_it, alone = (
        workbench.Experiment(
            evalset, list(some), scores={**some, **changed},
            correlation={"missing": "all", "interval": "none", "coefficients": ["pearson"]},
            protocol={"like": "wmt23", "draws": 200},
        ) for changed in ({}, {"fair": whole})
    )  # fmt: skip
    frames = [each.protocol().frame.set_index(["metric", "measure", "task"]) for each in (all_of_it, alone)]
    is_of_systems = (
        frames[0].index.get_level_values("measure").isin(["system-pearson", "pooled-pairwise-accuracy"])
    )
    pd.testing.assert_series_equal(*(each["value"][is_of_systems] for each in frames))
    others = frames[0].index.get_level_values("metric") != "fair"
    pd.testing.assert_series_equal(*(each["value"][others] for each in frames))
    dashes = frames[1][frames[1]["value"].isna()]
    assert set(dashes.index.droplevel("task")) == {
        ("fair", "average"), ("fair", "segment-pearson"), ("fair", "segment-accuracy")
    }  # fmt: skip
    assert set(dashes["reason"]) == {
        "scores of whole systems only", "no value on de-en, zh-en: scores of whole systems only"
    }  # fmt: skip
    key = ["measure", "task", "metric", "against_metric"]
    ours, theirs = (
        each.protocol().frames["protocol_tests"].set_index(key)["p"] for each in (alone, all_of_it)
    )
    for measure in ("system-pearson", "pooled-pairwise-accuracy"):
        pd.testing.assert_series_equal(ours[measure], theirs[measure])
    assert not {"fair"} & {*ours["segment-pearson"].index.get_level_values("metric")}
    pair = ("segment-accuracy", "de-en", "good", "poor")
    assert 0 < ours[pair] <= 1
    said = "fair: scores of whole systems only, so a dash where segments are asked for."
    assert said in alone.protocol().lines
    assert said in ProtocolOfTasks().files(alone.protocol())["protocol.md"].decode()
    records = alone.records[alone.records["metric"] == "fair"]
    assert set(records["level"]) == {"system"}
    assert not records["value"].isna().any()
    only = workbench.Experiment(evalset, ["fair"], scores={"fair": whole}, protocol={"draws": 20})
    nothing = only.protocol().frame
    assert nothing["value"].isna().all()
    assert nothing.set_index("measure")["reason"].to_dict() == {
        "soft-pairwise-accuracy": "scores of whole systems only: it compares p-values, which segments give",
        "segment-accuracy": "scores of whole systems only",
        "average": "no value on de-en, zh-en: scores of whole systems only",
    }
    assert "so a dash where segments are asked for" in "\n".join(only.protocol().lines)
    # whatever was judged, its scores are those of the test set
    judged = only.protocol("wmt23").frame.set_index(["measure", "task"])["value"]
    for task in TASKS:
        theirs = frames[1]["value"]["fair", "system-pearson", task]
        assert judged["system-pearson", task] == pytest.approx(theirs)
    with pytest.raises(ScoreError, match=r"judged segment by segment.*at level system and by \[prot"):
        only.replace(protocol=None, correlation={"levels": ["segment"]}).correlate()


def test_the_jackknife_of_segments_is_that_of_the_metrics_that_have_them(
    evalset: EvalSet, metrics: dict[str, dict[str, np.ndarray]]
) -> None:
    whole = {(task, "*", f"M{number}"): float(number) for task, n in TASKS.items() for number in range(n)}
    some = {name: table(metrics[name]) for name in ("good", "poor", "flat")}
    alone, beside = (
        workbench.Experiment(
            evalset, list(scores), scores=scores,
            correlation={"missing": "all", "interval": "none", "coefficients": ["pearson"]},
            protocol={"like": "wmt24", "draws": 0, "test": "jackknife"},
        ).protocol().frames["protocol_tests"].set_index(["measure", "task", "metric", "against_metric"])
        for scores in (some, {**some, "whole": whole})
    )  # fmt: skip
    ours, theirs = (each["p_jackknife"]["segment-accuracy"].sort_index() for each in (beside, alone))
    assert ours.notna().all()
    pd.testing.assert_series_equal(ours, theirs)


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ({"like": "wmt22"}, "unknown protocol 'wmt22'"),
        ({"weights": {"system-pearson": 1.0}}, "wmt24 has no system-pearson, but soft-pairwise-accuracy"),
        (
            {"weights": {"soft-pairwise-accuracy": 0.0, "segment-accuracy": 0.0}},
            "one of them has to be above 0",
        ),
    ],
)
def test_what_cannot_be_asked(
    evalset: EvalSet, metrics: dict[str, dict[str, np.ndarray]], section: dict[str, object], message: str
) -> None:
    with pytest.raises(SpecError, match=message):
        asked(evalset, metrics, **section)


def score_file(path: Path, systems: dict[str, list[float | None]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{system}\t{score}\n" for system, scores in systems.items() for score in scores))


def test_scores_without_a_reference_come_before_those_with_all_and_after_the_organisers(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "wmt23" / "metric-scores"
    for score, used in enumerate(("refA", "all", "src", "refB")):
        score_file(folder / f"he-en/m-{used}.seg.score", {"A": [score]})
        assert read_metric_scores(folder, "m") == {("he-en", "1", "A"): score}


def test_scores_of_every_pair(tmp_path: Path) -> None:
    """The organisers' reference of he-en is refB; a system's own score stands beside its segments'."""
    folder = tmp_path / "wmt23" / "metric-scores"
    score_file(folder / "he-en/My-Metric-refA.seg.score", {"A": [1, 2]})
    score_file(folder / "he-en/My-Metric-refB.seg.score", {"A": [3, 4], "B": [None, 0]})
    score_file(folder / "he-en/My-Metric-refB.sys.score", {"A": [7]})
    score_file(folder / "zh-en/My-Metric-src.seg.score", {"A": [5, 6]})
    assert read_metric_scores(folder, "my-metric") == {
        ("he-en", "1", "A"): 3, ("he-en", "2", "A"): 4, ("he-en", "*", "A"): 7, ("he-en", "2", "B"): 0,
        ("zh-en", "1", "A"): 5, ("zh-en", "2", "A"): 6,
    }  # fmt: skip
    with pytest.raises(DataError, match=r"there are no scores of 'my-metrics'. Did you mean 'My-Metric'"):
        read_metric_scores(folder, "my-metrics")
    score_file(folder / "xx-yy/My-Metric-refA.seg.score", {"A": [1, 2]})
    score_file(folder / "xx-yy/My-Metric-refB.seg.score", {"A": [1, 2]})
    several = r'against several references: refA, refB. .*: column = "My-Metric-refA" or "My-Metric-refB"'
    with pytest.raises(DataError, match=several):
        read_metric_scores(folder, "My-Metric")
    # named with its references, it is read where there are such scores
    assert read_metric_scores(folder, "my-metric-refa") == {
        (pair, segment, "A"): score for pair in ("he-en", "xx-yy") for segment, score in (("1", 1), ("2", 2))
    }
    with pytest.raises(
        DataError, match=r"Did you mean 'My-Metric-refB'\? Known: My-Metric, My-Metric-refA, "
    ):
        read_metric_scores(folder, "my-metric-reff")
    # a metric of that whole name goes before the references of another one
    score_file(folder / "xx-yy/My-Metric-refA-src.seg.score", {"A": [8]})
    assert read_metric_scores(folder, "my-metric-refa") == {("xx-yy", "1", "A"): 8}


@pytest.mark.parametrize(
    ("stray", "said"),
    [
        ("he-en/M.seg.score", r"M.seg.score: the name does not say the ref.*'M.seg.score', allowed: METRIC-"),
        ("M-refB.seg.score", r"M-refB.seg.score: is in no folder of a lang.*metric-scores/PAIR/M-refB"),
    ],
)  # fmt: skip
def test_a_file_of_a_metric_that_would_not_be_read_is_said(tmp_path: Path, stray: str, said: str) -> None:
    folder = tmp_path / "wmt23" / "metric-scores"
    score_file(folder / "he-en/m-refB.sys.score", {"A": [1]})
    score_file(folder / "he-en/m.v2-refB.seg.score", {"A": [1]})
    # what is not as it should be of other metrics is nothing to this one
    for other in ("he-en/m.v3.seg.score", "m-2-refB.seg.score", "m.v3.seg.score"):
        score_file(folder / other, {"A": [1]})
    assert read_metric_scores(folder, "m") == {("he-en", "*", "A"): 1}
    score_file(folder / stray, {"A": [1, 2]})
    with pytest.raises(DataError, match=said):
        read_metric_scores(folder, "m")


def test_a_table_without_swaps_marks_what_is_highest_and_with_them_the_first_cluster() -> None:
    """Of two measures and their average; systems were left out in turn for one of the two tables."""
    rows = [
        row(PROTOCOL, criterion="c", protocol="wmt23", dataset="d", metric=metric, component="score",
            task="" if measure == "average" else "t", measure=measure, heading=measure, value=value,
            rank=rank, rank_jackknife=jackknife, weight=weight, draws=500, test_level=0.1)
        for measure, weight, cells in (
            ("average", math.nan, (("a", 0.5, 1, 1), ("b", 0.75, 1, 2))),
            ("system-pearson", 0.25, (("a", 0.25, 2, 1), ("b", 0.75, 1, 1))),
            ("segment-pearson", 0.75, (("a", 0.625, 1, 3), ("b", 0.375, 2, 2))),
        )
        for metric, value, rank, jackknife in cells
    ]  # fmt: skip
    frame, tests = PROTOCOL.build(rows), PROTOCOL_TESTS.build([])
    neither = protocol_table(frame.assign(draws=0, rank=0, rank_jackknife=0), tests)
    assert neither.legend == {"best": "highest in its column"}
    assert [[cell.mark for cell in line.cells] for line in neither.panels[0].rows] == [
        ["best", "best", ""],
        ["", "", "best"],
    ]
    swapped = protocol_table(frame, tests)
    assert swapped.legend == {"best": "in the first cluster"}
    assert swapped.panels[0].columns[:3] == (
        ("average", "all", "value"), ("average", "all", "cluster"), ("average", "all", "other systems")
    )  # fmt: skip
    marks = [[cell.mark for cell in line.cells[::3]] for line in swapped.panels[0].rows]
    assert marks == [["best", "best", ""], ["best", "", "best"]]
    left_out = protocol_table(frame.assign(draws=0, rank=0), tests)
    assert left_out.legend == {"best": "in the first cluster"}
    marks = [[cell.mark for cell in line.cells[::2]] for line in left_out.panels[0].rows]
    assert marks == [["", "best", ""], ["best", "best", ""]]
    for table, said in ((neither, (0, 0)), (swapped, (1, 1)), (left_out, (0, 1))):
        notes = " ".join(table.notes)
        assert (notes.count("PERM-BOTH, 500 swaps, one-sided, level 0.1"), notes.count("jackknife")) == said
        assert "in how many columns: system-pearson 0.25 (1), segment-pearson 0.75 (1)." in notes
        assert "so a dash where segments are asked for" not in notes


@pytest.mark.parametrize("coins", ["independent", "together"])
def test_only_the_test_of_the_average_throws_coins_for_all_columns(evalset, metrics, coins) -> None:
    tests = asked(evalset, metrics, like="wmt23", draws=9, coins=coins).protocol().frames["protocol_tests"]
    is_average = tests["measure"] == "average"
    assert 0 < is_average.sum() < len(tests)
    assert set(tests["coins"][is_average]) == {coins}
    assert set(tests["coins"][~is_average]) == {""}
    for measure, each in tests.groupby("measure"):
        assert set(each["caution"]) == {caution("wmt23", measure, coins if measure == "average" else "")}


def test_rows_are_told_apart_by_settings_only_where_a_metric_is_there_twice() -> None:
    def labels(*metrics: tuple[str, str, str]) -> list[str]:
        rows = [
            row(PROTOCOL, criterion="c", protocol="wmt23", dataset="d", metric=metric, component=component,
                references=references, measure="average", heading="average", value=1.0 / number)
            for number, (metric, component, references) in enumerate(metrics, start=1)
        ]  # fmt: skip
        table = protocol_table(PROTOCOL.build(rows), PROTOCOL_TESTS.build([]))
        return [line.label for line in table.panels[0].rows]

    assert labels(("rouge-1", "f", "1 ref"), ("bleu", "score", "4 refs")) == ["R-1", "BLEU"]
    assert labels(("rouge-1", "f", "1 ref"), ("rouge-1", "f", "4 refs")) == ["R-1 · 1 ref", "R-1 · 4 refs"]
    assert labels(("rouge-1", "f", "1 ref"), ("rouge-1", "recall", "1 ref"), ("x", "f", "1 ref")) == [
        "R-1 · f", "R-1 · recall", "x · f",
    ]  # fmt: skip


def test_wmt23_every_cell(shared: Path) -> None:
    """One command from the files: all 110 computed cells, and the averages that are published."""
    data = shared / "data"
    experiment = workbench.read("wmt23-metrics", data).replace(
        protocol={"like": "wmt23", "exact": True, "draws": 50}
    )
    frame = experiment.protocol().frame
    measures = {
        "avg_corr": "average", "pairwise_accuracy": "pooled-pairwise-accuracy", "acc_t": "segment-accuracy",
        "system_pearson": "system-pearson", "segment_pearson": "segment-pearson",
    }  # fmt: skip
    names = [name.partition("(")[0] for name in frame["metric"]]
    ours = frame.assign(metric=names).set_index(["metric", "measure", "task"])["value"]
    cells = pd.read_csv(data / "mt-metrics-eval-v2" / "wmt23_computed.tsv", sep="\t")
    for cell in cells.itertuples():
        task = "" if cell.language_pair == "all" else cell.language_pair
        value = ours[cell.metric.lower(), measures[cell.quantity], task]
        assert value == pytest.approx(cell.value, abs=6e-5), (cell.metric, cell.quantity, task)
    assert len(cells) == 110
    average = ours.xs("average", level="measure").droplevel("task").round(3)
    assert average.to_dict() == {
        "xcomet-ensemble": 0.825, "metricx-23": 0.808, "gemba-mqm": 0.802, "comet": 0.779, "yisi-1": 0.754,
        "bertscore": 0.742, "f200spbleu": 0.704, "bleu": 0.696, "chrf": 0.694, "random-sysname": 0.529,
    }  # fmt: skip
    assert frame[(frame["measure"] == "average") & (frame["rank"] == 1)]["metric"].tolist() == [
        "xcomet-ensemble"
    ]


def sizes_said(topics, systems, **asked):
    data = workbench.simulate(topics=topics, systems=systems, references=1, seed=4).evalset
    e = workbench.Experiment(
        data, ["rouge-1", "rouge-2"], correlation={"interval": "none", "draws": 1}, protocol=asked
    )
    result = e.protocol()
    written = ProtocolOfTasks().files(result)["protocol.md"].decode()
    assert all(f"- {line}" in written for line in result.lines if line.startswith("n, "))
    return list(result.lines)


def test_a_protocol_says_on_how_much_it_rests_and_where_that_is_too_little():
    few, enough = sizes_said(3, 5, draws=20), sizes_said(3, 12, draws=20)
    assert "n, systems × segments: news 5 × 3." in few
    assert "n, systems × segments: news 12 × 3." in enough
    assert sum("Fewer than 12 systems (news 5)" in line for line in few) == 1
    assert not any("Fewer than" in line or "no p-value" in line for line in enough)


def test_swaps_that_cannot_reach_the_level_are_told():
    assert any(
        line.startswith("18 swaps have no p-value below 0.053") for line in sizes_said(3, 12, draws=18)
    )
    assert not any("swaps have no p-value" in line for line in sizes_said(3, 12, draws=19))
    four = [line for line in sizes_said(3, 4, draws=99, like="wmt23") if "can show no difference of" in line]
    assert [line.rpartition(" of ")[2] for line in four] == [
        "pooled-pairwise-accuracy (all tasks).",
        "system-pearson (news).",
    ]
    assert all(line.startswith("Swaps of 4 systems have no p-value below 0.062") for line in four)
    five = sizes_said(3, 5, draws=99, like="wmt23")
    assert not any("can show no difference of" in line for line in five)
    assert not any("PERM-BOTH can" in line for line in sizes_said(3, 4, like="wmt23", test="jackknife"))
    assert not any("Fewer" in line for line in sizes_said(3, 4, test="perm-both", draws=0))


@pytest.mark.parametrize("like", ["wmt23", "wmt24"])
def test_what_differs_by_rounding_only_is_tied_in_every_test(
    human: dict[str, np.ndarray], metrics: dict[str, dict[str, np.ndarray]], like: str
) -> None:
    """Judgments of .3 and of .1 + .2 are the same ones, and so are scores."""
    coins = {task: np.random.default_rng(4).random(z.shape) < 0.5 for task, z in human.items()}

    def noisy(values: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        return {task: np.where(coins[task], np.nextafter(z, 9), z) for task, z in values.items()}

    clean = {task: 1 + z / 10 for task, z in human.items()}
    some = {
        "good": {task: np.nan_to_num(1 + np.round(z) / 10, nan=1.0) for task, z in metrics["good"].items()},
        "fair": {task: np.nan_to_num(1 + np.round(z) / 10, nan=1.0) for task, z in metrics["fair"].items()},
    }
    results = [
        asked(made(z), x, like=like).protocol()
        for z, x in ((clean, some), (noisy(clean), {name: noisy(each) for name, each in some.items()}))
    ]
    for name in ("protocol", "protocol_tests"):
        one, other = (each.frame if name == "protocol" else each.frames[name] for each in results)
        pd.testing.assert_frame_equal(one, other, rtol=1e-9)


def test_what_stands_under_a_protocol_word_for_word() -> None:
    data = workbench.simulate(topics=3, systems=5, references=1, seed=4).evalset

    def said(**protocol: object) -> tuple[list[str], list[str], list[str]]:
        """Return the lines of a result, those of the methods, and those of the file under the table."""
        result = workbench.Experiment(
            data, ["rouge-1", "length"], correlation={"interval": "none"}, protocol=protocol
        ).protocol()
        file = ProtocolOfTasks().files(result)["protocol.md"].decode().splitlines()
        notes = [line[2:] for line in file if line.startswith("- ")]
        return list(result.lines), ProtocolOfTasks().describe_methods(result), notes

    sizes = [
        "n, systems × segments: news 5 × 3.",
        "Fewer than 12 systems (news 5): tests of so few find little, and that metrics share a cluster is no "
        "evidence that they are equally good.",
    ]
    average = "The average is weighted; correlations are put on \\[0, 1\\] before: (r + 1) / 2."
    tested = [
        f"The test of {name} {caution('wmt23', measure, coins)} (documentation, about/calibration)."
        for name, measure, coins in (
            ("average, coins independent", "average", "independent"),
            ("system-pearson", "system-pearson", ""),
            ("segment-pearson", "segment-pearson", ""),
            ("segment-accuracy", "segment-accuracy", ""),
        )
    ]
    lines, methods, notes = said(draws=20, like="wmt23")
    found = "no metric has a higher average that is shown to be better"
    assert lines == [
        "coverage: averages of wmt23: R-1 0.781, length 0.669.",
        f"coverage: R-1: {found} (PERM-BOTH, 20 swaps, one-sided, level 0.05).",
        f"coverage: R-1, length: {found} (jackknife over systems, one-sided, level 0.05).",
        *sizes,
        tested[0],
    ]
    assert methods == [
        "The average over 4 tasks (system pairwise accuracy, system Pearson, segment Pearson, segment acc-t "
        "of news) is that of the protocol wmt23 of the WMT metrics tasks; correlations are put on [0, 1].",
        "Pairs of metrics were tested by PERM-BOTH, one-sided, with 20 swaps [Deutsch et al. 2021]; clusters "
        "are at level 0.05.",
        "Whether the order would hold for other systems and other inputs was tested by a jackknife over "
        "systems, which are left out of all tasks together, with Student's t, one-sided; measures of "
        "segments also vary with these [Arvesen 1969; Cameron et al. 2011].",
    ]
    assert notes == [
        average,
        "Share of each measure in the average, and in how many columns: system pairwise accuracy 0.25 (1), "
        "system Pearson 0.25 (1), segment Pearson 0.25 (1), segment acc-t 0.25 (1).",
        "A cluster begins with the first metric, by value, that some metric of the cluster before is better "
        "than: PERM-BOTH, 20 swaps, one-sided, level 0.05, not corrected for the number of pairs, as in the "
        "metrics tasks.",
        "Other systems: clusters by a jackknife over systems, which asks whether the order would hold for "
        "other systems and, of measures of segments, other inputs; one-sided, level 0.05.",
        *sizes,
        *tested,
    ]
    lines, methods, notes = said(draws=0)
    assert lines == ["coverage: averages of wmt24: R-1 0.744, length 0.635.", *sizes[:1]]
    assert methods == [
        "The average over 2 tasks (system SPA, segment acc-t of news) is that of the protocol wmt24 of the "
        "WMT metrics tasks."
    ]
    shares = "system SPA 0.5 (1), segment acc-t 0.5 (1)."
    assert notes == [
        "The average is weighted.",
        f"Share of each measure in the average, and in how many columns: {shares}",
        sizes[0],
    ]


@pytest.mark.parametrize("like", ["wmt23", "wmt24"])
def test_systems_and_segments_that_nobody_judged_change_nothing(
    human: dict[str, np.ndarray], metrics: dict[str, dict[str, np.ndarray]], like: str
) -> None:
    """Neither a system before the others and one after them, nor a segment at either end."""
    some = {name: metrics[name] for name in ("good", "fair", "poor")}

    def result(**sides: int) -> Result:
        around = ((sides["systems"],) * 2, (sides["segments"],) * 2)
        judged = {task: np.pad(z, around, constant_values=np.nan) for task, z in human.items()}
        scores = {
            name: {task: np.pad(each, around, constant_values=2.5) for task, each in of_tasks.items()}
            for name, of_tasks in some.items()
        }
        return asked(made(judged), scores, like=like, test="both").protocol()

    alone, systems, both = (result(systems=i, segments=j) for i, j in ((0, 0), (1, 0), (1, 1)))
    for name in ("protocol", "protocol_tests"):
        pd.testing.assert_frame_equal(alone.frames[name], systems.frames[name], rtol=1e-9)
    # other coins are thrown where there are more segments
    names = ["value", "n_systems", "n_segments", "n_pairs", "rank_jackknife"]
    pd.testing.assert_frame_equal(alone.frame[names], both.frame[names], rtol=1e-9)


def test_one_segment_of_a_metric_that_pools_counts_is_no_evidence() -> None:
    """What it contributes was not a number, and no swap came near any difference: p was 1 / 100."""
    data = workbench.simulate(topics=1, systems=6, references=1, words=20, seed=3).evalset
    e = workbench.Experiment(data, ["rouge-1", "chrf"], correlation={"interval": "none"})
    frame = e.protocol(draws=99).frames["protocol_tests"]
    mine = frame[frame["measure"].isin(["average", "soft-pairwise-accuracy"])]
    assert len(mine) >= 2
    assert (mine["p"] > 0.01).all()


def test_a_metric_under_several_settings_is_named_with_what_tells_these_apart():
    data = workbench.simulate(topics=3, systems=5, references=2).evalset
    e = workbench.Experiment(
        data,
        ["rouge-1"],
        preprocess=["CASE", "STOP"],
        components=["recall"],
        correlation={"interval": "none"},
    )
    frame = e.protocol(draws=0, test="jackknife").frame
    first = frame[(frame["measure"] == "average") & (frame["rank_jackknife"] == 1)]
    [line] = [each for each in e.protocol(draws=0, test="jackknife").lines if "higher average" in each]
    assert line.startswith(f"coverage: {', '.join('R-1 · ' + first['preprocess'])}: no metric")
