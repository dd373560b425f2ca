"""Doubting a result from a notebook: how reliable the judges are, which systems make a correlation."""

from collections.abc import Sequence
from typing import Any, Literal

import pandas as pd
from threadpoolctl import threadpool_limits

from workbench.analyses.ceiling.reliability import reliability_all
from workbench.analyses.robustness.robustness import robustness_all
from workbench.datasets.evalset import EvalSet
from workbench.executor import Serial
from workbench.experiment.notebook.scoring import References, describe_scoring, plan_and_score
from workbench.experiment.sides import lay_rows


def reliability(
    data: EvalSet,
    metrics: Sequence[str],
    *,
    components: Sequence[str] | None = None,
    preprocess: Sequence[str] | None = None,
    references: References | None = None,
    unscorable: Literal["error", "drop"] = "error",
    criteria: Sequence[str] | None = None,
    raters: str | None = None,
    coefficients: Sequence[str] = ("pearson",),
    over: Literal["raters", "segments"] = "raters",
    splits: int = 100,
    draws: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
) -> pd.DataFrame:
    """Say how reliable the judgments are, and what each metric would reach without their noise.

    Parameters
    ----------
    data, metrics, components, preprocess, references, unscorable, criteria, raters
        As for `workbench.correlate`.
    coefficients : sequence of "pearson", "spearman" or "kendall"
        At system level.
    over : "raters" or "segments"
        What is split in halves: would another panel say the same, or would other inputs?
    splits : int
        Pairs of halves; all of them if there are no more.
    draws : int
        Bootstrap draws of systems.

    Returns
    -------
    DataFrame
        One row a metric, criterion and coefficient, columns of `workbench.schema.RELIABILITY`.

    Undefined
    ---------
    With one rater there are no halves of raters: a reason, and no value.

    Examples
    --------
    >>> import workbench
    >>> data = workbench.simulate(topics=4, systems=5, references=1, raters=2).evalset
    >>> workbench.reliability(data, ["rouge-1"], draws=9)[["splits", "draws", "n_systems"]].values.tolist()
    [[1, 9, 5]]
    """
    content = _content(
        data, metrics, components, preprocess, references, unscorable, criteria, raters, coefficients, seed
    )
    content["correlation"] |= {"draws": draws, "confidence": confidence}
    content["ceiling"] = {"over": over, "splits": splits}
    plan, scores = plan_and_score(data, content)
    with threadpool_limits(1):
        return reliability_all(plan, lay_rows(plan, scores), Serial())


def robustness(
    data: EvalSet,
    metrics: Sequence[str],
    *,
    components: Sequence[str] | None = None,
    preprocess: Sequence[str] | None = None,
    references: References | None = None,
    unscorable: Literal["error", "drop"] = "error",
    criteria: Sequence[str] | None = None,
    raters: str | None = None,
    coefficients: Sequence[str] = ("pearson",),
    cut: float = 2.5,
    steps: int = 10,
) -> pd.DataFrame:
    """Say what system-level correlations owe to single systems.

    Parameters
    ----------
    data, metrics, components, preprocess, references, unscorable, criteria, raters
        As for `workbench.correlate`.
    coefficients : sequence of str
    cut : float
        A system whose human score is further from the median, in robust standard deviations, is an outlier.
    steps : int
        Points of the curve over pairs of systems that the metric finds close.

    Returns
    -------
    DataFrame
        Columns of `workbench.schema.ROBUSTNESS`: all systems, without outliers, without one, among the best,
        close pairs.

    Examples
    --------
    >>> import workbench
    >>> data = workbench.simulate(topics=4, systems=5, references=1).evalset
    >>> frame = workbench.robustness(data, ["rouge-1"], steps=2)
    >>> frame["analysis"].value_counts(sort=False).to_dict()
    {'all systems': 1, 'without outliers': 1, 'without one': 5, 'best': 3, 'close pairs': 2}
    """
    content = _content(
        data, metrics, components, preprocess, references, unscorable, criteria, raters, coefficients, 0
    )
    content["correlation"] |= {"interval": "none"}
    content["robustness"] = {"cut": float(cut), "steps": steps}
    plan, scores = plan_and_score(data, content)
    with threadpool_limits(1):
        return robustness_all(plan, lay_rows(plan, scores), Serial())


def _content(
    data: EvalSet,
    metrics: Sequence[str],
    components: Sequence[str] | None,
    preprocess: Sequence[str] | None,
    references: References | None,
    unscorable: str,
    criteria: Sequence[str] | None,
    raters: str | None,
    coefficients: Sequence[str],
    seed: int,
) -> dict[str, Any]:
    """Return what the experiment file would say, at system level."""
    content = describe_scoring(data, metrics, components, preprocess, references, unscorable)
    content["data"] |= {"criteria": None if criteria is None else list(criteria), "raters": raters}
    content["seed"] = seed
    content["correlation"] = {"levels": ["system"], "coefficients": list(coefficients)}
    return content
