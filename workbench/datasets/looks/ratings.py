"""Looks at ratings: called like what is better if less, one far from all others, numbers of rows."""

import re
from collections.abc import Iterator

import numpy as np

from workbench.datasets.evalset import EvalSet
from workbench.datasets.looks.blocks import groups
from workbench.datasets.looks.oddity import Oddity, odd

_LESS_IS_BETTER = re.compile(
    r"(.*_)?(rank|ranking|rang|errors?|error_count|fehler|mistakes?)"
    r"|(?!(no|non|not|without|lack|absence|free)_)(.*_)?(hallucinat|contradict|repetit|omission|inaccura|toxic|offensive)"
    r"(ion|ive|ity|cy|cies|ness)*s?(_.*)?"
)
_POINTS_OF_ERRORS = re.compile(r"(.*[ _-])?mqm([ _-].*)?", re.IGNORECASE)
"""What is counted upwards from 0, where a text without errors is, or down from it."""
_FEWEST = 15
"""Ratings below which nothing is said."""
_TIMES = 8.0
"""How many times as long a scale is with its highest rating as without it where that is a slip."""


def look_at_ratings(data: EvalSet) -> Iterator[Oddity]:
    """Yield criteria whose names say that less is better, single far ratings, and numbers of rows."""
    for (name,), rows in groups(data.judgments, "criterion"):
        is_higher = data.card.criteria[name].direction == "higher"
        if is_higher and _LESS_IS_BETTER.fullmatch(re.sub("[ -]", "_", name.lower())):
            yield odd(
                "less-is-better",
                f"{name} counts as the better the higher, and is not called so",
                [],
                f"Where less is better say --lower {name}, in Python lower='{name}', in a card direction = "
                "'lower'",
            )
        scores = rows["score"].to_numpy()
        if _POINTS_OF_ERRORS.fullmatch(name) and is_higher and scores.min() == 0 < scores.max():
            yield odd(
                "points-of-errors",
                f"{name} counts as the better the higher, and goes up from 0",
                [],
                f"If 0 is a text without errors say --lower {name}, in Python lower='{name}', in a card "
                "direction = 'lower'",
            )
        if not is_higher and scores.min() < 0 and scores.max() <= 0:
            yield odd(
                "points-of-errors",
                f"{name} counts as the better the lower, and goes down from {scores.max():g}",
                [],
                "If errors are subtracted more is better: leave lower out, in a card direction = 'higher'",
            )
        if len(scores) < _FEWEST:
            continue
        steps = np.unique(scores)
        if len(steps) == len(scores) and (np.diff(scores) == 1).all():
            yield odd(
                "ratings-are-row-numbers",
                f"the ratings of {name} are {steps[0]:g} to {steps[-1]:g}, one after the other",
                [],
                "Was a column that numbers rows read as ratings?",
            )
        rest = scores[scores < steps[-1]]
        is_alone = is_higher and len(rest) == len(scores) - 1 and 1 < len(steps) <= len(scores) / 2
        if is_alone and np.ptp(rest) > 0 and steps[-1] - steps[0] > _TIMES * np.ptp(rest):
            (far,) = rows[rows["score"] == steps[-1]].itertuples()
            yield odd(
                "far-rating",
                f"one rating of {name} is {far.score:g}, all others are {steps[0]:g} to {steps[-2]:g}",
                [f"system {far.system!r}, segment {far.segment!r} ({far.task})"],
                "A slip of the keyboard? Mend it: means and Pearson's r follow it",
            )
