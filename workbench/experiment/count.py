"""Counting: every pair of texts once, kept on disk."""

import hashlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.code.identity import code_of
from workbench.executor import Executor
from workbench.experiment.plan import CountTask, Plan
from workbench.experiment.store import Store, content_key
from workbench.experiment.task_data import TaskData
from workbench.metrics.base import Counts
from workbench.metrics.batch import Batch, BatchLayout
from workbench.metrics.function import FunctionValues
from workbench.metrics.made_of_pairs import MadeOfPairs
from workbench.text.corpus import Corpus
from workbench.text.preprocess import get_preprocess


class Counted(NamedTuple):
    """The counts of a run.

    Attributes
    ----------
    rows : dict of CountTask to float64[n_rows, n_columns]
        Of what was counted, and of what was made of it.
    keys : dict of CountTask to str or None
        What tells the rows from others; None where nobody can tell, so that they are not kept.
    pairs : int
        Pairs of texts that were counted just now, summed over count tasks; what was kept needs none.
    """

    rows: dict[CountTask, Counts]
    keys: dict[CountTask, str | None]
    pairs: int


def _digest(array: NDArray[np.generic]) -> str:
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()[:32]


def layout_of(plan: Plan, task: CountTask) -> BatchLayout:
    """Return the pairs that a count task counts."""
    if task.references is None:
        return plan.tasks[task.task].layout
    return plan.layouts[task.references.name, task.task]


def count_key(plan: Plan, task: CountTask) -> str | None:
    """Return the key of a count task: the texts, what is done to them, what is counted, by which code.

    None where nobody can tell what the code is: then nothing is kept.
    """
    layout, counter = layout_of(plan, task), task.counter
    code = counter.token if isinstance(counter, FunctionValues) else code_of(counter).digest
    return code and content_key(
        code,
        plan.evalset.fingerprint,
        task.task,
        task.preprocess,
        task.counter.name,
        list(task.counter.columns),
        _digest(layout.chosen),
        _digest(layout.weights),
    )


def may_be_on_disk(task: CountTask) -> bool:
    """Tell whether a later run may take the counts: not those of a function of the user's."""
    return not isinstance(task.counter, FunctionValues)


def counts_of(task: CountTask, rows: dict[CountTask, Counts], layout: BatchLayout) -> Counts:
    """Return the counts of a count task under a layout, from what was counted for it."""
    counts = rows[task.source]
    return task.counter.choose(counts, layout) if isinstance(task.counter, MadeOfPairs) else counts


def batch_of(data: TaskData, preprocess: str, corpus: Corpus | None = None) -> Batch:
    """Return the texts of a task under a preprocessing, laid out as all its pairs."""
    corpus = corpus or Corpus(data.texts)
    texts = corpus.encode(get_preprocess(preprocess))
    n = len(data.outputs)
    total = len(data.texts)
    names = data.outputs[["task", "segment", "system"]].itertuples(index=False, name=None)
    return Batch(texts.take(np.arange(n)), texts.take(np.arange(n, total)), data.layout, list(names))


def _kept(plan: Plan, task: CountTask, key: str, store: Store) -> Counts | None:
    layout = layout_of(plan, task)
    n_rows = layout.n_pairs if task.counter.rows == "pair" else layout.n_candidates
    return store.load("counts", key, task.counter.columns, n_rows)


def count_all(plan: Plan, store: Store, executor: Executor) -> Counted:
    """Count whatever the plan needs and the store does not have."""
    keys = {task: count_key(plan, task) for task in plan.count_tasks}
    rows = {
        task: kept
        for task, key in keys.items()
        if key and (kept := _kept(plan, task, key, store)) is not None
    }
    missing = [task for task in keys if task not in rows]
    corpora = {name: Corpus(plan.tasks[name].texts) for name in dict.fromkeys(task.task for task in missing)}
    batches = {
        place: batch_of(plan.tasks[place[0]], place[1], corpora[place[0]])
        for place in dict.fromkeys((task.task, task.preprocess) for task in missing)
    }
    for batch in batches.values():
        _ = batch.shared  # once here, not in every worker

    def count(task: CountTask) -> tuple[CountTask, Counts]:
        batch = batches[task.task, task.preprocess].under(layout_of(plan, task))
        return task, np.asarray(task.counter.count(batch), np.float64)

    pairs = 0
    for task, counts in executor.map(count, missing, "counting"):
        if key := keys[task]:
            store.save("counts", key, task.counter.columns, counts, on_disk=may_be_on_disk(task))
        rows[task] = counts
        pairs += int(layout_of(plan, task).chosen.sum())
    for condition in plan.conditions:
        task = condition.count_task
        if task not in rows:
            rows[task] = counts_of(task, rows, layout_of(plan, task))
            keys[task] = count_key(plan, task)
    return Counted(rows, keys, pairs)
