"""The table of a protocol as the papers have it: best average first, in each column value and cluster."""

from collections.abc import Iterator
from math import isnan

import pandas as pd

from workbench.analyses.protocol.averages import AVERAGE
from workbench.analyses.protocol.cautions import describe_cautions, describe_sizes, describe_system_scores
from workbench.experiment.scored import WHOLES
from workbench.report.falling import falling
from workbench.report.grid import Placed, make_panel
from workbench.report.layouts.labels import metric_label
from workbench.report.table import Cell, Panel, Table
from workbench.stats.coefficients.noise import EQUAL_COEFFICIENTS

VALUE, CLUSTER, OTHERS = "value", "cluster", "other systems"
_METRIC = ["metric", "component", "preprocess", "references"]


def protocol_table(frame: pd.DataFrame, tests: pd.DataFrame) -> Table:
    """Lay out the values of a protocol, columns of `schema.PROTOCOL`: a panel for each criterion.

    `tests`, columns of `schema.PROTOCOL_TESTS`, say how far they are to be relied on.
    """
    panels = tuple(_panel(criterion, mine) for criterion, mine in frame.groupby("criterion", sort=False))
    dataset, draws = frame["dataset"].iloc[0], int(frame["draws"].iloc[0])
    wholes = frame.loc[frame["reason"].str.startswith(WHOLES), "metric"].unique()
    bent = "; correlations are put on [0, 1] before: (r + 1) / 2" * has_correlations(frame)
    notes = [f"The average is weighted{bent}.", *_weights(frame)]
    if len(wholes):
        notes.append(f"{', '.join(wholes)}: {WHOLES}, so a dash where segments are asked for.")
    if draws:
        notes.append(
            "A cluster begins with the first metric, by value, that some metric of the cluster before is "
            f"better than: PERM-BOTH, {draws:,} swaps, one-sided, level {frame['test_level'].iloc[0]:g}, not "
            "corrected for the number of pairs, as in the metrics tasks."
        )
    if frame["rank_jackknife"].any():
        notes.append(
            "Other systems: clusters by a jackknife over systems, which asks whether the order would hold "
            "for other systems and, of measures of segments, other inputs; one-sided, level "
            f"{frame['test_level'].iloc[0]:g}."
        )
    notes += [*describe_system_scores(frame), *describe_sizes(frame), *describe_cautions(tests)]
    return Table(
        title=f"Protocol {frame['protocol'].iloc[0]}: {dataset}",
        corner="Metric",
        header_names=("measure", "task", "number"),
        panels=panels,
        notes=tuple(notes),
        digits=3,
        best="in the first cluster" if _ranks(frame) else "highest in its column",
    )


def has_correlations(frame: pd.DataFrame) -> bool:
    """Return whether a measure is a correlation, which may be below 0; the others are shares of pairs."""
    return bool(frame["measure"].str.endswith("pearson").any())


def _weights(frame: pd.DataFrame) -> Iterator[str]:
    used = frame[frame["measure"] != AVERAGE][["heading", "task", "weight"]].drop_duplicates()
    shares = used.groupby("heading", sort=False)["weight"].agg(["sum", "size"])
    parts = (f"{heading} {row['sum']:.3g} ({int(row['size'])})" for heading, row in shares.iterrows())
    yield f"Share of each measure in the average, and in how many columns: {', '.join(parts)}."


def _ranks(frame: pd.DataFrame) -> dict[str, str]:
    """Return the columns of clusters that there are, and their headings; the published test's first."""
    return {
        name: heading
        for name, heading, is_asked in (
            ("rank", CLUSTER, frame["draws"].iloc[0] > 0),
            ("rank_jackknife", OTHERS, frame["rank_jackknife"].any()),
        )
        if is_asked
    }


def _panel(criterion: str, frame: pd.DataFrame) -> Panel:
    averages = frame[frame["measure"] == AVERAGE]
    averages = averages.iloc[falling(averages["value"])]
    labels = _labels(averages)
    rows = frame.assign(label=[labels[key] for key in frame[_METRIC].itertuples(index=False, name=None)])
    ranks = _ranks(frame)
    placed = []
    columns: dict[tuple[str, str, str], None] = {}
    for (heading, task), column in rows.groupby(["heading", "task"], sort=False):
        highest = column["value"].max() - EQUAL_COEFFICIENTS
        places = {name: (heading, task or "all", shown) for name, shown in (("value", VALUE), *ranks.items())}
        columns |= dict.fromkeys(places.values())
        for row in column[["label", "value", "reason", *ranks]].to_dict("records"):
            first = next((row[rank] for rank in ranks), None)
            is_best = (row["value"] >= highest if first is None else first == 1) and not isnan(row["value"])
            cell = Cell(row["value"], mark="best" if is_best else "", reason=row["reason"])
            placed.append(Placed(row["label"], places["value"], cell))
            placed += [
                Placed(row["label"], places[rank], Cell(float(row[rank]), digits=0))
                for rank in ranks if row[rank]
            ]  # fmt: skip
    return make_panel(criterion, placed, list(labels.values()), list(columns))


def _labels(metrics: pd.DataFrame) -> dict[tuple[str, ...], str]:
    """Return what each metric is called, with what tells it from others of its name."""
    keys = list(metrics[_METRIC].itertuples(index=False, name=None))
    told = {
        name: metrics[name].nunique() > 1 and metrics["metric"].duplicated().any() for name in _METRIC[1:]
    }
    return {
        key: " · ".join(
            [
                str(metric_label(key[0])),
                *(part for name, part in zip(_METRIC[1:], key[1:], strict=True) if told[name]),
            ]
        )
        for key in keys
    }
