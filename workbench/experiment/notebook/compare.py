"""Comparing metrics from a notebook, without files."""

from collections.abc import Sequence
from typing import Literal

import pandas as pd
from threadpoolctl import threadpool_limits

from workbench.analyses.compare.compare import compare_rows
from workbench.analyses.compare.groups import check_groups, settle
from workbench.analyses.compare.records import comparison_frame
from workbench.datasets.evalset import EvalSet
from workbench.executor import Serial
from workbench.experiment.analyses import Population
from workbench.experiment.notebook.scoring import References, describe_scoring, plan_and_score
from workbench.experiment.sides import lay_rows


def compare(
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
    against: str = "all",
    pairs: Sequence[tuple[str, str]] | None = None,
    within: Literal["column", "table"] = "table",
    method: str = "permutation",
    swap: Literal["systems", "inputs", "both-cell", "both-xor"] = "systems",
    resample: Literal["systems", "inputs", "both"] = "both",
    population: Population | None = None,
    override: bool = False,
    alternative: Literal["two", "greater", "less"] = "two",
    correction: Literal["none", "holm", "bh", "by", "bonferroni", "max-t"] = "holm",
    draws: int = 1000,
    level: float = 0.05,
    margin: float | None = None,
    seed: int = 0,
) -> pd.DataFrame:
    """Compare how well metrics agree with the judgments of a data set.

    Parameters
    ----------
    data, metrics, components, preprocess, references, unscorable, criteria, raters, levels, coefficients
        As for `correlate`.
    against : str
        "all" (all pairs), "best" (every metric with the best one), or the name of a metric, followed by a
        component where it has several: "rouge-1 f".
    pairs : sequence of (str, str), optional
        In place of `against`: these pairs, chosen before the data were seen. A reference setting may be
        named: ``("delta-bleu @ all", "delta-bleu @ 1 ref")``.
    within : "table" or "column"
        Compare rows of all preprocessings and reference settings, or only those that share both.
    method : str
        permutation (of `swap`), bootstrap (of `resample`), or a test of dependent correlations, which
        compares Pearson's coefficients at system level: williams1959, steiger1980, meng1992, ...
    population : str, optional
        What the test shall speak of, for instance "all systems, these inputs". A test that speaks of
        something else is refused unless `override` is true.
    alternative : "two", "greater" or "less"
        Whether the metric differs from the other one, is better, or worse.
    correction : str
        Of the p-values of each criterion, level and coefficient: holm, bh, by, bonferroni, max-t or none. To
        compare with the best, all pairs are adjusted for: any two might have been compared.
    draws : int
        Random swaps or resamples. Few patterns are enumerated instead.
    level : float
        Of the test; intervals have the coverage 1 - level.
    margin : float, optional
        The largest difference that does not matter: adds a p-value that the difference is smaller (TOST).
    seed : int
        The same seed gives the same p-values.

    Returns
    -------
    DataFrame
        One row a pair, columns of `workbench.schema.COMPARISONS`: difference, its interval, p, p_adjusted,
        population and everything that is known about them.

    Raises
    ------
    WorkbenchError
        One line for each thing that cannot be done.

    Undefined
    ---------
    A pair without a coefficient, and one that the test does not take, has no p-value and a reason.

    Examples
    --------
    With 4 systems there are 16 swaps, all of which are looked at.

    >>> import workbench
    >>> data = workbench.simulate(topics=3, systems=4, references=1).evalset
    >>> pairs = workbench.compare(data, ["rouge-1", "rouge-2", "bleu"], against="bleu")
    >>> pairs[["metric", "against_metric", "draws", "exact"]].values.tolist()
    [['rouge-1', 'bleu(order=4)', 16, 'yes'], ['rouge-2', 'bleu(order=4)', 16, 'yes']]
    >>> pairs["population"].unique().tolist()
    ['all systems, these inputs']
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
        "against": "best" if pairs is not None else against,
        "pairs": None if pairs is None else [list(pair) for pair in pairs],
        "within": within,
        "swap": swap,
        "population": population,
        "override": override,
        "alternative": alternative,
        "correction": correction,
        "draws": draws,
        "level": level,
        "margin": margin,
    }
    plan, scores = plan_and_score(data, content)
    check_groups(plan)
    test = settle(plan.experiment)
    with threadpool_limits(1):
        compared = compare_rows(plan, lay_rows(plan, scores), test, Serial())
        return comparison_frame(plan, compared, Serial())
