"""Pictures of the scores themselves: systems, segments, and metrics that go together."""

from collections.abc import Hashable, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from workbench.analyses.disagreements.disagreements import (
    Disagree,
    Disagreements,
    DisagreementsSpec,
    plot_errors,
)
from workbench.analyses.plot.drawn import Drawn, chosen, say_apart, some
from workbench.analyses.plot.section import PlotSpec
from workbench.errors import Problem, SpecError, listed
from workbench.experiment.experiment import Experiment
from workbench.experiment.plan import Plan
from workbench.report.layouts.counts import count_range
from workbench.report.layouts.labels import coefficient_label
from workbench.report.plot_clusters import cluster, comparable
from workbench.report.plot_frames import (
    CONDITION,
    label_conditions,
    panels_of,
)
from workbench.report.plot_matrix import DrawnMatrix, plot_heat
from workbench.report.plots import Scatter, plot_scatters
from workbench.report.table import format_value
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.levels.estimates import row_means
from workbench.stats.robustness.few_systems import mad_outliers
from workbench.types import Array


def draw_clusters(experiment: Experiment, settings: PlotSpec) -> Drawn:
    """Draw which metrics order systems alike: coefficients between metrics, neighbours go together.

    A metric without a coefficient, as one that gives all systems the same score, is at no distance from the
    others: it is left out, and named under the picture.
    """
    rows = experiment.rows
    labels = pd.DataFrame([row.facts(experiment.plan) for row in rows])
    labels = some(labels.assign(row=range(len(rows))), settings, "clusters")
    asked = [name for name in experiment.spec.correlation.coefficients if name in _BETWEEN]
    coefficient = next(iter(asked), "spearman")
    panels, found, sizes, apart = [], [], [], []
    for title, group in panels_of(labels, ("task",)):
        names = label_conditions(group)
        scores = pd.DataFrame({at: round_noise(rows[at].systems) for at in group["row"]})
        sizes.append(len(scores))
        # of a metric that gives all systems one score no coefficient is defined, with itself neither
        between = scores.corr(method=coefficient).where(np.outer(*[scores.nunique() > 1] * 2))
        kept = comparable(between)
        order, tree = cluster(between.iloc[kept, kept])
        at = [kept[place] for place in order]
        values, ordered = between.to_numpy()[np.ix_(at, at)], [names[place] for place in at]
        left_out = [name for place, name in enumerate(names) if place not in kept]
        apart += [say_apart(_UNDEFINED, left_out, len(names), title)] if left_out else []
        apart += [say_apart(_ALONE, ordered, len(names), title)] if len(at) == 1 else []
        panels += [DrawnMatrix(values, ordered, ordered, title, tree)] if len(at) > 1 else []
        found.append(_long(values, ordered, title))
    said = f"{coefficient_label(coefficient)} between the scores that two metrics give the systems"
    drawn = f"{count_range(pd.Series(sizes))} systems. At the right: 1 − coefficient, average linkage."
    notes = [*([drawn] if panels else []), *apart]
    return Drawn(partial(plot_heat, panels, said, settings.columns, notes), pd.concat(found))


_BETWEEN = ("pearson", "spearman", "kendall")
_UNDEFINED = "no coefficient with the others is defined"
_ALONE = "no other metric has a coefficient with it"


def _long(values: Array, names: Sequence[str], title: str) -> pd.DataFrame:
    rows = [
        {"panel": title, "metric": names[one], "against_metric": names[other], "value": value}
        for (one, other), value in np.ndenumerate(values)
    ]
    return pd.DataFrame(rows, columns=["panel", "metric", "against_metric", "value"])


