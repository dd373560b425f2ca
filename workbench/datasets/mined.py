"""Rated outputs as references: every system is scored against the outputs of the others.

In the spirit of Galley et al. (2015, section 3), who mined conversations for more responses to the same
context and had people rate them. A reference is left out when the system that wrote it is scored, and when a
pair with that system is compared.
"""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Literal, Protocol

import numpy as np
import pandas as pd

from workbench.datasets.evalset import EvalSet
from workbench.datasets.weights import OUTPUT, weigh
from workbench.errors import Problem, SpecError, suggest

Raters = Literal["all", "split"] | int | list[str]


class Mining(Protocol):
    """Which rated outputs become references, and how.

    Attributes
    ----------
    criterion : str
        Whose ratings become weights.
    weight : str
        From ratings to weights, `workbench.datasets.weights`: ``likert(low=1, high=5)``,
        ``penalty(zero=10)``, ``zscore(scale=2)``.
    raters : "all", "split", int or list of str
        Whose ratings: all, so that weights and judgments rest on the same ratings; half of those of each
        output (the smaller half, drawn), or so many of them, which then are no judgments any more; or those
        of people by name or pattern, who judge nothing. Of an output with a single rating that is a
        judgment, and the output no reference.
    judges : int or None
        Of ratings that are dealt: how many of the others judge, the last ones of the same order whatever
        `raters` is; all where nothing is said.
    keep : bool
        The references that the data set has stay; without a weight they count 1.
    systems : list of str or None
        Whose outputs become references; everybody's where nothing is said.
    retire : list of str
        Systems (people, say) that are references from now on, and scored no more.
    """

    @property
    def criterion(self) -> str: ...  # noqa: D102
    @property
    def weight(self) -> str: ...  # noqa: D102
    @property
    def raters(self) -> Raters: ...  # noqa: D102
    @property
    def judges(self) -> int | None: ...  # noqa: D102
    @property
    def keep(self) -> bool: ...  # noqa: D102
    @property
    def systems(self) -> list[str] | None: ...  # noqa: D102
    @property
    def retire(self) -> list[str]: ...  # noqa: D102


def mine(data: EvalSet, asked: Mining, rng: np.random.Generator, where: str = "") -> EvalSet:
    """Return the data set with rated outputs among the references of each segment.

    Parameters
    ----------
    data : EvalSet
    asked : Mining
    rng : numpy Generator
        For the split.

    Raises
    ------
    SpecError
        Unknown criterion, system or map; a name of a reference that is taken; no output left.
    """
    criterion, systems, retire = asked.criterion, asked.systems, asked.retire
    _check(data, criterion, [*(systems or []), *retire], where)
    ratings, judgments = data.judgments[data.judgments["criterion"] == criterion], data.judgments
    if isinstance(asked.raters, list):
        ratings, judgments = _named(ratings, judgments, asked.raters, where)
    elif asked.raters != "all":
        ratings, judgments = _deal(ratings, judgments, asked.raters, asked.judges, rng)
    if ratings.empty:
        what = f"no output has two ratings of {criterion}, one to weigh and one to judge"
        raise SpecError(Problem(where, what, hint="With raters = 'all' a rating is weight and judgment"))
    weights = weigh(asked.weight, ratings, data.card.criteria[criterion].direction, where)
    rated = data.outputs.merge(weights.reset_index(), on=OUTPUT)
    if systems is not None:
        rated = rated[rated["system"].isin([*systems, *retire])]
    outputs = data.outputs[~data.outputs["system"].isin(retire)]
    if outputs.empty:
        raise SpecError(Problem(where, "no system is left to be scored"))
    mined = pd.DataFrame(
        {
            **{name: rated[name] for name in ("task", "segment", "text", "weight")},
            "reference": rated["system"],
            "made_by": rated["system"].where(~rated["system"].isin(retire), ""),
        }
    )
    own = (data.references if asked.keep else data.references.iloc[:0]).fillna({"weight": 1.0})
    taken = set(own["reference"]) & set(mined["reference"])
    if taken:
        what = f"a reference is called {min(taken)!r}, as is a system whose outputs become references"
        raise SpecError(Problem(where, what, hint="With keep = false only the outputs are references"))
    judged = judgments[~judgments["system"].isin(retire)]
    # a retired system may have been the only one that wrote for a segment
    return EvalSet.build(data.card, outputs, pd.concat([own, mined]), judged, unmatched="drop")


def _check(data: EvalSet, criterion: str, systems: Sequence[str], where: str) -> None:
    if criterion not in data.criteria:
        raise SpecError(data.absent_criterion(criterion, where))
    known = set(data.outputs["system"])
    for system in systems:
        if system not in known:
            raise SpecError(Problem(where, f"unknown system {system!r}", hint=suggest(system, known)))


def _named(
    ratings: pd.DataFrame, judgments: pd.DataFrame, patterns: Sequence[str], where: str
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the ratings of some people, and the judgments of all others."""
    people = sorted(set(judgments["rater"]))
    for pattern in patterns:
        if not any(fnmatchcase(name, pattern) for name in people):
            raise SpecError(
                Problem(f"{where}.raters", f"nobody is called {pattern!r}", hint=suggest(pattern, people))
            )
    chosen = of_named(judgments, patterns)
    if len(chosen) == len(judgments):
        raise SpecError(
            Problem(f"{where}.raters", "everybody weighs, and nobody is left to judge", ", ".join(patterns))
        )
    return of_named(ratings, patterns), judgments.drop(chosen.index)


def of_named(ratings: pd.DataFrame, patterns: Sequence[str]) -> pd.DataFrame:
    """Return the ratings of people by name or pattern."""
    rater = ratings["rater"]
    fits = {name for name in set(rater) if any(fnmatchcase(name, pattern) for pattern in patterns)}
    return ratings[rater.isin(fits)]


def _deal(
    ratings: pd.DataFrame,
    judgments: pd.DataFrame,
    number: Literal["split"] | int,
    judges: int | None,
    rng: np.random.Generator,
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the ratings that become weights, and the judgments without these raters' of the same outputs.

    A rater who becomes part of a weight is no judge of that output on any criterion. One at least judges.
    """  # fmt: skip
    drawn = ratings.assign(order=rng.permutation(len(ratings))).groupby(OUTPUT)["order"]
    place, size = drawn.rank(), drawn.transform("size")
    chosen = place <= (size // 2 if number == "split" else np.minimum(number, size - 1))
    spared = ~chosen & (place <= size - judges) if judges is not None else chosen & False
    key = [*OUTPUT, "rater"]
    used = pd.MultiIndex.from_frame(ratings.loc[chosen | spared, key])
    return ratings[chosen], judgments[~pd.MultiIndex.from_frame(judgments[key]).isin(used)]
