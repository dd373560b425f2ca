"""What was understood of a data set, in a few lines, and what looks wrong in it."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import chain

from workbench.datasets.evalset import EvalSet
from workbench.datasets.looks.joined import look_at_joined
from workbench.datasets.looks.judgments import look_at_judgments
from workbench.datasets.looks.names import look_at_names
from workbench.datasets.looks.oddity import Oddity
from workbench.datasets.looks.raters import look_at_raters
from workbench.datasets.looks.ratings import look_at_ratings
from workbench.datasets.looks.scales import look_at_scales
from workbench.datasets.looks.texts import look_at_texts
from workbench.datasets.looks.writing import look_at_writing
from workbench.types import Integers

_MOST_TASKS = 3


@dataclass(frozen=True)
class Understood:
    """What was understood of a data set.

    Attributes
    ----------
    lines : tuple of str
        Sizes of the tasks, references, what was judged by whom, scales and directions.
    warnings : tuple of Oddity
        What is probably not meant: a rule, a sentence, examples, how many there are, what to do.
    """

    lines: tuple[str, ...]
    warnings: tuple[Oddity, ...]

    def __str__(self) -> str:
        return "\n".join([*self.lines, *(f"warning: {each}" for each in self.warnings)])

    def named(self) -> tuple[str, ...]:
        """Return a line with the names of all warnings, or nothing."""
        rules = ", ".join(dict.fromkeys(each.rule for each in self.warnings))
        things = "1 thing looks" if len(self.warnings) == 1 else f"{len(self.warnings):,} things look"
        return (f"In the data {things} wrong ({rules}): print the experiment's `understood`.",) * bool(rules)

    def brief(self, most: int = 5) -> list[str]:
        """Return a line a warning, of the first few, and how many more there are."""
        said = [f"warning: {each}" for each in self.warnings[:most]]
        rest = len(self.warnings) - most
        return [*said, f"warning: ... and {rest} more (`workbench check` has all)"] if rest > 0 else said


def understand(
    data: EvalSet, preprocess: Collection[str] = ("CASE",), judging: EvalSet | None = None
) -> Understood:
    r"""Say what was understood of a data set, and what looks wrong in it.

    Parameters
    ----------
    data : EvalSet
    preprocess : collection of str
        Under which texts are read: some of them cut words at letters that are not ASCII.
    judging : EvalSet, optional
        The outputs that are scored with the ratings that judge, where some ratings do not: what has no
        judgment is counted on these.

    Returns
    -------
    Understood

    Examples
    --------
    >>> import workbench
    >>> print(*understand(workbench.load("simulated-news")).lines, sep="\n")
    news: 16 systems × 30 segments, 480 outputs, 4 references a segment, 120 of 120 with a weight
    coverage (higher is better, 0 to 1): 480 of 480 outputs judged, 3 ratings each, 3 raters, 0.083 to 1
    """
    # as numbers: there may be millions of judgments, and each look takes rows out of them
    data = _with_categories(data)
    judging = None if judging is None else _with_categories(judging)
    lines = [*_describe_tasks(data), *(_describe_criterion(data, name) for name in data.criteria)]
    if data.notes:
        several = len(data.notes) > 1
        said = f"notes on the files: {len(data.notes):,}, the first" if several else "a note on the files"
        lines.append(f"{said}: {data.notes[0]}")
    found = chain(
        look_at_names(data),
        look_at_judgments(data, judging),
        look_at_raters(data),
        look_at_ratings(data),
        look_at_scales(data),
        look_at_texts(data, preprocess),
        look_at_joined(data),
        look_at_writing(data),
    )
    return Understood(tuple(lines), tuple(found))


def _with_categories(data: EvalSet) -> EvalSet:
    names = data.judgments.columns.drop("score")
    return replace(data, judgments=data.judgments.astype(dict.fromkeys(names, "category")))


def _describe_tasks(data: EvalSet) -> list[str]:
    lines = []
    for task in data.tasks[:_MOST_TASKS]:
        systems, segments = len(data.systems(task)), len(data.segments(task))
        number = int((data.outputs["task"] == task).sum())
        of = "" if number == systems * segments else f" of {systems * segments:,} that there might be"
        references = data.references[data.references["task"] == task]
        each = _spread(references.groupby("segment", sort=False).size().to_numpy())
        said = f"{_counted(each, 'reference')} a segment" if len(references) else "no references"
        rated = int(references["weight"].notna().sum())
        weights = f", {rated:,} of {len(references):,} with a weight" if rated else ""
        sizes = f"{_counted(str(systems), 'system')} × {_counted(f'{segments:,}', 'segment')}"
        lines.append(f"{task}: {sizes}, {_counted(f'{number:,}', 'output')}{of}, {said}{weights}")
    rest = len(data.tasks) - _MOST_TASKS
    return [*lines, f"... and {rest} more {'task' if rest == 1 else 'tasks'}"] if rest > 0 else lines


def _describe_criterion(data: EvalSet, criterion: str) -> str:
    rows, said = data.judgments[data.judgments["criterion"] == criterion], data.card.criteria[criterion]
    judged = rows.groupby(["task", "segment", "system"], sort=False).size()
    low, high = (f"{float(end) + 0.0:.4g}" for end in (rows["score"].min(), rows["score"].max()))
    return (
        f"{criterion} ({said.direction} is better, {said.scale or 'no scale said'}): {len(judged):,} of "
        f"{len(data.outputs):,} outputs judged, {_counted(_spread(judged.to_numpy()), 'rating')} each, "
        f"{_counted(str(rows['rater'].nunique()), 'rater')}, {low} to {high}"
    )


def _spread(counts: Integers) -> str:
    low, high = int(counts.min(initial=counts.max(initial=0))), int(counts.max(initial=0))
    return f"{low:,}" if low == high else f"{low:,}-{high:,}"


def _counted(number: str, noun: str) -> str:
    return f"{number} {noun}" if number == "1" else f"{number} {noun}s"
