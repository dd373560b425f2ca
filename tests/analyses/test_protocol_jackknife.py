"""Whether an order of metrics would hold for other systems: the jackknife computed once more, slowly."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import workbench
from workbench.analyses.protocol.protocol import ProtocolOfTasks
from workbench.stats.tests.jackknifed import add_up, jackknife_tests, of_segments, of_systems
from workbench.stats.tests.measure_influences import (
    segment_accuracy_influences,
    segment_pearson_influences,
)

OF_SEGMENTS = {"segment-accuracy": 0.0, "segment-pearson": 0.0}
KEY = ["measure", "task", "metric", "against_metric"]


@pytest.fixture(scope="module")
def experiment() -> workbench.Experiment:
    """Return two language pairs with systems of the same names, of which the second lacks one."""
    parts = [workbench.simulate(topics=8, systems=6, references=1, seed=seed).evalset for seed in (1, 2)]

    def joined(name: str) -> pd.DataFrame:
        frames = [getattr(part, name).assign(task=f"t{at}") for at, part in enumerate(parts)]
        whole = pd.concat(frames, ignore_index=True)
        lacking = (whole["task"] == "t1") & (whole["system"] == "S03") if "system" in whole else False
        return whole[~pd.Series(lacking, whole.index)].reset_index(drop=True)

    whole = replace(parts[0], **{name: joined(name) for name in ("outputs", "references", "judgments")})
    return workbench.Experiment(
        whole,
        ["bleu", {"name": "rouge-1", "components": ["f"]}, "length"],
        correlation={"interval": "none"},
    )


def values_of(experiment: workbench.Experiment, **protocol: object) -> pd.Series:
    return experiment.protocol(**protocol).frame.set_index(["metric", "measure", "task"])["value"]


@pytest.mark.parametrize(
    ("like", "weights", "measures"),
    [
        ("wmt24", {"segment-accuracy": 0.0}, ("soft-pairwise-accuracy",)),
        ("wmt23", OF_SEGMENTS, ("system-pearson", "pooled-pairwise-accuracy")),
    ],
)  # fmt: skip
def test_measures_of_systems_are_what_leaving_systems_out_gives(
    experiment: workbench.Experiment, like: str, weights: dict[str, float], measures: tuple[str, ...]
) -> None:
    """Counts of BLEU are pooled anew in each experiment without a system, the signs of flips are all."""
    asked = {"like": like, "weights": weights}
    result = experiment.protocol(**asked, test="jackknife")
    found = result.frames["protocol_tests"].set_index(KEY)
    values = values_of(experiment, **asked, draws=0)
    systems = {task: experiment.data.systems(task) for task in ("t0", "t1")}
    without = {
        name: values_of(experiment.replace(systems=[f"!{name}"]), **asked, draws=0) for name in systems["t0"]
    }
    human = {task: table.mean() for task, table in judged(experiment).items()}
    bleu = system_scores(experiment)

    def moved(measure: str, task: str, one: str, other: str) -> dict[str, float]:
        """Return by how much the difference of two metrics moves without each system of a task."""
        if measure == "pooled-pairwise-accuracy":
            left = {
                name: pooled(bleu[one], human, task, name) - pooled(bleu[other], human, task, name)
                for name in systems[task]
            }
        else:
            left = {
                name: without[name][one, measure, task] - without[name][other, measure, task]
                for name in systems[task]
            }
        n, mean = len(left), np.mean(list(left.values()))
        return {name: np.sqrt((n - 1) / n) * (mean - value) for name, value in left.items()}

    metrics = list(dict.fromkeys(values.index.get_level_values("metric")))
    tested = 0
    for one, other in combinations(metrics, 2):
        of_average = dict.fromkeys(systems["t0"], 0.0)
        for measure in measures:
            scale = 2.0 if measure == "system-pearson" else 1.0
            of_measure = dict.fromkeys(systems["t0"], 0.0)
            for task in systems:
                each = moved(measure, task, one, other)
                # one pooled value weighs as much as those of both tasks
                share = (
                    1 / (2 * len(measures)) if measure != "pooled-pairwise-accuracy" else 1 / len(measures)
                )
                for name, value in each.items():
                    of_average[name] += share / scale * value
                    of_measure[name] += value
                if measure != "pooled-pairwise-accuracy":
                    expect(found, values, (measure, task, one, other), each, len(each) - 1)
                    tested += 1
            if measure == "pooled-pairwise-accuracy":
                expect(found, values, (measure, "", one, other), of_measure, 6 - 2)
                tested += 1
        expect(found, values, ("average", "", one, other), of_average, 6 - 2)
    assert tested >= 3
    assert found["p"].isna().all()
    assert set(found["verdict"]) == {""}
    assert (result.frame["rank"] == 0).all()
    assert (result.frame["rank_jackknife"] > 0).all()


def expect(
    found: pd.DataFrame, values: pd.Series, pair: tuple[str, str, str, str], moved: dict[str, float], df: int
) -> None:
    measure, task, one, other = pair
    apart = values[one, measure, task] - values[other, measure, task]
    if abs(apart) < 1e-12:
        return
    error = np.sqrt(sum(value**2 for value in moved.values()))
    better = (one, other) if apart > 0 else (other, one)
    row = found.loc[(measure, task, *better)]
    assert row["error"] == pytest.approx(error), pair
    assert row["p_jackknife"] == pytest.approx(stats.t.sf(abs(apart) / error, df)), pair
    assert row["verdict_jackknife"] == ("better" if row["p_jackknife"] <= 0.05 else "not shown")


def judged(experiment: workbench.Experiment) -> dict[str, pd.DataFrame]:
    rows = experiment.data.judgments
    return {
        task: mine.pivot_table(index="segment", columns="system", values="score")
        for task, mine in rows.groupby("task")
    }


def system_scores(experiment: workbench.Experiment) -> dict[str, dict[str, dict[str, float]]]:
    found: dict[str, dict[str, dict[str, float]]] = {}
    for row in experiment.rows:
        of_task = dict(zip(row.task.data.systems, row.facing(row.task.judged[0]).systems, strict=True))
        found.setdefault(row.label[0], {})[row.task.data.name] = of_task
    return found


def pooled(
    scores: dict[str, dict[str, float]], human: dict[str, pd.Series], task: str, lacking: str
) -> float:
    right = [
        np.sign(mine[a] - mine[b]) == np.sign(human[name][a] - human[name][b])
        for name, mine in scores.items()
        for a, b in combinations(mine, 2)
        if name != task or lacking not in (a, b)
    ]
    return float(np.mean(right))


def nudged(value: Callable[[np.ndarray], float], shape: tuple[int, ...]) -> np.ndarray:
    """Return how a value moves with the weight of each thing, per unit of its weight, by a small step."""
    found = np.empty(shape)
    for at in np.ndindex(shape):
        weights = np.ones((2, *shape))
        weights[(0, *at)] += 1e-5
        weights[(1, *at)] -= 1e-5
        found[at] = (value(weights[0]) - value(weights[1])) / 2e-5
    return found


def test_measures_of_segments_vary_with_these_too(experiment: workbench.Experiment) -> None:
    """Beyond systems: influences by small steps of weights, and the noise of outputs once."""
    result = experiment.protocol(like="wmt23", test="jackknife")
    found = result.frames["protocol_tests"].set_index(KEY)
    values = result.frame.set_index(["metric", "measure", "task"])["value"]
    rows = {(row.label[0], row.task.data.name): row for row in experiment.rows}
    tables = judged(experiment)
    for task, table in tables.items():
        parts = {}
        for name in dict.fromkeys(values.index.get_level_values("metric")):
            row = rows[name, task]
            z = table.reindex(index=row.task.segments, columns=row.task.data.systems).to_numpy().T
            x = row.facing(row.task.judged[0]).segments
            parts[name] = {"segment-pearson": of_pearson(x, z), "segment-accuracy": of_accuracy(x, z)}
        for one, other in combinations(parts, 2):
            for measure in ("segment-pearson", "segment-accuracy"):
                systems, segments, outputs = (
                    a - b for a, b in zip(parts[one][measure], parts[other][measure], strict=True)
                )
                n, m = outputs.shape
                beyond = m / (m - 1) * (segments**2).sum()
                noise = n / (n - 1) * ((outputs - outputs.mean(axis=0)) ** 2).sum()
                variance = (n - 1) / n * ((systems - systems.mean()) ** 2).sum() + max(0.0, beyond - noise)
                apart = values[one, measure, task] - values[other, measure, task]
                better = (one, other) if apart > 0 else (other, one)
                row = found.loc[(measure, task, *better)]
                assert row["error"] == pytest.approx(np.sqrt(variance), rel=1e-4)
                assert row["p_jackknife"] == pytest.approx(
                    stats.t.sf(abs(apart) / np.sqrt(variance), n - 1), rel=1e-3
                )


def of_pearson(x: np.ndarray, z: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    def weighed(weights: np.ndarray) -> float:
        cov = np.cov(x.ravel(), z.ravel(), aweights=weights.ravel())
        return float(cov[0, 1] / np.sqrt(cov[0, 0] * cov[1, 1]))

    without = [
        np.corrcoef(np.delete(x, s, 0).ravel(), np.delete(z, s, 0).ravel())[0, 1] for s in range(len(x))
    ]
    outputs = nudged(weighed, x.shape)
    return np.array(without), outputs.sum(axis=0), outputs


def of_accuracy(x: np.ndarray, z: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Each system of a segment is in pairs with the others; half of a pair is owed to each of the two."""
    n, m = x.shape
    pairs = list(combinations(range(n), 2))
    thresholds = sorted({0.0, *(abs(x[a, j] - x[b, j]) for j in range(m) for a, b in pairs)})

    def right(threshold: float) -> np.ndarray:
        said = np.zeros((n, n, m))
        for a, b in pairs:
            apart = x[a] - x[b]
            tied = np.where(np.abs(apart) <= threshold, 0.0, np.sign(apart))
            said[a, b] = said[b, a] = tied == np.sign(z[a] - z[b])
        return said

    said = max((right(each) for each in thresholds), key=lambda each: round(each.sum(), 9))
    everyone = np.arange(n)
    without = [said[np.ix_(everyone != s, everyone != s)].sum() / (m * (n - 1) * (n - 2)) for s in range(n)]
    of_segment = said.sum(axis=(0, 1)) / (n * (n - 1))
    segments = nudged(lambda weights: float(of_segment @ weights / weights.sum()), (m,))
    return np.array(without), segments, 2 * said.sum(axis=1) / (n - 1) / n / m


