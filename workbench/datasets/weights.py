"""From human ratings to weights in [-1, 1], by maps with names.

Galley et al. (2015) asked people for a rating from 1 to 5 and scaled it to [-1, 1]; other data have other
scales. Each map says what it does to the ratings of one criterion.
"""

from collections.abc import Callable

import numpy as np
import pandas as pd

from workbench.errors import Problem, SpecError, suggest
from workbench.registry import read_name

OUTPUT = ["task", "segment", "system"]
_DECIMALS = 12
_NOISE = 1e-12
"""Ratings that differ by no more, as a share of the largest, are alike: .3 and .1 + .2."""


def likert(ratings: pd.DataFrame, sign: float, low: float, high: float) -> pd.Series:
    """Put the mean rating of each output on the line from -1 at `low` to 1 at `high`.

    Examples
    --------
    >>> ratings = pd.DataFrame({"task": "t", "segment": "1", "system": ["A", "A", "B"], "score": [4.0, 5, 1]})
    >>> likert(ratings, 1.0, low=1, high=5).tolist()
    [0.75, -1.0]
    """
    means = ratings.groupby(OUTPUT)["score"].mean()
    return sign * (2 * means - low - high) / (high - low)


def penalty(ratings: pd.DataFrame, sign: float, zero: float) -> pd.Series:
    """Take the mean penalty of each output off 1: no errors are 1, `zero` points are 0, and -1 is the least.

    Examples
    --------
    >>> ratings = pd.DataFrame({"task": "t", "segment": "1", "system": ["A", "B"], "score": [5.0, 25.0]})
    >>> penalty(ratings, -1.0, zero=10).tolist()
    [0.5, -1.0]
    """
    weights: pd.Series = 1 + sign * ratings.groupby(OUTPUT)["score"].mean() / zero
    return weights.clip(-1, 1)


def zscore(ratings: pd.DataFrame, sign: float, scale: float) -> pd.Series:
    """Take each rater's own mean and spread out of the ratings, average over raters, and divide by `scale`.

    What is beyond -1 and 1 is cut off. Whoever rated everything alike, but for rounding noise, tells nothing
    and is left out.

    Examples
    --------
    Of the ratings 1, 2 and 3 the standard deviation is 1.

    >>> ratings = pd.DataFrame({"task": "t", "segment": "1", "system": ["A", "B", "C"], "rater": "r",
    ...     "score": [1.0, 2.0, 3.0]})
    >>> zscore(ratings, 1.0, scale=2).tolist()
    [-0.5, 0.0, 0.5]
    """
    by_rater = ratings.groupby(["task", "rater"])["score"]
    spread = by_rater.transform("std")
    sizes = ratings.assign(score=ratings["score"].abs())
    largest = sizes.groupby(["task", "rater"])["score"].transform("max")
    telling = spread > _NOISE * largest
    standard = ((ratings["score"] - by_rater.transform("mean"))[telling] / spread[telling]).rename("score")
    weights: pd.Series = sign * standard.groupby([ratings[name][telling] for name in OUTPUT]).mean() / scale
    return weights.clip(-1, 1)


_MAPS: dict[str, tuple[Callable[..., pd.Series], dict[str, float]]] = {
    "likert": (likert, {"low": 1, "high": 5}),
    "penalty": (penalty, {"zero": 10}),
    "zscore": (zscore, {"scale": 2}),
}
_DIRECTIONS = {"likert": ("higher", "lower"), "penalty": ("lower",), "zscore": ("higher", "lower")}


def _read(how: str, where: str) -> tuple[str, dict[str, float]]:
    name, given = read_name(how, where)
    if name not in _MAPS:
        raise SpecError(Problem(where, f"unknown map of ratings {name!r}", hint=suggest(name, _MAPS)))
    values = dict(_MAPS[name][1])
    allowed = f"{name}({', '.join(f'{key}={value:g}' for key, value in values.items())})"
    for key, value in given.items():
        if key not in values or isinstance(value, bool | str) or not np.isfinite(value):
            raise SpecError(Problem(where, "wrong parameters of a map of ratings", how, allowed))
        values[key] = value
    if name == "likert" and not values["low"] < values["high"]:
        raise SpecError(Problem(where, "low must be less than high", how, allowed))
    if name != "likert" and not min(values.values()) > 0:
        raise SpecError(Problem(where, "the parameter must be more than 0", how, allowed))
    return name, values


def check_weight(how: str, where: str = "") -> None:
    """Raise a `SpecError` unless `weigh` understands this.

    Examples
    --------
    >>> check_weight("likert(low=0, high=100)")
    """
    _read(how, where)


def weigh(how: str, ratings: pd.DataFrame, direction: str, where: str = "") -> pd.Series:
    """Return the weight of each rated output.

    Parameters
    ----------
    how : str
        ``likert(low=1, high=5)``, ``penalty(zero=10)`` or ``zscore(scale=2)``; what is left out is as here.
    ratings : DataFrame
        Columns task, segment, system, rater and score, of one criterion.
    direction : "higher" or "lower"
        Which ratings are good. A penalty is low where the text is good; likert and zscore turn the sign.

    Returns
    -------
    Series of float64
        In [-1, 1], by task, segment and system; without the outputs that have no rating or, under zscore,
        only ratings of people who rated everything alike.

    Raises
    ------
    SpecError
        Unknown map, wrong parameter, a rating outside low and high, or a penalty where high is good.
    """
    name, values = _read(how, where)
    if direction not in _DIRECTIONS[name]:
        what = f"{name} is a map of ratings that are low where the text is good, and here high is good"
        raise SpecError(Problem(where, what, how))
    if name == "likert":
        outside = ratings[~ratings["score"].between(values["low"], values["high"])]
        if len(outside):
            what = f"a rating is outside {values['low']:g} to {values['high']:g}"
            raise SpecError(Problem(where, what, float(outside["score"].iloc[0])))
    if name == "penalty" and (ratings["score"] < 0).any():
        raise SpecError(Problem(where, "a penalty is less than 0", float(ratings["score"].min())))
    sign = -1.0 if direction == "lower" else 1.0
    # Without rounding noise: 3.8 of 1 to 5 is .4, and not less; where raters cancel out, the weight is 0.
    return _MAPS[name][0](ratings, sign, **values).round(_DECIMALS).rename("weight") + 0.0
