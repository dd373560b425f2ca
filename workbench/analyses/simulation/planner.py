"""Planning a study: how many systems, inputs and references a width or a power takes, on data like these."""

from typing import Any

import numpy as np
import pandas as pd
from pydantic import Field
from pydantic_core import PydanticCustomError

from workbench.analyses.simulation.components import (
    DataOfRows,
    Fitted,
    Simulated,
    choose_asked,
    describe,
    fit_rows,
    require_systems_to_differ,
)
from workbench.errors import Problem, SpecError
from workbench.executor import one_blas_thread
from workbench.experiment.analysis import Analysis, analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.plan import Plan
from workbench.experiment.spec import Spec
from workbench.schema import PLANNING
from workbench.stats.judges.repeated_scores import Repeats
from workbench.stats.resampling.streams import stream
from workbench.stats.simulation.calibration import Setting, Share, calibrate_intervals
from workbench.stats.simulation.planning import (
    MOST,
    Need,
    PlannedReferences,
    SharedReferences,
    Size,
    apart,
    expected_power,
    expected_width,
    needs,
    with_references,
)
from workbench.stats.simulation.rejections import calibrate_tests
from workbench.stats.simulation.variance_components import Components, mean_correlations

PLANNED_INTERVAL, PLANNED_TEST = "fisher-jackknife", "williams1959"
_TOO_MANY = 2_000
"""Systems of a plan beyond which it is not simulated."""
_ROUNDING = 1e-9
"""By how much a harmonic mean of equal numbers may differ from them."""
_BEYOND_CHANCE = 3
"""Monte-Carlo errors by which a simulation falls short of what was predicted, beyond which it is said."""
TOO_FEW = "fewer than 4 systems have no interval and no test"


class SizeSpec(DataOfRows):
    """How many systems, inputs and references a width or a power takes, on data like these."""

    width: float | None = None
    """Wanted width of a 95 % fisher-jackknife interval."""
    power: float | None = None
    """Wanted power of Williams' test, of two metrics whose correlations differ by `difference`."""
    difference: float = Field(default=0.1, gt=0, lt=2)
    """Of the two correlations."""
    systems: int = Field(default=0, ge=0)
    """What stays while another number is found; those of the data where nothing is said."""
    inputs: int = Field(default=0, ge=0)
    """The same for inputs."""
    references: int = Field(default=0, ge=0)
    """The same for references of an input."""
    level: float = Field(default=0.05, gt=0, lt=0.5)
    """Of the test; the interval has the coverage 1 - level."""
    replications: int = Field(default=1000, ge=1)
    """Of the simulation that checks each prediction."""
    seed: int = Field(default=0, ge=0)
    """Of that simulation."""


@analysis("size_for")
class SizeFor(Analysis):
    """Say how many systems, inputs and references a width or a power takes, on data like these."""

    section = "size"
    Section = SizeSpec
    frames = (PLANNING,)
    positional = ("width",)
    place = 120

    def check(self, spec: Spec, settings: SizeSpec) -> None:
        """Refuse a width or a power that there is not."""
        if strange := _out_of_range(settings):
            raise PydanticCustomError("known", str(strange))

    def check_plan(self, plan: Plan, settings: SizeSpec) -> None:
        """Refuse names that the experiment does not have, and what is no goal for so many metrics."""
        _check_goal(settings, choose_asked(plan, settings).number)

    def compute(self, experiment: Experiment, settings: SizeSpec) -> Simulated:
        """Return what is needed of each, columns of `PLANNING`."""
        # a width is that of one metric: fitted together, another one would change what is said of it
        of_one = {} if settings.width is None else {"metrics": settings.metrics[:1] or [""]}
        fitted = fit_rows(experiment, settings.model_copy(update=of_one))
        found = plan_components(fitted.components, settings, fitted.references, fitted.shared)
        notes = (f"Note: {note}." for note in fitted.notes)
        about = (_of_which(fitted), *notes, _WHAT_IT_RESTS_ON, *_of_whose_references(fitted), OF_NORMAL)
        return Simulated({"planning": found}, _SHOWN, about, text=write_plan(found, fitted))


_SHOWN = ("goal", "what", "now", "needed", "reached", "simulated", "limit", "reason")
_WHAT_IT_RESTS_ON = (
    "Each number is what is needed while the others stay: systems and inputs like those at hand, and "
    "references whose scores are averaged."
)

OF_NORMAL = (
    "System-level Pearson and normal system qualities. With 12 to 40 systems intervals are narrower than "
    "predicted where qualities are spread evenly, by 5% (r = .7) to 15% (.95), and wider where they are "
    "skewed, so that a few systems stand out, by 15% to 65%; tests differ, too (workbench calibrate)."
)
"""What predictions presume, and by how much they are off elsewhere: uniform and exponential qualities."""


