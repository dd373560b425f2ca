"""What the tests of statistics share: the vectors by kind, and scipy as the oracle."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats
from vectors import read_lines

COMPUTED = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}


@pytest.fixture(scope="session")
def vectors_of(shared: Path) -> Callable[[str], list[dict[str, Any]]]:
    """Give the vectors of a kind that are to be tested."""
    every = read_lines(shared / "vectors" / "statistics.jsonl")

    def of(kind: str) -> list[dict[str, Any]]:
        return [v for v in every if v["kind"] == kind and not v["verified_by"].startswith("not_run")]

    return of


def scipy_coefficient(x: np.ndarray, y: np.ndarray, name: str) -> float:
    """Compute one coefficient over the complete pairs, NaN where there is none."""
    complete = ~np.isnan(x) & ~np.isnan(y)
    x, y = x[complete], y[complete]
    if len(x) < 2 or len(set(x)) == 1 or len(set(y)) == 1:
        return float("nan")
    return float(COMPUTED[name](x, y)[0])


@pytest.fixture(scope="session")
def oracle() -> Callable[[np.ndarray, np.ndarray, str], float]:
    return scipy_coefficient
