"""The layouts of Lin 2004, Tables 1 to 3, as they are printed: the tasks stand side by side."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import pandas as pd

from workbench.report.recipes.labels import metric_label
from workbench.report.recipes.lin2004 import AXES
from workbench.report.recipes.records import lay_out
from workbench.report.recipes.registry import RECIPES, Marker
from workbench.report.table import Table
from workbench.schema import RECORDS


class Group(NamedTuple):
    """A panel: its title in the paper, its tasks as the data set calls them, and their labels in the paper.

    `single` says whether the paper has columns for a single reference there.
    """

    title: str
    tasks: dict[str, str]
    single: bool = True


_REFERENCES_FIRST = ("task", "references", "preprocess")
_PREPROCESS_FIRST = ("task", "preprocess", "references")


def _tasks(*names: str) -> dict[str, str]:
    """Return the labels of tasks: capitals, without doc, after the letter in brackets if there is one."""
    labels = {}
    for name in names:
        letter, _, task = name.rpartition(") ")
        labels[task] = (f"{letter}) " if letter else "") + task.removesuffix(" doc").upper()
    return labels


GROUPS: dict[str, tuple[Group, ...]] = {
    "lin2004-table1": (Group("", _tasks("DUC 2001 100 words single doc", "DUC 2002 100 words single doc")),),
    "lin2004-table2": (Group("", _tasks("DUC 2003 10 words single doc")),),
    "lin2004-table3": (
        Group(
            "A1 to A3: 100 words",
            _tasks(
                "(A1) DUC 2001 100 words multi doc",
                "(A2) DUC 2002 100 words multi doc",
                "(A3) DUC 2003 100 words multi doc",
            ),
        ),
        Group(
            "C to F: 10, 50, 200 and 400 words, multiple references",
            _tasks(
                "(C) DUC 2002 10 words multi doc",
                "(D1) DUC 2001 50 words multi doc",
                "(D2) DUC 2002 50 words multi doc",
                "(E1) DUC 2001 200 words multi doc",
                "(E2) DUC 2002 200 words multi doc",
                "(F) DUC 2001 400 words multi doc",
            ),
            single=False,
        ),
    ),
}
"""The panels of each table, in its order."""


def paper_labels(records: pd.DataFrame, groups: Sequence[Group]) -> list[pd.DataFrame]:
    """Return the records of each panel with tasks, reference settings and measures called as in the paper.

    A setting is called by the largest number of references that it used in a segment of its task, 1 REF or
    3 REFS; a measure without its parameters that all have in common, such as a profile. Tasks of no panel are
    left out, and settings of a single reference where the paper has none.
    """
    shown = records.assign(
        references=_count_references(records), metric=_plain_names(list(records["metric"]))
    )
    panels = []
    for group in groups:
        panel = shown[shown["task"].isin(list(group.tasks))]
        if not group.single:
            panel = panel[panel["references"] != "1 REF"]
        order = {task: place for place, task in enumerate(group.tasks)}
        panel = panel.sort_values("task", key=lambda names: names.map(order), kind="stable")
        panels.append(panel.assign(task=panel["task"].map(group.tasks)))
    return panels


def _count_references(records: pd.DataFrame) -> list[str]:
    place = ["task", "references"]
    numbers = records["n_references"].str.rpartition("-")[2]
    most = numbers.astype(int).groupby([records[name] for name in place]).transform("max")
    return ["1 REF" if number == 1 else f"{number} REFS" for number in most]


def _plain_names(metrics: list[str]) -> list[str]:
    """Return the metrics by their measures if that tells all of them apart, else as they are."""
    labels = {name: metric_label(name).measure for name in metrics}
    return [labels[name] for name in metrics] if len(set(labels.values())) == len(labels) else metrics


def _lay_out(
    name: str, column: tuple[str, ...], records: pd.DataFrame, mark: Marker, digits: int, intervals: bool
) -> Table:
    records = RECORDS.build(records)
    headers = tuple("preprocessing" if each == "preprocess" else each for each in column)
    axes = replace(
        AXES,
        panel=("dataset", "criterion", "level", "coefficient", "given", "interval"),
        column=column,
        corner="Method",
        header_names=headers,
    )
    groups = GROUPS[name]
    tables = [
        (group, lay_out(panel, axes, mark, digits, intervals))
        for group, panel in zip(groups, paper_labels(records, groups), strict=True)
        if len(panel)
    ]
    if not tables:
        # records of other data: nothing to put side by side
        return lay_out(records, AXES, mark, digits, intervals)
    panels = tuple(
        replace(panel, title=f"{group.title}: {panel.title}" if group.title else panel.title)
        for group, table in tables
        for panel in table.panels
    )
    settings = sorted({metric_label(metric).settings for metric in records["metric"].unique()} - {""})
    notes = [f"Measures: {', '.join(settings)}."] if settings else []
    if any(not group.single for group, _ in tables):
        notes.append("Where the paper has no column for a single reference, there is none here: records.csv.")
    first = tables[0][1]
    return replace(first, panels=panels, notes=(*first.notes, *notes))


@RECIPES("lin2004-table1")
def lin2004_table1(records: pd.DataFrame, mark: Marker, digits: int = 2, intervals: bool = False) -> Table:
    """Lay out Table 1: 100 words of a document, 2001 and 2002. The rest is as in `lin2004`."""
    return _lay_out("lin2004-table1", _REFERENCES_FIRST, records, mark, digits, intervals)


@RECIPES("lin2004-table2")
def lin2004_table2(records: pd.DataFrame, mark: Marker, digits: int = 2, intervals: bool = False) -> Table:
    """Lay out Table 2: 10 words of a document, 2003. The rest is as in `lin2004`."""
    return _lay_out("lin2004-table2", _PREPROCESS_FIRST, records, mark, digits, intervals)


@RECIPES("lin2004-table3")
def lin2004_table3(records: pd.DataFrame, mark: Marker, digits: int = 2, intervals: bool = False) -> Table:
    """Lay out Table 3: 10 to 400 words of a set, 2001 to 2003. The rest is as in `lin2004`."""
    return _lay_out("lin2004-table3", _REFERENCES_FIRST, records, mark, digits, intervals)
