"""Counting: every pair of texts once, kept on disk."""

import hashlib
from collections import Counter
from collections.abc import Container, Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.code.identity import code_of
from workbench.code.reads import keep_token, token_of
from workbench.executor import Executor
from workbench.experiment.count_parts import Needed, PartTexts, Work, count_files, count_work, cut
from workbench.experiment.plan import CountTask, Plan
from workbench.experiment.store import Store, content_key
from workbench.metrics.base import Counts
from workbench.metrics.batch import BatchLayout
from workbench.metrics.function import FunctionMetric
from workbench.metrics.made_of_pairs import MadeOfPairs


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
    code = token_of(counter.function) if isinstance(counter, FunctionMetric) else code_of(counter).digest
    return code and content_key(
        code,
        plan.evalset.fingerprint,
        task.task,
        task.preprocess,
        task.counter.name,
        list(task.counter.columns),
        _digest(layout.chosen),
        _digest(layout.weights),
        *([] if layout.corpus is None or not _is_whole(task) else [_digest(layout.corpus)]),
    )


def _is_whole(task: CountTask) -> bool:
    """Tell whether what is counted in a segment depends on the references of the others."""
    return bool(getattr(task.counter, "whole_corpus", False))


def may_be_on_disk(task: CountTask) -> bool:
    """Tell whether a later run may take the counts: not those of a function of the user's."""
    return not isinstance(task.counter, FunctionMetric)


def counts_of(task: CountTask, counts: Counts, layout: BatchLayout) -> Counts:
    """Return the counts of a count task under a layout, from those of its source."""
    return task.counter.choose(counts, layout) if isinstance(task.counter, MadeOfPairs) else counts


class _PartOfTask(NamedTuple):
    """A part of what a count task counts: some groups, and where its rows stand among all of its rows."""

    task: CountTask
    groups: slice
    rows: slice
    key: str | None
    whole: BatchLayout

    @property
    def layout(self) -> BatchLayout:
        """The pairs of the part, laid out anew: what is made of a layout is as large as its counts."""
        return self.whole.part(self.groups)

    @property
    def needed(self) -> Needed:
        return Needed(self.task.preprocess, self.task.counter, self.layout)


def _parts_of(plan: Plan, task: CountTask, key: str | None) -> list[_PartOfTask]:
    layout, end = layout_of(plan, task), 0
    whole = [slice(0, len(layout.candidate_groups) - 1)]
    each = whole if _is_whole(task) else cut(plan.tasks[task.task].layout)
    parts = []
    for groups in each:
        start, end = end, end + n_rows_of(task, layout.part(groups))
        own = key and (key if len(each) == 1 else content_key(key, "part", groups.start, groups.stop))
        parts.append(_PartOfTask(task, groups, slice(start, end), own, layout))
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


class Counted:
    """The counts of a run.

    Parameters
    ----------
    plan : Plan
    store : Store
    held : mapping of CountTask to float64[n_rows, n_columns]
        What was counted and is in memory; the rest is on disk.
    keys : mapping of CountTask to str or None
        What tells what was counted from others; None where nobody can tell, so that it is not kept.
    pairs : int
        Pairs of texts that were counted just now, summed over count tasks; what was kept needs none, and
        neither do metrics that read no texts.
    """

    def __init__(
        self,
        plan: Plan,
        store: Store,
        held: Mapping[CountTask, Counts],
        keys: Mapping[CountTask, str | None],
        pairs: int,
    ) -> None:
        self._plan, self._store, self.pairs = plan, store, pairs
        self._held, self._keys, self._counted_for = dict(held), dict(keys), plan.counted_for

    def key(self, task: CountTask) -> str | None:
        """Return what tells the rows of a count task from others; None where nobody can tell."""
        if task not in self._keys:
            self._keys[task] = count_key(self._plan, task)
        return self._keys[task]

    def rows(self, task: CountTask) -> Counts:
        """Return what was counted or is made of it, float64[n_rows, n_columns].

        What is on disk is read anew; a part that is no longer there is counted again.
        """
        if task in self._held:
            return self._held[task]
        source = self.source_of(task)
        if task == source:
            rows = np.empty((n_rows_of(task, layout_of(self._plan, task)), len(task.counter.columns)))
            for part in _parts_of(self._plan, task, self.key(task)):
                rows[part.rows] = self._read(part)
            return rows
        rows = counts_of(
            task, self.rows(source)[:, : len(task.source.counter.columns)], layout_of(self._plan, task)
        )
        if source in self._held:
            self._held[task] = rows
        return rows

    def source_of(self, task: CountTask) -> CountTask:
        """Return what was counted for a count task: itself, more than it, or what it is made of."""
        return self._counted_for.get(task.source, task.source)

    def holding(self, task: CountTask) -> "Counted":
        """Return the same with something that was counted in memory."""
        held = {**self._held, task: self.rows(task)}
        return Counted(self._plan, self._store, held, self._keys, self.pairs)

    def _read(self, part: "_PartOfTask") -> Counts:
        found = _load_part(self._store, part)
        if found is None:
            texts = PartTexts.of(self._plan.tasks[part.task.task], part.groups)
            [found] = count_work(Work(texts, [part.needed], is_all=True))
        return found


