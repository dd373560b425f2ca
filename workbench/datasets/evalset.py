"""The evaluation set: outputs, references and judgments, checked and in one order."""

import csv
import hashlib
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

import numpy as np
import pandas as pd

from workbench.datasets.card import DatasetCard
from workbench.datasets.faults import conform, find_faults, report
from workbench.datasets.mapping.column_map import split_name
from workbench.datasets.unmatched import FEW, matched
from workbench.errors import Problem, plural, suggest
from workbench.schema import JUDGMENTS, OUTPUTS, REFERENCES
from workbench.types import Integers


def natural_key(name: str) -> tuple[tuple[int, int, str, str], ...]:
    """Return a sorting key by which numbers in names count as numbers; different names, different keys.

    Examples
    --------
    >>> sorted(["r10", "r2", "r1"], key=natural_key)
    ['r1', 'r2', 'r10']
    """
    key = []
    for digits, words in re.findall(r"([0-9]+)|([^0-9]+)", name):
        # of two numbers without leading zeros the longer one is larger
        number = digits.lstrip("0")
        key.append((0, len(number), number, digits) if digits else (1, 0, "", words))
    return tuple(key)


def _ordered(card: DatasetCard, judged: pd.Series) -> list[str]:
    """Return criteria that no card lists as its mapping names them, others by name: not as rows come."""
    said = card.mapping.criteria if card.mapping else ()
    places = {split_name(each, set())[0]: place for place, each in enumerate(said)}
    return sorted(judged.unique(), key=lambda name: (places.get(name, len(places)), natural_key(name)))


def _numbered(names: pd.Series) -> tuple[Integers, list[str]]:
    """Return which of the different names each one is, and these."""
    if len(names) > FEW:
        numbers, known = pd.factorize(names)
        return numbers, known.tolist()
    values = names.tolist()
    number_of = {name: number for number, name in enumerate(dict.fromkeys(values))}
    return np.array([number_of[name] for name in values], np.int64), [*number_of]


