"""The scores of systems behind records, which the picture of a cell draws."""

import numpy as np
import pandas as pd

from workbench.experiment.experiment import Experiment
from workbench.report.page.payload import Points
from workbench.types import Array

RECOMPUTED = ("pearson", "spearman", "kendall")
"""Coefficients that the script of the page knows, too."""


class _Vectors:
    """Vectors, each once."""

    def __init__(self) -> None:
        self.kept: list[Array] = []
        self._places: dict[bytes, int] = {}

    def place(self, vector: Array) -> int:
        key = vector.tobytes()
        if key not in self._places:
            self._places[key] = len(self.kept)
            self.kept.append(vector)
        return self._places[key]


def lay_points(experiment: Experiment, records: pd.DataFrame) -> Points:
    """Return the scores and the judgments of systems, as they are correlated, of each record of a metric."""
    metric, human = _Vectors(), _Vectors()
    rows = {(row.task.data.name, *row.label): row for row in experiment.rows}
    places: dict[tuple[str, ...], tuple[int, int]] = {}
    for key, row in rows.items():
        for judged in row.task.judged:
            scores = row.facing(judged).systems
            if np.isfinite(scores).any():
                places[*key, judged.criterion] = metric.place(scores), human.place(judged.systems)
    names = ("task", "metric", "component", "preprocess", "references", "criterion")
    keys = list(zip(*(records[name] for name in names), strict=True))
    is_metric = (records["role"] == "").to_numpy()
    found = [
        places.get(key, (-1, -1)) if known else (-1, -1) for key, known in zip(keys, is_metric, strict=True)
    ]
    of_metric, of_human = np.array(found, np.int64).reshape(-1, 2).T
    same = records["coefficient"].isin(RECOMPUTED) & (records["level"] == "system") & (records["given"] == "")
    systems = {row.task.data.name: list(row.task.data.systems) for row in experiment.rows}
    return Points(systems, metric.kept, human.kept, of_metric, of_human, same.to_numpy() & (of_metric >= 0))
