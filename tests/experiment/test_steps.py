"""Plan, count, score and correlate, step by step on small sets."""

from collections import Counter as Tally
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import product
from typing import ClassVar

import asked
import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from scipy import stats

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.errors import ScoreError, SpecError
from workbench.executor import Serial
from workbench.experiment.count import count_all
from workbench.experiment.plan import make_plan
from workbench.experiment.score import score_all
from workbench.experiment.spec import build_spec
from workbench.experiment.store import Store
from workbench.experiment.task_data import lay_out
from workbench.metrics.base import METRICS, Metric

LIN_17 = [f"rouge-{order}" for order in range(1, 10)] + [
    "rouge-l", "rouge-w(weight=1.2)",
    *(f"rouge-{kind}{gap}" for kind in ("s", "su") for gap in ("", "(gap=4)", "(gap=9)")),
]  # fmt: skip
SETTINGS = [
    ("1", "one", "pooled"),
    ("2", "first(k=2)", "best"),
    ("3", "sample(k=3)", "mean"),
    ("4", "all", "jackknife"),
]


def experiment(metrics, settings=SETTINGS[:1], **changes):
    return build_spec(
        {
            "name": "x",
            "metrics": metrics,
            "references": [{"name": n, "select": s, "combine": c} for n, s, c in settings],
            "data": {"name": "simulated-news", **changes.pop("data", {})},
            **changes,
        }
    )


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=5, systems=6, references=4).evalset


def scored(plan, store=None):
    store = store or Store(None)
    return score_all(plan, count_all(plan, store, Serial()), store)


@dataclass(frozen=True)
class Visits:
    """A counter that notes which pairs of texts it is shown."""

    seen: ClassVar[Tally] = Tally()
    name: ClassVar[str] = "visits"
    rows: ClassVar[str] = "pair"
    columns: ClassVar[tuple[str, ...]] = ("visits",)

    def count(self, batch):
        chosen = batch.layout.chosen
        self.seen.update(
            zip(batch.layout.pair_candidate[chosen], batch.layout.pair_reference[chosen], strict=True)
        )
        return np.ones((batch.layout.n_pairs, 1))


@dataclass(frozen=True, repr=False)
class Visited(Metric):
    power: int = 1

    called: ClassVar[str] = "visited"
    counter: ClassVar[Visits] = Visits()

    def score(self, counts):
        return {"score": counts[..., 0] ** self.power}


def test_no_pair_of_texts_is_counted_twice(data):
    METRICS("visited")(Visited)
    try:
        names = [f"visited(power={power})" for power in range(2, 7)]
        plan = make_plan(experiment(names, SETTINGS, preprocess=["CASE"]), data)
        assert len(plan.conditions) == 20
        scored(plan)
    finally:
        METRICS.remove("visited")
    assert len(Visits.seen) == 5 * 6 * 4
    assert set(Visits.seen.values()) == {1}


def test_pairs_that_no_condition_meets_are_not_told(data):
    """BLEU of three outputs on two segments meets one of four references of each."""
    made = workbench.simulate(topics=2, systems=3, references=4).evalset
    one = [{"name": "one", "select": "first(k=1)"}]
    e = workbench.Experiment(made, ["bleu(order=2)"], references=one, correlation={"interval": "none"})
    assert e.counts.pairs == 2 * 3


def test_a_sweep_equals_separate_runs_to_the_last_bit(data):
    preprocess = ["CASE", "STEM", "STOP"]
    plan = make_plan(experiment(LIN_17, SETTINGS, preprocess=preprocess), data)
    counted = count_all(plan, Store(None), Serial())
    assert counted.pairs == 5 * 6 * 4 * 6 * 3  # pairs × counters × preprocessings, whatever the settings
    whole = score_all(plan, counted, Store(None))
    assert len(whole.scored) == 17 * 3 * 4
    for each in whole.scored[::7]:
        condition = each.condition
        setting = condition.references
        alone = make_plan(
            experiment(
                [condition.metric.name],
                [(setting.name, setting.select, setting.combine)],
                preprocess=[condition.preprocess],
            ),
            data,
        )
        (single,) = scored(alone).scored
        assert np.array_equal(single.segments["recall"], each.segments["recall"])


def make(outputs, references, judgments, card=None):
    card = card or workbench.load("simulated-news").card
    frame = pd.DataFrame(outputs, columns=["segment", "system", "text"]).assign(task="t")
    refs = pd.DataFrame(references).assign(task="t")
    judged = pd.DataFrame(judgments, columns=["segment", "system", "score"])
    return EvalSet.build(card, frame, refs, judged.assign(task="t", criterion="coverage", rater="r"))


