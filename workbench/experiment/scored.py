"""Scores: of every output under every condition, and of every system."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import chain

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from workbench.experiment.kept_scores import Matrix
from workbench.experiment.plan import Condition
from workbench.experiment.task_data import TaskData
from workbench.schema import SCORES

WHOLES = "scores of whole systems only"
_ROWS = 1 << 20
"""Of a frame that is written at once, which Arrow calls a row group."""
_SHOWN = 20
"""Conditions that are named where the scores of all are shown."""
LARGEST = 1e150
"""The largest score of which squares still have a sum."""


@dataclass(frozen=True, eq=False)
class Scored:
    """The scores of one condition.

    Attributes
    ----------
    condition : Condition
    segments : mapping of component to float64[systems, segments]
        NaN where there is no output, or the segment was left out. Where they are large they are on disk, and
        read each time.
    counts : float64[systems, segments, n_columns] or None
        For metrics whose system score pools counts; 0 where there is nothing to pool.
    wholes : float64[systems] or None
        Of a table that has scores of whole systems and none of the segments; these are all NaN then.
    """

    condition: Condition
    segments: Mapping[str, Matrix]
    counts: NDArray[np.float64] | None
    wholes: NDArray[np.float64] | None = None

    def __repr__(self) -> str:
        asked = self.condition
        said = (asked.metric.name, asked.preprocess, asked.references.name, asked.task)
        return f"Scored({', '.join(said)}: {', '.join(asked.components)})"

    def summands(self, component: str) -> NDArray[np.float64]:
        """Return what is summed over segments for the score of a system, float64[systems, segments, n].

        Its counts, or the scores of its segments, NaN for an output that is not there.
        """
        return self.segments[component][:, :, np.newaxis] if self.counts is None else self.counts

    def pool(
        self, component: str, sums: NDArray[np.float64], number: int | NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Return the score of a system on some segments: of its summed counts, or the mean of its segments.

        Every score of a system is made here, of all segments, of resampled ones and of a block. Only the
        mean under many draws has a kernel of its own (`resampled_means`), which judgments have, too.

        Parameters
        ----------
        component
        sums
            float64[..., n]: `summands` summed over the segments.
        number
            int[...]: how many of the segments have a score.

        Returns
        -------
        NDArray
            float64[...]; NaN for the mean of nothing.
        """
        if self.counts is not None:
            return self.condition.metric.score(sums)[component]
        return np.where(number > 0, sums[..., 0] / np.maximum(number, 1), np.nan)

    def systems(self, component: str) -> NDArray[np.float64]:
        """Return the score of each system, float64[systems]."""
        if self.wholes is not None:
            return self.wholes
        summands = self.summands(component)
        present = ~np.isnan(summands)
        with np.errstate(invalid="ignore", over="ignore"):  # infinite scores of both signs have no mean
            sums = np.where(present, summands, 0.0).sum(axis=1)
        return self.pool(component, sums, present[..., 0].sum(axis=1))

    def why_unusable(self, component: str) -> str:
        """Say why no mean and no coefficient exists: scores without end, or whose sums have none; else "".

        Of whole systems it says so, too: what they are on some of the segments is not known.
        """
        if self.wholes is not None:
            return f"{WHOLES}, which level system and [protocol] correlate"
        largest = np.nanmax(np.abs(self.segments[component]), initial=0.0)
        return "infinite scores" if np.isinf(largest) else "scores too large" if largest > LARGEST else ""


