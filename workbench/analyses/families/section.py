"""The section ``[families]``: which systems belong together."""

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, ValidationInfo, model_validator
from pydantic_core import PydanticCustomError

from workbench.analyses.families.family_table import COLUMN, families_in
from workbench.errors import DataError
from workbench.experiment.sections import Section


class FamiliesSpec(Section):
    """Systems that belong together: resampled, left out and swapped together."""

    of: dict[str, str] | Literal["task"] = Field(default={})
    """Family of each system, whose name may have wildcards: { "Online-*" = "online", S01 = "one team" };
    task: the systems of a task are one family."""
    pattern: str = ""
    """In place of `of`: a regular expression; its first group that takes part, or the match, in a system's
    name is the family."""
    table: str = ""
    """In place of `of`: a table of systems, a row each, with their names in the column system (.csv, .tsv,
    .jsonl, .xlsx, .parquet); its path starts from the experiment file. In Python also a frame."""
    column: str = ""
    """What says the family in the table, for instance team or architecture; family where nothing is said."""
    confidence: float = Field(default=0.95, gt=0, lt=1)
    """Coverage of the intervals."""
    draws: int = Field(default=1000, ge=0, le=1_000_000)
    """Bootstrap draws of families."""
    swaps: int = Field(default=1000, ge=0, le=1_000_000)
    """Swaps of each test, all where there are no more than 16,384; 0 for no tests."""

    @model_validator(mode="before")
    @classmethod
    def _reads_table(cls, said: Any, info: ValidationInfo) -> Any:
        """Put the families of a table in its place, so that what is asked is known without it."""
        table = said.get("table") if isinstance(said, Mapping) else None
        if table is None or (isinstance(table, str) and not table):
            return said
        rest = {name: value for name, value in said.items() if name != "table"}
        if rest.get("of") or rest.get("pattern"):
            raise PydanticCustomError(
                "known", "families are said by a table or by of or pattern, not by both"
            )
        column = rest.get("column") or COLUMN
        try:
            of = families_in(table, str(column), (info.context or {}).get("folder") or Path())
        except DataError as error:
            raise PydanticCustomError("known", "table: {fault}", {"fault": str(error)}) from None
        return {**rest, "of": of, "column": column}

    @model_validator(mode="after")
    def _says_families_once(self) -> Self:
        if self.of and self.pattern:
            raise PydanticCustomError("known", "families are said by of or by pattern, not by both")
        if self.column and (not self.of or self.of == "task"):
            raise PydanticCustomError("known", "column: of which table? table names it")
        try:
            re.compile(self.pattern)
        except re.error as error:
            raise PydanticCustomError("known", f"pattern: is no regular expression: {error}") from None
        return self

    def family(self, system: str) -> tuple[str, str]:
        """Return the family of a system, or "" and its own name where it is in none.

        A system by itself is not in the family that is called as it is.

        Examples
        --------
        >>> asked = FamiliesSpec(pattern="^(T5)-|^(GPT)-")
        >>> asked.family("GPT-2"), asked.family("GPT-3"), asked.family("GPT")
        (('GPT', ''), ('GPT', ''), ('', 'GPT'))
        """
        if self.pattern:
            found = re.search(self.pattern, system)
            # of alternatives with a group each one alone takes part
            named = "" if found is None else next(filter(None, found.groups()), found[0])
        else:
            each = self.of.items() if isinstance(self.of, dict) else ()
            named = next((family for name, family in each if fnmatchcase(system, name)), "")
        return (named, "") if named else ("", system)
