"""Printed numbers beside ours: which cell of a published table a record is, and how far they are apart."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated, Literal

import pandas as pd
from pydantic import Field

from workbench.errors import listed
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.sections import Section, known
from workbench.report.difference import compare
from workbench.report.layouts.labels import COMPONENTS, metric_label
from workbench.report.published import describe_published, read_published
from workbench.report.reproduction import VERDICTS
from workbench.report.table import Cell
from workbench.schema import PUBLISHED, REPRODUCED

CellColumn = Literal[
    "task", "metric", "component", "preprocess", "references", "criterion", "level", "coefficient"
]
"""Columns of the records among which `only` chooses."""
_NAMED = ("metric", "component", "preprocess", "references", "task", "criterion", "level", "statistic")
_SAME = {"summary": "segment"}
"""Levels that others call otherwise."""


class PublishedSpec(Section):
    """A published table whose numbers stand beside ours, in the cells of the page and in a list."""

    table: Annotated[str, known(describe_published)]
    """`workbench table` lists the names."""
    only: dict[CellColumn, str] = Field(default={})
    """Which of our cells stand beside it: a column of the records and its value, "STEM" as preprocess."""
    called: dict[str, str] = Field(default={})
    """What our metrics, criteria, tasks and reference settings are called there, if something else."""


@dataclass(frozen=True, eq=False, repr=False)
class PublishedNumbers(Result):
    """Printed numbers and ours.

    Attributes
    ----------
    source : str
    places : tuple of int
        The row of the records beside each row of the frame; -1 for none.
    """

    source: str = field(default="", kw_only=True)
    places: tuple[int, ...] = field(default=(), kw_only=True)


@analysis("published")
class PublishedBeside(Analysis):
    """Hold the coefficients of an experiment against those of a published table.

    A printed number belongs to the record with the same metric, coefficient, criterion and level, and with
    the same component, preprocessing, references and task where these are printed; of several, to none.
    """

    section = "published"
    Section = PublishedSpec
    positional = ("table",)
    frames = (REPRODUCED,)
    on_blocks = True
    place = 900

    def compute(self, experiment: Experiment, settings: PublishedSpec) -> PublishedNumbers:
        """Return the printed numbers that stand beside ours."""
        return hold_against(experiment.records, settings)


def hold_against(records: pd.DataFrame, settings: PublishedSpec) -> PublishedNumbers:
    """Find our number for each printed one.

    Parameters
    ----------
    records : DataFrame
        Columns of `schema.RECORDS`.
    settings : PublishedSpec

    Returns
    -------
    PublishedNumbers
        A row for each printed number that one of ours belongs to.
    """
    description, printed = read_published(settings.table)
    metrics = records[records["role"] == ""]
    for name, value in settings.only.items():
        metrics = metrics[metrics[name] == value]
    names = [_names(row, settings.called) for row in metrics.to_dict("records")]
    rows, places, several = [], [], 0
    for cell in printed.to_dict("records"):
        said = _said_of(cell)
        fits = [
            at
            for at, known in zip(metrics.index, names, strict=True)
            if said and all(printed in known[name] for name, printed in said.items())
        ]
        several += len(fits) > 1
        if len(fits) != 1:
            continue
        ours = Cell(float(records.loc[fits[0], "value"]), reason=str(records.loc[fits[0], "reason"]))
        [found] = compare({("",): ours}, {("",): str(cell["value"])}).rows
        rows.append(
            {
                **{name: cell[name] for name in PUBLISHED.key},
                "way": "", "ours": found.ours, "theirs": found.theirs, "difference": found.difference,
                "verdict": found.verdict, "why": found.reason, "note": _sizes(cell, records.loc[fits[0]]),
            }
        )  # fmt: skip
        places.append(int(fits[0]))
    frame = REPRODUCED.build(rows)
    line = _said(description.source, frame, len(printed), several)
    if frame.empty and names:
        line += _why_none(printed, metrics, names)
    return PublishedNumbers(
        {"reproduced": frame}, _SHOWN, (line,), source=description.source, places=tuple(places)
    )


_SHOWN = (
    "metric", "preprocess", "references", "criterion", "level", "statistic", "ours", "theirs", "difference",
    "verdict", "note",
)  # fmt: skip


def _sizes(cell: dict[str, str], record: pd.Series) -> str:
    """Return on how many systems and segments both rest, where that is printed and not the same."""
    both = [
        f"{record[name]:,} {name.removeprefix('n_')}, theirs {int(cell[name]):,}"
        for name in ("n_systems", "n_segments")
        if cell[name].isdigit() and int(cell[name]) != record[name]
    ]
    return f"ours rest on {' and '.join(both)}" if both else ""


def _said(source: str, frame: pd.DataFrame, n: int, several: int) -> str:
    counts = Counter(frame["verdict"])
    parts = [f"{counts[verdict]:,} {verdict}" for verdict in VERDICTS if counts[verdict]]
    said = f"{source}: {len(frame):,} of {n:,} printed numbers stand beside ours"
    if len(frame):
        said += f", {', '.join(parts)}"
    if frame["difference"].notna().any():
        said += f"; largest difference {frame['difference'].abs().max():.2g}"
    if several:
        said += f"; {several:,} fit several of ours, `only` in [published] chooses among them"
    return f"{said}."


def _why_none(printed: pd.DataFrame, metrics: pd.DataFrame, names: list[dict[str, set[str]]]) -> str:
    """Say of which columns nothing that is printed is called as anything of ours."""
    said = []
    for name in _NAMED:
        theirs = [each for each in printed[name].replace(_SAME).unique() if each]
        if theirs and not {_plain(each) for each in theirs} & set().union(*(each[name] for each in names)):
            ours = [*metrics["coefficient" if name == "statistic" else name].unique()]
            said.append(f" Of {name} none is the same: ours {listed(ours)}; theirs {listed(theirs)}.")
    hint = " `called` in [published] says what ours are called there."
    return "".join(said) + hint * bool(said)


def _plain(text: str) -> str:
    """Return a name without what papers write differently: ROUGE-1, rouge_1 and R-1 are r1.

    Examples
    --------
    >>> [_plain(name) for name in ("ROUGE-1", "R-SU*", "rouge-su", "11 refs", "ΔBLEU")]
    ['r1', 'rsu', 'rsu', '11refs', 'δbleu']
    """
    return re.sub(r"[\W_]", "", text.casefold().replace("rouge", "r"))


def _names(record: dict[str, str], called: dict[str, str]) -> dict[str, set[str]]:
    """Return under which names a record may stand in a paper, by the columns of published tables."""
    metric = record["metric"]
    label = metric_label(metric)
    component = COMPONENTS.get(record["component"], "")
    metrics = {metric, label.measure, str(label)}
    if metric.partition("(")[0] in ("bleu", "delta-bleu", "sentence-bleu") and label.measure.endswith("-4"):
        metrics.add(label.measure.removesuffix("-4"))
    metrics |= {f"{each}{mark}" for each in tuple(metrics) for mark in (f"-{component}",) if component}
    most = record["n_references"].rpartition("-")[2]
    found = {
        "metric": metrics,
        "component": {record["component"]},
        "preprocess": {record["preprocess"]},
        "references": {record["references"], f"{most} ref" if most == "1" else f"{most} refs"},
        "task": {record["task"], record["dataset"]},
        "criterion": {record["criterion"]},
        "level": {record["level"]},
        "statistic": {record["coefficient"]} if not record["given"] else set(),
    }
    for names in found.values():
        names |= {called[name] for name in tuple(names) if name in called}
    return {name: {_plain(each) for each in names} for name, names in found.items()}


def _said_of(cell: dict[str, str]) -> dict[str, str]:
    """Return what is printed of a number, as plain names; nothing where it belongs to no record."""
    if cell["system"] or not cell["level"]:
        return {}
    cell = {**cell, "level": _SAME.get(cell["level"], cell["level"])}
    return {name: _plain(cell[name]) for name in _NAMED if cell[name]}