@dataclass(frozen=True, eq=False)
class Scores:
    """The scores of all conditions, and the segments that were left out of all of them.

    Attributes
    ----------
    tasks : mapping of str to TaskData
        The data that were scored, by task.
    left_out : tuple of str
        A sentence for each task of which segments were left out, and why.
    """

    scored: list[Scored]
    dropped: dict[str, list[str]]
    tasks: Mapping[str, TaskData]
    left_out: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Scores({', '.join(map(repr, self.scored[:_SHOWN]))}{', ...' * (len(self.scored) > _SHOWN)})"

    @property
    def frame(self) -> pd.DataFrame:
        """All scores as a `schema.SCORES` frame; a system's own score has the segment ``*``."""
        [frame] = self.frames(sys.maxsize)
        return frame

    def frames(self, most: int) -> Iterator[pd.DataFrame]:
        """Yield the same in frames that follow each other, of so many rows where a component has no more."""
        each = [(scored, component) for scored in self.scored for component in scored.condition.components]
        tasks = [self.tasks[scored.condition.task] for scored, _ in each]
        # numbers of names, as few bytes each as will do: there may be a hundred million rows
        systems, segments = _Numbered(), _Numbered()
        for data in dict.fromkeys(tasks):
            systems.add(
                data.systems,
                np.concatenate([np.arange(len(data.systems)), data.system_of[data.firsts]]),
                data,
            )
            starred = np.concatenate(
                [np.full(len(data.systems), len(data.segments)), data.segment_of[data.firsts]]
            )
            segments.add([*data.segments, "*"], starred, data)
        lengths = [len(data.systems) + len(data.firsts) for data in tasks]
        names = np.array([_names(scored.condition, component) for scored, component in each], object)
        short = {
            name: pd.Categorical(column)
            for name, column in zip(_NAMES, names.reshape(-1, len(_NAMES)).T, strict=True)
        }
        first = 0
        while first < len(each):
            fitting = int(np.searchsorted(np.cumsum(lengths[first:]), most, side="right"))
            here = slice(first, first + max(1, fitting))
            columns = {
                name: pd.Categorical.from_codes(np.repeat(one.codes[here], lengths[here]), dtype=one.dtype)
                for name, one in short.items()
            }
            columns |= {"segment": segments.column(tasks[here]), "system": systems.column(tasks[here])}
            values = [
                part
                for (scored, component), data in zip(each[here], tasks[here], strict=True)
                for part in (
                    scored.systems(component),
                    scored.segments[component][data.system_of[data.firsts], data.segment_of[data.firsts]],
                )
            ]
            yield pd.DataFrame(columns).assign(value=np.concatenate(values))[SCORES.names]
            first = here.stop

    def parquet(self) -> bytes:
        """Return all scores as a Parquet file, written frame by frame."""
        sink = BytesIO()
        tables = (pa.Table.from_pandas(each, preserve_index=False) for each in self.frames(_ROWS))
        first = next(tables)
        with pq.ParquetWriter(sink, first.schema, compression="zstd") as writer:
            for table in chain([first], tables):
                writer.write_table(table)
        return sink.getvalue()


class _Numbered:
    """Names of several tasks as one column of categories."""

    def __init__(self) -> None:
        self._names: dict[TaskData, NDArray[np.object_]] = {}
        self._rows: dict[TaskData, NDArray[np.int64]] = {}

    def add(self, names: Sequence[str], rows: NDArray[np.int64], data: TaskData) -> None:
        """Take in what the rows of a task are called, by number."""
        self._names[data], self._rows[data] = np.array(names, object), rows

    def column(self, tasks: Sequence[TaskData]) -> pd.Categorical:
        """Return the names of all rows of these tasks, which follow each other."""
        used = [names[np.unique(self._rows[data])] for data, names in self._names.items()]
        known = pd.Categorical(np.concatenate(used)).dtype
        codes = {
            data: pd.Categorical(names, dtype=known).codes[self._rows[data]]
            for data, names in self._names.items()
        }
        return pd.Categorical.from_codes(np.concatenate([codes[data] for data in tasks]), dtype=known)


_NAMES = ("metric", "component", "preprocess", "references", "task")


def _names(condition: Condition, component: str) -> tuple[str, ...]:
    metric, references = condition.metric.name, condition.references.name
    return metric, component, condition.preprocess, references, condition.task
