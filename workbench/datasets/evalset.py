"""The evaluation set: outputs, references and judgments, checked and in one order."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from workbench.datasets.card import DatasetCard
from workbench.errors import DataError, Problem, suggest
from workbench.schema import JUDGMENTS, OUTPUTS, REFERENCES, Frame

_MOST_FAULTS = 10


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sorting key by which numbers in names count as numbers.

    Examples
    --------
    >>> sorted(["r10", "r2", "r1"], key=natural_key)
    ['r1', 'r2', 'r10']
    """
    parts = re.findall(r"([0-9]+)|([^0-9]+)", name)
    return tuple((0, int(digits), digits) if digits else (1, 0, words) for digits, words in parts)


def _natural_order(frame: pd.DataFrame, key: tuple[str, ...]) -> pd.DataFrame:
    """Sort rows by the natural order of the key columns."""
    codes = []
    for column in key:
        names = sorted(frame[column].unique(), key=natural_key)
        place = {name: number for number, name in enumerate(names)}
        codes.append(frame[column].map(place).to_numpy())
    order = np.lexsort(codes[::-1]) if len(frame) else np.zeros(0, np.int64)
    return frame.iloc[order].reset_index(drop=True)


@dataclass(frozen=True, eq=False, repr=False)
class EvalSet:
    """A data set that is ready to use. Make one with `build`, which checks it.

    Attributes
    ----------
    card : DatasetCard
    outputs, references, judgments : DataFrame
        As declared in `workbench.schema`; sorted, so that the order of the source does not matter.
    """

    card: DatasetCard
    outputs: pd.DataFrame
    references: pd.DataFrame
    judgments: pd.DataFrame

    @classmethod
    def build(
        cls,
        card: DatasetCard,
        outputs: pd.DataFrame,
        references: pd.DataFrame,
        judgments: pd.DataFrame,
        where: Mapping[str, str] | None = None,
    ) -> "EvalSet":
        """Check three frames and put them in order.

        Parameters
        ----------
        card : DatasetCard
        outputs, references, judgments : DataFrame
            With the columns of `workbench.schema`; other columns are left out.
        where : mapping, optional
            What a fault in each frame is reported under, for instance the file that it came from.

        Raises
        ------
        DataError
            With one line for each fault (the first ten): rows given twice, judgments of unknown outputs,
            scores that are no numbers, segments without a reference, weights outside [-1, 1].
        """
        places = {name: f"{card.name}: {name}" for name in ("outputs", "references", "judgments")}
        places.update(where or {})
        ours = OUTPUTS.build(outputs, places["outputs"])
        theirs = REFERENCES.build(references, places["references"])
        judged = JUDGMENTS.build(judgments, places["judgments"])
        faults = list(_faults(card, ours, theirs, judged, places))
        if len(faults) > _MOST_FAULTS:
            more = Problem(card.name, f"... and {len(faults) - _MOST_FAULTS} more faults")
            faults = [*faults[:_MOST_FAULTS], more]
        if faults:
            raise DataError(*faults)
        return cls(
            card,
            _natural_order(ours, OUTPUTS.key),
            _natural_order(theirs, REFERENCES.key),
            _natural_order(judged, JUDGMENTS.key),
        )

    @cached_property
    def tasks(self) -> list[str]:
        """Names of the tasks."""
        return list(self.outputs["task"].unique())

    def systems(self, task: str) -> list[str]:
        """Return the systems of a task in natural order."""
        rows = self.outputs[self.outputs["task"] == task]
        return sorted(rows["system"].unique(), key=natural_key)

    def segments(self, task: str) -> list[str]:
        """Return the segments of a task in natural order."""
        rows = self.outputs[self.outputs["task"] == task]
        return list(rows["segment"].unique())

    @property
    def criteria(self) -> list[str]:
        """Names of the judged criteria, as the card orders them."""
        judged = set(self.judgments["criterion"])
        return [name for name in self.card.criteria if name in judged]

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of the texts and judgments, 64 hexadecimal digits; the order of the source is no part."""
        digest = hashlib.sha256()
        for frame in (self.outputs, self.references, self.judgments):
            digest.update(frame.to_csv(index=False, lineterminator="\n").encode("utf-8", "surrogatepass"))
            digest.update(b"\0")
        return digest.hexdigest()

    def __repr__(self) -> str:
        """Say name and size."""
        sizes = ", ".join(
            f"{task}: {len(self.systems(task))} systems × {len(self.segments(task))} segments"
            for task in self.tasks
        )
        kind = self.card.judgments
        return f"EvalSet({self.card.name} {self.card.version}, {kind} judgments, {sizes})"


def _name(frame: Frame, row: pd.Series) -> str:
    return ", ".join(f"{column} {row[column]!r}" for column in frame.key)


def _faults(
    card: DatasetCard,
    outputs: pd.DataFrame,
    references: pd.DataFrame,
    judgments: pd.DataFrame,
    where: Mapping[str, str],
) -> Iterator[Problem]:
    if outputs.empty:
        yield Problem(where["outputs"], "there is not a single output")
    frames = ((OUTPUTS, outputs), (REFERENCES, references), (JUDGMENTS, judgments))
    for frame, rows in frames:
        for _, row in rows[rows.duplicated(list(frame.key))].iterrows():
            yield Problem(where[frame.name], f"given twice: {_name(frame, row)}")
        for column in frame.columns:
            if column.kind == "text" and not column.optional and rows[column.name].isna().any():
                yield Problem(where[frame.name], f"column {column.name!r} has missing values")
    systems = set(zip(outputs["task"], outputs["system"], strict=True))
    known = {column: set(outputs[column]) for column in ("task", "segment", "system")}
    segments = set(zip(outputs["task"], outputs["segment"], strict=True))
    yield from _judgment_faults(card, judgments, segments, systems, known, where["judgments"])
    covered = set(zip(references["task"], references["segment"], strict=True))
    for task, segment in sorted(segments - covered):
        yield Problem(where["references"], f"segment {segment!r} of task {task!r} has no reference")
    for _, row in references[(references["weight"] < -1) | (references["weight"] > 1)].iterrows():
        what = f"weight out of range: {_name(REFERENCES, row)}"
        yield Problem(where["references"], what, row["weight"], "-1 to 1")
    for name in sorted(set(references["only_for"]) - known["system"] - {""}):
        yield Problem(where["references"], f"only_for names an unknown system {name!r}")


def _judgment_faults(
    card: DatasetCard,
    judgments: pd.DataFrame,
    segments: set[tuple[str, str]],
    systems: set[tuple[str, str]],
    known: dict[str, set[str]],
    where: str,
) -> Iterator[Problem]:
    for column, allowed in (("system", systems), ("segment", segments)):
        found = set(zip(judgments["task"], judgments[column], strict=True))
        for task, name in sorted(found - allowed):
            what = f"judgment of unknown {column} {name!r} (task {task!r})"
            hint = suggest(name, known[column]) if len(known[column]) <= 40 else ""
            yield Problem(where, what, hint=hint)
    for name in sorted(set(judgments["criterion"]) - set(card.criteria)):
        hint = suggest(name, card.criteria)
        yield Problem(where, f"judgment on unknown criterion {name!r}", hint=hint)
    for _, row in judgments[~np.isfinite(judgments["score"])].iterrows():
        yield Problem(where, f"score is not a number: {_name(JUDGMENTS, row)}", row["score"])