@pytest.mark.parametrize("measure", ["segment-pearson", "segment-accuracy"])
def test_outputs_that_are_not_there_make_no_noise_and_take_none_away(measure: str) -> None:
    """Influences by small steps of weights, the noise of an output by those that a segment has."""
    rng = np.random.default_rng(5)
    there = rng.random((5, 9)) < 0.6
    there[:, 2], there[1:, 4] = False, False
    x, z = rng.normal(size=there.shape), rng.integers(0, 3, there.shape).astype(float)
    pairs = [(a, b, k) for a, b in combinations(range(5), 2) for k in range(9) if there[a, k] and there[b, k]]
    said = {(a, b, k): np.sign(x[a, k] - x[b, k]) == np.sign(z[a, k] - z[b, k]) for a, b, k in pairs}
    counted = there

    def value(weights: np.ndarray) -> float:
        if measure == "segment-pearson":
            cov = np.cov(x[there], z[there], aweights=weights[there])
            return float(cov[0, 1] / np.sqrt(cov[0, 0] * cov[1, 1]))
        hits, total = np.zeros((2, 9))
        for a, b, k in pairs:
            hits[k] += said[a, b, k] * weights[a, k] * weights[b, k]
            total[k] += weights[a, k] * weights[b, k]
        return float(np.mean(hits[total > 0] / total[total > 0]))

    if measure == "segment-pearson":
        found = segment_pearson_influences(x[np.newaxis], z, there)
    else:
        i, j = np.triu_indices(5, 1)
        both = there[i] & there[j]
        right = (np.sign(x[i] - x[j]) == np.sign(z[i] - z[j]))[both]
        found = segment_accuracy_influences(right[np.newaxis], both, 5)
        counted = there & (there.sum(axis=0) > 1)
    outputs = nudged(value, there.shape)
    noise = 0.0
    for k in range(9):
        mine = outputs[counted[:, k], k]
        noise += mine.size * mine.var(ddof=1) if mine.size > 1 else 0.0
    assert (found.outputs**2).sum() == pytest.approx(noise, rel=1e-5)
    if measure == "segment-pearson":
        used = int(there.any(axis=0).sum())
        assert used < 9
        assert (found.segments**2).sum() == pytest.approx(
            used / (used - 1) * (outputs.sum(axis=0) ** 2).sum(), rel=1e-5
        )


