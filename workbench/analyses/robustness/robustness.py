"""What a coefficient owes to single systems, and what is left of it among the best and the close ones."""

from collections.abc import Iterator
from functools import partial

import numpy as np
import pandas as pd
from pydantic import Field, field_validator
from pydantic_core import PydanticCustomError

from workbench.analyses.robustness.robustness_lines import describe_robustness
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.plan import Plan
from workbench.experiment.row_coefficients import get_row_coefficient
from workbench.experiment.rows import Row
from workbench.experiment.sections import Section
from workbench.report.methods_inference import describe_robustness_methods
from workbench.report.plot_frames import plot_robustness
from workbench.schema import ROBUSTNESS, with_plain_strings
from workbench.stats.coefficients.noise import round_noise, scale_of
from workbench.stats.coefficients.plain import MIN_SYSTEMS, get_coefficient, why_undefined
from workbench.stats.levels.estimates import row_means
from workbench.stats.levels.grouped import NO_PAIR
from workbench.stats.robustness.close_pairs import close_pairs
from workbench.stats.robustness.few_systems import influence, top_curve, without_outliers
from workbench.types import Array, Record

CLOSE = "tau-14"
"""The coefficient of the curve over close pairs."""
_DIGITS = 9
"""Shifts that differ behind them are equal, and the first of equals is named."""


class RobustnessSpec(Section):
    """What a coefficient owes to single systems, and what is left of it among the best and the close ones."""

    cut: float = Field(default=2.5, gt=0)
    """Distance from the median, in robust standard deviations, beyond which a system is an outlier."""
    steps: int = Field(default=10, ge=1, le=1000)
    """Points of the curve over close pairs."""
    least: float = Field(default=0, ge=0)
    """Least metric difference of a pair on that curve: r_SYSD(l, u) of Deutsch et al. 2022 has it as l."""
    window: int = Field(default=0, ge=0)
    """Systems of a window that rolls over them, from the worst to the best by the judges, equal ones in the
    order of the data; 3 or more, none with 0."""

    @field_validator("window")
    @classmethod
    def _correlates(cls, window: int) -> int:
        if 0 < window < MIN_SYSTEMS:
            message = f"got {window}, allowed: 0, or {MIN_SYSTEMS} or more: two systems correlate at 1 or -1"
            raise PydanticCustomError("known", message)
        return window


@analysis("robustness")
class Robustness(Analysis):
    """Say what system-level coefficients owe to single systems.

    Of each coefficient: with all systems, without the outliers among them, without each one, among the best
    systems by the judges, and on pairs of systems that the metric finds close.
    """

    section = "robustness"
    Section = RobustnessSpec
    frames = (ROBUSTNESS,)
    place = 40

    def compute(self, experiment: Experiment, settings: RobustnessSpec) -> Result:
        """Return what is left of each coefficient, columns of `ROBUSTNESS`."""
        records = experiment.resources.executor.map(
            partial(_records, experiment.plan, experiment.rows, settings), range(len(experiment.rows))
        )
        frame = ROBUSTNESS.build([record for each in records for record in each])
        plain = with_plain_strings(frame)
        return Result(
            {"robustness": frame},
            _SHOWN,
            tuple(describe_robustness(plain)),
            partial(plot_robustness, frame, experiment.data.card.judgments),
            _brief(plain),
        )

    def describe_methods(self, result: Result | None) -> list[str]:
        """Say what was left out to see what it does."""
        return describe_robustness_methods(None if result is None else result.frame)


_ABOUT = ["metric", "component", "preprocess", "references", "task", "criterion", "coefficient"]
_SHOWN = (
    *_ABOUT, "value", "without_outliers", "outliers", "without_one", "which_one", "among_better_half",
    "reason",
)  # fmt: skip


_ONCE = ("all systems", "without outliers")


