"""What is counted part by part is what is counted at once, and goes on from the parts that are kept."""

import gc
import pickle
from functools import partial

import numpy as np
import pandas as pd
import pytest

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.executor import Serial, Threads
from workbench.experiment import count
from workbench.experiment.check import describe
from workbench.experiment.count_parts import PartTexts, cut
from workbench.experiment.score import score_all
from workbench.experiment.store import Store
from workbench.metrics.batch import BatchLayout

METRICS = ["rouge-2", "rouge-l", "bleu", "cider", "chrf"]
REFERENCES = {"all": "all", "two": "first(k=2)"}


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=7, systems=3, references=4).evalset


def experiment(data, **how):
    return workbench.Experiment(
        data, METRICS, references=REFERENCES, preprocess=["CASE", "STEM"], correlation={"draws": 5}, **how
    )


def test_texts_that_are_sent_to_another_process_are_counted_the_same(data):
    plan = experiment(data).plan
    [task] = plan.tasks.values()
    parts = PartTexts.of(task)
    counter = plan.conditions[0].count_task.counter
    counts = counter.count(parts.batch("CASE"))
    sent = pickle.loads(pickle.dumps(parts))
    assert sent.texts == parts.texts == task.texts
    assert sent.names == parts.names
    np.testing.assert_array_equal(counter.count(sent.batch("CASE")), counts)


@pytest.fixture
def small_parts(monkeypatch):
    """Cut after about 30 pairs: 12 pairs a segment, so that 7 segments are 3 parts."""
    monkeypatch.setattr(count, "cut", partial(cut, pairs=30))


def tasks(made):
    """Return what conditions are scored by, and what is counted for it."""
    return [*made.plan.count_tasks, *(each.count_task for each in made.plan.conditions)]


def counted(made, store=None, executor=None):
    return count.count_all(made.plan, store or Store(None), executor or Serial())


def test_runs_of_groups_have_about_so_many_pairs():
    layout = BatchLayout.of_sizes([2] * 5, [3, 1, 0, 9, 1])
    assert [(each.start, each.stop) for each in cut(layout, pairs=8)] == [(0, 2), (2, 4), (4, 5)]
    assert cut(layout) == [slice(0, 5)]
    assert cut(BatchLayout.of_sizes([1] * 4, [2] * 4), pairs=4) == [slice(0, 2), slice(2, 4)]
    assert cut(BatchLayout.of_sizes([], [])) == []


def test_a_part_of_a_layout_is_numbered_from_0():
    layout = BatchLayout.of_sizes([1, 2, 1], [2, 1, 3])
    weights = np.arange(6) / 10
    chosen = np.array([True, True, False, True, False, False, True])  # no part like another
    whole = BatchLayout(layout.candidate_groups, layout.reference_groups, chosen, weights)
    part = whole.part(slice(1, 3))
    assert part.candidate_groups.tolist() == [0, 2, 3]
    assert part.reference_groups.tolist() == [0, 1, 4]
    assert part.chosen.tolist() == [False, True, False, False, True]
    assert part.weights.tolist() == [0.2, 0.3, 0.4, 0.5]


@pytest.mark.parametrize("executor", [Serial(), Threads(2)])
def test_parts_are_the_whole(data, small_parts, monkeypatch, executor):
    in_parts = counted(experiment(data), executor=executor)
    monkeypatch.undo()
    at_once = counted(experiment(data))
    assert in_parts.pairs == at_once.pairs
    for task in tasks(experiment(data)):
        assert in_parts.key(task) == at_once.key(task)
        np.testing.assert_array_equal(in_parts.rows(task), at_once.rows(task))


def test_a_run_goes_on_from_the_parts_that_are_kept(data, small_parts, tmp_path):
    made = experiment(data)
    first = counted(made, Store(tmp_path))
    files = sorted(tmp_path.rglob("*.parquet"))
    # CIDEr looks at all segments at once
    parts = [1 if getattr(task.counter, "whole_corpus", False) else 3 for task in made.plan.count_tasks]
    assert 1 in parts
    assert len(files) == sum(parts)
    again = counted(experiment(data), Store(tmp_path))
    assert again.pairs == 0
    assert "0 pairs of texts in 0 counts" in describe(experiment(data, cache=tmp_path))
    # by what is in them: names are made of the code, too
    for file in sorted(files, key=lambda file: pd.read_parquet(file).to_csv())[::5]:
        file.unlink()
    rest = counted(experiment(data), Store(tmp_path))
    assert 0 < rest.pairs < first.pairs / 3
    for task in tasks(made):
        np.testing.assert_array_equal(again.rows(task), first.rows(task))
        np.testing.assert_array_equal(rest.rows(task), first.rows(task))
    assert sorted(tmp_path.rglob("*.parquet")) == files


