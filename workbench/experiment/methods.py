"""The methods paragraph of what was run."""

import platform
from importlib.metadata import version

import pandas as pd

from workbench.datasets.card import DatasetCard
from workbench.datasets.evalset import EvalSet
from workbench.report.methods import Methods, Ran, Sources, describe_methods

_NAMED = ("workbench", "numpy", "scipy")


def methods(
    data: EvalSet | DatasetCard,
    records: pd.DataFrame,
    comparisons: pd.DataFrame | None = None,
    *,
    rankings: pd.DataFrame | None = None,
    reliability: pd.DataFrame | None = None,
    robustness: pd.DataFrame | None = None,
) -> Methods:
    """Write the methods paragraph of a paper from records and from what else was asked.

    Parameters
    ----------
    data : EvalSet or DatasetCard
        That the records are of.
    records : DataFrame
        From `workbench.correlate`, columns of `schema.RECORDS`.
    comparisons : DataFrame, optional
        From `workbench.compare`, columns of `schema.COMPARISONS`.
    rankings, reliability, robustness : DataFrame, optional
        Columns of `schema.RANKINGS`, `schema.RELIABILITY`, `schema.ROBUSTNESS`.

    The result has the `text`, the `papers` that it cites, and both as `markdown()`.

    Examples
    --------
    >>> import workbench
    >>> data = workbench.load("simulated-news")
    >>> records = workbench.correlate(data, ["rouge-1"], coefficients=["spearman"], interval="none")
    >>> written = methods(data, records)
    >>> "16 systems, 30 segments) agreement is measured" in written.text, list(written.papers)
    (True, ['Lin 2004', 'Spearman 1904'])
    """
    card = data.card if isinstance(data, EvalSet) else data
    # the card of a data set that nobody has written about says none
    citation = "" if card.citation.startswith("none") else card.citation
    versions = {**{name: version(name) for name in _NAMED}, "Python": platform.python_version()}
    ran = Ran(records, comparisons, rankings, reliability, robustness)
    return describe_methods(ran, Sources(citation, versions))