def _natural_order(frame: pd.DataFrame, key: tuple[str, ...]) -> pd.DataFrame:
    """Sort rows by the natural order of the key columns."""
    codes = []
    for column in key:
        number_of, known = _numbered(frame[column])
        names = [natural_key(name) for name in known]
        place = np.empty(len(names), np.int32)
        place[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
        codes.append(place[number_of])
    order = np.lexsort(codes[::-1]) if len(frame) else np.zeros(0, np.int64)
    is_in_order = (order[1:] > order[:-1]).all()
    return (frame if is_in_order else frame.iloc[order]).reset_index(drop=True)


_ROWS = 5_000
"""Of a frame that are written as one text."""


def _is_empty(texts: pd.Series) -> bool:
    """Tell whether there is no text but ""; of a few rows without pandas, which looks longer."""
    return not any(texts.tolist()) if len(texts) <= FEW else bool((texts == "").all())


def filled(outputs: pd.DataFrame) -> pd.DataFrame:
    """Return outputs without the columns document and domain where these are empty."""
    return outputs.drop(columns=[name for name in ("document", "domain") if _is_empty(outputs[name])])


def _lines(rows: pd.DataFrame, header: bool) -> str:
    """Return rows as CSV, what is missing as nothing: as `DataFrame.to_csv` has them, sooner."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    if header:
        writer.writerow(rows.columns)
    columns = ([each if each == each else "" for each in rows[name].tolist()] for name in rows.columns)
    writer.writerows(zip(*columns, strict=True))
    return text.getvalue()


@dataclass(frozen=True, eq=False, repr=False)
class EvalSet:
    """A data set that is ready to use. Make one with `build`, which checks it.

    Attributes
    ----------
    card : DatasetCard
    outputs, references, judgments : DataFrame
        As declared in `workbench.schema`; sorted, so that the order of the source does not matter.
    notes : tuple of Problem
        What is odd in the files without being a fault, as their reader says it.
    options : mapping of str to str
        The choices of its card with which it was loaded.
    """

    card: DatasetCard
    outputs: pd.DataFrame
    references: pd.DataFrame
    judgments: pd.DataFrame
    notes: tuple[Problem, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def build(
        cls,
        card: DatasetCard,
        outputs: pd.DataFrame,
        references: pd.DataFrame,
        judgments: pd.DataFrame,
        where: Mapping[str, str] | None = None,
        unmatched: Literal["error", "drop"] | None = None,
    ) -> "EvalSet":
        """Check three frames and put them in order.

        Parameters
        ----------
        card : DatasetCard
        outputs, references, judgments : DataFrame
            With the columns of `workbench.schema`; other columns are left out. An index that is called place
            says where each row is from (`workbench.datasets.places`).
        where : mapping, optional
            What a fault in each frame is reported under, for instance the file that it came from.
        unmatched : "error" or "drop", optional
            What becomes of references and judgments of segments, systems or outputs that there are not: a
            fault, or they are left out, and `notes` count them. As the card says where nothing is said.

        Raises
        ------
        DataError
            With one line for each fault (the first ten): rows given twice, references or judgments of unknown
            segments, judgments of unknown systems or criteria or of outputs that are not there, scores that
            are no finite numbers or, where rows say where they are from, outside the scale that the card
            says in numbers, texts that are none (an empty text is one), segments without a reference,
            weights outside [-1, 1].
        """
        places = {name: f"{card.name}: {name}" for name in ("outputs", "references", "judgments")}
        places.update(where or {})
        faults: list[Problem] = []
        sources = {"outputs": outputs, "references": references, "judgments": judgments}
        frames = {
            frame.name: conform(frame, sources[frame.name], places[frame.name], faults)
            for frame in (OUTPUTS, REFERENCES, JUDGMENTS)
        }
        # what is no name cannot be looked up, so these come first
        report(faults, card.name)
        card = card if card.criteria else card.judging(_ordered(card, frames["judgments"]["criterion"]))
        notes: list[Problem] = []
        if (unmatched or card.unmatched) == "drop":
            for name in ("references", "judgments"):
                kept, left_out = matched(
                    frames["outputs"], frames[name], name.removesuffix("s"), places[name]
                )
                frames[name], sources[name] = frames[name][kept], sources[name][kept]
                notes += left_out
        report(list(find_faults(card, frames, sources, places)), card.name)
        ours, theirs, judged = (
            _natural_order(frames[each.name], each.key) for each in (OUTPUTS, REFERENCES, JUDGMENTS)
        )
        return cls(card, ours, theirs, judged, tuple(notes))

    @cached_property
    def tasks(self) -> list[str]:
        """Names of the tasks."""
        return list(self.outputs["task"].unique())

    def outputs_of(self, task: str) -> pd.DataFrame:
        """Return the outputs of a task: of a single one those that there are, and not once more."""
        return self.outputs if self.tasks == [task] else self.outputs[self.outputs["task"] == task]

    def references_of(self, task: str) -> pd.DataFrame:
        """Return the references of a task."""
        return self.references[self.references["task"] == task]

    def systems(self, task: str) -> list[str]:
        """Return the systems of a task in natural order."""
        return sorted(self.outputs_of(task)["system"].unique(), key=natural_key)

    def segments(self, task: str) -> list[str]:
        """Return the segments of a task in natural order."""
        return list(self.outputs_of(task)["segment"].unique())

    @cached_property
    def criteria(self) -> list[str]:
        """Names of the judged criteria, as the card orders them."""
        judged = set(self.judgments["criterion"].unique())
        return [name for name in self.card.criteria if name in judged]

    def absent_criterion(self, name: str, where: str) -> Problem:
        """Return what is wrong with a criterion that is not among the judged ones."""
        if name in self.card.criteria:
            return Problem(where, f"no output is judged on {name!r}", allowed=", ".join(self.criteria))
        return Problem(where, f"unknown criterion {name!r}", hint=suggest(name, self.criteria))

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of the texts and judgments, 64 hexadecimal digits; the order of the source is no part."""
        digest = hashlib.sha256()
        for frame in (filled(self.outputs), self.references, self.judgments):
            # a large frame as one text is the frame several times over
            for start in range(0, len(frame), _ROWS) or [0]:
                rows = frame if len(frame) <= _ROWS else frame.iloc[start : start + _ROWS]
                digest.update(_lines(rows, not start).encode("utf-8", "surrogatepass"))
            digest.update(b"\0")
        return digest.hexdigest()

    def write(self, folder: str | Path) -> Path:
        """Write the data set as tables and a card into a folder, as a whole or not at all.

        `workbench.load(folder)` reads it again. An experiment file that calls the data set as the folder is
        called finds it with `data` (on the command line ``--data``), the folder that this one lies in.
        `notes` are not kept.

        Parameters
        ----------
        folder : path
            It is made; its name becomes that of the data set. It may be there if it is empty, or has these
            very data, and is left as it is then: a cell of a notebook runs twice.

        Returns
        -------
        Path
            The folder.

        Raises
        ------
        SpecError
            If the folder's name is none of a data set.
        DataError
            If something else is there already, or cannot be written.

        Examples
        --------
        >>> import tempfile, workbench
        >>> own = workbench.simulate(topics=2, systems=3).evalset
        >>> with tempfile.TemporaryDirectory() as studies:
        ...     again = workbench.load(own.write(f"{studies}/mine"))
        >>> again.card.name, again.fingerprint == own.fingerprint
        ('mine', True)
        """
        from workbench.datasets.importing import is_written, write_evalset

        if not is_written(Path(folder), self):
            write_evalset(Path(folder), self)
        return Path(folder)

    def __repr__(self) -> str:
        """Say name and size."""
        sizes = ", ".join(
            f"{task}: {plural('system', len(self.systems(task)))} × "
            f"{plural('segment', len(self.segments(task)))}"
            for task in self.tasks
        )
        kind = self.card.judgments
        return f"EvalSet({self.card.name} {self.card.version}, {kind} judgments, {sizes})"
