"""Every level of a small uneven study, value and draws, computed again slowly from its tables.

What is taken from the program are the resamples alone; what a draw is worth is counted out with copies of the
systems and segments. A system without an output, a missing judgment, segments that no reference with a
positive weight has, documents and domains of different sizes, metrics that pool and that do not, one of which
less is better, a criterion of which less is better.
"""

from functools import cache, partial

import naive
import numpy as np
import pandas as pd
import pytest
from scipy import stats
from small_study import JUDGMENTS, OUTPUTS, REFERENCES, write_study

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.experiment.levels.base import get_level
from workbench.experiment.row_coefficients import Coefficient
from workbench.stats.tests.critical import critical_value

LEVELS = ("system", "segment", "within-system", "document", "domain", "global")
DOCUMENTS = {
    "t": {"s1": "d2", "s2": "d1", "s3": "d2", "s4": "d1", "s5": "d3", "s6": "d1"},
    "u": {"s1": "b", "s2": "a", "s3": "a", "s4": "b"},
}
DOMAINS = {"d1": "news", "d2": "chat", "d3": "news", "a": "news", "b": "news"}
KEPT = {"t": ["s1", "s2", "s3", "s5", "s6"], "u": ["s1", "s3", "s4"]}
ABSENT = ("t", "s5", "E")
METRICS = ("bleu(order=2)", "length", "ter")
COEFFICIENTS = ("pearson", "spearman", "kendall")
EXPERIMENT = """
seed = 5
metrics = ["bleu(order=2)", "length", "ter", "delta-bleu"]
[data]
name = "mine"
unscorable = "drop"
[correlation]
levels = ["system", "segment", "within-system", "document", "domain", "global"]
draws = 23
confidence = 0.8
interval = "percentile"
resample = "{resample}"
"""


def with_parts():
    here = (OUTPUTS[["task", "segment", "system"]] != list(ABSENT)).any(axis=1)
    outputs = OUTPUTS[here]
    document = [
        DOCUMENTS[task][segment] for task, segment in zip(outputs["task"], outputs["segment"], strict=True)
    ]
    judged = (JUDGMENTS[["task", "segment", "system"]] != list(ABSENT)).any(axis=1)
    parts = {"document": document, "domain": [DOMAINS[name] for name in document]}
    return outputs.assign(**parts), JUDGMENTS[judged]


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    outputs, judgments = with_parts()
    return write_study(tmp_path_factory.mktemp("study"), outputs, judgments=judgments)


@pytest.fixture(scope="module")
def read(home):
    made = {}

    def once(resample):
        if resample not in made:
            file = home / f"{resample}.toml"
            file.write_text(EXPERIMENT.format(resample=resample), encoding="utf-8")
            made[resample] = workbench.read(file, data=home)
        return made[resample]

    return once


@pytest.fixture
def experiment(read):
    return read("both")


def coefficient(x, z, name, least):
    """Return the coefficient over what has both, NaN for fewer than `least`, or where one is constant."""
    both = ~np.isnan(x) & ~np.isnan(z)
    x, z = (np.array([float(f"{value:.11g}") for value in each[both]]) for each in (x, z))
    if len(x) < least or len(set(x)) < 2 or len(set(z)) < 2:
        return np.nan
    if name == "spearman":
        x, z = stats.rankdata(x), stats.rankdata(z)
    if name == "kendall":
        x, z = (np.sign(each[:, np.newaxis] - each).ravel() for each in (x, z))
    x, z = (each - each.mean() for each in (x, z))
    return float(x @ z / np.sqrt((x @ x) * (z @ z)))


@cache
def slow_of(task, metric, criterion):
    return Slow(task, metric, criterion)


class Slow:
    """What a metric and people say of systems on segments, each named as often as it was drawn."""

    def __init__(self, task, metric, criterion):
        outputs, judgments = with_parts()
        self.task, self.metric, self.known = task, metric, {}
        self.texts = {
            (row.system, row.segment): row.text.split()
            for row in outputs[outputs["task"] == task].itertuples()
        }
        self.references = {
            segment: [text.split() for text in rows["text"]]
            for segment, rows in REFERENCES[REFERENCES["task"] == task].groupby("segment")
        }
        rows = judgments[(judgments["task"] == task) & (judgments["criterion"] == criterion)]
        sign = -1 if criterion == "errors" else 1
        means = rows.groupby(["system", "segment"])["score"].mean()
        self.judged = {key: sign * value for key, value in means.items()}
        self.systems = sorted({system for system, _ in self.texts})

    def people(self, system, segments):
        values = [self.judged[system, each] for each in segments if (system, each) in self.judged]
        return np.mean(values) if values else np.nan

    def score(self, system, segments):
        """Return the metric's score of the outputs that were judged."""
        here = [each for each in segments if (system, each) in self.judged]
        pairs = [(self.texts[system, each], self.references[each]) for each in here]
        if self.metric == "bleu(order=2)":
            rated = [(text, others, [1.0] * len(others)) for text, others in pairs]
            return naive.bleu(rated, 2) if rated else np.nan
        if self.metric == "length":
            return np.mean([len(text) for text, _ in pairs]) if pairs else np.nan
        return -self._ter(system, here)

    def _ter(self, system, segments):
        from sacrebleu.metrics import TER

        texts = [" ".join(self.texts[system, each]) for each in segments]
        most = max((len(self.references[each]) for each in segments), default=0)
        others = [
            [
                " ".join(self.references[each][number]) if number < len(self.references[each]) else None
                for each in segments
            ]
            for number in range(most)
        ]
        return TER().corpus_score(texts, others).score / 100 if texts else np.nan

    def table(self, systems, units):
        """Return both sides, [systems, units]; a unit is a list of segments."""
        cells = [[self._cell(system, tuple(unit)) for unit in units] for system in systems]
        return tuple(np.moveaxis(np.array(cells, float).reshape(len(systems), len(units), 2), -1, 0))

    def _cell(self, system, unit):
        if (system, unit) not in self.known:
            self.known[system, unit] = self.score(system, unit), self.people(system, unit)
        return self.known[system, unit]


