"""Which rows, task and criterion of an experiment are meant where a command or a call names them."""

from collections.abc import Sequence

from workbench.errors import Problem, SpecError, suggest
from workbench.experiment.plan import Plan
from workbench.experiment.rows import Row


def choose_name(name: str | None, known: list[str], kind: str, where: str) -> str:
    """Return a name that is among the known ones; the first of them where none is given."""
    if name is None:
        return known[0]
    if name not in known:
        raise SpecError(Problem(where, f"unknown {kind} {name!r}", hint=suggest(name, known)))
    return name


def choose_rows(plan: Plan, rows: list[Row], task: str, names: Sequence[str]) -> list[Row]:
    """Return the rows of a task that are named, each once.

    An empty name stands for a row that is not named: the first row, and then the first one of another metric,
    or, of one metric, the second row.

    Raises
    ------
    SpecError
        If no row has a name.
    """
    mine = [row for row in rows if row.task.data.name == task]
    chosen = [find_row(plan, mine, name) for name in names if name]
    for _ in range(len(names) - len(chosen)):
        rest = [row for row in mine if row not in chosen]
        others = [row for row in rest if row.label[0] not in {each.label[0] for each in chosen}]
        chosen += (others or rest)[:1]
    return list(dict.fromkeys(chosen))


def find_row(plan: Plan, rows: list[Row], name: str) -> Row:
    """Return the first row whose label starts with the words of a name; "bleu" is "bleu(order=4)", too."""
    metric, _, rest = name.partition(" ")
    for words in (name.split(), f"{plan.full_name(metric)} {rest}".split()):
        for row in rows:
            if " ".join(row.label).split()[: len(words)] == words:
                return row
    hint = suggest(name, {" ".join(row.label[:2]) for row in rows})
    raise SpecError(Problem(plan.spec.name, f"there is no metric {name!r}", hint=hint))
