"""From frames to pictures: what the panels, rows and titles of a picture are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pandas as pd

from workbench.report.layouts.labels import COMPONENTS, coefficient_label, metric_label
from workbench.report.plot_influence import DrawnInfluence, plot_influences
from workbench.report.plot_sheet import PageColumns
from workbench.report.plots import DrawnRanks, plot_rank_panels

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PANEL = ("task", "criterion", "level", "block_size", "coefficient", "given")
CONDITION = ("metric", "component", "preprocess", "references")


def label_conditions(frame: pd.DataFrame) -> list[str]:
    """Return the name of each row: its metric, and what else tells rows of the frame apart.

    Examples
    --------
    >>> rows = {"metric": ["rouge-1", "rouge-1"], "component": ["recall", "f"], "preprocess": "CASE"}
    >>> label_conditions(pd.DataFrame(rows | {"references": "all"}))
    ['R-1 · R', 'R-1 · F']
    """
    metrics = frame.groupby("metric")
    varying = [name for name in CONDITION[1:] if metrics[name].nunique().max() > 1]
    return [
        " · ".join(
            [str(metric_label(row["metric"])), *(COMPONENTS.get(row[name], row[name]) for name in varying)]
        )
        for row in frame.to_dict("records")
    ]


def say_panel(row: pd.Series, varying: Sequence[str]) -> str:
    """Return the title of a panel: what tells it from the others.

    Examples
    --------
    >>> row = pd.Series({"criterion": "fluency", "level": "segment", "coefficient": "pearson"})
    >>> say_panel(row, ["criterion", "level", "coefficient"])
    "fluency · segment level · Pearson's r"
    """
    said = []
    for name in varying:
        value = row[name]
        if name == "level":
            said.append(f"{value} level")
        elif name == "coefficient":
            said.append(coefficient_label(value))
        elif name == "block_size":
            said.append(f"blocks of {value}" if value else "")
        else:
            said.append(f"given {value}" if name == "given" and value else str(value))
    return " · ".join(filter(None, said))


def panels_of(frame: pd.DataFrame, keys: Sequence[str] = PANEL) -> list[tuple[str, pd.DataFrame]]:
    """Split a frame into panels, each with its title.

    Examples
    --------
    >>> frame = pd.DataFrame({"level": ["system", "segment"], "criterion": "fluency"})
    >>> [title for title, _ in panels_of(frame)]
    ['system level', 'segment level']
    """
    keys = [name for name in keys if name in frame]
    varying = [name for name in keys if frame[name].nunique() > 1]
    return [(say_panel(group.iloc[0], varying), group) for _, group in frame.groupby(keys, sort=False)]


def plot_rankings(rankings: pd.DataFrame, columns: PageColumns = 2) -> Figure:
    """Draw ranks with their intervals, a panel for each list; columns of `schema.RANKINGS`."""
    panels = [
        DrawnRanks(label_conditions(group), group["rank"], group["rank_low"], group["rank_high"], title)
        for title, group in panels_of(rankings)
    ]
    about = rankings[rankings["rank_low"] > 0][["confidence", "rank_population"]].drop_duplicates()
    notes = [
        f"{100 * each.confidence:g} % intervals of the rank; population: {each.rank_population}."
        for each in about.itertuples()
    ]
    return plot_rank_panels(panels, columns, notes)


def plot_robustness(robustness: pd.DataFrame, judgments: str, columns: PageColumns = 2) -> Figure:
    """Draw each coefficient without each system; columns of `schema.ROBUSTNESS`."""
    keys = [*CONDITION, "task", "criterion", "coefficient"]
    # what is taken over close pairs of systems is not taken without single ones
    alone = robustness.groupby(keys, sort=False)["analysis"].transform(
        lambda kinds: (kinds == "without one").any()
    )
    groups = [group for _, group in robustness[alone].groupby(keys, sort=False)]
    labels = label_conditions(pd.DataFrame([group.iloc[0] for group in groups], columns=robustness.columns))
    people = " (simulated)" if judgments == "simulated" else ""
    panels = []
    for label, group in zip(labels, groups, strict=True):
        first = group.iloc[0]
        alone = group[group["analysis"] == "without one"]
        outliers = group.loc[group["analysis"] == "without outliers", "system"].item().split("; ")
        name = f"{coefficient_label(first['coefficient'])} of {label} with {first['criterion']}{people}"
        panels.append(DrawnInfluence(alone["value"], first["value"], list(alone["system"]), name, outliers))
    return plot_influences(panels, columns)
