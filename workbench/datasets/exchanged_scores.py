"""Scores of systems in formats of exchange: as plain tables, and back."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import numpy as np

from workbench.datasets.arrays import ScoreArrays, read_arrays
from workbench.datasets.evalset import natural_key
from workbench.datasets.exchanged_sets import Chosen
from workbench.datasets.plain import Plain, read_plain
from workbench.datasets.readers.sacrerouge_metrics import Metrics, read_metrics
from workbench.datasets.readers.score_files import read_score_file
from workbench.datasets.writers.score_files import score_lines
from workbench.errors import DataError, Problem, SpecError, suggest
from workbench.types import WHOLE

METRIC, HUMAN = "metric", "human"
"""What the two arrays of nlpstats are called in a table."""


def read_scores_of(path: Path, source: str) -> Plain:
    """Return what a file of a format holds as a plain table.

    Raises
    ------
    DataError
        As the reader of the format does.
    """
    if source == "nlpstats":
        arrays = read_arrays(path)
        cells = [(row, column) for row in range(len(arrays.systems)) for column in range(len(arrays.inputs))]
        scores = {
            name: {
                ("", arrays.inputs[column], arrays.systems[row]): float(values[row, column])
                for row, column in cells
                if not np.isnan(values[row, column])
            }
            for name, values in ((METRIC, arrays.metric), (HUMAN, arrays.human))
        }
        return Plain({}, scores)
    if source == "sacrerouge":
        scores = {}
        for each in read_metrics(path):
            for name, value in each.values.items():
                if each.kind == "peer":
                    scores.setdefault(name, {})["", each.instance, each.summarizer] = value
        return Plain({}, scores)
    if source == "mt-metrics-eval":
        name = path.name.removesuffix(".gz").rsplit(".", 2)[0]
        read = read_score_file(path)
        return Plain({}, {name: {("", *key): score for key, score in read.items() if score is not None}})
    return read_plain(path)


def as_metrics(plain: Plain, path: Path) -> list[Metrics]:
    """Return scores as metrics of sacrerouge, in the natural order of the names."""
    tasks = {task for scores in plain.scores.values() for task, _, _ in scores}
    if len(tasks) > 1:
        raise DataError(Problem(str(path), "has several tasks, which the format does not tell apart"))
    keys = {key for scores in plain.scores.values() for key in scores}
    return [
        Metrics(
            key[1],
            key[2],
            "peer",
            {name: scores[key] for name, scores in plain.scores.items() if key in scores},
        )
        for key in sorted(keys, key=lambda each: tuple(map(natural_key, each)))
    ]


def choose(plain: Plain, choice: Chosen, count: int) -> list[str]:
    """Return the names of the scores that are taken: those chosen, else all if they are as many."""
    names = list(plain.scores)
    asked = [name for name in (choice.metric, choice.criterion) if name]
    for name in asked:
        if name not in names:
            raise SpecError(Problem("", f"there is no score {name!r}", hint=suggest(name, names)))
    if len(asked) == count:
        return asked
    if not asked and len(names) == count:
        return names
    options = "--metric and --criterion" if count > 1 else "--metric"
    raise SpecError(Problem("", f"which scores? Choose with {options}", ", ".join(names)))


def _table(plain: Plain, name: str, choice: Chosen) -> dict[tuple[str, str], float]:
    """Return the scores of one task by (segment, system)."""
    tasks = sorted({task for task, _, _ in plain.scores[name]})
    if choice.task and choice.task not in tasks:
        raise SpecError(Problem("--task", f"unknown task {choice.task!r}", hint=suggest(choice.task, tasks)))
    if not choice.task and len(tasks) > 1:
        raise SpecError(Problem("--task", "which of the tasks?", allowed=", ".join(tasks)))
    task = choice.task or tasks[0]
    return {
        (segment, system): score for (at, segment, system), score in plain.scores[name].items() if at == task
    }


def as_arrays(plain: Plain, choice: Chosen) -> tuple[ScoreArrays, list[str]]:
    """Return two scores as arrays, and notes; what only one of them has is missing in both."""
    names = choose(plain, choice, 2)
    both = [_table(plain, name, choice) for name in names]
    shared = both[0].keys() & both[1].keys()
    if not shared:
        raise DataError(Problem("", "no output has both scores"))
    systems = sorted({system for _, system in shared}, key=natural_key)
    inputs = sorted({segment for segment, _ in shared}, key=natural_key)
    metric, human = (
        np.array(
            [
                [scores[cell] if (cell := (each, system)) in shared else np.nan for each in inputs]
                for system in systems
            ]
        )
        for scores in both
    )
    notes = []
    if not choice.metric and names != [METRIC, HUMAN]:  # their order decided which is which
        x, z = names
        notes.append(f"X, the metric, is {x}, and Z, people, is {z}; else say --metric and --criterion")
    lost = len(both[0].keys() ^ both[1].keys())
    if lost:
        counted = "1 output has" if lost == 1 else f"{lost} outputs have"
        notes.append(f"{counted} only one of the two scores: missing in both")
    return ScoreArrays(metric, human, systems, inputs), notes


def as_score_file(path: Path, plain: Plain, choice: Chosen) -> tuple[str, str]:
    """Return level and text of a score file of one score; segments get numbers in their order."""
    (name,) = choose(plain, choice, 1)
    scores = _table(plain, name, choice)
    segments = sorted({segment for segment, _ in scores}, key=natural_key)
    systems = sorted({system for _, system in scores}, key=natural_key)
    if WHOLE in segments and len(segments) > 1:
        raise DataError(Problem(str(path), "has scores of segments and of whole systems"))
    level: Literal["sys", "seg"] = "sys" if segments == [WHOLE] else "seg"
    cells: Mapping[tuple[str, str], float | None] = {
        (segment, system): scores.get((segment, system)) for system in systems for segment in segments
    }
    return level, score_lines(dict(cells), level)