def _of_which(fitted: Fitted) -> str:
    judged, *metrics = fitted.components.names
    return f"Fitted on {fitted.task}: {judged} and {' and '.join(metrics)}."


def _of_whose_references(fitted: Fitted) -> list[str]:
    """Say whose references are counted where two metrics do not have the same number of them."""
    numbers = {
        name: max(1, round(each.number))
        for name, each in zip(fitted.components.names[1:], fitted.references, strict=True)
        if not each.reason
    }
    if len(set(numbers.values())) > 1:
        have = " and ".join(f"{name} has {number}" for name, number in numbers.items())
        return [f"References needed are as many for both metrics; in the data {have}."]
    if len(numbers) == 1 < len(fitted.references):
        return [f"References are those of {', '.join(numbers)}; the other metric keeps its own."]
    return []


def plan_components(
    components: Components,
    goal: SizeSpec,
    repeats: list[Repeats] | None = None,
    shared: SharedReferences | None = None,
) -> pd.DataFrame:
    """Return what is needed to reach a goal, columns of `PLANNING`.

    Each number is found with the others as they are, predicted by `expected_width` or `expected_power`, and
    the prediction is simulated.

    Parameters
    ----------
    components
        Of judgments and one metric, or two for a power.
    goal
    repeats
        For each metric what references do to it.
    shared
        What a reference does to two metrics alike.

    Raises
    ------
    SpecError
        For a goal out of range, or none, or both; for a power without a second metric.
    """
    _check_goal(goal, len(components.names) - 1)
    require_systems_to_differ(components)
    references = [_as_references(each) for each in repeats or []]
    known = [each for each in references if each is not None]
    why = (repeats[0].reason if repeats else "") or "the data do not tell"
    if goal.references and not known:
        what = f"it is not known what references do: {why}"
        raise SpecError(Problem("size.references", what, hint="Leave out how many there are"))
    numbers = {max(1, round(each.number)) for each in known}
    used = goal.references or min(numbers, default=1)
    now = Size(goal.systems or components.n_systems, goal.inputs or components.n_each, used)
    # 3.4 references on average are told as 3, and are not 3; metrics with 4 and 2 have no number in common:
    # 0 stands for those that each of them has
    is_number = all(abs(each.number - used) < _ROUNDING for each in known)
    at_hand = now if goal.references or is_number else now._replace(n_references=0)

    def of_metrics(size: Size) -> list[PlannedReferences | None]:
        is_as_fitted = not goal.references and size.n_references == at_hand.n_references
        return [] if is_as_fitted else references

    def value(size: Size) -> float:
        if goal.width is not None:
            return expected_width(components, size, of_metrics(size), 1 - goal.level)
        return expected_power(components, size, goal.difference, of_metrics(size), goal.level, shared)

    def good(reached: float) -> bool:
        return reached <= goal.width if goal.width is not None else reached >= (goal.power or 0.0)

    there = simulate(components, goal, at_hand, of_metrics(at_hand), shared)
    records = [_now(goal, at_hand, value(at_hand), there)]
    for need in needs(value, good, at_hand, bool(known)):
        at = None if need.number is None else at_hand._replace(**{f"n_{need.what}": need.number})
        reached = np.nan if at is None else value(at)
        simulated = None if at is None else simulate(components, goal, at, of_metrics(at), shared)
        records.append(_record(goal, now, need, reached, simulated))
    if not known:
        records.append(_record(goal, now, Need("references", None, np.nan), np.nan, None, why))
    return PLANNING.build(records)


def _check_goal(goal: SizeSpec, n_metrics: int) -> None:
    """Raise a `SpecError` where nothing, or too much, is wanted of so many metrics."""
    asked = [name for name in ("width", "power") if getattr(goal, name) is not None]
    if len(asked) != 1:
        got = " and ".join(asked) or "neither"
        raise SpecError(Problem("size", "say what is wanted", got, "a width or a power, one of the two"))
    if strange := _out_of_range(goal):
        raise SpecError(strange)
    if goal.power is not None and n_metrics < 2:
        what = "a power is that of a test of two metrics"
        raise SpecError(Problem("size.power", what, n_metrics, "2 metrics"))


def _out_of_range(goal: SizeSpec) -> Problem | None:
    if goal.width is not None and not 0 < goal.width < 2:
        return Problem(
            "size.width", "no interval of a correlation has this width", goal.width, "between 0 and 2"
        )
    if goal.power is not None and not goal.level < goal.power < 1:
        what = "no goal for a power, which is the level where nothing differs"
        return Problem("size.power", what, goal.power, f"between {goal.level:g} and 1")
    return None


def _as_references(repeats: Repeats) -> PlannedReferences | None:
    return None if repeats.reason else PlannedReferences(repeats.variance, repeats.number)


