"""What an experiment would do, without doing it."""

from pathlib import Path

from workbench.datasets.card import get_card
from workbench.datasets.load import how_to_get, missing
from workbench.experiment.count import is_kept, layout_of
from workbench.experiment.experiment import Experiment
from workbench.experiment.read import read
from workbench.experiment.spec import read_spec


def describe_file(
    path: str | Path, data: str | Path | None, metric_files: tuple[Path, ...] = (), cache: Path | None = None
) -> str:
    """Return the plan of an experiment file in words, or what is missing to make it.

    Raises
    ------
    SpecError
        If the experiment file has faults, or asks for what the data set does not have.
    """
    spec, _ = read_spec(path, metric_files, data)
    absent = missing(spec.data.name, data)
    if not absent:
        return describe(read(path, data, metric_files=metric_files, cache=cache))
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
    store = experiment.resources.store
    kept = [task for task in plan.count_tasks if is_kept(plan, task, store)]
    todo = [task for task in plan.count_tasks if task not in kept]
    pairs = sum(int(layout_of(plan, task).chosen.sum()) for task in todo)
    lines.append(f"To count   {pairs:,} pairs of texts in {len(todo)} counts; {len(kept)} are kept already")
    lines += [f"  {task.label}" for task in todo]
    lines += ["Understood", *(f"  {line}" for line in str(experiment.understood).splitlines())]
    if evalset.notes:
        lines += [f"Notes      {len(evalset.notes):,} on the files", *(f"  {note}" for note in evalset.notes)]
    return "\n".join(lines)
