"""What an experiment will cost: its own steps, tried on this machine with few pairs and few draws."""

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

from workbench.errors import plural
from workbench.executor import one_blas_thread
from workbench.experiment.count import Counted, is_kept, layout_of, n_rows_of
from workbench.experiment.count_parts import Needed, PartTexts, Work, count_work, cut
from workbench.experiment.experiment import Experiment
from workbench.experiment.plan import CountTask, Plan
from workbench.experiment.sections import Section
from workbench.experiment.spec import Spec
from workbench.experiment.store import Store
from workbench.experiment.units import BLOCK
from workbench.metrics.base import Counts

REPEATED = ("draws", "assignments", "splits", "shuffles", "repeats")
"""Keys that say how often something is done: what they cost grows with them."""
_FEW, _MORE = 0.02, (0.06, 0.3)
"""Shares of the repetitions that are tried, more of them until the difference can be measured."""
_LONG_ENOUGH = 0.25
"""Seconds from which on a measurement is taken as it is."""
_CLEAR = 1.0
"""Seconds that more repetitions have to take longer: a tenth of them may be other work of the machine."""
_PAIRS = 5_000
"""Pairs of texts, about, that are tried at once."""


@dataclass(frozen=True)
class Cost:
    """What an experiment takes; seconds are those of processors.

    Attributes
    ----------
    pairs : int
        Pairs of texts to count, summed over what is counted in them.
    cells : int
        Coefficients, each with its interval.
    counting, correlating : float
        What workers share.
    rest : float
        What one does: reading, scoring, analyses, writing.
    memory, each : float
        Bytes of one process that does everything, and what every further worker needs.

    Examples
    --------
    >>> cost = Cost(pairs=100, cells=9, counting=6.0, correlating=4.0, rest=2.0, memory=3e8, each=1e7)
    >>> cost.seconds(1), cost.seconds(4), cost.bytes(4)
    (12.0, 4.5, 330000000.0)
    """

    pairs: int
    cells: int
    counting: float
    correlating: float
    rest: float
    memory: float
    each: float

    def seconds(self, workers: int) -> float:
        """Return how long so many workers take, each with a processor of its own."""
        return (self.counting + self.correlating) / workers + self.rest

    def bytes(self, workers: int) -> float:
        """Return the memory of a process with so many threads."""
        return self.memory + (workers - 1) * self.each

    def lines(self, workers: int) -> list[str]:
        """Say it: for one worker, and for so many."""
        parts = {"counting": self.counting, "correlating": self.correlating, "all else": self.rest}
        named = ", ".join(f"{name} {_time(seconds)}" for name, seconds in parts.items())
        return [
            f"Cost       {plural('pair', self.pairs)}, {plural('coefficient', self.cells)}; "
            f"{_time(self.seconds(1))} of a processor: {named}",
            *(
                f"  {plural('worker', number)}: "
                f"{_time(self.seconds(number))}, {self.bytes(number) / 1e6:,.0f} MB"
                for number in dict.fromkeys((1, workers))
            ),
        ]


def _time(seconds: float) -> str:
    """Write a time with the precision of an estimate.

    Examples
    --------
    >>> _time(0.31), _time(75), _time(5_000)
    ('0.3 s', '75 s', '83 min')
    """
    if seconds < 10:
        return f"{seconds:.1f} s"
    return f"{seconds:.0f} s" if seconds < 600 else f"{seconds / 60:,.0f} min"


def extrapolate(few: tuple[float, float], more: tuple[float, float], to: float = 1.0) -> float:
    """Return what a straight line through two measurements, (share, found), says of another share.

    Nothing shrinks with its share: a later measurement that is smaller is noise.

    Examples
    --------
    >>> extrapolate((0.1, 3.0), (0.2, 4.0)), extrapolate((0.1, 3.0), (0.2, 2.5))
    (12.0, 3.0)
    """
    slope = max(0.0, more[1] - few[1]) / (more[0] - few[0])
    return few[1] + slope * (to - few[0])


def fewer(spec: Spec, share: float) -> Spec:
    """Return what is asked with a share of all that is repeated, each at least twice."""

    def of(section: Section) -> dict[str, int]:
        asked = {key: getattr(section, key, None) for key in REPEATED}
        return {key: max(2, round(n * share)) for key, n in asked.items() if isinstance(n, int) and n > 2}

    changed = {
        name: section.model_copy(update=of(section))
        for name, section in spec
        if isinstance(section, Section) and of(section)
    }
    return spec.model_copy(update=changed)


def pairs_to_count(plan: Plan, store: Store) -> dict[CountTask, int]:
    """Return how many pairs of texts are to be counted for whatever is not kept."""
    todo = [task for task in plan.count_tasks if not is_kept(plan, task, store)]
    return {task: int(layout_of(plan, task).chosen.sum()) for task in todo}


def cells_of(experiment: Experiment) -> int:
    """Return how many coefficients the records of metrics have: rows × criteria × those of each level."""
    settings, plan = experiment.spec.correlation, experiment.plan
    sizes = len(experiment.spec.unit.sizes) if experiment.spec.unit else 1
    each = sum(
        len(settings.coefficients_at(level)) * (sizes if level == BLOCK else 1) for level in settings.levels
    )
    asked = [one for one in plan.conditions if one.references in plan.spec.references]
    return sum(len(one.components) for one in asked) * len(plan.criteria) * each


