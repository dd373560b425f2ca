"""Calibrating and planning from a notebook."""

from collections.abc import Sequence
from typing import Literal

import pandas as pd

from workbench.analyses.simulation.calibrate import Question, calibrate_components
from workbench.analyses.simulation.components import Fitted, fit_plan
from workbench.analyses.simulation.planner import Goal, plan_components
from workbench.datasets.evalset import EvalSet
from workbench.errors import Problem, SpecError
from workbench.executor import Serial
from workbench.experiment.notebook.scoring import References, describe_scoring
from workbench.experiment.plan import make_plan
from workbench.experiment.spec import build_experiment
from workbench.experiment.store import Store
from workbench.stats.designs import Shape


def calibrate(
    data: EvalSet,
    metrics: Sequence[str],
    *,
    components: Sequence[str] | None = None,
    preprocess: Sequence[str] | None = None,
    references: References | None = None,
    unscorable: Literal["error", "drop"] = "error",
    criterion: str | None = None,
    raters: str | None = None,
    task: str | None = None,
    coefficient: Literal["pearson", "spearman", "kendall"] = "pearson",
    shapes: Shape | Sequence[Shape] = ("normal", "exponential"),
    difference: float = 0.1,
    systems: int = 0,
    inputs: int = 0,
    replications: int = 1000,
    draws: int = 299,
    seed: int = 0,
) -> pd.DataFrame:
    """Simulate data like these and say which intervals and tests are right on them, at system level.

    Parameters
    ----------
    data, components, preprocess, references, unscorable, raters
        As for `workbench.correlate`.
    metrics : sequence of str
        One metric for intervals only; a second one for tests, too.
    criterion, task : str, optional
        The first where nothing is said.
    coefficient : "pearson", "spearman" or "kendall"
    shapes : "normal", "exponential" or "outliers", or several
        Of the systems' qualities; exponential: a few systems stand out; outliers: one of twelve falls far
        behind.
    difference : float
        Of the two correlations, for the power.
    systems, inputs : int
        Of a replication; those of the data where nothing is said.
    replications, draws : int
        Simulated data sets, and resamples of each.
    seed : int

    Returns
    -------
    DataFrame
        Columns of `workbench.schema.CALIBRATION`.

    Raises
    ------
    WorkbenchError
        One line for each thing that cannot be done.

    Examples
    --------
    >>> import workbench
    >>> data = workbench.simulate(topics=8, systems=6, references=1).evalset
    >>> found = workbench.calibrate(data, ["rouge-1"], replications=20, draws=19, shapes=["normal"])
    >>> found.loc[found["name"] == "fisher", ["population", "n_systems", "n_inputs"]].values.tolist()
    [['all systems, these inputs', 6, 8]]
    """
    fitted = _fit(data, metrics, components, preprocess, references, unscorable, criterion, raters, task)
    each: tuple[Shape, ...] = (shapes,) if isinstance(shapes, str) else tuple(shapes)
    question = Question(systems, inputs, replications, draws, coefficient, each, difference, seed=seed)
    return calibrate_components(fitted.components, question, Serial())


def plan(
    data: EvalSet,
    metrics: Sequence[str],
    *,
    width: float | None = None,
    power: float | None = None,
    components: Sequence[str] | None = None,
    preprocess: Sequence[str] | None = None,
    references: References | None = None,
    unscorable: Literal["error", "drop"] = "error",
    criterion: str | None = None,
    raters: str | None = None,
    task: str | None = None,
    difference: float = 0.1,
    systems: int = 0,
    inputs: int = 0,
    replications: int = 1000,
    seed: int = 0,
) -> pd.DataFrame:
    """Say how many systems, inputs and references a width or a power takes, on data like these.

    Parameters
    ----------
    data, metrics, components, preprocess, references, unscorable, raters, criterion, task
        As for `calibrate`.
    width : float, optional
        Wanted width of a 95 % fisher-jackknife interval.
    power : float, optional
        Wanted power of Williams' test at level .05, of two metrics whose correlations differ by `difference`.
    systems, inputs : int
        What stays while another number is found; those of the data where nothing is said.
    replications, seed : int
        Of the simulation that checks the prediction.

    Returns
    -------
    DataFrame
        Columns of `workbench.schema.PLANNING`.

    Raises
    ------
    WorkbenchError
        One line for each thing that cannot be done.

    Examples
    --------
    >>> import workbench
    >>> data = workbench.simulate(topics=8, systems=6, references=1).evalset
    >>> workbench.plan(data, ["rouge-1"], width=0.5, replications=20)["what"].tolist()
    ['as it is', 'systems', 'inputs', 'references']
    """
    fitted = _fit(data, metrics, components, preprocess, references, unscorable, criterion, raters, task)
    goal = Goal(width, power, difference, systems, inputs, replications=replications, seed=seed)
    return plan_components(fitted.components, goal, fitted.references)


def _fit(
    data: EvalSet, metrics: Sequence[str], components: Sequence[str] | None, preprocess: Sequence[str] | None,
    references: References | None, unscorable: str, criterion: str | None, raters: str | None,
    task: str | None,
) -> Fitted:  # fmt: skip
    if not 1 <= len(metrics) <= 2:
        raise SpecError(Problem("metrics", "how many?", len(metrics), "one or two"))
    content = describe_scoring(data, metrics, components, preprocess, references, unscorable)
    content["data"] |= {"raters": raters}
    content["correlation"] = {"interval": "none"}
    return fit_plan(make_plan(build_experiment(content), data), Store(None), (), criterion, task)