def draw_scatter(experiment: Experiment, settings: PlotSpec) -> Drawn:
    """Draw the scores of systems against their judgments, with the line of least squares and the outliers."""
    records = experiment.records
    # a coefficient that is corrected for the judges' noise is not one of the points that are drawn
    of_points = (records["level"] == "system") & (records["given"] == "") & (records["role"] == "")
    clouds_of = [
        (row, judged, {**row.facts(experiment.plan), "criterion": judged.criterion})
        for row in experiment.rows
        for judged in row.task.judged
    ]
    abouts = pd.DataFrame([about for _, _, about in clouds_of]).assign(cloud=range(len(clouds_of)))
    # coefficients choose what is said above a cloud, not which clouds there are
    asked = some(abouts, settings.model_copy(update={"coefficients": []}), "scatter")
    only = settings.model_copy(update={"metrics": [], "criteria": [], "levels": []})
    said = chosen(records[of_points], only)
    panels, found = [], []
    for row, judged, about in (clouds_of[at] for at in asked["cloud"]):
        x, z, names = row.facing(judged).systems, row_means(judged.scores), list(row.task.data.systems)
        mine = said[(said[[*_ABOUT]] == [about[name] for name in _ABOUT]).all(axis=1)]
        values = [_say_value(each) for each in mine.to_dict("records")]
        found.append(pd.DataFrame({**about, "system": names, "metric_score": x, "human_score": z}))
        outliers = mad_outliers(np.where(np.isnan(x), np.nan, z)).outlier
        panels.append((about, x, z, names, values, [names[at] for at in np.flatnonzero(outliers)]))
    labels = label_conditions(pd.DataFrame([panel[0] for panel in panels]))
    people = " (simulated)" if experiment.data.card.judgments == "simulated" else ""
    clouds = [
        Scatter(x, z, names, f"{label}, score of a system", f"{about['criterion']}{people}, mean judgment",
                ", ".join(values), "fit", marked)
        for label, (about, x, z, names, values, marked) in zip(labels, panels, strict=True)
    ]  # fmt: skip
    notes = ["Dashed: least squares."]
    notes += ["Squares: outliers by the judges."] if any(cloud.marked for cloud in clouds) else []
    return Drawn(partial(plot_scatters, clouds, settings.columns, notes), pd.concat(found))


def _say_value(record: dict[Hashable, Any]) -> str:
    """Say a coefficient, or why there is none.

    Examples
    --------
    >>> _say_value({"coefficient": "pearson", "value": 0.5, "reason": ""})
    "Pearson's r 0.50"
    >>> _say_value({"coefficient": "pearson", "value": float("nan"), "reason": "constant metric scores"})
    "Pearson's r – (constant metric scores)"
    """
    if np.isnan(record["value"]):
        return f"{coefficient_label(record['coefficient'])} – ({record['reason']})"
    return f"{coefficient_label(record['coefficient'])} {format_value(record['value'], 2)}"


_ABOUT = (*CONDITION, "task", "criterion")


def draw_diagonal(experiment: Experiment, settings: PlotSpec) -> Drawn:
    """Draw the errors of two metrics in each segment."""
    found = experiment.result(Disagree, diagonal_settings(experiment.plan, settings))
    assert isinstance(found, Disagreements)
    draw = partial(plot_errors, found.frame, found.page.labels, settings.columns, found.caption)
    return Drawn(draw, found.frame.assign(**found.settings))


def diagonal_settings(plan: Plan, settings: PlotSpec) -> DisagreementsSpec:
    """Return what a diagonal asks of the disagreements: those of the experiment, but for what is named.

    Raises
    ------
    SpecError
        If too much is named, or what the experiment does not have.
    """
    section = plan.spec.section(Disagree.section)
    asked = section if isinstance(section, DisagreementsSpec) else DisagreementsSpec()
    named = dict(zip(("first", "second"), settings.metrics, strict=False))
    named |= dict(zip(["criterion"], settings.criteria, strict=False))
    for key, most in (("metrics", 2), ("criteria", 1)):
        if len(getattr(settings, key)) > most:
            names = listed(getattr(settings, key))
            raise SpecError(Problem(f"plot.{key}", "too many for a diagonal", names, f"at most {most}"))
    asked = asked.model_copy(update=named)
    Disagree().check_plan(plan, asked)
    return asked
