"""Which rows, task and criterion of an experiment are meant where a section, command or call names them."""

import itertools
from collections.abc import Sequence

from workbench.errors import Problem, SpecError, suggest
from workbench.experiment.plan import Plan
from workbench.experiment.rows import Row

RowLabel = tuple[str, str, str, str]
"""Metric, component, preprocessing and reference setting."""


def labels_of(plan: Plan, task: str) -> list[RowLabel]:
    """Return what the rows of a task are called, in their order, before any of them is made."""
    return [
        (condition.metric.name, component, condition.preprocess, condition.references.name)
        for condition in plan.conditions
        if condition.task == task and condition.references in plan.spec.references
        for component in condition.components
    ]


def refuse_unknown_metrics(plan: Plan, names: Sequence[str] | None, key: str) -> None:
    """Raise a `SpecError` for the first metric that the experiment does not have; None names nothing."""
    known = list(dict.fromkeys(each.metric.name for each in plan.conditions))
    for name in names or ():
        choose_name(plan.full_name(name), known, "metric", f"{plan.spec.name}: {key}")


def choose_name(name: str | None, known: list[str], kind: str, where: str) -> str:
    """Return a name that is among the known ones; the first of them where none is given."""
    if name is None:
        return known[0]
    if name not in known:
        raise SpecError(Problem(where, f"unknown {kind} {name!r}", hint=suggest(name, known)))
    return name


def choose_rows(plan: Plan, rows: list[Row], task: str, names: Sequence[str]) -> list[Row]:
    """Return the rows of a task that `choose_labels` chooses."""
    of_label = {row.label: row for row in rows if row.task.data.name == task}
    return [of_label[label] for label in choose_labels(plan, task, names)]


def choose_labels(plan: Plan, task: str, names: Sequence[str]) -> list[RowLabel]:
    """Return what the rows of a task are called that are named, each once.

    An empty name stands for a row that is not named: the first row, and then the first one of another metric,
    or, of one metric, the second row.

    Raises
    ------
    SpecError
        If no row has a name.
    """
    mine = labels_of(plan, task)
    chosen = [_find_label(plan, mine, name) for name in names if name]
    for _ in range(len(names) - len(chosen)):
        rest = [label for label in mine if label not in chosen]
        others = [label for label in rest if label[0] not in {each[0] for each in chosen}]
        chosen += (others or rest)[:1]
    return list(dict.fromkeys(chosen))


def _find_label(plan: Plan, labels: list[RowLabel], name: str) -> RowLabel:
    """Return the first label that starts with the words of a name; "bleu" is "bleu(order=4)", too.

    Settings may be left out: "rouge-1 4 refs" is the first of these references.
    """
    metric, _, rest = name.partition(" ")
    for words in (name.split(), f"{plan.full_name(metric)} {rest}".split()):
        for label in labels:
            if " ".join(label).split()[: len(words)] == words:
                return label
    for label in labels:
        if label[0] in (metric, plan.full_name(metric)) and rest.split() in _settings(label):
            return label
    hint = suggest(name, {" ".join(label[:2]) for label in labels})
    raise SpecError(Problem(plan.spec.name, f"there is no metric {name!r}", hint=hint))


def _settings(label: RowLabel) -> list[list[str]]:
    """Return the words of any of the settings of a row, in their order."""
    return [
        " ".join(chosen).split()
        for number in (1, 2, 3)
        for chosen in itertools.combinations(label[1:], number)
    ]
