"""Ratings less their rater's mean, over their rater's standard deviation, and which have no such score."""

from typing import NamedTuple

import pandas as pd

from workbench.stats.coefficients.noise import NOISE


def standardised(judgments: pd.DataFrame) -> pd.DataFrame:
    """Return ratings less their rater's mean, over their rater's standard deviation (population).

    Each task and criterion by itself. Whoever rated everything alike, but for rounding noise, says nothing,
    and is left out.

    Examples
    --------
    >>> ratings = pd.DataFrame({"task": "t", "criterion": "c", "rater": ["a", "a", "b"],
    ...     "score": [1.0, 3.0, 2.0]})
    >>> standardised(ratings)["score"].tolist()
    [-1.0, 1.0]
    """
    of_a_rater = ["task", "criterion", "rater"]
    mine = judgments.groupby(of_a_rater)["score"]
    spread = mine.transform("std", ddof=0)
    largest = judgments.assign(score=judgments["score"].abs()).groupby(of_a_rater)["score"].transform("max")
    scores = (judgments["score"] - mine.transform("mean")) / spread
    return judgments.assign(score=scores)[spread > NOISE * largest].reset_index(drop=True)


class Unstandardised(NamedTuple):
    """Which ratings cannot be standardised, in words, and how many raters and judged outputs are left.

    `said` is "" where all can.
    """

    said: str
    n_raters: int
    n_outputs: int


def count_left_out(judgments: pd.DataFrame) -> Unstandardised:
    """Count what `standardised` leaves out.

    A rater counts as left out whose ratings all are.

    Examples
    --------
    >>> ratings = pd.DataFrame({"task": "t", "criterion": "c", "segment": "s", "system": list("xyxyx"),
    ...     "rater": list("aabbc"), "score": [1.0, 3.0, 2.0, 2.0, 4.0]})
    >>> print(*count_left_out(ratings), sep="; ")
    2 of 3 raters with 3 of 5 ratings left out: 1 rated all alike, 1 gave one rating; 1; 2
    """
    kept = standardised(judgments)
    n_lost, every = len(judgments) - len(kept), judgments["rater"].nunique()
    n_raters, n_outputs = kept["rater"].nunique(), len(kept[["task", "segment", "system"]].drop_duplicates())
    if not n_lost:
        return Unstandardised("", n_raters, n_outputs)
    lost = judgments[~judgments["rater"].isin(kept["rater"])]
    sizes = lost.groupby(["rater", "task", "criterion"]).size().groupby("rater").max()
    single = int((sizes == 1).sum())
    kinds = [
        f"{len(sizes) - single:,} rated all alike" if len(sizes) > single else "",
        f"{single:,} gave one rating" if single else "",
    ]
    why = ", ".join(filter(None, kinds)) or "all alike, or one alone, in a task and criterion"
    who = f"{len(sizes):,} of {every:,} raters with " if len(sizes) else ""
    return Unstandardised(
        f"{who}{n_lost:,} of {len(judgments):,} ratings left out: {why}", n_raters, n_outputs
    )