def test_a_system_that_is_alone_leaves_nothing_to_correlate_without_it() -> None:
    x, z = np.array([[[1.0, 3.0, 2.0], [np.nan] * 3]]), np.array([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]])
    found = segment_pearson_influences(x, z, ~np.isnan(x[0]))
    assert np.isnan(found.systems).all()
    # standard scores are multiples of √1.5: 1.5·(a·b - (a² + b²) / 4) / 3, and √1.5 for three segments
    assert found.segments[0] == pytest.approx(np.sqrt(1.5) * np.array([0.25, -0.125, -0.125]))


def test_without_one_of_two_systems_no_pair_is_left_and_no_warning_is_printed() -> None:
    """Two systems share one segment: without either of them the accuracy is the mean of no segment."""
    there, right = np.array([[True], [False], [False]]), np.ones((1, 1), bool)
    found = segment_accuracy_influences(right, there, 3)
    assert np.isnan(found.systems).all()
    assert not found.segments.any()
    assert not found.outputs.any()


@pytest.mark.parametrize("like", ["wmt23", "wmt24"])
def test_a_task_with_one_system_has_no_value_and_ends_no_run(like: str) -> None:
    """It is in no pair; the jackknife over no system was added to that of one, which was an error."""
    data = workbench.simulate(topics=2, systems=3, references=1).evalset
    alone = data.judgments["system"] == data.systems("news")[0]
    data = replace(data, judgments=data.judgments[alone])
    e = workbench.Experiment(data, ["rouge-1", "length"], correlation={"interval": "none"})
    result = e.protocol(like=like, draws=20)
    assert (result.frame["value"].isna() | (result.frame["measure"] == "segment-pearson")).all()
    assert result.frames["protocol_tests"]["p_jackknife"].isna().all()
    assert not any("1 systems" in line for line in result.lines)


