"""How much of a difference between two metrics hangs on one system: the difference without each of them."""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from pydantic import Field

from workbench.analyses.compare.groups import check_groups, find_groups
from workbench.analyses.compare.section import TestSpec
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.correlation import SystemPair
from workbench.experiment.experiment import Experiment
from workbench.experiment.plan import Plan
from workbench.experiment.rows import Row
from workbench.experiment.sections import Section
from workbench.report.layouts.labels import coefficient_label
from workbench.report.study import difference_labels
from workbench.report.table import format_value
from workbench.schema import DIFFERENCE_INFLUENCE
from workbench.stats.coefficients.noise import round_noise, tie_coefficients
from workbench.stats.coefficients.plain import MIN_SYSTEMS, get_coefficient
from workbench.stats.intervals.fisher import FISHER
from workbench.stats.resampling.streams import stream
from workbench.stats.tests.permutation import permutation_test
from workbench.stats.tests.under_swaps import Swapping
from workbench.types import Array, Record

_SIDES = ("metric", "component", "preprocess", "references")
POPULATION = "all systems, these inputs"
_DIGITS = 9
"""Differences that differ behind them are equal, and the first of equals is named."""


class DifferenceInfluenceSpec(Section):
    """How much of a difference between two metrics hangs on one system."""

    pairs: list[SystemPair] | None = Field(default=None, min_length=1)
    """Which differences, as in ``[test]``, whose pairs are taken where nothing is said."""
    draws: int = Field(default=999, ge=0, le=100_000)
    """Swaps of systems in the test of what is left, all where there are no more; 0 for no tests."""
    level: float = Field(default=0.05, gt=0, lt=0.5)
    """A p-value of at most this shows a difference; not corrected for the number of systems."""


@analysis("difference_influence")
class DifferenceInfluence(Analysis):
    """Say how much of a difference between two metrics hangs on one system, at system level.

    The difference of their coefficients without each system in turn, and whether a permutation test shows
    what is left. A system that is left out is not compared; references that come from it stay.
    """

    section = "difference_influence"
    Section = DifferenceInfluenceSpec
    frames = (DIFFERENCE_INFLUENCE,)
    place = 42
    positional = ("pairs",)

    def check_plan(self, plan: Plan, settings: DifferenceInfluenceSpec) -> None:
        """Refuse pairs of metrics that the experiment does not have."""
        if settings.pairs is not None:
            check_groups(plan, TestSpec(pairs=settings.pairs), "difference_influence.pairs")

    def compute(self, experiment: Experiment, settings: DifferenceInfluenceSpec) -> Result:
        """Return a row for each difference with all systems and without each, `DIFFERENCE_INFLUENCE`."""
        plan = experiment.plan
        of_task: dict[str, list[Row]] = {}
        for row in experiment.rows:
            of_task.setdefault(row.task.data.name, []).append(row)
        found = [
            record
            for rows in of_task.values()
            for one, other in _pairs(plan, rows, settings)
            for record in _without_each(plan, rows[one], rows[other], settings)
        ]
        frame = DIFFERENCE_INFLUENCE.build(found)
        return Result({"difference_influence": frame}, _SHOWN, tuple(_lines(frame, settings.level)))


_SHOWN = (*_SIDES, *(f"against_{name}" for name in _SIDES), "task", "criterion", "coefficient", "system",
    "difference", "shift", "p", "reason")  # fmt: skip


def _pairs(plan: Plan, rows: list[Row], settings: DifferenceInfluenceSpec) -> list[tuple[int, int]]:
    """Return the pairs that are asked for, by number."""
    asked = plan.spec.section("test")
    test = asked if isinstance(asked, TestSpec) else TestSpec()
    if settings.pairs is not None:
        test = TestSpec(pairs=settings.pairs)
    groups = find_groups(plan, [row.label for row in rows], test)
    return [(group.rows[one], group.rows[other]) for group in groups for one, other in group.pairs]


