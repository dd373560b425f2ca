"""The options of ROUGE-1.5.5, and the measures that they ask for."""

import math
from dataclasses import dataclass
from typing import Literal, NamedTuple

from workbench.errors import Problem, SpecError
from workbench.metrics.base import Metric, get_metric
from workbench.metrics.rouge155 import PROFILE


class Measure(NamedTuple):
    """A measure: how it is labelled in the output, and the metric."""

    label: str
    metric: Metric


@dataclass(frozen=True)
class Options:
    """The options of the program, named by what they do.

    Parameters
    ----------
    orders : int
        -n: ROUGE-1 to ROUGE-n; 0 for none.
    lcs : bool
        ROUGE-L, which -x leaves out.
    weight : str, optional
        -w: ROUGE-W with this power, written as it is to be labelled.
    gap : int, optional
        -2: skip-bigrams with at most this many words between; any number if it is negative.
    skip : "S", "SU" or "both"
        Without unigrams, with them (-u), or both (-U).
    stem, stop : bool
        -m and -s.
    words, bytes : int, optional
        -l and -b: how much of each text is read.
    best : bool
        -f B: the best reference instead of all pooled.
    alpha : float
        -p: weight of precision in F.
    confidence : str
        -c, in percent.
    draws : int
        -r, 1 to a million.
    average : 0, 1 or 2
        -t: over scores, over counts, or the sums of the counts.
    details : bool
        -d: the scores of each evaluation, too; with ``average=2`` there are none.

    Raises
    ------
    SpecError
        Options that contradict each other, or are out of range.
    """

    orders: int = 0
    lcs: bool = True
    weight: str | None = None
    gap: int | None = None
    skip: Literal["S", "SU", "both"] = "S"
    stem: bool = False
    stop: bool = False
    words: int | None = None
    bytes: int | None = None
    best: bool = False
    alpha: float = 0.5
    confidence: str = "95"
    draws: int = 1000
    average: int = 0
    details: bool = False

    def __post_init__(self) -> None:
        if self.words is not None and self.bytes is not None:
            raise SpecError(Problem("", "a text has one limit, -l or -b"))
        if self.skip != "S" and self.gap is None:
            hint = "-2 -1 is any number of words between the two"
            raise SpecError(Problem("", "-u and -U need -2", hint=hint))
        if not 0 <= _number(self.confidence, "-c") <= 100:
            raise SpecError(Problem("-c", "is out of range", self.confidence, "0 to 100"))
        if not self.measures:
            hint = "-n 4 asks for ROUGE-1 to ROUGE-4, -w and -2 for others"
            raise SpecError(Problem("", "no measure is left: -x leaves out ROUGE-L", hint=hint))

    @property
    def measures(self) -> list[Measure]:
        """The measures in the order of the output."""
        asked: list[tuple[str, str, str]] = [
            (f"ROUGE-{order}", f"rouge-{order}", "") for order in range(1, self.orders + 1)
        ]
        if self.lcs:
            asked.append(("ROUGE-L", "rouge-l", ""))
        if self.weight is not None:
            weight = _number(self.weight, "-w")
            asked.append((f"ROUGE-W-{self.weight}", "rouge-w", f"weight={weight}, "))
        if self.gap is not None:
            gap = f"gap={self.gap}, " if self.gap >= 0 else ""
            for kind in ("S", "SU") if self.skip == "both" else (self.skip,):
                label = f"ROUGE-{kind}{self.gap if self.gap >= 0 else '*'}"
                asked.append((label, f"rouge-{kind.lower()}", gap))
        return [
            Measure(label, get_metric(f"{name}({parameter}alpha={self.alpha}, profile={PROFILE})", label))
            for label, name, parameter in asked
        ]

    @property
    def preprocess(self) -> str:
        """The name of the preprocessing."""
        name = "+".join(["STEM"] * self.stem + ["STOP"] * self.stop) or "CASE"
        if self.words is None and self.bytes is None:
            return name
        return f"{name}(words={self.words})" if self.bytes is None else f"{name}(bytes={self.bytes})"


def _number(text: str, option: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise SpecError(Problem(option, "is not a number", text))
    return number
