"""References, judgments and scores of what no output has: named as faults, or left out and counted."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np
import pandas as pd

from workbench.datasets.alike_names import counterparts, differ_in
from workbench.errors import Problem, suggest
from workbench.types import Masks

_SHOWN = 3
_MOST_LOOKED_UP = 1000
_MOST_DIGITS = 18
"""Digits of a number of a segment; longer ones are no count, and of thousands Python makes no number."""
FEW = 10_000
"""Rows that are gone through in less time than pandas takes to begin."""
REMEDY = (
    "Or leave such rows out, and have them counted: unmatched = 'drop' in [data], in the card or in "
    "workbench.data, --unmatched drop on import"
)


class Unmatched(NamedTuple):
    """Rows of references, judgments or scores of one task that belong to no output.

    Attributes
    ----------
    part : str
        reference, judgment or score.
    what : str
        What the outputs do not have: task, segment, system or output.
    task : str
    names : list of str
        Of what they do not have, in the order of the rows.
    known : list of str
        What the outputs have instead.
    rows : bool[n]
        Which rows these are.
    shifted : str
        That segments are numbers which begin one later or earlier than those of the outputs, "" where they
        do not: what has an output then belongs to another one.
    """

    part: str
    what: str
    task: str
    names: list[str]
    known: list[str]
    rows: Masks
    shifted: str = ""

    def describe(self) -> str:
        """Say what is not there, with the first names."""
        several = len(self.names) > 1
        shown = ", ".join(map(repr, self.names[:_SHOWN]))
        more = f" and {len(self.names) - _SHOWN:,} more" if len(self.names) > _SHOWN else ""
        noun = f"{self.part}s" if several else self.part
        if self.what == "output":
            number = f"{len(self.names):,} outputs that are" if several else "an output that is"
            return (
                f"{noun} of {number} not there: {'; '.join(self.names[:_SHOWN])}{more} (task {self.task!r})"
            )
        if self.what == "task":
            return f"{self.part}s of {'unknown tasks' if several else 'an unknown task'} {shown}{more}"
        number = f"{len(self.names):,} unknown {self.what}s" if several else f"unknown {self.what}"
        shifted = f", {self.shifted}" if self.shifted else ""
        return f"{noun} of {number} {shown}{more} (task {self.task!r}{shifted})"

    def problem(self, place: Callable[[int], str], remedy: str = REMEDY) -> Problem:
        """Return it as a fault, placed where the first row is from."""
        return Problem(place(int(np.flatnonzero(self.rows)[0])), self.describe(), hint=self._hint(remedy))

    def _hint(self, remedy: str) -> str:
        if self.what == "output":
            return remedy
        if self.shifted:
            # to leave them out would hold each score or rating of the others against its neighbour
            return f"Is each number that of its neighbour? Count both from the same number. {remedy}"
        other = counterparts(self.names[:_MOST_LOOKED_UP], self.known)
        if not other:
            return f"{suggest(self.names[0], self.known)}. {remedy}"
        pairs = list(other.items())[:_SHOWN]
        told = ", ".join(
            f"{name!r} and {meant!r} differ in {differ_in(name, meant)}" for name, meant in pairs
        )
        return f"{told}: write them alike. {remedy}"


def find_unmatched(outputs: pd.DataFrame, rows: pd.DataFrame, part: str) -> Iterator[Unmatched]:
    """Yield which references or judgments belong to no output: by task, segment, system, then output."""
    columns = ["segment", *(["system"] if "system" in rows else [])]
    strangers = _absent(outputs, rows, ["task", *columns])
    # most data sets have none, and need no look at each name by itself
    if not strangers.any():
        return
    tasks = list(outputs["task"].unique())
    left = np.ones(len(rows), bool)
    if (strange := ~rows["task"].isin(tasks).to_numpy(bool)).any():
        names = list(rows["task"][strange].unique())
        yield Unmatched(part, "task", "", names, tasks, strange)
        left &= ~strange
    for column in columns:
        wrong = left & _absent(outputs, rows, ["task", column])
        for task in rows["task"][wrong].unique():
            mine = wrong & (rows["task"] == task).to_numpy(bool)
            known = list(outputs[column][outputs["task"] == task].unique())
            names = list(rows[column][mine].unique())
            theirs = rows[column][(rows["task"] == task).to_numpy(bool)]
            shifted = _shifted(names, theirs, known) if column == "segment" else ""
            yield Unmatched(part, column, task, names, known, mine, shifted)
        left &= ~wrong
    if len(columns) == 2:
        wrong = left & strangers
        for task in rows["task"][wrong].unique():
            mine = wrong & (rows["task"] == task).to_numpy(bool)
            pairs = dict.fromkeys(zip(rows["segment"][mine], rows["system"][mine], strict=True))
            names = [f"segment {segment!r}, system {system!r}" for segment, system in pairs]
            yield Unmatched(part, "output", task, names, [], mine)


def _shifted(names: list[str], theirs: pd.Series, known: list[str]) -> str:
    """Say that numbers of segments begin one later or earlier than those of the outputs, and end so."""
    if len(names) != 1 or not all(map(_is_number, (*known, *names))):
        return ""
    numbers = [int(each) for each in theirs.unique() if _is_number(each)]
    ours = [int(each) for each in known]
    (low, high), (first, last) = (min(numbers), max(numbers)), (min(ours), max(ours))
    if (low - first, high - last) not in ((1, 1), (-1, -1)) or first == last:
        return ""
    return f"{low:,} to {high:,} where the outputs have {first:,} to {last:,}"


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdigit() and len(name) <= _MOST_DIGITS


def _absent(outputs: pd.DataFrame, rows: pd.DataFrame, columns: list[str]) -> Masks:
    """Tell of each row whether no output has its names."""
    if len(outputs) + len(rows) <= FEW:
        known = set(names_of(outputs, columns))
        return np.array([each not in known for each in names_of(rows, columns)], bool)
    ours, theirs = np.zeros(len(outputs), np.int64), np.zeros(len(rows), np.int64)
    for name in columns:
        # numbers in the place of names: millions of names as objects of Python are gigabytes
        numbers, known = pd.factorize(outputs[name], use_na_sentinel=False)
        meant, named = pd.factorize(rows[name], use_na_sentinel=False)
        number_of = {each: number for number, each in enumerate(known.tolist())}
        of_named = np.array([number_of.get(each, -1) for each in named.tolist()], np.int64)
        theirs = np.where((theirs < 0) | (of_named[meant] < 0), -1, theirs * len(known) + of_named[meant])
        ours = ours * len(known) + numbers
    return ~np.isin(theirs, ours)


def names_of(rows: pd.DataFrame, columns: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Return what few rows have in some columns, as objects of Python."""
    return zip(*(rows[name].tolist() for name in columns), strict=True)


def matched(outputs: pd.DataFrame, rows: pd.DataFrame, part: str, where: str) -> tuple[Masks, list[Problem]]:
    """Tell which references or judgments belong to outputs, with a note for each kind that does not."""
    kept, notes = np.ones(len(rows), bool), []
    for each in find_unmatched(outputs, rows, part):
        kept &= ~each.rows
        notes.append(Problem(where, f"{int(each.rows.sum()):,} left out: {each.describe()}"))
    return kept, notes
