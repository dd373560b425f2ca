"""Looks at names: spellings of one name that count as several."""

import re
from collections.abc import Iterator

from workbench.datasets.alike_names import alike, differ_in
from workbench.datasets.evalset import EvalSet
from workbench.datasets.looks.oddity import SHOWN, Oddity, odd
from workbench.datasets.months import MONTHS

_MANGLED = re.compile(
    rf"[0-9][.,]?[0-9]*E[+-]?[0-9]+|[0-9]{{1,2}}[-. ]{{1,2}}({MONTHS})\.?|({MONTHS})[-. ]{{1,2}}[0-9]{{1,2}}",
    re.IGNORECASE,
)
_NAMED = (
    ("outputs", "system"),
    ("outputs", "segment"),
    ("references", "reference"),
    ("judgments", "criterion"),
    ("judgments", "rater"),
)


def look_at_names(data: EvalSet) -> Iterator[Oddity]:
    """Yield the columns whose names differ in padding, case, blanks, signs or ".0" only."""
    for part, column in _NAMED:
        groups = alike(getattr(data, part)[column].unique())
        if groups:
            places = [_spellings(group) for group in groups]
            noun = {"criterion": "criteria"}.get(column, f"{column}s")
            yield odd(
                "names-alike",
                f"some {noun} may be the same under two names",
                places,
                "Write the names alike if they mean the same",
            )
    for part, column in _NAMED[:2]:
        mangled = [name for name in getattr(data, part)[column].unique() if _MANGLED.fullmatch(name)]
        if mangled:
            yield odd(
                "names-of-spreadsheets",
                f"{len(mangled):,} {column}{' is' if len(mangled) == 1 else 's are'} called as spreadsheets "
                "write numbers or days",
                [repr(name) for name in mangled],
                "Were they 1-2 or 12345678901 before? Several may have become one: read the column as text",
            )


def _spellings(group: list[str]) -> str:
    """Name the spellings of one name, and what they differ in from the first of them."""
    first, *others = group
    parts = dict.fromkeys(part for other in others for part in differ_in(first, other).split(" and "))
    hidden = len(others) - SHOWN
    shown = [*map(repr, group[: SHOWN + 1]), *([f"{hidden:,} more"] if hidden > 0 else [])]
    return f"{', '.join(shown[:-1])} and {shown[-1]} differ in {' and '.join(parts)}"
