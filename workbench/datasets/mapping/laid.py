"""What rows of somebody's tables become, before it is a data set."""

from dataclasses import dataclass, field
from typing import Any

from workbench.datasets.mapping.cells import is_nothing
from workbench.datasets.places import shown
from workbench.errors import Problem

Key = tuple[str | None, str]
"""Task and segment; the task is None in a table without a column for it."""


@dataclass
class Laid:
    """What is found row by row; `missing` counts ratings that are not there, `of_people` those of people.

    `of_nobody` counts those without a rater in a table that names raters, `written` those that are more than
    a number, by column, with the first one. `texts` are those of the outputs, and their places. `stated` are
    the references beside the first output of a segment, and its place: those of the other outputs, in
    whatever table, are the same.
    """

    outputs: list[dict[str, Any]] = field(default_factory=list)
    texts: dict[tuple[str | None, str, str], tuple[str, str]] = field(default_factory=dict)
    references: dict[Key, list[dict[str, Any]]] = field(default_factory=dict)
    stated: dict[Key, tuple[list[dict[str, Any]], str]] = field(default_factory=dict)
    judgments: list[dict[str, Any]] = field(default_factory=list)
    groups: dict[str, None] = field(default_factory=dict)
    missing: int = 0
    written: dict[str, tuple[str, int]] = field(default_factory=dict)
    of_people: int = 0
    of_nobody: int = 0
    faults: list[Problem] = field(default_factory=list)

    @property
    def tasks(self) -> set[str | None]:
        """The tasks that are named, and None where a table names none."""
        rows = (*self.outputs, *self.judgments)
        return {row["task"] for row in rows} | {task for task, _ in self.references}

    def text_of(self, place: str, value: Any, what: str) -> str | None:
        """Return the text of a cell, of a list its lines; None if it holds none, which is a fault."""
        if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
            return "\n".join(value)
        if value is None or is_nothing(value):
            return ""
        if not isinstance(value, str):
            self.faults.append(Problem(place, f"{what} is no text", shown(value)))
            return None
        return value
