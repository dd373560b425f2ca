"""What ROUGE-1.5.5 prints, byte for byte."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

_RULE, _DOTS = "-" * 45, "." * 45
_NUMBER = re.compile(r"\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
LETTERS = "RPF"


class Average(NamedTuple):
    """An average and the ends of its interval."""

    mean: float
    low: float
    high: float


class Averages(NamedTuple):
    """Averages of one measure of one system.

    Attributes
    ----------
    system, label : str
        For instance 7 and ROUGE-SU4.
    averages : three of Average
        Of recall, precision and F.
    confidence : str
        In percent, as it was given.
    evaluations : mapping of str to (R, P, F)
        The scores by evaluation, where they are to be printed.
    """

    system: str
    label: str
    averages: Sequence[Average]
    confidence: str
    evaluations: Mapping[str, Sequence[float]]


class Sums(NamedTuple):
    """Counts of one measure of one system, summed over evaluations and references."""

    system: str
    label: str
    reference: float
    candidate: float
    match: float


def leading_number(name: str) -> float:
    """Return the number that a name begins with, as Perl reads it; 0 if it does not.

    Examples
    --------
    >>> leading_number("10.S1"), leading_number("2-1.S1"), leading_number("D061.7")
    (10.0, 2.0, 0.0)
    """
    found = _NUMBER.match(name)
    return float(found[0]) if found else 0.0


def write_averages(section: Averages) -> str:
    """Return the lines of a measure: averages with intervals, then the evaluations if there are any.

    Evaluations are sorted by the number that they begin with. Among equal ones the program's order is that of
    a hash, here it is that of the names.

    Examples
    --------
    >>> average = Average(0.5, 0.25, 0.75)
    >>> print(write_averages(Averages("7", "ROUGE-1", [average] * 3, "95", {"2": [0.5, 0.5, 0.5]})), end="")
    ---------------------------------------------
    7 ROUGE-1 Average_R: 0.50000 (95%-conf.int. 0.25000 - 0.75000)
    7 ROUGE-1 Average_P: 0.50000 (95%-conf.int. 0.25000 - 0.75000)
    7 ROUGE-1 Average_F: 0.50000 (95%-conf.int. 0.25000 - 0.75000)
    .............................................
    7 ROUGE-1 Eval 2.7 R:0.50000 P:0.50000 F:0.50000
    """
    start = f"{section.system} {section.label}"
    lines = [_RULE]
    for letter, (mean, low, high) in zip(LETTERS, section.averages, strict=True):
        interval = f"({section.confidence}%-conf.int. {low:.5f} - {high:.5f})"
        lines.append(f"{start} Average_{letter}: {mean:.5f} {interval}")
    if section.evaluations:
        lines.append(_DOTS)
        named = {f"{name}.{section.system}": scores for name, scores in section.evaluations.items()}
        for name in sorted(named, key=lambda name: (leading_number(name), name)):
            scores = " ".join(
                f"{letter}:{score:.5f}" for letter, score in zip(LETTERS, named[name], strict=True)
            )
            lines.append(f"{start} Eval {name} {scores}")
    return "\n".join(lines) + "\n"


def write_sums(section: Sums) -> str:
    """Return the lines of a measure's summed counts, cut to whole numbers.

    Examples
    --------
    >>> print(write_sums(Sums("7", "ROUGE-W-1.2", 20.9, 10.0, 5.7)), end="")
    ---------------------------------------------
    7 ROUGE-W-1.2 M_count: 20 P_count: 10 H_count: 5
    """
    counts = f"M_count: {int(section.reference)} P_count: {int(section.candidate)}"
    return f"{_RULE}\n{section.system} {section.label} {counts} H_count: {int(section.match)}\n"
