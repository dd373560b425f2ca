"""How the methods paragraph says lists, shares and coefficients."""

from collections.abc import Iterable

import pandas as pd

from workbench.report.citations import bracket, cite_coefficient
from workbench.report.layouts.labels import coefficient_label
from workbench.report.table import format_value


def distinct(frame: pd.DataFrame, *columns: str) -> list[tuple[str, ...]]:
    """Return the different rows of some columns, in order, as text."""
    rows = zip(*(map(str, frame[column].tolist()) for column in columns), strict=True)
    return list(dict.fromkeys(rows))


def only(frame: pd.DataFrame, column: str) -> list[str]:
    """Return what a column holds, each once, without empty text."""
    return [name for (name,) in distinct(frame, column) if name]


def join(parts: list[str], last: str = "and") -> str:
    """Return parts as a list in words.

    Examples
    --------
    >>> join(["a"]), join(["a", "b", "c"]), join(["a", "b"], "or")
    ('a', 'a, b and c', 'a or b')
    """
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def number(value: float) -> str:
    """Return a coefficient as the paragraph prints it."""
    return format_value(value, 3)


def undefined_draws(most: int, of: str) -> list[str]:
    """Return the sentence about draws without a value, at most so many of one coefficient or test; or none.

    Examples
    --------
    >>> undefined_draws(1, "test"), undefined_draws(0, "test")
    (['Up to 1 draw of a test is undefined and was left out.'], [])
    """
    are = f"draw of a {of} is undefined and was" if most == 1 else f"draws of a {of} are undefined and were"
    return [f"Up to {most:,} {are} left out."] if most > 0 else []


def whose(part: pd.DataFrame) -> str:
    """Return the coefficients of some records, or of comparisons, and at which levels they are.

    Examples
    --------
    >>> whose(pd.DataFrame({"level": ["system", "segment"], "coefficient": "kendall", "given": ""}))
    "Kendall's τ-b at system and segment level"
    """
    at_level: dict[str, list[str]] = {}
    for level, *measure in distinct(part, "level", "coefficient", "given"):
        at_level.setdefault(level, []).append(coefficient_label(*measure))
    levels: dict[tuple[str, ...], list[str]] = {}
    for level, names in at_level.items():
        levels.setdefault(tuple(names), []).append(level)
    return join([f"{join([*names])} at {join(each)} level" for names, each in levels.items()])


def coefficients(names: Iterable[tuple[str, ...]]) -> str:
    """Return coefficients with their papers; each is a name and what is held constant.

    Examples
    --------
    >>> coefficients([("pearson", "length"), ("kendall", "")])
    "Pearson's r given length and Kendall's τ-b [Kendall 1945]"
    """
    return join([coefficient_label(name, given) + bracket([cite_coefficient(name)]) for name, given in names])
