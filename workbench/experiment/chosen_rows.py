"""Which rows, task and criterion of an experiment are meant where a command or a call names them."""

from workbench.errors import Problem, SpecError, suggest
from workbench.experiment.sides import Row
from workbench.metrics.base import get_metric


def choose_name(name: str | None, known: list[str], kind: str, where: str) -> str:
    """Return a name that is among the known ones; the first of them where none is given."""
    if name is None:
        return known[0]
    if name not in known:
        raise SpecError(Problem(where, f"unknown {kind} {name!r}", hint=suggest(name, known)))
    return name


def first_pair(rows: list[Row]) -> list[Row]:
    """Return the first row, and the first of another metric; of one metric the first two rows."""
    others = [row for row in rows[1:] if row.label[0] != rows[0].label[0]] or rows[1:]
    return [rows[0], *others[:1]]


def find_row(rows: list[Row], name: str, where: str) -> Row:
    """Return the first row whose label starts with the words of a name; "bleu" is "bleu(order=4)", too."""
    for words in (name.split(), _in_full(name).split()):
        for row in rows:
            if " ".join(row.label).split()[: len(words)] == words:
                return row
    hint = suggest(name, {" ".join(row.label[:2]) for row in rows})
    raise SpecError(Problem(where, f"there is no metric {name!r}", hint=hint))


def _in_full(name: str) -> str:
    """Return a name with the parameters that its metric always shows."""
    metric, _, rest = name.partition(" ")
    try:
        return f"{get_metric(metric).name} {rest}"
    except SpecError:
        return name