def test_without_the_one_system_that_differs_nothing_is_correlated() -> None:
    """Six times .1 have another mean than .1: what a metric says without its first system is no noise."""
    x, z = np.full((1, 3, 3), 0.1), np.arange(9.0).reshape(3, 3) / 7
    x[0, 0] = 0.5
    assert np.full(6, 0.1).mean() != 0.1
    found = segment_pearson_influences(x, z, np.ones((3, 3), bool))
    assert np.isnan(found.systems).all()
    x[0, 2, 2] = 0.2
    assert np.isfinite(segment_pearson_influences(x, z, np.ones((3, 3), bool)).systems).all()


def test_both_tests_stand_beside_each_other(experiment: workbench.Experiment) -> None:
    """The published test is the same with and without the other one; each has its column of the table."""
    both, published = (experiment.protocol(draws=50, test=test) for test in ("both", "perm-both"))
    alone = experiment.protocol(test="jackknife")
    columns = ["p", "verdict", "caution"]
    tests = [each.frames["protocol_tests"].set_index(KEY) for each in (both, published, alone)]
    pd.testing.assert_frame_equal(tests[0][columns], tests[1][columns])
    pd.testing.assert_series_equal(tests[0]["p_jackknife"], tests[2]["p_jackknife"])
    assert tests[1]["p_jackknife"].isna().all()
    assert (published.frame["rank_jackknife"] == 0).all()
    pages = [ProtocolOfTasks().files(each)["protocol.md"].decode() for each in (both, published, alone)]
    assert ["cluster" in page.split("Other systems:")[0].split("|---")[0] for page in pages]
    assert ["other systems" in page for page in pages] == [True, False, True]
    assert ["PERM-BOTH" in page for page in pages] == [True, True, False]
    assert ["rejects" in page or "finds the first" in page for page in pages] == [True, True, False]
    assert "jackknife over systems" in "\n".join(alone.lines)
    spoken = both.frame.drop_duplicates("measure").set_index("measure")["population_jackknife"]
    assert spoken["soft-pairwise-accuracy"] == "all systems, these inputs"
    assert spoken["segment-accuracy"] == "all systems, all inputs"


