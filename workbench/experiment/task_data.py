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
    layout: BatchLayout

    def matrix(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Lay values of candidates out as [systems, segments, ...]; NaN where there is no candidate."""
        shape = (len(self.systems), len(self.segments), *rows.shape[1:])
        table = np.full(shape, np.nan)
        table[self.system_of, self.segment_of] = rows
        return table

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
        return self.matrix(text_lengths(texts).astype(np.float64))

    @cached_property
    def texts(self) -> list[str]:
        """All texts, candidates first."""
        return [*self.outputs["text"], *self.references["text"]]


def lay_out(evalset: EvalSet, task: str) -> TaskData:
    """Group the candidates and references of a task by segment.

    A segment with references that are meant for one system only becomes a group for each system.
    """
    outputs, references = evalset.outputs_of(task), evalset.references_of(task)
    systems, segments = evalset.systems(task), evalset.segments(task)
    system_of, segment_of = _places(outputs["system"], systems), _places(outputs["segment"], segments)
    meant = _places(references["segment"], segments)
    rows = np.argsort(meant, kind="stable")[(meant < 0).sum() :]
    group, group_of = segment_of, meant[rows]
    if (references["only_for"] != "").any():
        group = np.arange(len(outputs))
        start, stop = (np.searchsorted(group_of, segment_of, side) for side in ("left", "right"))
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
        layout,
    )


def _places(names: "pd.Series[str]", known: list[str]) -> NDArray[np.int64]:
    """Return where each name stands among those that are known, -1 for another one."""
    place = {name: number for number, name in enumerate(known)}
    return np.array([place.get(name, -1) for name in names.tolist()], np.int64)


def _in_order(rows: pd.DataFrame, order: NDArray[np.int64]) -> pd.DataFrame:
    """Return rows in an order; those that stand in it already are not copied with their texts."""
    is_in_order = len(order) == len(rows) and (np.diff(order) == 1).all()
    return (rows if is_in_order else rows.iloc[order]).reset_index(drop=True)
