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
    outputs = evalset.outputs_of(task)
    references = evalset.references[evalset.references["task"] == task]
    systems, segments = evalset.systems(task), evalset.segments(task)
    system_code = {name: code for code, name in enumerate(systems)}
    segment_code = {name: code for code, name in enumerate(segments)}
    ours = pd.DataFrame(
        {"segment": outputs["segment"].map(segment_code), "system": outputs["system"].map(system_code)}
    ).reset_index(drop=True)
    theirs = references.assign(code=references["segment"].map(segment_code)).reset_index(drop=True)
    theirs = theirs[theirs["code"].notna()]

    if (theirs["only_for"] == "").all():
        ours["group"], theirs = ours["segment"], theirs.assign(group=theirs["code"].astype(int))
    else:
        ours["group"] = np.arange(len(ours))
        names = outputs["system"].to_numpy()
        theirs = ours.assign(name=names).merge(
            theirs, left_on="segment", right_on="code", suffixes=("", "_r")
        )
        theirs = theirs[(theirs["only_for"] == "") | (theirs["only_for"] == theirs["name"])]
    order = np.argsort(ours["group"].to_numpy(), kind="stable")
    theirs = theirs.sort_values("group", kind="stable").reset_index(drop=True)
    n_groups = int(ours["group"].max()) + 1
    sizes = [np.bincount(side["group"].to_numpy(int), minlength=n_groups) for side in (ours, theirs)]
    bounds = [np.concatenate(([0], np.cumsum(size))).astype(np.int64) for size in sizes]
    weights = theirs["weight"].to_numpy(float)
    layout = BatchLayout(bounds[0], bounds[1], np.ones(int((sizes[0] * sizes[1]).sum()), bool), weights)
    # rows that stand in this order already are not copied with their texts
    outputs = (outputs if (np.diff(order) == 1).all() else outputs.iloc[order]).reset_index(drop=True)
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
        ours["system"].to_numpy(np.int64)[order],
        ours["segment"].to_numpy(np.int64)[order],
        layout,
    )