def parts_of(task, column, segments=None):
    """Return the kept segments of each document or domain, in the order in which they come."""
    found = {}
    for segment in KEPT[task]:
        name = DOCUMENTS[task][segment]
        name = DOMAINS[name] if column == "domain" else name
        found.setdefault(name, []).append(segment)
    return list(found.values())


def at_level(slow, level, name, systems, units):
    """Return the value of some systems and units, drawn or not, and what it rests on.

    Units are the documents at the level of documents, else segments.
    """
    task = slow.task
    if level == "system":
        x, z = slow.table(systems, [units])
        return coefficient(x[:, 0], z[:, 0], name, 3)
    if level == "global":
        x, z = slow.table(systems, [[each] for each in units])
        return coefficient(x.ravel(), z.ravel(), name, 3)
    if level == "domain":
        values = []
        for part in parts_of(task, "domain"):
            x, z = slow.table(systems, [[each for each in units if each in part]])
            values.append(coefficient(x[:, 0], z[:, 0], name, 3))
    else:
        x, z = slow.table(systems, units if level == "document" else [[each] for each in units])
        pairs = zip(x, z, strict=True) if level == "within-system" else zip(x.T, z.T, strict=True)
        values = [coefficient(*pair, name, 2) for pair in pairs]
    values = [value for value in values if not np.isnan(value)]
    return float(np.mean(values)) if values else np.nan


def rows_of(experiment):
    for row in experiment.rows:
        if row.label[0] in METRICS:
            for judged in row.task.judged:
                yield row, judged, slow_of(row.task.data.name, row.label[0], judged.criterion)


@pytest.mark.parametrize(
    ("level", "resample"),
    [*((level, "both") for level in LEVELS), ("system", "inputs"), ("document", "systems")],
)
def test_values_draws_and_intervals(read, level, resample):
    experiment = read(resample)
    place = ["metric", "task", "criterion", "level", "coefficient"]
    records = {
        row[0]: row[1]
        for row in zip(
            experiment.records[place].itertuples(index=False, name=None),
            experiment.records.itertuples(),
            strict=True,
        )
    }
    n_checked = 5 if resample == "both" else 3
    for row, judged, slow in rows_of(experiment):
        task = row.task.data.name
        assert row.task.segments == KEPT[task]
        units = parts_of(task, "document") if level == "document" else KEPT[task]
        draws = get_level(level).draws(row.task, judged)
        for name in COEFFICIENTS:
            one = partial(at_level, slow, level, name)
            record = records[row.label[0], task, judged.criterion, level, name]
            assert record.value == pytest.approx(one(slow.systems, units), abs=1e-8, nan_ok=True)
            statistic = row.statistic(judged, get_level(level), Coefficient(name))
            found = statistic(draws)
            if row.label[0] != "ter":
                every = zip(draws.systems.astype(int), draws.segments.astype(int), strict=True)
                expected = [
                    one(
                        [each for each, n in zip(slow.systems, systems, strict=True) for _ in range(n)],
                        [each for each, n in zip(units, inputs, strict=True) for _ in range(n)],
                    )
                    for systems, inputs in list(every)[:n_checked]
                ]
                assert found[:n_checked] == pytest.approx(expected, abs=1e-8, nan_ok=True)
            defined = found[~np.isnan(found)]
            assert record.undefined_draws == len(found) - len(defined)
            assert (record.draws, record.resampled) == (23, resample)
            if np.isnan(record.value):
                assert np.isnan([record.low, record.high, record.shift]).all()
                assert record.reason
                continue
            below = (defined < record.value - 1e-9).mean()
            below += (abs(defined - record.value) <= 1e-9).mean() / 2
            assert record.shift == pytest.approx(below)
            ends = np.quantile(defined, [0.1, 0.9])
            assert [record.low, record.high] == pytest.approx(ends.tolist(), nan_ok=True)
            assert (
                record.population
                == {
                    "both": "all systems, all inputs",
                    "systems": "all systems, these inputs",
                    "inputs": "these systems, all inputs",
                }[resample]
            )


