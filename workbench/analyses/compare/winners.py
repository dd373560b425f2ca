"""The winner matrix: which metric is significantly better than which, pair by pair."""

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
        "task": rivals.rows[0].side.data.name,
        "criterion": rivals.judged.criterion,
        "level": rivals.level,
        "coefficient": rivals.coefficient,
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


def winner_matrix(winners: pd.DataFrame) -> pd.DataFrame:
    """Lay pairs out as a matrix.

    Parameters
    ----------
    winners : DataFrame
        Rows of a `schema.WINNERS` frame, of one task, criterion, level and coefficient, compared together.

    Returns
    -------
    DataFrame
        float64, a row and a column for each metric, named by metric, component, preprocessing and references:
        1 where the row's is significantly better than the column's, -1 where it is worse, 0 where no
        difference is shown; NaN without a test, and on the diagonal.
    """
    mine, other = (
        winners[[f"{prefix}{name}" for name in _NAMES]].agg(" · ".join, axis=1) for prefix in ("", "against_")
    )
    names = list(dict.fromkeys(mine))
    matrix = pd.DataFrame({"row": mine, "column": other, "wins": winners["wins"]})
    return matrix.pivot(index="row", columns="column", values="wins").reindex(index=names, columns=names)
