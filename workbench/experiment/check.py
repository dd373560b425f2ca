"""What an experiment would do, without doing it."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

from workbench.datasets.card import get_card
from workbench.datasets.load import home_of, how_to_get, is_path, missing
from workbench.errors import WorkbenchError, plural
from workbench.experiment.cost import estimate, pairs_to_count
from workbench.experiment.experiment import Experiment
from workbench.experiment.left_out import known_before, left_out_lines
from workbench.experiment.read import read
from workbench.experiment.spec import read_spec


def describe_file(
    path: str | Path,
    data: str | Path | None,
    metric_files: tuple[Path, ...] = (),
    cache: Path | None = None,
    *,
    cost: bool = False,
) -> str:
    """Return the plan of an experiment file in words, what it costs if asked, or what is missing to make it.

    Raises
    ------
    SpecError
        If the experiment file has faults, or asks for what the data set does not have: what running it
        would refuse before it computes anything.
    """
    spec, _ = read_spec(path, metric_files, data)
    absent = missing(spec.data.name, data)
    if not absent or is_path(spec.data.name, home_of(data)):
        experiment = read(path, data, metric_files=metric_files, cache=cache)
        experiment.check()
        # the command has done nothing else so far
        return "\n".join([describe(experiment), *(_price(experiment, time.process_time()) if cost else [])])
    card = get_card(spec.data.name, Path(data) if data else None)
    lines = [_title(spec.name, spec.title), f"Data set {card.name}: not here"]
    lines += [*(f"  missing: {each}" for each in absent), f"  how to get it: {how_to_get(card)}"]
    return "\n".join(lines)


def _title(name: str, title: str) -> str:
    return f"Experiment {name}: {title}".rstrip(": ")


def describe(experiment: Experiment) -> str:
    """Return the plan of an experiment in words."""
    spec, evalset, plan = experiment.spec, experiment.data, experiment.plan
    card, settings, tasks = evalset.card, spec.correlation, plan.tasks.values()
    licence = card.licence or "unknown"
    lines = [
        _title(spec.name, spec.title),
        f"Data set   {card.name} {card.version} ({card.judgments} judgments, licence {licence})",
        *(f"Task       {t.name}: {len(t.systems)} systems × {len(t.segments)} segments" for t in tasks),
        f"Criteria   {', '.join(plan.criteria)} (raters: {plan.raters})",
        f"References {', '.join(f'{each.name} = {each.select}, {each.combine}' for each in spec.references)}",
        f"Statistics {', '.join(settings.coefficients)} at {' and '.join(settings.levels)} level",
        f"Conditions {len(plan.conditions)}",
    ]
    lines += _say_counts(experiment)
    lines += [f"Left out   {line}" for line in left_out_lines(plan.tasks, known_before(plan))]
    lines += ["Understood", *(f"  {line}" for line in str(experiment.understood).splitlines())]
    if evalset.notes:
        lines += [f"Notes      {len(evalset.notes):,} on the files", *(f"  {note}" for note in evalset.notes)]
    return "\n".join(lines)


def _say_counts(experiment: Experiment) -> Iterator[str]:
    """Yield what has to be counted in texts; metrics that read none are not named."""
    tasks = [task for task in experiment.plan.count_tasks if task.reads_texts]
    if not tasks:
        yield "To count   nothing: no metric reads texts"
        return
    missing_counts = pairs_to_count(experiment.plan, experiment.resources.store)
    todo = {task: number for task, number in missing_counts.items() if task.reads_texts}
    yield (
        f"To count   {plural('pair of texts', sum(todo.values()))} in {plural('count', len(todo))}; "
        f"{len(tasks) - len(todo)} are kept already"
    )
    yield from (f"  {task.label}" for task in todo)


def _price(experiment: Experiment, spent: float) -> list[str]:
    try:
        return estimate(experiment, spent).lines(max(2, os.cpu_count() or 1))
    except WorkbenchError as error:
        return [f"Cost       cannot be tried: {error.problems[0]}"]
