"""What an experiment would do, without doing it."""

from pathlib import Path

from workbench.datasets.card import get_card
from workbench.datasets.load import how_to_get, load, missing
from workbench.experiment.count import count_key, layout_of
from workbench.experiment.plan import make_plan
from workbench.experiment.spec import read_experiment
from workbench.experiment.store import Store


def describe(experiment: str | Path, *, data: str | Path | None, cache: str | Path) -> str:
    """Return the plan of an experiment in words, or what is missing to make it.

    Raises
    ------
    SpecError
        If the experiment file has faults, or asks for what the data set does not have.
    """
    spec = read_experiment(experiment)
    lines = [f"Experiment {spec.name}: {spec.title}".rstrip(": ")]
    absent = missing(spec.data.name, data)
    if absent:
        card = get_card(spec.data.name, Path(data) if data else None)
        lines += [f"Data set {card.name}: not here", *(f"  missing: {each}" for each in absent)]
        return "\n".join([*lines, f"  how to get it: {how_to_get(card)}"])
    evalset = load(spec.data.name, data, spec.data.options)
    plan = make_plan(spec, evalset)
    card, settings, tasks = evalset.card, spec.correlation, plan.tasks.values()
    lines += [
        f"Data set   {card.name} {card.version} ({card.judgments} judgments, {card.licence})",
        *(f"Task       {t.name}: {len(t.systems)} systems × {len(t.segments)} segments" for t in tasks),
        f"Criteria   {', '.join(plan.criteria)} (raters: {plan.raters})",
        f"References {', '.join(f'{each.name} = {each.select}, {each.combine}' for each in spec.references)}",
        f"Statistics {', '.join(settings.coefficients)} at {' and '.join(settings.levels)} level",
        f"Conditions {len(plan.conditions)}",
    ]
    store = Store(Path(cache))
    kept = [task for task in plan.count_tasks if store.has("counts", count_key(plan, task))]
    todo = [task for task in plan.count_tasks if task not in kept]
    pairs = sum(int(layout_of(plan, task).chosen.sum()) for task in todo)
    lines.append(f"To count   {pairs:,} pairs of texts in {len(todo)} counts; {len(kept)} are kept already")
    lines += [f"  {task.label}" for task in todo]
    if evalset.notes:
        lines += [f"Notes      {len(evalset.notes):,} on the files", *(f"  {note}" for note in evalset.notes)]
    return "\n".join(lines)
