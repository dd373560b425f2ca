"""What tests say of single cells: which is the best, which are tied with it, which are behind."""

import pandas as pd

from workbench.analyses.compare.compared import Compared
from workbench.analyses.compare.populations import describe_test
from workbench.experiment.plan import Plan

_CELL = [
    "task", "criterion", "level", "coefficient", "given", "metric", "component", "preprocess", "references",
]  # fmt: skip


def describe_compared(plan: Plan, compared: Compared) -> str:
    """Return how rivals were tested, and how many tests their p-values are adjusted for."""
    how = describe_test(compared.test, plan.spec.correlation.resample)
    if not compared.n_family:
        return f"{how}; no test was possible"
    tests = "1 test" if compared.n_family == 1 else f"{compared.n_family:,} tests"
    return f"{how}; {tests} of one task, criterion, level and coefficient"


def with_standings(plan: Plan, records: pd.DataFrame, compared: list[Compared]) -> pd.DataFrame:
    """Return the records with what the test says of each cell: best, tied with it, or behind."""
    found: dict[tuple[str, ...], tuple[str, str]] = {}
    for each in compared:
        rivals = each.rivals
        how = describe_compared(plan, each)
        for row, standing in zip(rivals.rows, each.standings(), strict=True):
            found[(*rivals.place.values(), *row.label)] = standing, how
    keys = records[_CELL].itertuples(index=False, name=None)
    standings = [found.get(key, ("", "")) for key in keys]
    return records.assign(
        standing=pd.Series([standing for standing, _ in standings], records.index, "str"),
        standing_test=pd.Series([how for _, how in standings], records.index, "str"),
    )
