"""Laws that a sound metric keeps, to be tried on a new one before it is believed."""

import math
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from workbench.errors import WorkbenchError
from workbench.metrics.base import Metric, get_metric
from workbench.metrics.score import score
from workbench.registry import Registry

LawCase = tuple[str, list[str]]


class LawResult(NamedTuple):
    """Whether a metric keeps a law, where it does not, and why it may not (if it says so itself)."""

    law: str
    holds: bool
    example: str
    declared: str = ""


_WORDS = (
    "the", "a", "Red", "old", "birds", "bird", "flew", "north", "over", "grey", "sea", "Boats", "boat",
    "cold", "wind", "Council", "council's", "12", "1,250", "U.S.",
)  # fmt: skip


@cache
def _cases() -> tuple[LawCase, ...]:
    """Return candidates and references: overlapping, disjoint, repeated, several sentences."""
    rng = random.Random(2004)

    def text(most: int) -> str:
        lines = [" ".join(rng.choices(_WORDS, k=rng.randint(1, most))) for _ in range(rng.randint(1, 3))]
        return "\n".join(lines)

    drawn = [(text(9), [text(9) for _ in range(rng.randint(1, 4))]) for _ in range(25)]
    return (*drawn, ("sun sun sun", ["sun"]), ("nothing here", ["quite other words"]))


class _Trial:
    """A metric under trial."""

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        self._known: dict[tuple[str, ...], list[float]] = {}

    def values(self, candidate: str, references: list[str]) -> list[float]:
        """Return what all laws look at: the components of a candidate, computed once."""
        texts = (candidate, *references)
        if texts not in self._known:
            frame = score([candidate], [references], metrics=[self.metric], unscorable="drop")
            self._known[texts] = frame["value"].tolist()
        return self._known[texts]

    def firsts(self, candidates: list[str], references: list[str]) -> list[float]:
        """Return the first component of each candidate, turned so that more is better.

        They are scored together where others do not matter.
        """
        if len(candidates) > 1 and "other candidates" in self.metric.breaks:
            return [self.firsts([candidate], references)[0] for candidate in candidates]
        given = [references] * len(candidates)
        frame = score(candidates, given, metrics=[self.metric], unscorable="drop")
        values = frame.loc[frame["component"] == self.metric.components[0], "value"]
        return [float(value if self.metric.higher_is_better else -value) for value in values]


Law = Callable[[_Trial], Iterator[str]]
_LAWS: Registry[Law] = Registry("law")


def _stays(change: Callable[[_Trial, str, list[str]], list[float]], said: str) -> Law:
    """Return the law that a change of texts, or of nothing, leaves the values of a metric as they are."""

    def law(trial: _Trial) -> Iterator[str]:
        for candidate, references in _cases():
            ours, theirs = trial.values(candidate, references), change(trial, candidate, references)
            if not np.allclose(ours, theirs, rtol=1e-9, atol=1e-12, equal_nan=True):
                yield said.format(candidate, references)

    return law


@_LAWS("finite")
def _finite(trial: _Trial) -> Iterator[str]:
    """Find values that are no numbers."""
    for candidate, references in _cases():
        if not all(map(math.isfinite, trial.values(candidate, references))):
            yield f"{candidate!r} against {references}"


@_LAWS("bounds")
def _bounds(trial: _Trial) -> Iterator[str]:
    """Find values outside the declared bounds."""
    low, high = trial.metric.bounds
    for candidate, references in _cases():
        for value in trial.values(candidate, references):
            if value < low - 1e-9 or value > high + 1e-9:
                yield f"{value} for {candidate!r} against {references}, bounds {low} to {high}"


_LAWS("deterministic")(
    _stays(lambda trial, c, r: _Trial(trial.metric).values(c, r), "{!r} against {}, twice")
)


@_LAWS("identity is best")
def _identity(trial: _Trial) -> Iterator[str]:
    """Find a candidate that does better against a text than the text itself."""
    texts = [
        "the red birds flew north over the cold grey sea",
        *(case[1][0] for case in _cases() if len(case[1][0].split()) > 5),
    ]
    candidates = [candidate for candidate, _ in _cases()]
    for text in texts:
        own, *others = trial.firsts([text, *candidates], [text])
        for candidate, other in zip(candidates, others, strict=True):
            if other > own + 1e-9:
                yield f"{candidate!r} does better against {text!r} than the text itself"


@_LAWS("other candidates")
def _others(trial: _Trial) -> Iterator[str]:
    """Find candidates whose value depends on what else is scored with them, before them or beside them."""
    around = [(text, references) for candidate, references in _cases() for text in (candidate, "", candidate)]
    frame = score(*map(list, zip(*around, strict=True)), metrics=[trial.metric], unscorable="drop")
    together = frame["value"].to_numpy().reshape(len(around), -1)
    for number, (candidate, references) in enumerate(_cases()):
        alone = trial.values(candidate, references)
        for found in (together[3 * number], together[3 * number + 2]):
            if not np.allclose(alone, found, rtol=1e-9, atol=1e-12, equal_nan=True):
                yield f"{candidate!r} against {references}, alone and together with others"


_LAWS("order of references")(_stays(lambda trial, c, r: trial.values(c, r[::-1]), "{!r} against {}"))


_LAWS("duplicate reference")(
    _stays(lambda trial, c, r: trial.values(c, r * 2), "{!r} against {}, given twice")
)


@_LAWS("empty text")
def _empty(trial: _Trial) -> Iterator[str]:
    """Find an empty text without a value, or with a better one than the reference itself."""
    for candidate, references in (("", ["the sea"]), ("the sea", [""]), ("", [""])):
        values = trial.values(candidate, references)
        if not all(map(math.isfinite, values)):
            yield f"{candidate!r} against {references}: {values}"
    text = "the cold grey sea today"
    empty, own = trial.firsts(["", text], [text])
    if empty > own:
        yield "an empty candidate does better than the reference itself"


_LAWS("case")(
    _stays(
        lambda trial, c, r: trial.values(c if trial.metric.cased else c.upper(), r),
        "{!r} in capitals against {}",
    )
)


def check_laws(metric: str | Metric) -> list[LawResult]:
    """Try the laws on a metric.

    Parameters
    ----------
    metric : str or Metric

    Returns
    -------
    list of LawResult
        One for each law, with the first example that breaks it.

    Examples
    --------
    >>> [verdict.law for verdict in check_laws("rouge-2") if not verdict.holds]
    []
    """
    trial = _Trial(get_metric(metric))
    declared = trial.metric.breaks
    verdicts = []
    for name in _LAWS:
        try:
            example = next(_LAWS.get(name)(trial), "")
        except WorkbenchError as error:
            example = str(error)
        verdicts.append(LawResult(name, not example, example, declared.get(name, "") if example else ""))
    return verdicts
