"""Whether segments have as many references as a setting asks for."""

from collections.abc import Iterator, Mapping

import numpy as np

from workbench.datasets.looks.oddity import Oddity, odd
from workbench.errors import Problem
from workbench.experiment.spec import Spec
from workbench.experiment.task_data import TaskData
from workbench.registry import read_name


def find_few_references(spec: Spec, tasks: Mapping[str, TaskData]) -> Iterator[Problem | Oddity]:
    """Yield settings that ask for more references than there are.

    Yields
    ------
    Problem or Oddity
        A fault where no segment has as many; else, how many segments have fewer.
    """
    for number, setting in enumerate(spec.references):
        asked = read_name(setting.select).parameters.get("k")
        if not isinstance(asked, int):
            continue
        place = f"{spec.name}: references[{number}].select"
        each = {name: _most_of_segments(task) for name, task in tasks.items()}
        most = max((int(found.max(initial=0)) for found in each.values()), default=0)
        if most < asked:
            what = f"asks for {asked} references, and no segment has more than {most}"
            yield Problem(place, what, setting.select, f"k={most} at most, or all" if most else "all")
            continue
        for name, found in each.items():
            few = np.flatnonzero(found < asked)
            if few.size:
                yield odd(
                    "few-references",
                    f"{place}: {few.size:,} of {found.size:,} segments of {name} have fewer than {asked} "
                    "references, and are scored with those that they have",
                    [f"segment {tasks[name].segments[each]!r} has {found[each]}" for each in few],
                    f"Ask for {int(found.min())} to have as many everywhere",
                )


def _most_of_segments(task: TaskData) -> np.ndarray:
    """Return how many references a candidate of each segment may have, int64[n_segments]."""
    layout = task.layout
    each = np.bincount(layout.pair_candidate[layout.chosen], minlength=layout.n_candidates)
    most = np.zeros(len(task.segments), np.int64)
    np.maximum.at(most, task.segment_of, each)
    return most
