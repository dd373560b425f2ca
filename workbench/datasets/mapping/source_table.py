"""A table of somebody's, as records with places."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from workbench.errors import Problem

ONE_TASK = "all"
"""What the task is called where there is no column for it, and so the system and the rater."""
ONE_SYSTEM = "system"
ONE_RATER = "rater"


@dataclass(frozen=True, eq=False)
class SourceTable:
    """A table: its name, and place and record of each row.

    `has_decimal_commas` tells that its numbers may be written as 3,5, `notes` say what was not read,
    `roles` what columns are known to hold: text, reference or input.
    """

    name: str
    rows: list[tuple[str, dict[str, Any]]]
    has_decimal_commas: bool = False
    notes: tuple[Problem, ...] = ()
    roles: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def columns(self) -> dict[str, None]:
        """The names of the columns, in order."""
        return dict.fromkeys(name for _, row in self.rows for name in row)
