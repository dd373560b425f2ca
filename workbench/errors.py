"""What can go wrong, said to a person: where, what, got, allowed, did you mean."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple


class Problem(NamedTuple):
    """One fault, written as one line.

    Examples
    --------
    >>> print(Problem("x.toml: draws", "must be positive", got=-1, allowed="1 or more"))
    x.toml: draws: must be positive: got -1, allowed: 1 or more
    """

    where: str
    what: str
    got: object = None
    allowed: str = ""
    hint: str = ""

    def __str__(self) -> str:
        line = f"{self.where}: {self.what}" if self.where else self.what
        details = []
        if self.got is not None:
            details.append(f"got {self.got!r}")
        if self.allowed:
            details.append(f"allowed: {self.allowed}")
        if details:
            line += ": " + ", ".join(details)
        if self.hint:
            line += f". {self.hint}"
        return " ".join(line.split())


class WorkbenchError(Exception):
    """Base of every error that reaches a user; holds one problem or more."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__("\n".join(str(problem) for problem in problems))


class SpecError(WorkbenchError):
    """An experiment file, or the same choices made in Python, cannot be used."""


class DataError(WorkbenchError):
    """A data set is malformed, incomplete or contradicts itself."""


class MissingDataError(DataError):
    """Files of a data set are not where they were looked for."""


class ScoreError(WorkbenchError):
    """A metric has no defined value where one is needed."""


def suggest(name: str, known: Iterable[str]) -> str:
    """Return a hint for a name that is not among the known ones.

    Examples
    --------
    >>> suggest("rogue-l", ["rouge-l", "bleu"])
    "Did you mean 'rouge-l'? Known: bleu, rouge-l"
    """
    names = sorted(known)
    by_lower = {each.lower(): each for each in names}
    close = get_close_matches(name.lower(), by_lower, n=1, cutoff=0.6)
    listing = f"Known: {', '.join(names)}"
    return f"Did you mean {by_lower[close[0]]!r}? {listing}" if close else listing
