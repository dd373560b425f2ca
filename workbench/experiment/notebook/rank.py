"""Ranking metrics from a notebook, without files."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import pandas as pd
from threadpoolctl import threadpool_limits

from workbench.analyses.compare.rank import judge_rows
from workbench.datasets.evalset import EvalSet
from workbench.executor import Serial
from workbench.experiment.notebook.scoring import References, describe_scoring, plan_and_score
from workbench.experiment.sides import lay_rows
from workbench.schema import RECORDS


class Ranking(NamedTuple):
    """Metrics in order, and who is better than whom.

    Attributes
    ----------
    rankings : DataFrame
        A row for each metric, columns of `workbench.schema.RANKINGS`: rank, its interval, cluster, whether it
        is tied with the best, wins and losses.
    winners : DataFrame
        Every ordered pair, columns of `workbench.schema.WINNERS`; `wins` is 1, -1 or 0.
    """

    rankings: pd.DataFrame
    winners: pd.DataFrame


def rank(
    data: EvalSet,
    metrics: Sequence[str],
    *,
    components: Sequence[str] | None = None,
    preprocess: Sequence[str] | None = None,
    references: References | None = None,
    unscorable: Literal["error", "drop"] = "error",
    criteria: Sequence[str] | None = None,
    raters: str | None = None,
    levels: Sequence[str] = ("system",),
    coefficients: Sequence[str] = ("pearson",),
    within: Literal["column", "table"] = "table",
    method: str = "permutation",
    swap: Literal["systems", "inputs", "both-cell", "both-xor"] = "systems",
    resample: Literal["systems", "inputs", "both"] = "both",
    correction: Literal["none", "holm", "bh", "by", "bonferroni", "max-t"] = "holm",
    draws: int = 1000,
    level: float = 0.05,
    confidence: float = 0.95,
    seed: int = 0,
) -> Ranking:
    """Rank metrics by how well they agree with the judgments of a data set.

    Parameters
    ----------
    data, metrics, components, preprocess, references, unscorable, criteria, raters, levels, coefficients
        As for `correlate`.
    within, method, swap, resample, correction, draws, level
        Of the tests of all pairs, as for `compare`: they make clusters, ties with the best and wins. The
        intervals of ranks come from a bootstrap of `resample`, of `draws` draws.
    confidence : float
        Of the interval of each rank.
    seed : int
        The same seed gives the same ranking.

    Raises
    ------
    WorkbenchError
        One line for each thing that cannot be done.

    Undefined
    ---------
    A metric without a coefficient has the rank 0, and a reason.

    Examples
    --------
    >>> import workbench
    >>> data = workbench.simulate(topics=3, systems=6, references=1).evalset
    >>> found = workbench.rank(data, ["rouge-1", "constant"], draws=20)
    >>> found.rankings[["metric", "rank", "n_ranked", "reason"]].values.tolist()
    [['rouge-1', 1, 1, ''], ['constant', 0, 1, 'constant metric scores']]
    """
    content = describe_scoring(data, metrics, components, preprocess, references, unscorable)
    content["data"] |= {"criteria": None if criteria is None else list(criteria), "raters": raters}
    content["seed"] = seed
    content["correlation"] = {
        "levels": list(levels),
        "coefficients": list(coefficients),
        "interval": "percentile",
        "resample": resample,
        "draws": draws,
    }
    content["test"] = {
        "method": method,
        "against": "all",
        "within": within,
        "swap": swap,
        "correction": correction,
        "draws": draws,
        "level": level,
    }
    content["ranking"] = {"confidence": confidence}
    plan, scores = plan_and_score(data, content)
    with threadpool_limits(1):
        verdicts = judge_rows(plan, lay_rows(plan, scores), RECORDS.build([]), Serial())
    return Ranking(verdicts.rankings, verdicts.winners)
