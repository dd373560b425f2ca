"""Counting: every pair of texts once, kept on disk."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.code.identity import code_of
from workbench.executor import Executor
from workbench.experiment.count_parts import Needed, PartTexts, Work, count_work, cut
from workbench.experiment.plan import CountTask, Plan
from workbench.experiment.store import Store, content_key
from workbench.metrics.base import Counts
from workbench.metrics.batch import BatchLayout
from workbench.metrics.function import FunctionValues
from workbench.metrics.made_of_pairs import MadeOfPairs


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


class _PartOfTask(NamedTuple):
    """A part of what a count task counts: some groups, and where its rows stand among all of its rows."""

    task: CountTask
    groups: slice
    rows: slice
    key: str | None
    layout: BatchLayout


def _parts_of(plan: Plan, task: CountTask, key: str | None) -> list[_PartOfTask]:
    layout, end = layout_of(plan, task), 0
    whole = [slice(0, len(layout.candidate_groups) - 1)]
    each = whole if getattr(task.counter, "whole_corpus", False) else cut(plan.tasks[task.task].layout)
    parts = []
    for groups in each:
        here = layout.part(groups)
        start, end = end, end + n_rows_of(task, here)
        own = key and (key if len(each) == 1 else content_key(key, "part", groups.start, groups.stop))
        parts.append(_PartOfTask(task, groups, slice(start, end), own, here))
    return parts


def n_rows_of(task: CountTask, layout: BatchLayout) -> int:
    """Return how many rows the counts of a count task have under a layout."""
    return layout.n_pairs if task.counter.rows == "pair" else layout.n_candidates


def is_kept(plan: Plan, task: CountTask, store: Store) -> bool:
    """Tell whether all that a count task counts is kept."""
    key = count_key(plan, task)
    return key is not None and (
        store.has("counts", key)
        or all(store.has("counts", str(part.key)) for part in _parts_of(plan, task, key))
    )


def count_all(plan: Plan, store: Store, executor: Executor) -> Counted:
    """Count whatever the plan needs and the store does not have.

    Work is cut into parts of neighbouring segments, each kept by itself: no more texts are encoded than are
    being counted, and a run that was ended goes on from the last part.
    """
    keys = {task: count_key(plan, task) for task in plan.count_tasks}
    rows: dict[CountTask, Counts] = {}
    missing: dict[tuple[str, int, int], list[_PartOfTask]] = {}
    for task, key in keys.items():
        columns, n_rows = task.counter.columns, n_rows_of(task, layout_of(plan, task))
        kept = store.load("counts", key, columns, n_rows) if key else None
        rows[task] = np.empty((n_rows, len(columns))) if kept is None else kept
        for part in _parts_of(plan, task, key) if kept is None else []:
            found = _load_part(store, part, key)
            if found is None:
                missing.setdefault((task.task, part.groups.start, part.groups.stop), []).append(part)
            else:
                rows[task][part.rows] = found
    pairs = 0
    works = list(_share_out(plan, missing))
    counted = executor.map(count_work, [work for work, _ in works], "counting")
    for (_, parts), each in zip(works, counted, strict=True):
        for part, counts in zip(parts, each, strict=True):
            rows[part.task][part.rows] = counts
            pairs += int(part.layout.chosen.sum())
            if part.key and may_be_on_disk(part.task):
                store.write("counts", part.key, part.task.counter.columns, counts)
    for task in dict.fromkeys(part.task for _, parts in works for part in parts):
        if key := keys[task]:
            store.save("counts", key, task.counter.columns, rows[task], on_disk=False)
    return complete(plan, Counted(rows, keys, pairs))


def complete(plan: Plan, counted: Counted) -> Counted:
    """Return what was counted with what is made of it, which some conditions are scored by."""
    rows, keys = dict(counted.rows), dict(counted.keys)
    for task, wide in plan.counted_for.items():
        if task != wide:
            rows[task] = rows[wide][:, : len(task.counter.columns)]
            keys[task] = count_key(plan, task)
    for condition in plan.conditions:
        task = condition.count_task
        if task not in rows:
            rows[task] = counts_of(task, rows, layout_of(plan, task))
            keys[task] = count_key(plan, task)
    return Counted(rows, keys, counted.pairs)


def _load_part(store: Store, part: _PartOfTask, key: str | None) -> Counts | None:
    """Return what is kept of a part; one that is all there is was looked for."""
    if part.key is None or part.key == key:
        return None
    n_rows = part.rows.stop - part.rows.start
    return store.load("counts", part.key, part.task.counter.columns, n_rows, remember=False)


def _share_out(
    plan: Plan, missing: Mapping[tuple[str, int, int], list[_PartOfTask]]
) -> Iterator[tuple[Work, list[_PartOfTask]]]:
    """Yield what one worker does at once, and the parts that it counts.

    Of many parts each is one worker's: its texts are encoded, all is counted in them, and they are gone. A
    task that is small enough for one part is shared by several workers, a counter each.
    """
    n_parts = Counter(task for task, _, _ in missing)
    for (task, start, stop), parts in missing.items():
        texts = PartTexts.of(plan.tasks[task], slice(start, stop))
        needed = [Needed(part.task.preprocess, part.task.counter, part.layout) for part in parts]
        if n_parts[task] > 1:
            yield Work(texts, needed, is_all=True), parts
        else:
            yield from (
                (Work(texts, [one], is_all=False), [part]) for one, part in zip(needed, parts, strict=True)
            )
