"""The same way without files: from a data set in a notebook to scores and records."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import pandas as pd
from threadpoolctl import threadpool_limits

from workbench.analyses.ceiling.ceiling_rows import with_ceilings
from workbench.analyses.ceiling.reliability import reliability_all
from workbench.datasets.evalset import EvalSet
from workbench.errors import Problem, SpecError
from workbench.executor import Serial
from workbench.experiment.analyses import IntervalMethod
from workbench.experiment.correlate import correlate_all
from workbench.experiment.count import count_all
from workbench.experiment.plan import Plan, make_plan
from workbench.experiment.score import Scores, score_all
from workbench.experiment.sides import lay_rows
from workbench.experiment.spec import build_experiment
from workbench.experiment.store import Store

References = Mapping[str, str | tuple[str, str] | Mapping[str, str]]


def score_outputs(
    data: EvalSet,
    metrics: Sequence[str],
    *,
    components: Sequence[str] | None = None,
    preprocess: Sequence[str] | None = None,
    references: References | None = None,
    unscorable: Literal["error", "drop"] = "error",
) -> pd.DataFrame:
    """Score every output of a data set.

    Parameters
    ----------
    data : EvalSet
        See `workbench.load`.
    metrics : sequence of str
        Names, as in ``rouge-w(weight=1.2)``.
    components : sequence of str, optional
        Which of recall, precision and f; the first that a metric has where nothing is said.
    preprocess : sequence of str, optional
        CASE, STEM, ...; each metric's own where nothing is said.
    references : mapping, optional
        Name of a setting to the selection, to (selection, combination), or to what a section
        ``[[references]]`` of an experiment file says: ``{"1 ref": "one", "best of 4": ("first(k=4)", "best"),
        "dealt anew": {"weights": "shuffled"}}``. All references, pooled, where nothing is said.
    unscorable : "error" or "drop"
        What to do with segments that a metric cannot score.

    Returns
    -------
    DataFrame
        Columns of `workbench.schema.SCORES`: a row for each output, and one with the segment ``*`` for each
        system.

    Raises
    ------
    WorkbenchError
        One line for each thing that cannot be done.
    """
    content = describe_scoring(data, metrics, components, preprocess, references, unscorable)
    plan, scores = plan_and_score(data, content)
    return scores.frame(plan)


def correlate(
    data: EvalSet,
    metrics: Sequence[str],
    *,
    components: Sequence[str] | None = None,
    preprocess: Sequence[str] | None = None,
    references: References | None = None,
    unscorable: Literal["error", "drop"] = "error",
    criteria: Sequence[str] | None = None,
    raters: str | None = None,
    levels: Sequence[str] | None = None,
    unit: Mapping[str, object] | None = None,
    coefficients: Sequence[str] = ("pearson", "spearman", "kendall"),
    interval: IntervalMethod = "percentile",
    resample: Literal["systems", "inputs", "both"] = "both",
    draws: int = 1000,
    confidence: float = 0.95,
    given: Literal["length"] | None = None,
    missing: Literal["pairwise", "error"] = "pairwise",
    ceiling: bool = False,
    seed: int = 0,
) -> pd.DataFrame:
    """Correlate metrics with the judgments of a data set.

    Parameters
    ----------
    data, metrics, components, preprocess, references, unscorable
        As for `score_outputs`.
    criteria : sequence of str, optional
        All that were judged where nothing is said.
    raters : str, optional
        A group of raters of the card; its default where nothing is said.
    levels : sequence of str, optional
        system, segment (over the systems of each segment, then the mean), within-system (over the segments of
        each system, then the mean), document, domain, global or block. System where nothing is said, block
        with a unit.
    unit : mapping, optional
        What an observation is at block level, as the section ``[unit]`` of an experiment file says it:
        ``{"size": 100}``.
    coefficients : sequence of str
    interval, resample, draws, confidence
        How sure the coefficient is: a bootstrap (percentile, basic, bias-corrected, bca, studentised) that
        resamples systems, inputs or both, Fisher's z (fisher, fisher-jackknife), or none.
    given : "length", optional
        Adds each Pearson, Spearman and Kendall coefficient with the words of the candidates held constant.
    missing : "pairwise" or "error"
        What becomes of an output without a judgment: left out, or an error that names it.
    ceiling : bool
        Adds what a metric can reach: each judge against the mean of the others and, at system level, the
        split-half reliability of the judges and each metric's coefficient without their noise.
    seed : int
        The same seed gives the same intervals.

    Returns
    -------
    DataFrame
        One row a coefficient, columns of `workbench.schema.RECORDS`: value, low, high and everything that is
        known about them.

    Raises
    ------
    WorkbenchError
        One line for each thing that cannot be done.

    Examples
    --------
    >>> import workbench
    >>> data = workbench.simulate(topics=4, systems=5, references=1).evalset
    >>> records = workbench.correlate(data, ["rouge-1"], coefficients=["pearson"], draws=10)
    >>> records[["metric", "component", "level", "coefficient", "n_systems"]].values.tolist()
    [['rouge-1', 'recall', 'system', 'pearson', 5]]
    """
    content = describe_scoring(data, metrics, components, preprocess, references, unscorable)
    content["data"] |= {"criteria": None if criteria is None else list(criteria), "raters": raters}
    content["seed"] = seed
    content["correlation"] = {
        **({} if levels is None else {"levels": list(levels)}),
        "coefficients": list(coefficients),
        "interval": interval,
        "resample": resample,
        "draws": draws,
        "confidence": confidence,
        "given": given,
        "missing": missing,
    }
    content["unit"] = None if unit is None else dict(unit)
    content["ceiling"] = {} if ceiling else None
    plan, scores = plan_and_score(data, content)
    with threadpool_limits(1):
        rows = lay_rows(plan, scores)
        records = correlate_all(plan, rows, Serial())
        return with_ceilings(plan, rows, records, reliability_all(plan, rows, Serial()))


def describe_scoring(
    data: EvalSet,
    metrics: Sequence[str],
    components: Sequence[str] | None,
    preprocess: Sequence[str] | None,
    references: References | None,
    unscorable: str,
) -> dict[str, Any]:
    """Return what the experiment file would say."""
    for name, given in (("metrics", metrics), ("components", components), ("preprocess", preprocess)):
        if isinstance(given, str):
            raise SpecError(Problem("", f"{name} is a list", given, f"[{given!r}]"))
    content: dict[str, Any] = {
        "name": "notebook",
        "metrics": list(metrics),
        "components": None if components is None else list(components),
        "preprocess": None if preprocess is None else list(preprocess),
        "data": {"name": data.card.name, "unscorable": unscorable},
    }
    if references:
        content["references"] = [{"name": name, **_setting(how)} for name, how in references.items()]
    return content


def _setting(how: str | tuple[str, str] | Mapping[str, str]) -> dict[str, str]:
    """Return what a section ``[[references]]`` would say."""
    if isinstance(how, Mapping):
        return dict(how)
    select, combine = (how, "pooled") if isinstance(how, str) else how
    return {"select": select, "combine": combine}


def plan_and_score(data: EvalSet, content: dict[str, Any]) -> tuple[Plan, Scores]:
    """Return the plan of what an experiment file would say, and the scores of its conditions."""
    plan = make_plan(build_experiment(content), data)
    store = Store(None)
    with threadpool_limits(1):
        return plan, score_all(plan, count_all(plan, store, Serial()), store)
