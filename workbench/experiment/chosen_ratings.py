"""Which ratings count: of people who agree with others, of outputs that are good enough."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from workbench.datasets.evalset import EvalSet
from workbench.errors import Problem, SpecError
from workbench.stats.coefficients.noise import EQUAL_COEFFICIENTS, cancelled, round_noise

_OUTPUT = ["task", "segment", "system"]
_FEWEST = 3


def agreement_of_raters(judgments: pd.DataFrame) -> pd.DataFrame:
    """Return how each rater agrees with the others, by task, criterion and rater.

    Columns ``r``, Pearson's coefficient of a rater's ratings with the means of the others of the same
    outputs, and ``n``, the outputs that others rated, too.

    Undefined
    ---------
    NaN with fewer than 3 such outputs, or where one side is constant.

    Examples
    --------
    >>> ratings = pd.DataFrame([("t", s, "A", "c", r, x) for r, of in {"a": [1, 2, 3], "b": [1, 3, 2]}.items()
    ...     for s, x in zip("uvw", of)], columns=["task", "segment", "system", "criterion", "rater", "score"])
    >>> agreement_of_raters(ratings)["r"].tolist()
    [0.5, 0.5]
    """
    place = [*_OUTPUT, "criterion"]
    of_output = judgments.groupby(place)["score"]
    number = of_output.transform("size")
    others = (of_output.transform("sum") - judgments["score"]) / (number - 1)
    sizes = judgments.assign(score=judgments["score"].abs()).groupby(place)["score"].transform("mean")
    others = cancelled(others.to_numpy(), sizes.to_numpy())
    both = judgments.assign(others=others)[number > 1]
    rows = []
    for place, mine in judgments.groupby(["task", "criterion", "rater"], sort=True):
        x, y = (
            round_noise(both.loc[mine.index.intersection(both.index), name].to_numpy())
            for name in ("score", "others")
        )
        known = len(x) >= _FEWEST and np.ptp(x) > 0 and np.ptp(y) > 0
        rows.append((*place, float(np.corrcoef(x, y)[0, 1]) if known else np.nan, len(x)))
    return pd.DataFrame(rows, columns=["task", "criterion", "rater", "r", "n"]).set_index(
        ["task", "criterion", "rater"]
    )


def of_agreeing_raters(
    judgments: pd.DataFrame, least: float, asked: pd.DataFrame, criteria: Sequence[str] | None, where: str
) -> tuple[pd.DataFrame, str]:
    """Return the ratings of people who agree with the others so well, and what a caption says of it.

    Each task and criterion by itself. Whoever's agreement is undefined stays. A criterion of which nobody
    agrees so well is left out with all of its ratings.

    Parameters
    ----------
    judgments : DataFrame
    least : float
    asked : DataFrame
        Those of the judgments that the experiment is about; their raters are counted.
    criteria : sequence of str or None
        Criteria that are asked for by name, and cannot be left out.
    where : str
        Of the bound, for messages.

    Raises
    ------
    SpecError
        If nobody agrees so well on a criterion that is asked for, or on any.
    """
    found = agreement_of_raters(judgments)["r"]
    is_low = found < least - EQUAL_COEFFICIENTS
    of_asked = is_low[is_low.index.isin(pd.MultiIndex.from_frame(asked[is_low.index.names]))]
    nobody = [str(name) for name, low in of_asked.groupby("criterion", sort=False) if low.all()]
    refused = nobody if len(nobody) == of_asked.index.unique("criterion").size else criteria or ()
    problems = []
    for criterion in nobody:
        if criterion in refused:
            mine = found.reindex(of_asked.index).xs(criterion, level="criterion")
            what = (
                f"no rater of {criterion} agrees so well with the others: the highest r is {mine.max():.3g}"
            )
            problems.append(Problem(where, what, least, hint="Take a lower bound, or leave the key out"))
    if problems:
        raise SpecError(*problems)
    key = pd.MultiIndex.from_frame(judgments[is_low.index.names])
    kept = judgments[~key.isin(is_low.index[is_low]) & ~judgments["criterion"].isin(nobody)]
    without = f"; none of {', '.join(nobody)}" if nobody else ""
    said = (
        f"raters who agree with the others at r ≥ {least:g} ({int((~of_asked).sum()):,} of "
        f"{len(of_asked):,}, each task and criterion by itself{without})"
    )
    return kept.reset_index(drop=True), said


def judged_so_well(data: EvalSet, least: Mapping[str, float], where: str) -> tuple[pd.Series, str]:
    """Return which outputs have a mean judgment so good at least, and what a caption says of it.

    Of a criterion where low is good the mean is at most that. Outputs that nobody judged are not.

    Raises
    ------
    SpecError
        If there is no such criterion.
    """
    fits = pd.Series(data=True, index=data.outputs.index)
    said = []
    for criterion, bound in least.items():
        if criterion not in data.criteria:
            raise SpecError(data.absent_criterion(criterion, where))
        ratings = data.judgments[data.judgments["criterion"] == criterion]
        ratings = ratings.assign(size=ratings["score"].abs())
        means = ratings.groupby(_OUTPUT)[["score", "size"]].mean()
        mine, sizes = means.reindex(pd.MultiIndex.from_frame(data.outputs[_OUTPUT])).to_numpy().T
        is_low = data.card.criteria[criterion].direction == "lower"
        above = cancelled(mine - bound, np.maximum(sizes, abs(bound)))
        fits &= above <= 0 if is_low else above >= 0
        said.append(f"{criterion} {'≤' if is_low else '≥'} {bound:g}")
    return fits, f"outputs with {', '.join(said)} ({int(fits.sum()):,} of {len(fits):,})"
