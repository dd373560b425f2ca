"""Winners: which metric is significantly better than which, pair by pair."""

import numpy as np
import pandas as pd

from workbench.analyses.compare.compared import Compared
from workbench.schema import WINNERS

_NAMES = ["metric", "component", "preprocess", "references"]


def winner_frame(compared: list[Compared]) -> pd.DataFrame:
    """Return every ordered pair of the rows that were compared with each other, a `schema.WINNERS` frame."""
    return WINNERS.build([record for each in compared for record in _records(each)])


def _records(compared: Compared) -> list[dict[str, object]]:
    rivals, p = compared.rivals, compared.p_matrix()
    labels = [row.label for row in rivals.rows]
    about = {
        **rivals.place,
        "test_level": compared.test.level,
    }
    return [
        {
            **about,
            **dict(zip(_NAMES, mine, strict=True)),
            **{f"against_{name}": value for name, value in zip(_NAMES, other, strict=True)},
            "difference": rivals.values[i] - rivals.values[j],
            "p_adjusted": p[i, j],
            "wins": _sign(rivals.values[i] - rivals.values[j], p[i, j], compared.test.level),
        }
        for i, mine in enumerate(labels)
        for j, other in enumerate(labels)
        if i != j
    ]


def _sign(difference: float, p: float, level: float) -> float:
    return np.nan if np.isnan(p) else float(np.sign(difference)) if p <= level else 0.0