def estimate(experiment: Experiment, spent: float = 0.0) -> Cost:
    """Try the steps of an experiment and say what all of it will take.

    Texts of some neighbouring segments are counted. What that gives stands for all counts, so that what
    comes after is done with as many scores as there will be, with few draws, and again with more of them: a
    line through the two says what all draws take.

    Parameters
    ----------
    experiment : Experiment
    spent : float
        Seconds of the processor that reading it took, which a run needs again.

    Raises
    ------
    WorkbenchError
        If the texts that are tried cannot be scored.
    """
    plan, todo = experiment.plan, pairs_to_count(experiment.plan, experiment.resources.store)
    with one_blas_thread(), TemporaryDirectory() as place:
        folder = Path(place)
        store = Store(folder if experiment.resources.store.folder else None)
        counting, rows = _try_counting(plan, todo, store)
        counts = Counted(plan, store, rows, {}, 0)
        first = _try_rest(experiment, _FEW, counts, store, folder / "report")
        few = more = first
        share = 1.0
        if fewer(experiment.spec, _FEW) != experiment.spec:
            # what is first in a process loads what it needs; beside much work that is little
            if first.repeated < 10 * _LONG_ENOUGH:
                few = _try_rest(experiment, _FEW, counts, store)
            for share in _MORE:
                more = _try_rest(experiment, share, counts, store)
                if more.repeated - few.repeated > _CLEAR:
                    break
    correlating, analyses, memory = (
        extrapolate((_FEW, one), (share, other)) - one
        for one, other in (
            (few.correlating, more.correlating),
            (few.analyses, more.analyses),
            (few.memory, more.memory),
        )
    )
    return Cost(
        sum(todo.values()),
        cells_of(experiment),
        counting,
        first.correlating + correlating,
        spent + first.rest + first.analyses + analyses,
        few.memory + memory,
        first.shared,
    )


def _try_counting(
    plan: Plan, todo: Mapping[CountTask, int], store: Store
) -> tuple[float, dict[CountTask, Counts]]:
    """Return what counting all that is to be counted takes, and counts to go on with, repeated."""
    seconds, rows = 0.0, {}
    for name, data in plan.tasks.items():
        tasks = [task for task in plan.count_tasks if task.task == name]
        runs = cut(data.layout, _PAIRS)
        middle = runs[len(runs) // 2]
        one = slice(middle.start, middle.start + 1)
        cold, _ = _count(plan, tasks, one, store)
        # the shorter of two: what holds up a few pairs would be taken for what all pairs take
        warm, counts = min((_count(plan, tasks, one, store) for _ in range(2)), key=_seconds)
        n_one, n_all = (data.layout.part(each).n_pairs for each in (one, slice(0, _n_groups(plan, name))))
        each = warm / max(1, n_one)
        if warm < _LONG_ENOUGH:
            many, counts = min((_count(plan, tasks, middle, store) for _ in range(2)), key=_seconds)
            n_many = data.layout.part(middle).n_pairs
            each = max(0.0, many - warm) / (n_many - n_one) if n_many > n_one else each
        asked = sum(layout_of(plan, task).n_pairs for task in tasks)
        missing = sum(layout_of(plan, task).n_pairs for task in tasks if task in todo)
        seconds += (cold + each * (n_all - n_one)) * missing / max(1, asked)
        for task, found in zip(tasks, counts, strict=True):
            n_rows = n_rows_of(task, layout_of(plan, task))
            rows[task] = found[np.arange(n_rows) % len(found)] if len(found) else np.zeros((n_rows, 0))
    return seconds, rows


def _seconds(counted: tuple[float, list[Counts]]) -> float:
    return counted[0]


def _n_groups(plan: Plan, task: str) -> int:
    return len(plan.tasks[task].layout.candidate_groups) - 1


def _count(plan: Plan, tasks: Sequence[CountTask], groups: slice, store: Store) -> tuple[float, list[Counts]]:
    """Count some groups and keep the counts, as a run does; return the seconds, too."""
    began = time.process_time()
    texts = PartTexts.of(plan.tasks[tasks[0].task], groups)
    needed = [Needed(task.preprocess, task.counter, layout_of(plan, task).part(groups)) for task in tasks]
    counts = count_work(Work(texts, needed, is_all=True))
    for number, (task, found) in enumerate(zip(tasks, counts, strict=True)):
        store.write("tried", f"{number:04}", task.counter.columns, found)
    return time.process_time() - began, counts


class _Tried(NamedTuple):
    """Seconds of the processor and bytes of what comes after counting, as far as it was tried.

    `memory` is the most that there was so far, `shared` what correlating, which workers share, added to it.
    """

    rest: float
    correlating: float
    analyses: float
    shared: float
    memory: float

    @property
    def repeated(self) -> float:
        return self.correlating + self.analyses


def _try_rest(
    experiment: Experiment, share: float, counts: Counted, store: Store, report: Path | None = None
) -> _Tried:
    """Take the steps after counting with a share of the draws; write the report, where there is a folder."""
    tried = experiment.assuming(fewer(experiment.spec, share), counts, store)
    times = [time.process_time()]

    def passed() -> float:
        times.append(time.process_time())
        return times[-1] - times[-2]

    _ = tried.rows
    rest, before = passed(), _peak()
    _ = tried.records
    correlating, shared = passed(), _peak() - before
    for kind, settings in tried.answered:
        tried.result(kind, settings)
    analyses = passed()
    if report is not None:
        tried.write(report)
        rest += passed()
    return _Tried(rest, correlating, analyses, shared, _peak())


def _peak() -> float:
    """Return the most memory that this process had so far, in bytes; 0 where the system does not say."""
    if sys.platform == "win32":
        return 0.0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return float(peak if sys.platform == "darwin" else peak * 1024)
