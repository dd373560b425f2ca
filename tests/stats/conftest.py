"""What the tests of statistics share: scipy as the oracle."""

from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats

COMPUTED = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}


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