def defined_groups(slow, level, name):
    """Return which groups have a coefficient, and which observations each of them has, both sides."""
    units = parts_of(slow.task, "document") if level == "document" else [[each] for each in KEPT[slow.task]]
    x, z = slow.table(slow.systems, units)
    if level != "within-system":
        x, z = x.T, z.T
    return [
        ~np.isnan(one) & ~np.isnan(other)
        for one, other in zip(x, z, strict=True)
        if not np.isnan(coefficient(one, other, name, 2))
    ], len(x)


def test_what_a_value_rests_on(experiment):
    records = experiment.records[experiment.records["metric"].isin(METRICS)]
    slow = {
        key: slow_of(*key)
        for key in dict.fromkeys(zip(records["task"], records["metric"], records["criterion"], strict=True))
    }
    for record in records.itertuples():
        mine = slow[record.task, record.metric, record.criterion]
        n, kept = len(mine.systems), KEPT[record.task]
        assert record.n_dropped == {"t": 1, "u": 1}[record.task]
        counts = (record.n_systems, record.n_segments, record.n_undefined)
        if record.level == "system" or record.level == "global":
            assert counts == (n, len(kept), 0)
        elif record.level == "domain":
            parts = parts_of(record.task, "domain")
            good = [
                part
                for part in parts
                if not np.isnan(
                    coefficient(
                        *(each[:, 0] for each in mine.table(mine.systems, [part])), record.coefficient, 3
                    )
                )
            ]
            assert counts == (n if good else 0, sum(map(len, good)), len(parts) - len(good))
        else:
            groups, number = defined_groups(mine, record.level, record.coefficient)
            inside = int(np.any(groups, axis=0).sum()) if groups else None
            if groups:
                expected = (len(groups), inside) if record.level == "within-system" else (inside, len(groups))
                assert counts == (*expected, number - len(groups))
        is_tested = record.level == "system"
        critical = critical_value(record.coefficient, n, 0.8) if is_tested else np.nan
        assert record.critical == pytest.approx(critical, nan_ok=True)
        assert record.confidence == 0.8
        tied = np.nan, np.nan
        if is_tested:
            sides = [each[:, 0] for each in mine.table(mine.systems, [kept])]
            first, second = np.triu_indices(n, 1)
            tied = [float((abs(each[first] - each[second]) < 1e-9).mean()) for each in sides]
        assert [record.tied_metric, record.tied_human] == pytest.approx(list(tied), nan_ok=True)


@pytest.mark.parametrize("resample", ["both", "systems", "inputs"])
def test_what_shares_resamples_and_what_does_not(read, resample):
    """All rows of a task share theirs; tasks, seeds and documents have their own."""
    experiment = read(resample)
    tasks = {row.task.data.name: row.task for row in experiment.rows}
    assert all(row.draws is tasks[row.task.data.name].draws for row in experiment.rows)
    assert all(judged.draws is task.draws for task in tasks.values() for judged in task.judged)
    other = experiment.replace(seed=6)
    [changed] = {id(row.task): row.task for row in other.rows if row.task.data.name == "t"}.values()
    side = "segments" if resample == "inputs" else "systems"
    assert (getattr(changed.draws, side) != getattr(tasks["t"].draws, side)).any()
    documents = get_level("document").draws(tasks["t"], tasks["t"].judged[0])
    assert documents.segments.shape == (23, 3)
    if resample != "inputs":
        assert (documents.systems != tasks["t"].draws.systems).any()


def test_two_tasks_of_one_size_have_resamples_of_their_own():
    data = workbench.simulate(topics=6, systems=5, references=1, raters=1).evalset
    frames = [
        pd.concat([frame, frame.assign(task="other")])
        for frame in (data.outputs, data.references, data.judgments)
    ]
    both = workbench.Experiment(
        EvalSet.build(data.card, *frames), ["length"], correlation={"draws": 20, "coefficients": ["pearson"]}
    )
    one, other = dict.fromkeys(row.task for row in both.rows)
    assert one.draws.systems.shape == other.draws.systems.shape
    assert (one.draws.systems != other.draws.systems).any()
    assert (one.draws.segments != other.draws.segments).any()


def test_of_many_rows_each_is_what_it_is_alone():
    """Rows are correlated some at a time: 34 of them are two helpings."""
    data = workbench.simulate(topics=4, systems=5, references=1, raters=1).evalset
    keys = list(data.outputs[["task", "segment", "system"]].itertuples(index=False, name=None))
    rng = np.random.default_rng(3)
    tables = {f"m{at:02}": dict(zip(keys, rng.random(len(keys)).tolist(), strict=True)) for at in range(34)}
    said = {"levels": ["system", "segment"], "interval": "fisher"}
    records = workbench.Experiment(data, [*tables], scores=tables, correlation=said).records
    assert len(records) == 34 * len(records[records["metric"] == "m00"])
    for name in ("m00", "m31", "m32", "m33"):
        alone = workbench.Experiment(data, [name], scores={name: tables[name]}, correlation=said).records
        mine = records[records["metric"] == name]
        columns = ["level", "n_systems", "value", "low", "high"]
        pd.testing.assert_frame_equal(
            mine[columns].reset_index(drop=True), alone[columns].reset_index(drop=True), check_exact=False
        )
