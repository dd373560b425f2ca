"""Shading, as the gray cells of Lin 2004: which cells are as good as the best one among those beside them."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
import pandas as pd
from pydantic import Field

from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.sections import Section
from workbench.stats.ranking.best_cells import mark_column

_PLACE = ["dataset", "task", "criterion", "level", "block_size", "coefficient", "given", "interval"]
"""Cells that differ in one of these are never compared."""
_APART = {"column": ("references", "preprocess"), "references": ("references",), "table": ()}


class ShadingSpec(Section):
    """Which cells are shaded: the best, and those whose value lies within its interval."""

    within: Literal["column", "references", "table"] = "column"
    """Cells of a column (same references and preprocessing), of the same references, or of the table."""
    digits: int = Field(default=2, ge=0, le=6)
    """Decimals at which equal values are equally the best."""


@analysis("shade")
class Shading(Analysis):
    """Say which cells are as good as the best one among those beside them, as the gray cells of Lin 2004.

    The answer stands in the records, and layouts show it. It looks at one interval only and is no test of the
    difference: where cells are compared with the best by a test, layouts show what that says instead.
    """

    section = "shading"
    Section = ShadingSpec
    place = 60
    is_standing = True
    on_blocks = True

    def compute(self, experiment: Experiment, settings: ShadingSpec) -> Result:
        """Return the records of metrics, which have their shades."""
        records = experiment.records
        return Result({"shading": records[records["role"] == ""]}, _SHOWN)

    def annotate(self, experiment: Experiment, settings: ShadingSpec, records: pd.DataFrame) -> pd.DataFrame:
        """Shade the records."""
        return shade_records(records, settings)


_SHOWN = (
    "task", "criterion", "level", "block_size", "coefficient", "given", "metric", "component", "preprocess",
    "references", "value", "low", "high", "shade",
)  # fmt: skip


def shade_records(records: pd.DataFrame, settings: ShadingSpec) -> pd.DataFrame:
    """Return the records with their shading, and how it was made."""
    return records.assign(
        shade=shade(records, settings.digits, _APART[settings.within]),
        shade_within=np.where(records["role"] == "", settings.within, ""),
        shade_digits=np.where(records["role"] == "", settings.digits, 0),
    )


def shade(
    records: pd.DataFrame, digits: int, over: Sequence[str] = ("references", "preprocess")
) -> pd.Series:
    """Say which cells are the best, and which are equivalent to the best (the gray cells of Lin 2004).

    Compared are the metrics of a task, criterion, level, size of blocks, coefficient and kind of interval.
    The best print like the highest value; another one is equivalent when its value is not below the lowest
    lower bound of the best: the rule of Lin & Och 2004 (ACL), Table 1, see `mark_column`.

    Parameters
    ----------
    records : DataFrame
        Columns of `schema.RECORDS`.
    digits : int
        Decimals at which equal values are equally the best.
    over : sequence of str
        Settings that are never compared with each other: the reference settings and the preprocessings, as
        in a table that has a column for each of both; or none.

    Returns
    -------
    Series
        "best", "equivalent" or "", with the index of the records.

    Undefined
    ---------
    A NaN value has no shade, and takes no part. One value alone has none, nor have judges and metrics without
    the judges' noise.

    Examples
    --------
    >>> from workbench.schema import RECORDS
    >>> values = {"value": [0.901, 0.85, 0.79, 0.7], "low": [0.8, 0.7, 0.6, 0.5]}
    >>> records = pd.DataFrame(values, columns=RECORDS.names).fillna({"role": ""})
    >>> shade(records.assign(references=["1 ref", "1 ref", "1 ref", "4 refs"]), 2).tolist()
    ['best', 'equivalent', '', '']
    """
    shades = np.full(len(records), "", object)
    is_metric = (records["role"] == "") & records["value"].notna()
    values, lows = records["value"].to_numpy(), records["low"].to_numpy()
    places = [*zip(*(records[name].tolist() for name in (*_PLACE, *over)), strict=True)]
    compared: dict[tuple[object, ...], list[int]] = {}
    for row in np.flatnonzero(is_metric).tolist():
        compared.setdefault(places[row], []).append(row)
    for cells in compared.values():
        if len(cells) > 1:
            shades[cells] = mark_column(values[cells], lows[cells], digits)
    return pd.Series(shades, records.index, dtype="str")
