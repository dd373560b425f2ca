"""The section ``[families]``: which systems belong together."""

import re
from fnmatch import fnmatchcase
from typing import Literal, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from workbench.experiment.sections import Section


class FamiliesSpec(Section):
    """Systems that belong together: resampled, left out and swapped together."""

    of: dict[str, str] | Literal["task"] = Field(default={})
    """Family of each system, whose name may have wildcards: { "Online-*" = "online", S01 = "one team" };
    task: the systems of a task are one family."""
    pattern: str = ""
    """In place of `of`: a regular expression; its first group, or match, in a system's name is the family."""
    confidence: float = Field(default=0.95, gt=0, lt=1)
    """Coverage of the intervals."""
    draws: int = Field(default=1000, ge=0, le=1_000_000)
    """Bootstrap draws of families."""
    swaps: int = Field(default=1000, ge=0, le=1_000_000)
    """Swaps of each test, all where there are no more than 16,384; 0 for no tests."""

    @model_validator(mode="after")
    def _says_families_once(self) -> Self:
        if self.of and self.pattern:
            raise PydanticCustomError("known", "families are said by of or by pattern, not by both")
        try:
            re.compile(self.pattern)
        except re.error as error:
            raise PydanticCustomError("known", f"pattern: is no regular expression: {error}") from None
        return self

    def family(self, system: str) -> str:
        """Return the family of a system: its own name where none is said."""
        if self.pattern:
            found = re.search(self.pattern, system)
            return system if found is None else found[1 if found.lastindex else 0]
        each = self.of.items() if isinstance(self.of, dict) else ()
        return next((family for name, family in each if fnmatchcase(system, name)), system)
