"""Scores of segments that are too many to be in memory with those of all other conditions."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.experiment.task_data import TaskData
from workbench.types import Masks

Matrix = NDArray[np.float64]


class KeptScores(Mapping[str, Matrix]):
    """The scores of one condition by component, read each time that they are asked for.

    Sent to another process they are all in memory there, because it may not have the folder.

    Parameters
    ----------
    data : TaskData
    places : mapping of str to int
        The components, and which column of what is read each of them is.
    read : callable
        Returns the scores of all candidates, float64[n_candidates, columns].
    without : bool[segments]
        The segments that were left out, whose scores are NaN.
    """

    def __init__(
        self, data: TaskData, places: Mapping[str, int], read: Callable[[], Matrix], without: Masks
    ) -> None:
        self._data, self._places, self._read, self._without = data, places, read, without

    def __getitem__(self, component: str) -> Matrix:
        table = self._data.matrix(self._read()[:, self._places[component]])
        table[:, self._without] = np.nan
        return table

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return dict, (dict(self.items()),)