SYSTEMS, SEGMENTS = ("A", "B", "C"), ("s1", "s2")
OUTPUTS = [(s, m, f"a b {m.lower()} {s}") for s, m in product(SEGMENTS, SYSTEMS)]
JUDGED = [(s, m, (0.1 * n) % 1) for n, (s, m) in enumerate(product(SEGMENTS, SYSTEMS))]


def test_a_reference_from_a_system_is_left_out_when_that_system_is_scored():
    references = [
        {"segment": s, "reference": r, "text": t, "made_by": by}
        for s in SEGMENTS
        for r, t, by in (("r1", "a b", ""), ("r2", "b a a", "B"))
    ]
    plan = make_plan(
        experiment(["rouge-1", "bleu(order=1)"], [("all", "all", "pooled")]),
        make(OUTPUTS, references, JUDGED),
    )
    rouge, bleu = scored(plan).scored
    assert np.allclose(rouge.segments["recall"], [[1] * 2, [1] * 2, [4 / 5] * 2])
    assert plan.tasks["t"].layout.chosen.sum() == 2 * (2 + 1 + 2)
    assert bleu.counts[:, 0, -2].tolist() == [3, 2, 3]  # the closest reference that may be used


def test_a_reference_for_one_system_meets_only_that_system():
    references = [
        {"segment": s, "reference": f"for-{m}", "text": f"a {m.lower()}", "only_for": m}
        for s, m in product(SEGMENTS, SYSTEMS)
    ] + [{"segment": "s1", "reference": "shared", "text": "b", "only_for": ""}]
    plan = make_plan(experiment(["rouge-1"], [("all", "all", "pooled")]), make(OUTPUTS, references, JUDGED))
    task = plan.tasks["t"]
    assert task.layout.n_pairs == 3 * 2 + 3
    (rouge,) = scored(plan).scored
    assert (rouge.segments["recall"] == 1).all()
    assert (
        rouge.segments["precision"] if "precision" in rouge.segments else rouge.segments["recall"]
    ).shape == (3, 2)


def test_references_that_no_output_meets_are_in_no_layout():
    references = [
        {"segment": s, "reference": r, "text": "a", "only_for": m}
        for s, r, m in (("s1", "r1", ""), ("s2", "r1", ""), ("s2", "r9", "A"))
    ]
    there = [each for each in OUTPUTS if each[:2] != ("s2", "A")]
    own = make(there, references, [each for each in JUDGED if each[:2] != ("s2", "A")])
    assert lay_out(own, "t").references["reference"].tolist() == ["r1"] * len(there)
    for gone, left in (("s1", "s2"), ("s2", "s1")):
        task = lay_out(replace(own, outputs=own.outputs[own.outputs["segment"] != gone]), "t")
        assert {*task.references["segment"]} == {left}
        assert task.layout.n_pairs == (task.outputs["segment"] == left).sum() == len(task.outputs)
        for_all = replace(own, references=own.references[own.references["only_for"] == ""])
        task = lay_out(replace(for_all, outputs=own.outputs[own.outputs["segment"] != gone]), "t")
        assert task.references["segment"].tolist() == [left]


def test_segments_that_a_condition_cannot_score_are_left_out_of_all(data):
    references = [
        {"segment": s, "reference": "r1", "text": "a b", "weight": w}
        for s, w in zip(SEGMENTS, (0.5, -1.0), strict=True)
    ]
    few = make(OUTPUTS, references, JUDGED)
    metrics = ["rouge-1", "delta-bleu(order=1)"]
    with pytest.raises(ScoreError, match=r"delta-bleu\(order=1\), references '1': cannot score segment s2"):
        scored(make_plan(experiment(metrics), few))
    scores = scored(make_plan(experiment(metrics, data={"unscorable": "drop"}), few))
    assert scores.dropped == {"t": ["s2"]}
    for each in scores.scored:
        values = next(iter(each.segments.values()))
        assert np.isfinite(values[:, 0]).all()
        assert np.isnan(values[:, 1]).all()
        assert np.isfinite(each.systems(next(iter(each.segments)))).all()


