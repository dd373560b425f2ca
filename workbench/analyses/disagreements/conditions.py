"""Under which settings the metrics of a page of disagreements were scored: a sentence, and columns."""

from collections.abc import Sequence

from workbench.experiment.chosen_rows import RowLabel, labels_of
from workbench.experiment.plan import Plan
from workbench.experiment.rows import Row
from workbench.report.layouts.labels import metric_label

SETTINGS = ("component", "preprocess", "references")


def say_settings(plan: Plan, rows: Sequence[Row]) -> str:
    """Return a sentence of the settings of each row, and of how others of its metric are named."""
    settings = [", ".join(filter(None, row.scored_as[2:])) for row in rows]
    names = [metric_label(row.label[0]) for row in rows]
    each = [f"{name}: {setting}" for name, setting in zip(names, settings, strict=True) if setting]
    said = settings[0] if len(set(settings)) == 1 else "; ".join(each)
    text = f"Preprocessing and references: {said}." if said else ""
    for row in rows:
        known = labels_of(plan, row.task.data.name)
        others = [each for each in known if each[0] == row.label[0] and each != row.label]
        if others:
            return (
                f"{text} The experiment has others, which are named as {name_apart(others[0], row.label)!r}."
            )
    return text


def name_apart(label: RowLabel, other: RowLabel) -> str:
    """Return the metric of a row, and what tells the row from another one of that metric.

    Examples
    --------
    >>> name_apart(("rouge-1", "f", "CASE", "4 refs"), ("rouge-1", "f", "CASE", "1 ref"))
    'rouge-1 4 refs'
    """
    differing = [one for one, two in zip(label[1:], other[1:], strict=True) if one != two]
    return " ".join([label[0], *differing])


def settings_columns(rows: Sequence[Row]) -> dict[str, str]:
    """Return the settings of both rows by the names of their columns."""
    return {
        f"{side}_{name}": value
        for side, row in zip(("first", "second"), rows, strict=True)
        for name, value in zip(SETTINGS, row.label[1:], strict=True)
    }