def _brief(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each coefficient over systems: what is left without some of them."""
    rows = []
    for about, part in frame[frame["coefficient"] != CLOSE].groupby(_ABOUT, sort=False):
        kinds = {name: part[part["analysis"] == name] for name in (*_ONCE, "without one", "best")}
        [whole], [rest] = (kinds[name].to_dict("records") for name in _ONCE)
        found = {"value": whole["value"], "without_outliers": rest["value"], "outliers": rest["system"]}
        alone = kinds["without one"].dropna(subset="shift")
        if len(alone):
            most = alone.loc[alone["shift"].abs().round(_DIGITS).idxmax()]
            found |= {"without_one": most["value"], "which_one": most["system"]}
        better = kinds["best"][kinds["best"]["at"] >= (whole["n_systems"] + 1) // 2]
        if len(better):
            found["among_better_half"] = better["value"].iloc[0]
        rows.append({**dict(zip(_ABOUT, about, strict=True)), **found, "reason": whole["reason"]})
    return pd.DataFrame(rows, columns=list(_SHOWN))


def _records(plan: Plan, rows: list[Row], settings: RobustnessSpec, number: int) -> list[Record]:
    row = rows[number]
    names = [name for name in plan.spec.correlation.coefficients if get_row_coefficient(name) is None]
    records = []
    for judged in row.task.judged:
        about: Record = {**row.facts(plan), "criterion": judged.criterion, "system": ""}
        x, z, systems = row.facing(judged).systems, row_means(judged.scores), row.task.data.systems
        n_segments = int((~np.isnan(judged.scores)).any(axis=0).sum())
        each = [
            *(
                record
                for name in names
                for record in single_systems(x, z, systems, name, n_segments, settings)
            ),
            *_close_pairs(x, z, settings),
            *(record for name in names for record in _windows(x, z, name, settings.window)),
        ]
        why = {"reason": row.why_no_systems} if row.why_no_systems else {}
        records += [{**about, **record, **why} for record in each]
    return records


def single_systems(
    x: Array, z: Array, systems: list[str], coefficient: str, n_segments: int, settings: RobustnessSpec
) -> Iterator[Record]:
    """Yield the coefficient without outliers, without each system, and among the best.

    Parameters
    ----------
    x, z
        float64[n_systems]: metric and human scores, higher is better; NaN for a system without.
    """
    x, z = round_noise(x), round_noise(z)
    found = without_outliers(x, z, coefficient, n_segments, settings.cut)
    every, without = found.every, found.without
    start: Record = {"coefficient": coefficient, "n_pairs": 0}
    yield {
        **start,
        "analysis": "all systems",
        "n_systems": every.n_systems,
        "value": every.value,
        "reason": every.reason,
    }
    named = [name for name, is_one in zip(systems, found.outliers.outlier, strict=True) if is_one]
    # without distances nobody can be an outlier, and a value would claim that nobody is
    reason = found.outliers.reason or without.reason
    value = np.nan if reason else without.value
    yield {
        **start,
        "analysis": "without outliers",
        "system": "; ".join(named),
        "at": settings.cut,
        "n_systems": without.n_systems,
        "value": value,
        "shift": every.value - value,
        "reason": reason,
    }
    left_out = influence(x, z, coefficient)
    present = ~np.isnan(x) & ~np.isnan(z)
    for number in np.flatnonzero(present):
        others = present.copy()
        others[number] = False
        value = left_out.without[number]
        yield {
            **start,
            "analysis": "without one",
            "system": systems[number],
            "n_systems": int(others.sum()),
            "value": value,
            "shift": left_out.shift[number],
            "distance": found.outliers.distance[number],
            "reason": (why_undefined(x[others], z[others]) or NO_PAIR) if np.isnan(value) else "",
        }
    curve = top_curve(x, z, coefficient)
    for n_systems, value in zip(curve.n_systems.tolist(), curve.value.tolist(), strict=True):
        best = present & (z >= np.sort(z[present])[-n_systems])
        yield {
            **start,
            "analysis": "best",
            "at": n_systems,
            "n_systems": n_systems,
            "value": value,
            "reason": (why_undefined(x[best], z[best]) or NO_PAIR) if np.isnan(value) else "",
        }


def _windows(x: Array, z: Array, coefficient: str, size: int) -> Iterator[Record]:
    """Yield the coefficient among so many neighbours, from the worst systems by the judges to the best."""
    x, z = round_noise(x), round_noise(z)
    order = np.argsort(z, kind="stable")[: int((~np.isnan(z)).sum())]
    order = order[~np.isnan(x[order])]
    for start in range(len(order) - size + 1 if size else 0):
        mine = order[start : start + size]
        value = float(get_coefficient(coefficient)(x[mine], z[mine]))
        yield {
            "coefficient": coefficient,
            "analysis": "window",
            "at": start + 1,
            "n_systems": size,
            "n_pairs": 0,
            "value": value,
            "reason": (why_undefined(x[mine], z[mine]) or NO_PAIR) if np.isnan(value) else "",
        }


def _close_pairs(x: Array, z: Array, settings: RobustnessSpec) -> Iterator[Record]:
    """Yield the curve over the pairs of systems that the metric finds close, from few pairs to all."""
    present = ~np.isnan(x) & ~np.isnan(z)
    n_systems = int(present.sum())
    i, j = np.triu_indices(n_systems, 1)
    scale = scale_of(x[present])
    distances = np.sort(np.rint(np.abs(x[present][i] - x[present][j]) * scale) / scale)
    distances = distances[distances >= settings.least]
    if distances.size == 0:
        return
    # the bound of each share of the pairs is a difference that occurs
    places = np.ceil(distances.size * np.arange(1, settings.steps + 1) / settings.steps).astype(int) - 1
    bounds = np.unique(distances[places])
    curve = close_pairs(x, z, settings.least, bounds)
    for at, value, pairs in zip(bounds, curve.values, curve.pairs, strict=True):
        yield {
            "coefficient": CLOSE,
            "analysis": "close pairs",
            "at": at,
            "n_systems": n_systems,
            "n_pairs": int(pairs),
            "value": value,
            "reason": "no pair that people tell apart" if np.isnan(value) else "",
        }
