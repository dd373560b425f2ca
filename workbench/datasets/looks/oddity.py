"""One thing about a data set that is probably not meant, said once, with the rows that it is about."""

from collections.abc import Iterable
from typing import NamedTuple

SHOWN = 3


class Oddity(NamedTuple):
    """Something that is probably not meant.

    Attributes
    ----------
    rule : str
        A name that does not change between versions, so that it can be looked for.
    sentence : str
        What is the case, and in how many rows.
    examples : tuple of str
        The first rows or names that it is about.
    number : int
        How many there are.
    remedy : str
        What to do about it, or how to find out.

    Examples
    --------
    >>> print(Oddity("empty-outputs", "2 outputs are empty", ("system A, segment 1",), 2, "Look for them"))
    empty-outputs: 2 outputs are empty: system A, segment 1 and 1 more. Look for them
    """

    rule: str
    sentence: str
    examples: tuple[str, ...]
    number: int
    remedy: str

    def __str__(self) -> str:
        more = f" and {self.number - len(self.examples):,} more" if self.number > len(self.examples) else ""
        shown = f": {'; '.join(self.examples)}{more}" if self.examples else ""
        return f"{self.rule}: {self.sentence}{shown}. {self.remedy}"


def odd(rule: str, sentence: str, places: Iterable[str], remedy: str) -> Oddity:
    """Return an oddity that shows the first few of its places."""
    found = list(places)
    return Oddity(rule, sentence, tuple(found[:SHOWN]), len(found), remedy)
