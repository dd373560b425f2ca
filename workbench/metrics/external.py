"""Scores computed elsewhere: a table of numbers is a metric, too."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

import numpy as np

from workbench.errors import Problem, ScoreError, SpecError
from workbench.metrics.base import METRICS, CountedRows, Counts, Metric
from workbench.metrics.batch import Batch
from workbench.registry import read_name
from workbench.types import WHOLE, Array, OutputKey

NO_LINES: Mapping[str, int] = {}
"""Of a table whose rows say whose a score is."""


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """Scores by task, segment and system; an empty task stands for every task, ``*`` for all segments.

    `n_lines` are the lines of a system in a file in which line k is segment k, by task.
    """

    values: Mapping[OutputKey, float]
    digest: str
    n_lines: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, values: Mapping[OutputKey, float], n_lines: Mapping[str, int] = NO_LINES) -> "ScoreTable":
        """Return a table with the digest of its content."""
        written = "\n".join(f"{key!r} {value!r}" for key, value in sorted(values.items()))
        return cls(values, hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()[:16], n_lines)

    @cached_property
    def by_segment(self) -> frozenset[str]:
        """The tasks of which there are scores of segments."""
        return frozenset(task for task, segment, _ in self.values if segment != WHOLE)

    def find(self, task: str, segment: str, system: str, or_whole: bool) -> float | None:
        """Return the score of an output, or of the whole system if that may stand for it."""
        for name in (segment, WHOLE) if or_whole else (segment,):
            for key in ((task, name, system), ("", name, system)):
                if key in self.values:
                    return self.values[key]
        return None

    def of_outputs(self, outputs: Sequence[OutputKey], or_whole: bool) -> Array:
        """Return the score of each output, float64[outputs], NaN where there is none."""
        values = self.values
        found = [values[key] if key in values else self.find(*key, or_whole) for key in outputs]
        return np.array(found, np.float64)

    def lacking(self, outputs: Sequence[OutputKey]) -> list[OutputKey]:
        """Return the outputs of a task without a score; of scores of whole systems only, theirs alone.

        Examples
        --------
        >>> ScoreTable.of({("", "s1", "A"): 0.5, ("", "s1", "B"): 0.25, ("", "s2", "A"): 1.0}).lacking(
        ...     [("t", "s1", "A"), ("t", "s2", "A"), ("t", "s2", "B")]
        ... )
        [('t', 's2', 'B')]
        """
        is_one = len({segment for _, segment, _ in outputs}) == 1
        found = self.of_outputs(outputs, is_one)
        absent = [key for key, is_absent in zip(outputs, np.isnan(found), strict=True) if is_absent]
        if absent and not self.by_segment & {absent[0][0], ""}:
            return [key for key in absent if self.find(key[0], WHOLE, key[2], False) is None]
        return absent

    def with_tasks(self, homes: Mapping[tuple[str, str], str]) -> "ScoreTable":
        """Return the table with scores of segments also under the tasks to which these belong now.

        The score of a whole system is that of the task it was given for, and of no other.
        """
        moved = {
            (homes[task, segment], segment, system): value
            for (task, segment, system), value in self.values.items()
            if (task, segment) in homes
        }
        return ScoreTable({**self.values, **moved}, self.digest, self.n_lines)


MEANS = "means of segments, not its own scores of whole systems, which differ"
OWN = "its own scores of whole systems, not means of segments, which differ"
"""What the score of a system is where a table has both, and they differ."""
ALONE = "its own, of all outputs whether judged or not, as segments have no scores"
"""What it is where a table has scores of whole systems only."""


@dataclass(frozen=True)
class LookUp:
    """The score of each candidate as the table has it; references play no part."""

    name: str
    table: ScoreTable = field(compare=False)
    rows: ClassVar[CountedRows] = "candidate"
    columns = ("score",)
    reads_texts = False

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_candidates, 1].

        NaN where the table has none.

        Raises
        ------
        ScoreError
            If the candidates have no names.
        """
        if batch.keys is None:
            what = "scores from a table need a data set, whose outputs have names"
            raise ScoreError(Problem(self.name, what))
        # the score of a whole system is the score of a segment if there is just one
        is_one = all(key[:2] == batch.keys[0][:2] for key in batch.keys)
        return self.table.of_outputs(batch.keys, is_one)[:, np.newaxis]


@dataclass(frozen=True, repr=False)
class External(Metric):
    """Scores computed elsewhere, looked up by task, segment and system; a system's score is their mean."""

    called: str = field(metadata={"given": False})
    table: ScoreTable = field(compare=False, metadata={"given": False})
    higher_is_better: bool = field(default=True, metadata={"given": False})

    profile = "table"
    reads_texts = False
    preprocess = "none"
    undefined = "its file has no score"
    bounds = (-np.inf, np.inf)

    def of_systems(self, task: str, systems: Sequence[str]) -> Array | None:
        """Return the scores of whole systems, float64[systems]; None unless the table has all of them."""
        found = [self.table.find(task, WHOLE, system, False) for system in systems]
        return None if None in found else np.array(found, np.float64)

    @property
    def counter(self) -> LookUp:
        """The table, identified by its content."""
        return LookUp(f"{self.called}@{self.table.digest}", self.table)


def table_metric(
    name: str,
    values: Mapping[OutputKey, float],
    higher_is_better: bool = True,
    n_lines: Mapping[str, int] = NO_LINES,
) -> External:
    """Return scores computed elsewhere as a metric.

    Parameters
    ----------
    name : str
        How the metric is called.
    values : mapping of (task, segment, system) to float
        An empty task stands for every task. The segment ``*`` is a system as a whole: such scores alone can
        be used where a task has one segment, and in the tasks of systems of a section ``[protocol]``.
    higher_is_better : bool
        Else the sign is turned before it is correlated.
    n_lines : mapping of str to int
        Lines of a system by task, of a file in which line k is segment k.

    Raises
    ------
    SpecError
        If a metric of the workbench has that name.

    Examples
    --------
    >>> table_metric("length-elsewhere", {("", "t1", "S1"): 12.0})
    length-elsewhere
    """
    if read_name(name).parameters:
        raise SpecError(Problem("", "a name without parameters is needed", name))
    if name in METRICS:
        raise SpecError(Problem(name, "is the name of another metric; choose another"))
    return External(name, ScoreTable.of(values, n_lines), higher_is_better)