def count_all(plan: Plan, store: Store, executor: Executor) -> Counted:
    """Count whatever the plan needs and the store does not have.

    Work is cut into parts of neighbouring segments, each kept by itself: no more texts are encoded than are
    being counted, and a run that was ended goes on from the last part. Counts that are large stay on disk.
    """
    keys = {task: count_key(plan, task) for task in plan.count_tasks}
    functions = {each.counter.function for each in keys if isinstance(each.counter, FunctionMetric)}
    tokens = {function: token_of(function) for function in functions}
    held: dict[CountTask, Counts] = {}
    missing: dict[tuple[str, int, int], list[_PartOfTask]] = {}
    for task, key in keys.items():
        columns, n_rows = task.counter.columns, n_rows_of(task, layout_of(plan, task))
        kept = store.load("counts", key, columns, n_rows) if key else None
        if kept is not None:
            held[task] = kept
            continue
        if not (key and may_be_on_disk(task) and store.is_on_disk(n_rows * len(columns))):
            held[task] = np.empty((n_rows, len(columns)))
        for part in _parts_of(plan, task, key):
            found = _load_part(store, part) if part.key != key else None
            if found is None:
                missing.setdefault((task.task, part.groups.start, part.groups.stop), []).append(part)
            elif task in held:
                held[task][part.rows] = found
    pairs = 0
    works = _Works(plan, missing, held)
    counted = executor.map(count_files, works, "counting")
    for parts, each in zip(works.parts, counted, strict=True):
        for part, counts in zip(parts, each, strict=True):
            pairs += int(part.layout.chosen.sum()) if part.task.reads_texts else 0
            if isinstance(counts, bytes):
                store.put("counts", str(part.key), counts)
                continue
            held[part.task][part.rows] = counts
            if part.key and may_be_on_disk(part.task):
                store.write("counts", part.key, part.task.counter.columns, counts)
    for function, token in tokens.items():
        keep_token(function, token)
    for task in dict.fromkeys(part.task for parts in works.parts for part in parts):
        if (key := keys[task]) and task in held:
            store.save("counts", key, task.counter.columns, held[task], on_disk=False)
    return Counted(plan, store, held, keys, pairs)


def _load_part(store: Store, part: _PartOfTask) -> Counts | None:
    if part.key is None:
        return None
    n_rows = part.rows.stop - part.rows.start
    return store.load("counts", part.key, part.task.counter.columns, n_rows, remember=False)


class _Works:
    """What workers count, each with its texts, which are laid out when a worker takes them.

    Of many parts each is one worker's: its texts are encoded, all is counted in them, and they are gone. A
    task that is small enough for one part is shared by several workers, a counter each.
    """

    def __init__(
        self,
        plan: Plan,
        missing: Mapping[tuple[str, int, int], list[_PartOfTask]],
        held: Container[CountTask],
    ) -> None:
        self._held = held
        self._plan, n_parts = plan, Counter(task for task, _, _ in missing)
        self._missing = {
            place: [each] if n_parts[place[0]] > 1 else [[one] for one in each]
            for place, each in missing.items()
        }
        self.parts = [each for shares in self._missing.values() for each in shares]

    def __len__(self) -> int:
        return len(self.parts)

    def __iter__(self) -> Iterator[Work]:
        for (task, start, stop), shares in self._missing.items():
            texts = PartTexts.of(self._plan.tasks[task], slice(start, stop))
            for each in shares:
                keys = tuple("" if part.task in self._held else str(part.key) for part in each)
                yield Work(texts, [part.needed for part in each], is_all=len(shares) == 1, keys=keys)
