"""Outputs of which a table of scores has none: said together before anything is counted."""

from collections.abc import Iterator, Mapping, Sequence

from workbench.errors import Problem
from workbench.experiment.spec import Spec
from workbench.experiment.task_data import TaskData
from workbench.experiment.unmatched_scores import place_of_scores
from workbench.metrics.base import Metric
from workbench.metrics.external import External
from workbench.types import OutputKey

_SHOWN = 3


def find_missing_scores(
    spec: Spec, named: Mapping[str, Metric], tasks: Mapping[str, TaskData]
) -> Iterator[Problem]:
    """Yield a fault for each table that has no score of some output.

    Where segments without a score are dropped, only for one of which no segment of a task would be left.

    Parameters
    ----------
    spec : Spec
    named : mapping of str to Metric
    tasks : mapping of str to TaskData
        What is scored.
    """
    outputs = {name: output_keys(data) for name, data in tasks.items()}
    for metric in dict.fromkeys(named.values()):
        if isinstance(metric, External):
            missing = {name: metric.table.lacking(keys) for name, keys in outputs.items()}
            place = place_of_scores(spec, metric.called)
            if spec.data.unscorable == "drop":
                yield from _nothing_left(place, tasks, missing)
            elif any(missing.values()):
                yield _missing(place, outputs, missing)


def output_keys(data: TaskData) -> list[OutputKey]:
    """Return task, segment and system of each output, in the order of the task."""
    cells = zip(data.segment_of[data.firsts].tolist(), data.system_of[data.firsts].tolist(), strict=True)
    return [(data.name, data.segments[segment], data.systems[system]) for segment, system in cells]


def _missing(
    place: str, outputs: Mapping[str, Sequence[OutputKey]], missing: Mapping[str, Sequence[OutputKey]]
) -> Problem:
    number, of = (sum(map(len, each.values())) for each in (missing, outputs))
    names = [name for task, keys in missing.items() for name in _described(keys, outputs[task], task)]
    more = f"; and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    what = f"no score of {number:,} of {of:,} outputs: {'; '.join(names[:_SHOWN])}{more}"
    hint = (
        "Add them to its file, or leave such systems or segments out of [data]; "
        'unscorable = "drop" there leaves segments without a score out of every condition'
    )
    whole = [task for task, keys in missing.items() if len(keys) == len(outputs[task])]
    if number == sum(len(missing[task]) for task in whole):
        hint = f"Add them to its file, or leave such tasks out of [data]: tasks = [{_without(whole)}]"
    return Problem(place, what, hint=hint)


def _without(names: Sequence[str]) -> str:
    return ", ".join(f'"!{name}"' for name in names[:_SHOWN])


def _described(keys: Sequence[OutputKey], every: Sequence[OutputKey], task: str) -> list[str]:
    """Name outputs of a task: all of it, all of a system, else one by one."""
    if len(keys) == len(every):
        return [f"all of task {task!r}"]
    wholly = _systems_without(keys, every)
    alone = [key for key in keys if key[2] not in wholly]
    return [
        *(f"all of system {system!r} of task {task!r}" for system in wholly),
        *(f"segment {segment!r}, system {system!r} of task {task!r}" for _, segment, system in alone),
    ]


def _systems_without(keys: Sequence[OutputKey], every: Sequence[OutputKey]) -> list[str]:
    scored = {system for _, _, system in {*every}.difference(keys)}
    return list(dict.fromkeys(system for _, _, system in keys if system not in scored))


def _nothing_left(
    place: str, tasks: Mapping[str, TaskData], missing: Mapping[str, Sequence[OutputKey]]
) -> Iterator[Problem]:
    for task, keys in missing.items():
        data = tasks[task]
        if {segment for _, segment, _ in keys} != {*data.segments}:
            continue
        systems = _systems_without(keys, output_keys(data))
        if not systems:
            what, hint = "", "Leave systems that lack many out of [data]"
        elif len(systems) == len(data.systems):
            what, hint = "", f"Leave the task out of [data]: tasks = [{_without([task])}]"
        else:
            what = f": none of system {systems[0]!r}"
            hint = f"Leave such systems out of [data]: systems = [{_without(systems)}]"
        dropped = f'unscorable = "drop" would leave no segment of task {task!r}, as each lacks a score'
        yield Problem(place, f"{dropped}{what}", hint=hint)