def test_influences_add_up_and_what_is_undefined_is_no_verdict() -> None:
    systems = of_systems(np.array([[0.4, 0.6, 0.8], [0.5, 0.5, 0.5]]))
    segments = of_segments(np.array([[0.4, 0.6, 0.8], [0.5, 0.5, 0.5]]),
                           np.array([[0.3, -0.3], [0.0, 0.0]]), np.zeros((2, 3, 2)))  # fmt: skip
    whole, pairs, names = add_up([systems.times(0.5), segments.times(0.5)]), np.array([[0, 1]]), {"t": "ABC"}
    p, errors = jackknife_tests(np.array([0.9, 0.5]), {"t": whole}, names, pairs)
    assert errors[0] == pytest.approx(np.sqrt(2 / 3 * 0.08 + 2 * 2 * 0.15**2))
    assert p[:, 0] == pytest.approx(stats.t.sf(np.array([0.4, -0.4]) / errors, 2))
    # a system of both tasks is left out of both, so that its influences do not cancel
    once, twice = (
        jackknife_tests(np.array([0.9, 0.5]), {"a": systems, "b": systems}, {"a": "ABC", "b": other}, pairs)[
            1
        ]
        for other in ("DEF", "ABC")
    )
    assert twice[0] == pytest.approx(np.sqrt(2) * once[0])
    # one system of one task has no error; equal metrics are not better than each other
    none = jackknife_tests(np.array([0.9, 0.5]), {"t": of_systems(np.ones((2, 1)))}, {"t": "A"}, pairs)
    assert np.isnan(none[0]).all()
    same = jackknife_tests(np.array([0.5, 0.5]), {"t": systems}, names, pairs)[0]
    assert same[:, 0].tolist() == [0.5, 0.5]
    certain = jackknife_tests(np.array([0.9, 0.5]), {"t": of_systems(np.ones((2, 3)))}, names, pairs)[0]
    assert 0 < certain[0, 0] < 1e-9


def test_influences_of_two_measures_of_segments_are_added() -> None:
    rng = np.random.default_rng(4)

    def normal(*shape: int) -> np.ndarray:
        return rng.normal(size=(2, *shape))

    one, other = (of_segments(normal(3), normal(5), normal(3, 5)) for _ in "ab")
    systems = of_systems(rng.normal(size=(2, 3)))
    added = add_up([one, systems, other])
    np.testing.assert_allclose(added.systems, one.systems + other.systems + systems.systems)
    np.testing.assert_allclose(added.segments, one.segments + other.segments)
    np.testing.assert_allclose(added.outputs, one.outputs + other.outputs)


def test_equal_metrics_are_tested_both_ways_and_every_order_has_its_error(
    experiment: workbench.Experiment,
) -> None:
    """Two tables of the same scores under two names; a third one, better in one task and worse in another."""
    rng, data = np.random.default_rng(0), experiment.data
    means = data.judgments.groupby(["task", "segment", "system"])["score"].mean()
    noisy = {name: {at: x + rng.normal() * 0.4 for at, x in means.items()} for name in ("one", "other")}
    scores = {**noisy, "again": noisy["one"]}
    e = workbench.Experiment(data, [*scores], scores=scores, correlation={"interval": "none"})
    tests = e.protocol(like="wmt24", test="both", draws=40).frames["protocol_tests"]
    assert tests["error"].notna().all()
    assert tests[["p", "p_jackknife"]].notna().all(axis=None)
    for _, part in tests.groupby(["measure", "task"]):
        pairs = part.set_index(["metric", "against_metric"])
        same = pairs.loc[[("one", "again"), ("again", "one")]]
        assert same[["difference", "error"]].to_numpy() == pytest.approx(np.zeros((2, 2)), abs=1e-12)
        assert (same["p"] == 1).all()
        # of two that differ the better one stands first, whichever was named first
        assert len(pairs) == 4
        assert (pairs["difference"] >= 0).all()
        assert pairs["error"].drop(same.index).round(12).nunique() == 1
    assert {"one", "other"} <= set(tests.loc[tests["against_metric"] == "again", "metric"])
    assert {"one", "again"} <= set(tests.loc[tests["against_metric"] == "other", "metric"])