def test_kept_counts_are_those_of_their_task(data, tmp_path):
    """Another task has as many texts, so that its counts would fit."""
    outputs = data.outputs.assign(task="other", text="a " + data.outputs["text"])
    rest = [pd.concat([each, each.assign(task="other")]) for each in (data.references, data.judgments)]
    both = EvalSet.build(data.card, pd.concat([data.outputs, outputs]), *rest)
    first, again = (counted(experiment(both), Store(tmp_path)) for _ in range(2))
    assert again.pairs == 0
    for task in tasks(experiment(both)):
        np.testing.assert_array_equal(again.rows(task), first.rows(task))


def test_a_metric_beside_a_larger_one_has_its_own_columns(data):
    """Both are counted together; what the smaller one is given is what it is given alone."""
    small, large = ["rouge-1", "bleu(order=2)"], ["rouge-4", "bleu"]
    alone, both = (
        workbench.Experiment(data, names, preprocess=["CASE"], correlation={"interval": "none"})
        for names in (small, [*small, *large])
    )
    ours, theirs = counted(both), counted(alone)
    for condition in alone.plan.conditions:
        task = condition.count_task
        assert ours.rows(task).shape[1] == len(task.counter.columns)
        np.testing.assert_array_equal(ours.rows(task), theirs.rows(task))


def test_large_counts_are_on_disk_alone_and_counted_again_where_they_are_gone(
    data, small_parts, tmp_path, monkeypatch, capfd
):
    made = experiment(data)
    in_memory = counted(made)
    expected = score_all(made.plan, in_memory, Store(None)).frame
    monkeypatch.setattr("workbench.experiment.store._LARGE", 1)
    on_disk = counted(made, Store(tmp_path))
    for task in tasks(made):
        assert in_memory.rows(task) is in_memory.rows(task)
        assert on_disk.rows(task) is not on_disk.rows(task)
    files = sorted(tmp_path.rglob("*.parquet"))
    for file in files[::5]:
        file.unlink()
    files[1].write_bytes(b"damaged")
    assert score_all(made.plan, on_disk, Store(None)).frame.equals(expected)
    assert str(files[1]) in capfd.readouterr().err


def test_pairs_are_laid_out_of_no_more_parts_than_are_counted(data, small_parts):
    def laid_out():
        gc.collect()
        layouts = [each for each in gc.get_objects() if type(each) is BatchLayout]
        return sum("pair_candidate" in vars(each) for each in layouts)

    class Watching(Serial):
        def map(self, function, items, what=""):
            for item in items:
                yield function(item)
                numbers.append(laid_out())

    made, numbers = experiment(data), []
    _ = made.plan
    before = laid_out()
    counted(made, executor=Watching())
    assert len(numbers) > 3
    assert max(numbers) - before <= len(made.plan.count_tasks)


def test_items_are_taken_when_there_is_room_and_results_stay_in_order():
    taken = []

    def items():
        for number in range(30):
            taken.append(number)
            yield number

    found = Threads(2).map(lambda number: -number, items())
    assert next(found) == 0
    assert len(taken) == 9  # 4 for each of two workers, and the one that waits for room
    assert list(found) == [-number for number in range(1, 30)]


def test_bleu_sees_the_chosen_references_and_no_others(data):
    """As if the others were not there, although an experiment that asks for these, too, has them at hand."""
    name = data.references["reference"].iloc[0]
    rest = data.references[data.references["reference"] == name]
    only = type(data).build(data.card, data.outputs, rest, data.judgments)
    chosen = {"chosen": f"named(reference={name})"}
    found = [
        workbench.Experiment(each, ["bleu"], references=asked).scores.frame.query("references == 'chosen'")
        for each, asked in ((data, {**chosen, "all": "all"}), (only, chosen))
    ]
    assert len(found[0]) > 3
    assert found[0]["value"].tolist() == found[1]["value"].tolist()
