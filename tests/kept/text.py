"""What a program said, kept as text: numbers may differ by rounding, all else is kept word for word.

Kept answers were not computed by anybody else: they show that something has changed, not that it was right.
What is right, the other tests say.
"""

import math
import os
import re
from difflib import unified_diff
from pathlib import Path

import pandas as pd

_NUMBER = re.compile(r"-?\d+\.\d+(?:e[-+]\d+)?|-?\d+e[-+]\d+")
_VERSION = re.compile(r" \d+\.\d+\.\d+\b")
_SAME = {"rel_tol": 1e-5, "abs_tol": 1e-9}
_SHORT = 7
"""Characters of a number that is printed with few digits: these are to be the same."""
_LINES = 12
_LONG = 24


def frame_text(name: str, frame: pd.DataFrame, without: tuple[str, ...] = ()) -> str:
    """Return a frame as text: what all rows say once, then a row each, numbers with seven digits.

    Long words that several rows may share are numbered and stand above the rows.

    Examples
    --------
    >>> print(frame_text("f", pd.DataFrame({"a": ["x", "x"], "n": [None, None], "b": [1 / 3, 2.0]})), end="")
    == f: 2 rows
    = a: x
    = nothing in n
    b
    0.3333333
    2.0
    """
    shown = frame.drop(columns=[each for each in without if each in frame])
    texts = {column: [value_text(value) for value in shown[column].tolist()] for column in shown}
    same = {
        column: values[0] for column, values in texts.items() if len(values) > 1 and len(set(values)) == 1
    }
    empty = [column for column, value in same.items() if value in ("", "nan")]
    rest = {column: values for column, values in texts.items() if column not in same}
    long = sorted({value for values in rest.values() for value in values if len(value) > _LONG})
    numbers = {value: f"[{number}]" for number, value in enumerate(long, start=1)}
    table = {column: [numbers.get(value, value) for value in values] for column, values in rest.items()}
    # what the row above says is not said again
    rows = zip(*(_without_repeats(values) for values in table.values()), strict=True)
    lines = [
        f"== {name}: {len(frame)} rows",
        *(f"= {column}: {value}" for column, value in same.items() if column not in empty),
        *([f"= nothing in {', '.join(empty)}"] if empty else []),
        *(f"{number} {value}" for value, number in numbers.items()),
        "|".join(map(str, rest)),
        *("|".join(row) for row in rows),
    ]
    return "\n".join(lines) + "\n"


def _without_repeats(values: list[str]) -> list[str]:
    return [value if value != before else '"' for value, before in zip(values, [None, *values], strict=False)]


def value_text(value: object) -> str:
    """Return a value of a table as text, a number with seven digits."""
    if isinstance(value, float):
        return str(float(f"{value:.7g}"))
    return "" if value is None or value is pd.NA else str(value)


def differences(said: str, kept: str) -> list[str]:
    """Return the first lines in which two texts differ by more than rounding.

    Examples
    --------
    >>> differences("p 0.5000001", "p 0.5"), differences("p 0.6", "p 0.5")
    ([], ['line 1', '  kept: p 0.5', '  said: p 0.6'])
    """
    found: list[str] = []
    now, before = said.splitlines(), kept.splitlines()
    if len(now) != len(before):
        return [*unified_diff(before, now, "kept", "said", lineterm="", n=0)][: 3 * _LINES]
    for number, (ours, theirs) in enumerate(zip(now, before, strict=True), start=1):
        if ours != theirs and not _is_rounded(ours, theirs):
            found += [f"line {number}", f"  kept: {theirs}", f"  said: {ours}"]
    return found[: 3 * _LINES]


def _is_rounded(ours: str, theirs: str) -> bool:
    """Tell whether two lines have the same words, and numbers that are the same but for rounding."""
    if _NUMBER.split(ours) != _NUMBER.split(theirs):
        return False
    pairs = zip(_NUMBER.findall(ours), _NUMBER.findall(theirs), strict=True)
    return all(
        a == b or (max(len(a), len(b)) > _SHORT and math.isclose(float(a), float(b), **_SAME))
        for a, b in pairs
    )


def hold(said: str, file: Path) -> None:
    """Assert that what is said is what a file keeps; with ``WORKBENCH_KEEP=1`` it is kept instead.

    Versions of Python and of packages are left out: other machines have others.
    """
    said = _VERSION.sub("", said)
    if os.environ.get("WORKBENCH_KEEP"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(said, "utf-8")
    assert file.is_file(), f"{file} is missing: WORKBENCH_KEEP=1 python -m pytest tests/kept makes it"
    found = differences(said, file.read_text("utf-8"))
    assert not found, f"{file.name} is another\n" + "\n".join(found)
