"""Looks at scales: ratings of one criterion that are on two, by raters, by systems or by segments."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pandas as pd

from workbench.datasets.evalset import EvalSet, natural_key
from workbench.datasets.looks.blocks import groups
from workbench.datasets.looks.oddity import Oddity, odd
from workbench.types import Array

_BY = ("rater", "system", "segment")
_FEWEST = 3
"""Ratings of a rater, system or segment below which they do not show its scale."""
_SHORT = 10.0
"""The end of the longest scale beside which ratings of a longer one are told from good ones."""
_TIMES = 4.0
"""How many times the end of the shorter scale every part on the longer one goes to."""
_TIMES_A_SHARE = 2.0
"""The same beside shares, of 1 at most: whoever never gives more than 1 on a scale to 5 is rare."""
_LEAST_SHARE = 0.6
"""What the highest of several shares is at least."""
_SEEN = 6
"""Ratings on each of the scales below which nothing is said."""


class _Parts(NamedTuple):
    """Raters, systems or segments on a shorter and on a longer scale, and all their ratings."""

    short: list[str]
    long: list[str]
    below: Array
    above: Array


def look_at_scales(data: EvalSet) -> Iterator[Oddity]:
    """Yield criteria of which some raters, systems or segments are rated on a scale many times as long.

    Each scale is seen in the highest ratings of its parts, with a gap between. Criteria of which less is
    better are not looked at.
    """
    for (task, criterion), rows in groups(data.judgments, "task", "criterion"):
        if data.card.criteria[criterion].direction == "lower":
            continue  # counts of errors have no end
        for by in _BY:
            found = _two_scales(rows, by)
            if found is None:
                continue
            few = found.short if len(found.short) <= len(found.long) else found.long
            ends = rows[rows[by].isin(few)].groupby(by, sort=False)["score"].agg(["min", "max"])
            yield odd(
                "mixed-scales",
                f"{criterion} of {task} is on two scales, {_said(found.below, found.short, by)} and "
                f"{_said(found.above, found.long, by)}",
                [
                    f"{by} {name!r} has {ends.loc[name, 'min']:.3g} to {ends.loc[name, 'max']:.3g}"
                    for name in sorted(few, key=natural_key)
                ],
                "Bring them to one scale: a mean over both says which scale was used"
                + (". [data] ratings = 'z-scored' does it by rater" if by == "rater" else ""),
            )
            break


def _said(scores: Array, names: list[str], by: str) -> str:
    return f"{scores.min():.3g} to {scores.max():.3g} of {len(names):,} {by}" + (
        "s" if len(names) > 1 else ""
    )


def _two_scales(rows: pd.DataFrame, by: str) -> _Parts | None:
    """Return the parts on each scale where a gap lies between the highest ratings of the parts."""
    part, names = pd.factorize(rows[by])
    scores, sizes = rows["score"].to_numpy(), np.bincount(part)
    ends, lowest = np.full(len(sizes), -np.inf), np.full(len(sizes), np.inf)
    np.maximum.at(ends, part, scores)
    np.minimum.at(lowest, part, scores)
    parts = np.flatnonzero(sizes >= _FEWEST)
    parts = parts[np.argsort(ends[parts], kind="stable")]
    if len(parts) < 2 or lowest[parts].min() < 0:
        return None
    highest = ends[parts]
    with np.errstate(divide="ignore", invalid="ignore"):
        at = int(np.nanargmax(np.where(highest[:-1] > 0, highest[1:] / highest[:-1], 0.0))) + 1
    end = highest[at - 1]
    are_shares = _LEAST_SHARE <= end <= 1
    if (
        not (are_shares or 1 < end <= _SHORT)
        or highest[at] < (_TIMES_A_SHARE if are_shares else _TIMES) * end
    ):
        return None
    short, long = parts[:at], parts[at:]
    below, above = (scores[np.isin(part, each)] for each in (short, long))
    # on a scale of few steps a part that is bad throughout has one or two of them
    is_binary = set(below) == {0.0, 1.0} and (above.min() >= 1 or np.median(above) > _SHORT)
    is_beyond = np.quantile(above, 0.5 if are_shares else 0.25) > end
    is_short = len(np.unique(below)) < _FEWEST and not is_binary
    if is_short or not is_beyond or min(len(below), len(above)) < _SEEN:
        return None
    return _Parts([*names[short]], [*names[long]], below, above)