def _without_each(plan: Plan, one: Row, other: Row, settings: DifferenceInfluenceSpec) -> Iterator[Record]:
    """Yield a difference with all systems and without each in turn, for each criterion and coefficient."""
    asked = plan.spec.correlation.coefficients_at("system")
    names = [each.name for each in asked if each.name in FISHER and not each.given]
    for judged in one.task.judged:
        x = round_noise(np.stack([row.facing(judged).systems for row in (one, other)]))
        z = round_noise(judged.systems)
        there = np.flatnonzero(~np.isnan(z) & ~np.isnan(x).any(axis=0))
        for name in names:
            rng = stream(plan.spec.seed, "difference influence", one.task.data.name, judged.criterion, name)
            whole = np.nan
            for left_out in (None, *there.tolist()):
                kept = there[there != left_out] if left_out is not None else there
                difference, p = _difference(x[:, kept], z[kept], name, settings.draws, rng)
                whole = difference if left_out is None else whole
                yield {
                    **one.facts(plan),
                    **{f"against_{side}": label for side, label in zip(_SIDES, other.label, strict=True)},
                    "criterion": judged.criterion,
                    "coefficient": name,
                    "system": "" if left_out is None else one.task.data.systems[left_out],
                    "n_systems": kept.size,
                    "difference": difference,
                    "shift": np.nan if left_out is None else whole - difference,
                    "p": p,
                    "population": POPULATION,
                    "reason": "constant scores, or too few systems" if np.isnan(difference) else "",
                    "seed": str(plan.spec.seed),
                }


def _difference(x: Array, z: Array, name: str, draws: int, rng: np.random.Generator) -> tuple[float, float]:
    """Return the difference of two coefficients and the p-value of its test; NaN for too few systems."""
    if z.size < MIN_SYSTEMS:
        return np.nan, np.nan
    values = get_coefficient(name)(x, z)
    first, second = tie_coefficients(values)  # what noise alone makes differ has no sign
    difference = float(first - second)
    if not draws or np.isnan(difference):
        return difference, np.nan
    one, other = x[..., np.newaxis]
    test = permutation_test(one, other, z[:, np.newaxis], rng, "system", name, Swapping(draws=draws))
    return difference, test.p_two


def _lines(frame: pd.DataFrame, level: float) -> Iterator[str]:
    """Yield what the largest of the changes is, a line for each difference in the first coefficient."""
    about = ["task", "criterion", *_SIDES, *(f"against_{name}" for name in _SIDES)]
    several = frame["task"].nunique() > 1
    first = frame[frame["coefficient"] == (frame["coefficient"].iloc[0] if len(frame) else "")]
    wholes = first[first["system"] == ""]
    labels = dict(zip(wholes.index, difference_labels(wholes), strict=True))
    for _, part in first.groupby(about, sort=False):
        whole = part[part["system"] == ""].iloc[0]
        each = part[part["system"] != ""].dropna(subset="difference")
        if each.empty or np.isnan(whole["difference"]):
            continue
        differences = each["difference"].round(_DIGITS)
        low, high = each.loc[differences.idxmin()], each.loc[differences.idxmax()]
        turned = int((np.sign(each["difference"]) * np.sign(whole["difference"]) < 0).sum())
        shown = int((each["p"] <= level).sum())
        are, have = ("is" if shown == 1 else "are"), ("has" if turned == 1 else "have")
        tested = f", {shown} {are} shown at {level:g}, not corrected" if each["p"].notna().any() else ""
        coefficient = coefficient_label(whole["coefficient"])
        label = labels[whole.name] + (f" ({whole['task']})" if several else "")
        without = [f"{_signed(row)} without {row['system']}" for row in (low, high)]
        yield (
            f"{label}, {whole['criterion']}, {coefficient}: {_signed(whole)} of {whole['n_systems']} systems "
            f"is {' and '.join(without)}. Of the {len(each)} differences without one system {turned} {have} "
            f"the other sign{tested}."
        )


def _signed(row: pd.Series) -> str:
    """Return a difference with its sign; what prints as 0 has none."""
    printed = format_value(row["difference"], 3)
    return printed if printed.startswith("-") or not float(printed) else f"+{printed}"