def simulate(
    components: Components,
    goal: SizeSpec,
    size: Size,
    references: list[PlannedReferences | None],
    shared: SharedReferences | None = None,
) -> Share | None:
    """Return the simulated width or power at a size, None where that would take too long.

    Both rest on means over inputs: one input with the noise of a mean is as good as many.
    """
    if not 4 <= size.n_systems <= _TOO_MANY:
        return None
    changed = with_references(components, references, size.n_references, shared)
    changed = changed._replace(residual=changed.residual / size.n_inputs)
    setting = Setting(size.n_systems, 1, goal.replications, 1)
    rng = stream(goal.seed, "plan", *(str(number) for number in size))
    with one_blas_thread():
        if goal.width is None:
            world = apart(changed, 1, goal.difference)
            [test] = calibrate_tests(world, setting, rng, (PLANNED_TEST,), goal.level)
            return test.rejected
        target = float(mean_correlations(changed, 1)[0, 1])
        names = (PLANNED_INTERVAL,)
        [rate] = calibrate_intervals(changed, setting, target, rng, names, 1 - goal.level)
    return Share(rate.width, rate.width_error)


def _goal(goal: SizeSpec) -> str:
    if goal.width is not None:
        return f"{100 * (1 - goal.level):.6g}% {PLANNED_INTERVAL} interval no wider than {goal.width:g}"
    return f"power {goal.power:g} of {PLANNED_TEST} for correlations {goal.difference:g} apart"


def _now(goal: SizeSpec, now: Size, reached: float, simulated: Share | None) -> dict[str, object]:
    need = Need("systems", now.n_systems, reached)
    return {**_record(goal, now, need, reached, simulated), "what": "as it is"}


def _record(
    goal: SizeSpec, now: Size, need: Need, reached: float, simulated: Share | None, reason: str = ""
) -> dict[str, object]:
    return {
        "what": need.what,
        "goal": _goal(goal),
        "now": getattr(now, f"n_{need.what}"),
        "needed": np.nan if need.number is None else float(need.number),
        "reached": reached,
        "simulated": np.nan if simulated is None else simulated.value,
        "simulated_error": np.nan if simulated is None else simulated.error,
        "limit": need.limit,
        "reason": reason or _why_none(need),
    }


def _why_none(need: Need) -> str:
    if need.number is not None:
        return ""
    return TOO_FEW if np.isnan(need.limit) else f"not even {MOST:,} are enough"


def write_plan(frame: pd.DataFrame, fitted: Fitted | None = None) -> str:
    """Return a plan as text for people."""
    lines = [] if fitted is None else [*describe(fitted), ""]
    first, *others = frame.to_dict("records")
    word = "width" if "interval" in str(first["goal"]) else "power"
    lines.append(f"Wanted: {first['goal']}.")
    lines.append(f"As it is: {_reached(first, word)}.")
    for row in others:
        now = f"{row['what']} (now {row['now']})"
        if row["needed"] == row["needed"]:
            lines.append(f"{now}: {row['needed']:,.0f} needed; {_reached(row, word)}{_with_more(row, word)}.")
        elif row["limit"] == row["limit"]:
            lines.append(f"{now}: no number is enough; with {MOST:,} the {word} is {row['limit']:.3f}.")
        else:
            lines.append(f"{row['what']}: no answer, {row['reason']}.")
    return "\n".join(
        [
            *lines,
            _WHAT_IT_RESTS_ON,
            *([] if fitted is None else _of_whose_references(fitted)),
            OF_NORMAL,
        ]
    )


def _reached(row: dict[str, Any], word: str) -> str:
    if pd.isna(row["reached"]):
        return f"no {word}, {TOO_FEW}"
    checked = f"simulated {row['simulated']:.3f} ± {row['simulated_error']:.3f}"
    if pd.isna(row["simulated"]):
        checked = "not simulated"
    elif _is_worse(row, word):
        is_answer = row["what"] != "as it is"
        checked += f"; the simulation finds {'less' if word == 'power' else 'a wider one'}"
        checked += ", so that more are needed" if is_answer else ""
    return f"{word} {row['reached']:.3f} predicted, {checked}"


def _with_more(row: dict[str, Any], word: str) -> str:
    """Say it where few are enough and many are not as good: what they would average out is shared noise."""
    limit, reached = round(row["limit"], 3), round(row["reached"], 3)
    if not (limit > reached if word == "width" else limit < reached):
        return ""
    return f"; more make it {'wider' if word == 'width' else 'less'}, {limit:.3f} with {MOST:,}"


def _is_worse(row: dict[str, Any], word: str) -> bool:
    """Tell whether a simulation falls short of what was predicted, beyond what its draws explain."""
    short = row["reached"] - row["simulated"] if word == "power" else row["simulated"] - row["reached"]
    return bool(short > _BEYOND_CHANCE * row["simulated_error"])
