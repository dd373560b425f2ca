"""A task of a data set, laid out for counting: which candidates meet which references."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from workbench.datasets.evalset import EvalSet
from workbench.metrics.batch import BatchLayout, text_lengths
from workbench.text.corpus import Corpus
from workbench.text.preprocess import get_preprocess

_LINE = "line"


@dataclass(frozen=True, eq=False)
class TaskData:
    """One task of a data set, laid out for counting.

    Attributes
    ----------
    name : str
    systems, segments : list of str
    outputs, references : DataFrame
        Rows of the data set; candidates and references of the layout, in this order.
    system_of, segment_of : int64[n_candidates]
        Where each candidate stands in `systems` and `segments`.
    has_lines : bool
        Whether outputs and references are cut into lines, of which an output may have several; those of one
        output are candidates of their own, each held against the same lines of references.
    layout : BatchLayout
        Chosen are all pairs that may meet: not a system with a reference that comes from it, and no
        reference meant for another system.
    """

    name: str
    systems: list[str]
    segments: list[str]
    outputs: pd.DataFrame
    references: pd.DataFrame
    system_of: NDArray[np.int64]
    segment_of: NDArray[np.int64]
    has_lines: bool
    layout: BatchLayout

    def matrix(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Lay values of candidates out as [systems, segments, ...]; NaN where there is no candidate.

        Of an output that is cut into lines it is their mean.
        """
        cells = self.system_of, self.segment_of
        table = np.full((len(self.systems), len(self.segments), *rows.shape[1:]), np.nan)
        if not self.has_lines:
            table[cells] = rows
            return table
        table[self.system_of[self.firsts], self.segment_of[self.firsts]] = rows[self.firsts]
        # the mean of equal values is that value, to the last bit
        origin = np.where(np.isfinite(table), table, 0.0)
        sums, numbers = np.zeros_like(table), np.zeros(table.shape[:2])
        np.add.at(sums, cells, rows - origin[cells])
        np.add.at(numbers, cells, 1)
        numbers = np.maximum(numbers, 1).reshape(*numbers.shape, *(1 for _ in rows.shape[1:]))
        return np.where(np.isnan(table), np.nan, origin + sums / numbers)

    def summed(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return for each candidate the sum over the lines of its output: `rows` where it has one alone."""
        if not self.has_lines:
            return rows
        sums = np.zeros((len(self.systems), len(self.segments), *rows.shape[1:]))
        np.add.at(sums, (self.system_of, self.segment_of), rows)
        return sums[self.system_of, self.segment_of]

    def pooled(self, counts: NDArray[np.float64]) -> NDArray[np.float64]:
        """Lay counts of candidates out as [systems, segments, ...]; 0 where there is nothing to pool."""
        return np.nan_to_num(self.matrix(self.summed(counts)))

    @cached_property
    def firsts(self) -> NDArray[np.int64]:
        """The first candidate of each output: all candidates where none is a line of several."""
        if not self.has_lines:
            return np.arange(len(self.system_of))
        outputs = self.system_of * len(self.segments) + self.segment_of
        return np.sort(np.unique(outputs, return_index=True)[1])

    def parts(self, column: str) -> list[str]:
        """Return the document or the domain of each segment, "" where it is not known."""
        names = [""] * len(self.segments)
        for segment, name in zip(self.segment_of.tolist(), self.outputs[column], strict=True):
            names[segment] = name
        return names

    @cached_property
    def lengths(self) -> NDArray[np.float64]:
        """Words of each candidate as the preprocessing CASE makes them, float64[systems, segments]."""
        texts = Corpus(list(self.outputs["text"])).encode(get_preprocess("CASE"))
        return self.matrix(self.summed(text_lengths(texts).astype(np.float64)))

    @cached_property
    def texts(self) -> list[str]:
        """All texts, candidates first."""
        return [*self.outputs["text"], *self.references["text"]]


def lay_out(evalset: EvalSet, task: str) -> TaskData:
    """Group the candidates and references of a task by segment.

    A segment with references that are meant for one system only becomes a group for each system. Where lines
    are segments of their own, each line of a text is a group.
    """
    outputs, references = evalset.outputs_of(task), evalset.references_of(task)
    systems, segments = evalset.systems(task), evalset.segments(task)
    has_lines = evalset.card.lines == "segments" and evalset.card.texts
    if has_lines:
        outputs, references = _by_line(outputs), _by_line(references)
    system_of, segment_of = _places(outputs["system"], systems), _places(outputs["segment"], segments)
    met, meant = segment_of, _places(references["segment"], segments)
    if has_lines:
        most = 1 + int(outputs[_LINE].max())
        met = met * most + outputs[_LINE].to_numpy()
        meant = np.where(meant < 0, -1, meant * most + references[_LINE].to_numpy())
        used, met = np.unique(met, return_inverse=True)
        meant = np.where(np.isin(meant, used), np.searchsorted(used, meant), -1)
    rows = np.argsort(meant, kind="stable")[(meant < 0).sum() :]
    group, group_of = met, meant[rows]
    if (references["only_for"] != "").any():
        group = np.arange(len(outputs))
        start, stop = (np.searchsorted(group_of, met, side) for side in ("left", "right"))
        group_of = np.repeat(group, stop - start)
        rows = rows[np.concatenate([np.arange(*ends) for ends in zip(start, stop, strict=True)])]
        only_for = references["only_for"].to_numpy()[rows]
        may_meet = (only_for == "") | (only_for == outputs["system"].to_numpy()[group_of])
        group_of, rows = group_of[may_meet], rows[may_meet]
    order = np.argsort(group, kind="stable")
    theirs = _in_order(references, rows)
    sizes = [np.bincount(side, minlength=int(group.max()) + 1) for side in (group, group_of)]
    bounds = [np.concatenate(([0], np.cumsum(size))).astype(np.int64) for size in sizes]
    # what may not be written to is another type to a kernel, which would be compiled once more
    weights = np.require(theirs["weight"], np.float64, "W")
    layout = BatchLayout(bounds[0], bounds[1], np.ones(int((sizes[0] * sizes[1]).sum()), bool), weights)
    outputs = _in_order(outputs, order)
    if (theirs["made_by"] != "").any():
        made_by = theirs["made_by"].to_numpy()[layout.pair_reference]
        own = (made_by != "") & (made_by == outputs["system"].to_numpy()[layout.pair_candidate])
        layout = layout.choose(~own)
    return TaskData(
        task,
        systems,
        segments,
        outputs,
        theirs,
        system_of[order],
        segment_of[order],
        has_lines,
        layout,
    )


def _by_line(rows: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each line of each text, with its number."""
    lines = rows.assign(text=rows["text"].str.split("\n")).explode("text")
    return lines.assign(**{_LINE: lines.groupby(level=0).cumcount()}).reset_index(drop=True)


def _places(names: "pd.Series[str]", known: list[str]) -> NDArray[np.int64]:
    """Return where each name stands among those that are known, -1 for another one."""
    place = {name: number for number, name in enumerate(known)}
    return np.array([place.get(name, -1) for name in names.tolist()], np.int64)


def _in_order(rows: pd.DataFrame, order: NDArray[np.int64]) -> pd.DataFrame:
    """Return rows in an order; those that stand in it already are not copied with their texts."""
    is_in_order = len(order) == len(rows) and (np.diff(order) == 1).all()
    return (rows if is_in_order else rows.iloc[order]).reset_index(drop=True)
