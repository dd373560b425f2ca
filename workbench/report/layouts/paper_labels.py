"""Records under the names that a paper gives them."""

from collections.abc import Sequence

import pandas as pd

from workbench.report.layouts.labels import metric_label
from workbench.report.layouts.layout import TaskGroup


def paper_labels(records: pd.DataFrame, groups: Sequence[TaskGroup]) -> list[tuple[TaskGroup, pd.DataFrame]]:
    """Return the records of each group with tasks, reference settings and measures called as in the paper.

    A setting is called by the largest number of references that it used in a segment of its task, 1 REF or
    3 REFS; a measure without its parameters that all have in common, such as a profile. Tasks of no group are
    left out, settings of a single reference where the paper has none, and groups without records.
    """
    shown = records.assign(
        references=_count_references(records), metric=_plain_names(list(records["metric"]))
    )
    parts = []
    for group in groups:
        part = shown[shown["task"].isin(list(group.tasks))]
        if not group.single:
            part = part[part["references"] != "1 REF"]
        order = {task: place for place, task in enumerate(group.tasks)}
        part = part.sort_values("task", key=lambda names: names.map(order), kind="stable")
        parts.append((group, part.assign(task=part["task"].map(dict(group.tasks)))))
    return [(group, part) for group, part in parts if len(part)]


def _count_references(records: pd.DataFrame) -> list[str]:
    """Return what each setting is called; judges have none."""
    numbers = pd.to_numeric(records["n_references"].str.rpartition("-")[2], errors="coerce").fillna(0)
    most = numbers.astype(int).groupby([records["task"], records["references"]]).transform("max")
    called = zip(records["references"], most, strict=True)
    return [name and ("1 REF" if number == 1 else f"{number} REFS") for name, number in called]


def _plain_names(metrics: list[str]) -> list[str]:
    """Return the metrics by their measures if that tells all of them apart, else as they are."""
    labels = {name: metric_label(name).measure for name in metrics}
    return [labels[name] for name in metrics] if len(set(labels.values())) == len(labels) else metrics
