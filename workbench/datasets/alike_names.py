"""Names that are spelt differently and mean the same: doc1 and doc01, 1 and 1.0, BART and bart."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable

_QUOTES = re.compile("[\"'`“”‘’«»]")
_STEPS = (
    ("signs", lambda name: re.sub(r"[_-]+", " ", _QUOTES.sub("", unicodedata.normalize("NFKC", name)))),
    (
        "letters without width",
        lambda name: "".join(each for each in name if unicodedata.category(each) != "Cf"),
    ),
    ("blanks", lambda name: " ".join(name.split())),
    ("capitals", str.casefold),
    ("a .0 at the end", lambda name: re.sub(r"(?<=[0-9])\.0+$", "", name)),
    ("zeros in front of a number", lambda name: re.sub(r"(?<![0-9.])0+(?=[0-9])", "", name)),
)
"""What names may differ in that mean the same, and what takes it away."""


def loosely(name: str) -> str:
    """Return what all spellings of a name have in common.

    Examples
    --------
    >>> loosely("Doc-001 "), loosely("doc_1"), loosely("1.0"), loosely("1.05")
    ('doc 1', 'doc 1', '1', '1.05')
    """
    return _without(name, "")


def _without(name: str, kept: str) -> str:
    """Take away all that names may differ in but for one thing."""
    for what, take_away in _STEPS:
        name = name if what == kept else take_away(name)
    return name


def differ_in(first: str, second: str) -> str:
    """Return what two spellings differ in, "" for names that are not alike.

    Examples
    --------
    >>> differ_in("s1 ", "s1"), differ_in("Doc01", "doc1"), differ_in("a", "b")
    ('blanks', 'capitals and zeros in front of a number', '')
    """
    if loosely(first) != loosely(second):
        return ""
    return " and ".join(what for what, _ in _STEPS if _without(first, what) != _without(second, what))


def alike(names: Iterable[str]) -> list[list[str]]:
    """Return the groups of different names that are spellings of one.

    Examples
    --------
    >>> alike(["s1", "s2", "S1 ", "s02"])
    [['s1', 'S1 '], ['s2', 's02']]
    """
    groups: dict[str, list[str]] = defaultdict(list)
    for name in dict.fromkeys(names):
        groups[loosely(name)].append(name)
    return [group for group in groups.values() if len(group) > 1]


def counterparts(names: Iterable[str], known: Iterable[str]) -> dict[str, str]:
    """Return for each name that is a spelling of exactly one known name that name."""
    by_form: dict[str, list[str]] = defaultdict(list)
    for name in known:
        by_form[loosely(name)].append(name)
    forms = ((name, by_form.get(loosely(name), [])) for name in names)
    return {name: found[0] for name, found in forms if len(found) == 1}
