"""N-grams are counted up to the highest order that is asked, once, and what is kept says how far it goes."""

import numpy as np
import pytest

import workbench
from workbench.executor import Serial
from workbench.experiment.count import count_all, layout_of
from workbench.experiment.count_parts import PartTexts
from workbench.experiment.plan import make_plan
from workbench.experiment.score import score_all
from workbench.experiment.spec import build_spec
from workbench.experiment.store import Store
from workbench.metrics.listed_texts import count_texts
from workbench.metrics.rouge_counts import Lcs, NGrams

PAIRS = 4 * 5 * 2


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=4, systems=5, references=2).evalset


def plan_of(data, *metrics):
    asked = [{"name": name, "preprocess": ["CASE"]} if type(name) is str else name for name in metrics]
    return make_plan(build_spec({"name": "x", "metrics": asked, "data": {"name": "simulated-news"}}), data)


def run(plan, store):
    """Count and score; return the pairs that were counted just now, and the scores, which are true."""
    counted = count_all(plan, store, Serial())
    for condition in plan.conditions:
        task = condition.count_task
        batch = PartTexts.of(plan.tasks[task.task]).batch(task.preprocess).under(layout_of(plan, task))
        assert np.array_equal(counted.rows(task), task.counter.count(batch))
    frame = score_all(plan, counted, store).frame
    return counted.pairs, frame.set_index(["metric", "system", "segment"])["value"]


def test_each_preprocessing_counts_up_to_its_own_highest_order(data):
    stemmed = {"name": "rouge-2", "preprocess": ["STEM"]}
    plan = plan_of(data, "rouge-1", "rouge-4", "rouge-l", "unigram", stemmed)
    found = [(task.preprocess, task.counter) for task in plan.count_tasks]
    assert found == [("CASE", NGrams(4)), ("CASE", Lcs()), ("STEM", NGrams(2))]


@pytest.mark.parametrize("on_disk", [False, True])
@pytest.mark.parametrize("first", ["few", "many"])
def test_kept_counts_of_some_orders_are_not_taken_for_others(data, tmp_path, first, on_disk):
    plans = {
        "few": plan_of(data, "rouge-1", "rouge-2"),
        "many": plan_of(data, "rouge-1", "rouge-2", "rouge-4"),
    }
    fresh = {name: run(plan, Store(None)) for name, plan in plans.items()}
    assert fresh["many"][1]["rouge-4"].between(0, 1, "neither").any()
    kept = Store(tmp_path)
    for name in sorted(plans, reverse=first == "many"):
        store = Store(tmp_path) if on_disk else kept
        for pairs in (PAIRS, 0):
            counted, scores = run(plans[name], store)
            assert counted == pairs
            assert scores.equals(fresh[name][1])


def test_texts_at_hand_are_counted_up_to_the_highest_order_once():
    needed = [("CASE", NGrams(1)), ("CASE", NGrams(3)), ("STEM", NGrams(2))]
    counts = count_texts(["the cat sat on it"], [["the cat sat down"]], None, needed).counts
    assert counts["CASE", "NGrams(orders=1)"] is counts["CASE", "NGrams(orders=3)"]
    assert counts["CASE", "NGrams(orders=3)"].tolist() == [[3, 4, 5, 2, 3, 4, 1, 2, 3]]
    assert counts["STEM", "NGrams(orders=2)"].tolist() == [[3, 4, 5, 2, 3, 4]]
