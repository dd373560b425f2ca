"""How far weights made of a few ratings are from those of many: what raters of one text differ by."""

import numpy as np
import pandas as pd

from workbench.datasets.evalset import EvalSet
from workbench.datasets.mined import Mining, of_named
from workbench.datasets.weights import OUTPUT, weigh


def weight_error(data: EvalSet, asked: Mining) -> float:
    """Return the standard deviation of the error of a mined weight, from raters of the same outputs.

    The variance of single ratings on the scale of weights around the mean of their output, pooled over
    outputs (n - 1 of each), divided by the ratings of a weight. It takes raters' errors as independent and
    alike; what all raters of an output have in common is no error.

    Undefined
    ---------
    NaN where no output has two ratings.

    Examples
    --------
    >>> import workbench
    >>> from workbench.experiment.sections import MinedSpec
    >>> data = workbench.simulate(topics=3, systems=4, references=1, raters=1).evalset
    >>> weight_error(data, MinedSpec(criterion="coverage", weight="likert(low=0, high=1)"))
    nan
    """
    ratings = data.judgments[data.judgments["criterion"] == asked.criterion]
    if isinstance(asked.raters, list):
        ratings = of_named(ratings, asked.raters)
    # each rating as an output of its own, so that any map of ratings puts it to its weight
    alone = ratings.assign(system=ratings["system"] + "\0" + ratings["rater"])
    each = weigh(asked.weight, alone, data.card.criteria[asked.criterion].direction).reset_index()
    each["system"] = each["system"].str.partition("\0")[0]
    by_output = each.groupby(OUTPUT)["weight"]
    sizes, variances = by_output.size(), by_output.var(ddof=1)
    several = sizes > 1
    if not several.any():
        return np.nan
    spread = (variances * (sizes - 1))[several].sum() / (sizes - 1)[several].sum()
    return float(np.sqrt(spread * (1 / _used(sizes, asked)).mean()))


def _used(sizes: "pd.Series[int]", asked: Mining) -> "pd.Series[int]":
    """Return how many of the ratings of each output make its weight; without outputs that have none."""
    if asked.raters == "split":
        used = sizes // 2
    elif isinstance(asked.raters, int):
        used = (sizes - 1).clip(upper=asked.raters)
    else:
        used = sizes
    return used[used > 0]
