"""Outputs of which a table of scores has none: said together before anything is counted."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from workbench.errors import Problem
from workbench.experiment.spec import Spec
from workbench.experiment.task_data import TaskData
from workbench.experiment.unmatched_scores import place_of_scores
from workbench.metrics.base import Metric
from workbench.metrics.external import External, ScoreTable
from workbench.types import WHOLE, OutputKey

_SHOWN = 3


def find_missing_scores(
    spec: Spec, named: Mapping[str, Metric], tasks: Mapping[str, TaskData], known: Collection[str] = ()
) -> Iterator[Problem]:
    """Yield a fault for each table that has no score of some output, or one for outputs of several tasks.

    Where segments without a score are dropped, only for one of which no segment of a task would be left.

    Parameters
    ----------
    spec : Spec
    named : mapping of str to Metric
    tasks : mapping of str to TaskData
        What is scored.
    known : collection of str
        Systems and references of the whole data set; others are named where a table lacks systems.
    """
    tables = [metric for metric in dict.fromkeys(named.values()) if isinstance(metric, External)]
    if not tables:
        return
    outputs = {name: output_keys(data) for name, data in tasks.items()}
    shared = _shared_outputs(tasks, outputs)
    for metric in tables:
        missing = {name: metric.table.lacking(keys) for name, keys in outputs.items()}
        place = place_of_scores(spec, metric.called)
        yield from _of_several_tasks(place, metric.table, shared)
        if spec.data.unscorable == "drop":
            yield from _nothing_left(place, tasks, missing)
        elif any(missing.values()):
            yield _missing(place, outputs, missing, _unknown_systems(metric.table, known, missing))


def _shared_outputs(
    tasks: Mapping[str, TaskData], outputs: Mapping[str, Sequence[OutputKey]]
) -> dict[tuple[str, str], tuple[str, str]]:
    """Return the segments and systems that two tasks have with different texts, and the tasks."""
    shared: dict[tuple[str, str], tuple[str, str]] = {}
    first: dict[tuple[str, str], tuple[str, str]] = {}
    for name, data in tasks.items() if len(tasks) > 1 else ():
        texts = data.outputs["text"].to_numpy()[data.firsts].tolist()
        for (_, segment, system), text in zip(outputs[name], texts, strict=True):
            task, other = first.setdefault((segment, system), (name, text))
            if text != other:
                shared.setdefault((segment, system), (task, name))
    return shared


def _of_several_tasks(
    place: str, table: ScoreTable, shared: Mapping[tuple[str, str], tuple[str, str]]
) -> Iterator[Problem]:
    """Yield a fault for a table that does not say of which of two tasks its scores are."""
    found = [key for key in shared if ("", *key) in table.values]
    whole = [key for key in shared if not found and ("", WHOLE, key[1]) in table.values]
    for segment, system in (found or whole)[:1]:
        one, other = shared[segment, system]
        whose = f"system {system!r}" if whole else f"segment {segment!r} of system {system!r}"
        what = f"does not say of which task a score is: tasks {one!r} and {other!r} both have a {whose}"
        hint = (
            "Add a column task (or task = its name), or choose one task in [data]; score files of "
            f"several tasks lie in a folder each, metric-scores/{one}, and metric-scores is named"
        )
        yield Problem(place, f"{what}, with another text", hint=hint)


def output_keys(data: TaskData) -> list[OutputKey]:
    """Return task, segment and system of each output, in the order of the task."""
    cells = zip(data.segment_of[data.firsts].tolist(), data.system_of[data.firsts].tolist(), strict=True)
    return [(data.name, data.segments[segment], data.systems[system]) for segment, system in cells]


def _missing(
    place: str, outputs: Mapping[str, Sequence[OutputKey]], missing: Mapping[str, Sequence[OutputKey]],
    unknown: Sequence[str],
) -> Problem:  # fmt: skip
    number, of = (sum(map(len, each.values())) for each in (missing, outputs))
    names = [name for task, keys in missing.items() for name in _described(keys, outputs[task], task)]
    more = f"; and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    what = f"no score of {number:,} of {of:,} outputs: {'; '.join(names[:_SHOWN])}{more}"
    hint = (
        "Add them to its file, or leave such systems or segments out of [data]; "
        'unscorable = "drop" there leaves segments without a score out of every condition'
    )
    if unknown:
        shown = ", ".join(map(repr, unknown[:_SHOWN]))
        others = f" and {len(unknown) - _SHOWN:,} more" if len(unknown) > _SHOWN else ""
        hint = f"It has scores of {shown}{others}, which are no systems here: compare the names. {hint}"
    whole = [task for task, keys in missing.items() if len(keys) == len(outputs[task])]
    if not unknown and number == sum(len(missing[task]) for task in whole):
        hint = f"Add them to its file, or leave such tasks out of [data]: tasks = [{_without(whole)}]"
    return Problem(place, what, hint=hint)


def _unknown_systems(
    table: ScoreTable, known: Collection[str], missing: Mapping[str, Sequence[OutputKey]]
) -> list[str]:
    """Return what a table has scores of, in tasks of which it lacks some, that nobody knows."""
    lacking = {"", *(task for task, keys in missing.items() if keys)}
    there = dict.fromkeys(system for task, _, system in table.values if task in lacking) if known else ()
    return [system for system in there if system not in known]


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
