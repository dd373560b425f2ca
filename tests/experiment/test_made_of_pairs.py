"""Counts of candidates that are made of counts of pairs: counted once, the same under every setting."""

from dataclasses import dataclass, field
from typing import ClassVar

import asked
import numpy as np
import pytest
from sacrebleu.metrics import CHRF

import workbench
from workbench.executor import Serial
from workbench.experiment.count import count_all, counts_of, layout_of
from workbench.experiment.count_parts import PartTexts
from workbench.experiment.plan import make_plan
from workbench.experiment.score import score_all
from workbench.experiment.spec import build_spec
from workbench.experiment.store import Store
from workbench.metrics.base import METRICS, Metric
from workbench.metrics.made_of_pairs import MadeOfPairs

SETTINGS = {"1": "one", "2": "first(k=2)", "3": "sample(k=3)", "4": "all"}
CHRF_NAMES = ["chrf", "chrf(beta=1)", "chrf(word_order=2)"]


def build(metrics, **sections):
    references = [{"name": name, "select": select} for name, select in SETTINGS.items()]
    content = {"name": "x", "metrics": metrics, "references": references, "data": {"name": "simulated-news"}}
    return build_spec({**content, **sections})


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=4, systems=5, references=4).evalset


def count(plan, store):
    return count_all(plan, store, Serial())


def test_pairs_are_counted_once_for_all_settings_and_kept(data, tmp_path):
    plan = make_plan(build(CHRF_NAMES), data)
    store = Store(tmp_path)
    first = count(plan, store)
    assert first.pairs == 4 * 5 * 4 * 2  # beta changes nothing of what is counted
    assert len(list(tmp_path.rglob("*.parquet"))) == 2
    again = count(plan, store)
    assert again.pairs == 0
    assert len(plan.conditions) == 12
    for condition in plan.conditions:
        task = condition.count_task
        texts = PartTexts.of(plan.tasks[task.task])
        batch = texts.batch(task.preprocess).under(layout_of(plan, task))
        alone = task.counter.count(batch)
        assert np.array_equal(first.rows(task), alone)
        assert np.array_equal(again.rows(task), alone)
        assert np.array_equal(counts_of(task, first.rows(task.source), layout_of(plan, task)), alone)


def test_every_setting_is_scored_as_by_sacrebleu(data):
    plan = make_plan(build(CHRF_NAMES), data)
    frame = score_all(plan, count(plan, Store(None)), Store(None)).frame
    oracles = {"chrf": CHRF(), "chrf(beta=1)": CHRF(beta=1), "chrf(word_order=2)": CHRF(word_order=2)}
    texts = data.outputs.set_index(["segment", "system"])["text"]
    compared = 0
    for (name, setting, system, segment), rows in frame.groupby(
        ["metric", "references", "system", "segment"], sort=False
    ):
        if segment == "*" or setting == "3":
            continue
        references = data.references[data.references["segment"] == segment]["text"].head(int(setting))
        expected = oracles[name].sentence_score(texts[segment, system], list(references)).score / 100
        assert rows["value"].item() == pytest.approx(expected, abs=1e-12)
        compared += 1
    assert compared == 3 * 3 * 5 * 4


@dataclass(frozen=True)
class ShownPairs:
    """A counter that notes how many pairs it is shown."""

    shown: list[int] = field(default_factory=list, hash=False, compare=False)
    name: ClassVar[str] = "shown-pairs"
    rows: ClassVar[str] = "pair"
    columns: ClassVar[tuple[str, ...]] = ("letters",)

    def count(self, batch):
        self.shown.append(int(batch.layout.chosen.sum()))
        lengths = np.array(
            [len("".join(batch.candidates.tokens(n)[0])) for n in range(batch.layout.n_candidates)]
        )
        return lengths[batch.layout.pair_candidate, None] + batch.layout.pair_position[:, None].astype(float)


@dataclass(frozen=True)
class Most(MadeOfPairs):
    pairs: ClassVar[ShownPairs] = ShownPairs()
    name: ClassVar[str] = "most"
    columns: ClassVar[tuple[str, ...]] = ("most",)

    def choose(self, pairs, layout):
        return layout.spread(np.where(layout.chosen[:, None], pairs, 0.0)).max(axis=1)


@dataclass(frozen=True, repr=False)
class MostLetters(Metric):
    called: ClassVar[str] = "most-letters"
    counter: ClassVar[Most] = Most()
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)

    def score(self, counts):
        return {"score": counts[..., 0]}


def test_subsets_of_references_need_no_recount(tmp_path):
    METRICS("most-letters")(MostLetters)
    try:
        experiment = build(["most-letters"], reference_choice={"sizes": [1, 2, 3]})
        asked.of(experiment, cache=tmp_path / "c").reference_choice()
    finally:
        METRICS.remove("most-letters")
    data = workbench.load("simulated-news")
    assert Most.pairs.shown == [len(data.outputs) * 4]


def test_a_subset_gives_what_an_experiment_with_it_gives(tmp_path):
    metrics = ["chrf", "chrf(word_order=2)"]
    sections = {"correlation": {"coefficients": ["pearson"], "interval": "none"}}
    made = asked.of(
        build(metrics, references=[{"name": "all"}], reference_choice={"sizes": [1]}, **sections),
        cache=tmp_path / "c",
    )
    choice = made.reference_choice().frame
    single = choice[choice["size"] == 1].set_index("metric")
    named = [{"name": name, "select": f"named(reference={name})"} for name in ("R1", "R2", "R3", "R4")]
    records = asked.of(build(metrics, references=named, **sections), cache=tmp_path / "c").records
    for name, rows in records.groupby("metric"):
        values = rows.set_index("references")["value"]
        assert single["least"][name] == pytest.approx(values.min(), abs=1e-12)
        assert single["most"][name] == pytest.approx(values.max(), abs=1e-12)
        assert single["least_references"][name] == values.idxmin()
        assert single["most_references"][name] == values.idxmax()
