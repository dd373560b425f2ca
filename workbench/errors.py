"""What can go wrong, said to a person: where, what, got, allowed, did you mean."""

import os
import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

LONGEST = 200
"""Characters of a value that are shown."""
_LONGEST_LINE, _SHORTEST_HINT = 390, 30
"""Characters of a line with its hint, and of what is left of a hint."""
_MOST_LISTED = 120
"""Characters of a list of names."""
_MOST_CHOICES, _MOST_TO_CHOOSE = 24, 250
"""Names, and characters of them, that are listed all where one of them has to be chosen."""
FROM_RATINGS = (
    "Ratings from 1 to 5 become weights by (rating - 3) / 2, others by 2 * (rating - low) / (high - low) - 1"
)
"""What is said of weights that are ratings: Galley et al. (2015) put theirs so."""
_QUOTED = re.compile(r"""(?<!\w)b?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")(?!\w)""", re.DOTALL)


def raised(error: BaseException) -> str:
    """Return what somebody's own function did, in a few words.

    Examples
    --------
    >>> raised(SystemExit(0)), raised(ValueError("no"))
    ('the function raised SystemExit: 0', 'the function raised ValueError: no')
    """
    return f"the function raised {type(error).__name__}: {str(error)[:LONGEST]}"


def no_number(value: object) -> str:
    """Return what somebody's own function returned that is no number, in a few words.

    Examples
    --------
    >>> no_number("x")
    'the function returned something else'
    """
    what = "None, as one does that ends without return" if value is None else "something else"
    return f"the function returned {what}"


def say(line: str) -> None:
    """Write a line to standard error, if there is one that takes it."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            print(line, file=sys.stderr, flush=True)


def quote(value: object) -> str:
    """Return a value as a message shows it: as Python writes it, and never more than 200 characters of it.

    Examples
    --------
    >>> quote("ref (A)"), len(quote("x" * 10_000)), quote(10**9999)
    ("'ref (A)'", 200, 'a huge number')
    """
    if isinstance(value, int) and value.bit_length() > 4 * LONGEST:
        return "a huge number"
    return _shorten(repr(value))


def _shorten(text: str) -> str:
    """Cut what is between quotation marks, or whatever is shown of a value, in its middle."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 2]}…{text[-1]}"


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
        line = _QUOTED.sub(lambda quoted: _shorten(quoted[0]), self.what)
        # the end of a long place, the file and the line in it, says most
        where = self.where if len(self.where) <= LONGEST else f"…{self.where[1 - LONGEST :]}"
        line = f"{where}: {line}" if where else line
        details = []
        if self.got is not None:
            details.append(f"got {quote(self.got)}")
        if self.allowed:
            details.append(f"allowed: {self.allowed}")
        if details:
            line += ": " + ", ".join(details)
        line = " ".join(line.split())
        hint = " ".join(self.hint.split())
        room = _LONGEST_LINE - len(line) - 2
        if len(hint) > room:
            hint = f"{hint[: room - 1]}…" if room > _SHORTEST_HINT else ""
        stop = "" if line.endswith((".", "?", "!", "…")) else "."
        line = f"{line}{stop} {hint}" if hint else line
        return line if len(line) <= _LONGEST_LINE else f"{line[: _LONGEST_LINE - 1]}…"


class WorkbenchError(Exception):
    """Base of every error that reaches a user; holds one problem or more."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__("\n".join(str(problem) for problem in problems))

    def __reduce__(self) -> tuple[type["WorkbenchError"], tuple[Problem, ...]]:
        return type(self), self.problems  # as it was made, not with its message


class SpecError(WorkbenchError):
    """An experiment file, or the same choices made in Python, cannot be used."""


class DataError(WorkbenchError):
    """A data set is malformed, incomplete or contradicts itself."""


class MissingDataError(DataError):
    """Files of a data set are not where they were looked for."""


class ScoreError(WorkbenchError):
    """A metric has no defined value where one is needed."""


def path_of(value: object, where: str) -> Path:
    """Return a path that a person gave; ``~`` in front of it is their home.

    Raises
    ------
    SpecError
        If it is no text and no path, or empty, which would be the current folder.

    Examples
    --------
    >>> path_of("a/b", "cache").name
    'b'
    """
    if isinstance(value, str) and not value:
        raise SpecError(Problem(where, "is empty", allowed='a path; "." is the current folder'))
    if isinstance(value, str | os.PathLike):
        path = Path(value)
        with suppress(RuntimeError):  # nobody is called so, and the path is meant as it stands
            return path.expanduser()
        return path
    raise SpecError(Problem(where, "is no path", value, 'as in "data/mine"'))


def listed(names: Sequence[str]) -> str:
    """Return names in a row, as many as are read at a glance, and how many more there are.

    Examples
    --------
    >>> listed(["bleu", "rouge-l"])
    'bleu, rouge-l'
    """
    ends = accumulate(len(each) + 2 for each in names)
    fit = max(1, sum(end <= _MOST_LISTED for end in ends))
    more = f" and {len(names) - fit:,} more" if len(names) > fit else ""
    return f"{', '.join(map(_shorten, names[:fit]))}{more}"


def plural(noun: str, number: float) -> str:
    """Return a number of things, whose first word is the noun.

    Examples
    --------
    >>> plural("word on the LCS", 2), plural("bigram", 1), plural("bigram", 0), plural("record", 1_234_567)
    ('2 words on the LCS', '1 bigram', '0 bigrams', '1,234,567 records')
    """
    first, *rest = noun.split(" ")
    return " ".join((f"{number:,.12g}", first if number == 1 else f"{first}s", *rest))


def suggest(name: str, known: Iterable[str]) -> str:
    """Return a hint for a name that is not among the known ones: all of these, or of many the nearest first.

    Examples
    --------
    >>> suggest("rogue-l", ["rouge-l", "bleu"])
    "Did you mean 'rouge-l'? Known: bleu, rouge-l"
    """
    names = sorted(known)
    by_lower = {each.lower(): each for each in names}
    matches = get_close_matches(name[:LONGEST].lower(), by_lower, n=5, cutoff=0.6)
    close = [by_lower[each] for each in matches]
    if len(names) <= _MOST_CHOICES and len(", ".join(names)) <= _MOST_TO_CHOOSE:
        listing = f"Known: {', '.join(map(_shorten, names))}"
    else:
        listing = f"Known: {listed([*close, *(each for each in names if each not in close)])}"
    return f"Did you mean {quote(close[0])}? {listing}" if close else listing