def test_everything_that_the_data_lack_is_reported_at_once(data):
    spec = experiment(
        ["rouge-1"],
        [("a", "named(reference=R9)", "pooled")],
        components=["recal"],
        data={"criteria": ["coverag"], "raters": "experts"},
    )
    with pytest.raises(SpecError) as caught:
        make_plan(spec, data)
    text = str(caught.value)
    assert len(text.splitlines()) == 4
    for part in (
        "Did you mean 'coverage'",
        "'experts'",
        "no reference is called 'R9'",
        "Did you mean 'recall'",
    ):
        assert part in text


def test_records_are_what_scipy_says(data):
    records = asked.correlate(data, ["rouge-2", "bleu(order=2)"], levels=["system", "segment"], draws=20)
    scores = asked.score_outputs(data, ["rouge-2", "bleu(order=2)"])
    human = data.judgments.groupby(["system", "segment"])["score"].mean().unstack()
    functions = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}
    for row in records.itertuples():
        mine = scores[scores["metric"] == row.metric]
        if row.level == "system":
            ours = mine[mine["segment"] == "*"].set_index("system")["value"]
            expected = functions[row.coefficient](ours[human.index], human.mean(axis=1)).statistic
        else:
            each = mine[mine["segment"] != "*"].pivot(index="system", columns="segment", values="value")
            each = each.loc[human.index, human.columns]
            expected = np.mean(
                [functions[row.coefficient](each[s], human[s]).statistic for s in human.columns]
            )
        assert row.value == pytest.approx(expected, abs=1e-9)
        assert row.low <= row.high


def test_a_lower_is_better_criterion_is_turned_once(data):
    card = data.card.model_copy(
        update={
            "criteria": {"coverage": data.card.criteria["coverage"].model_copy(update={"direction": "lower"})}
        }
    )
    turned = EvalSet.build(card, data.outputs, data.references, data.judgments)
    ours = asked.correlate(data, ["rouge-1"], draws=30)
    theirs = asked.correlate(turned, ["rouge-1"], draws=30)
    assert np.allclose(ours["value"], -theirs["value"])
    assert np.allclose(ours["low"], -theirs["high"])
    assert theirs["direction"].unique().tolist() == ["lower"]


def test_the_row_order_of_the_data_does_not_matter(data):
    rng = np.random.default_rng(0)
    frames = [
        frame.iloc[rng.permutation(len(frame))] for frame in (data.outputs, data.references, data.judgments)
    ]
    mixed = EvalSet.build(data.card, *frames)
    arguments = {"references": {"2 drawn": ("sample(k=2)", "best")}, "draws": 25}
    assert asked.correlate(mixed, ["rouge-l"], **arguments).equals(
        asked.correlate(data, ["rouge-l"], **arguments)
    )


def test_undefined_cells_have_a_reason(data):
    same = data.outputs.assign(text="nothing in common")
    records = asked.correlate(
        EvalSet.build(data.card, same, data.references, data.judgments),
        ["rouge-2"],
        levels=["system", "segment"],
        draws=5,
    )
    assert records["value"].isna().all()
    assert records["low"].isna().all()
    assert records["reason"].str.contains("constant").all()


def test_seed_zero_is_a_seed(data):
    first, again, other = (
        asked.correlate(data, ["rouge-1"], draws=50, seed=seed, interval="percentile") for seed in (0, 0, 1)
    )
    assert first.equals(again)
    assert not np.allclose(first["low"], other["low"])


def test_a_broken_file_in_the_store_is_counted_again(tmp_path, data):
    plan = make_plan(experiment(["rouge-l"]), data)
    first = count_all(plan, Store(tmp_path), Serial())
    assert count_all(plan, Store(tmp_path), Serial()).pairs == 0
    (kept,) = tmp_path.rglob("*.parquet")
    kept.write_bytes(kept.read_bytes()[:100])
    again = count_all(plan, Store(tmp_path), Serial())
    assert again.pairs == first.pairs
    assert all(np.array_equal(again.rows(task), first.rows(task)) for task in plan.count_tasks)


def test_scores_are_written_a_component_at_a_time_where_they_are_many(data, monkeypatch):
    made = scored(make_plan(experiment(["rouge-1", "bleu"], preprocess=["CASE", "STEM"]), data))
    at_once = pq.ParquetFile(BytesIO(made.parquet()))
    monkeypatch.setattr("workbench.experiment.scored._ROWS", 1)
    one_by_one = pq.ParquetFile(BytesIO(made.parquet()))
    assert (at_once.num_row_groups, one_by_one.num_row_groups) == (1, 4)
    assert one_by_one.read().to_pandas().equals(made.frame)
    assert at_once.read().to_pandas().equals(made.frame)
