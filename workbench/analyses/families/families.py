"""Families of systems: intervals that draw them whole, tests that swap them whole, a mixed model beside."""

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

import numpy as np

from workbench.analyses.compare.groups import find_groups
from workbench.analyses.compare.section import TestSpec
from workbench.analyses.families.family_lines import describe_families
from workbench.analyses.families.family_scores import FamilyPart, family_parts, with_coefficient
from workbench.analyses.families.section import FamiliesSpec
from workbench.errors import Problem, SpecError, listed, suggest
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.plan import Plan
from workbench.schema import FAMILIES, FAMILY_TESTS
from workbench.stats.intervals.bootstrap_ends import percentile
from workbench.stats.intervals.fisher import FISHER, Interval
from workbench.stats.intervals.mixed_slope import NO_SLOPE, mixed_slope
from workbench.stats.ranking.rank_intervals import NO_VALUE
from workbench.stats.resampling.streams import stream
from workbench.stats.resampling.system_families import (
    FamilyScores,
    draw_families,
    each_left_out,
    family_coefficients,
    family_interval,
    family_swaps,
)
from workbench.stats.tests.scales import ranks_of_judged, standard_scores
from workbench.stats.tests.swapped import is_of_order
from workbench.stats.tests.swaps import EXACT_UP_TO
from workbench.stats.tests.under_swaps import Swapping, compare_under_swaps
from workbench.types import Array, Record

POPULATION = "all families, these inputs"
FEW = 10
"""Families below which the bootstrap covers too rarely and their variance is a guess."""
NO_INTERVAL = (
    "fewer than two families, too few systems in a task, or a coefficient of 1 or -1, or none, without one "
    "of them"
)
NO_COEFFICIENT = "no coefficient of one of the two"
IN_SOME_TASK = f"{NO_COEFFICIENT} in some task"
_SIDES = ("metric", "component", "preprocess", "references")


@analysis("families")
class Families(Analysis):
    """Say what is left of coefficients and differences when families of systems are drawn and swapped whole.

    At system level, of each task and of the mean over all tasks: intervals over families beside those over
    systems, a mixed model with a random effect of the family, tests of the pairs of metrics of ``[test]``.
    """

    section = "families"
    Section = FamiliesSpec
    frames = (FAMILIES, FAMILY_TESTS)
    place = 32
    positional = ("of",)
    one_of = ("of", "pattern", "table")

    def check_plan(self, plan: Plan, settings: FamiliesSpec) -> None:
        """Refuse a system that no task has, and families that are all of one system."""
        if not (settings.of or settings.pattern):
            what = "nothing says which systems belong together"
            raise SpecError(Problem("families", what, hint='For instance of = { "Online-*" = "online" }'))
        systems = list(dict.fromkeys(name for task in plan.tasks.values() for name in task.systems))
        # a table may know more systems than a task has
        for name in settings.of if isinstance(settings.of, dict) and not settings.column else ():
            if not any(fnmatchcase(each, name) for each in systems):
                raise SpecError(Problem("families.of", "no such system", name, hint=suggest(name, systems)))
        if settings.of != "task" and len({settings.family(each) for each in systems}) == len(systems):
            raise SpecError(Problem("families", f"every system is a family of its own: {listed(systems)}"))

    def compute(self, experiment: Experiment, settings: FamiliesSpec) -> Result:
        """Return a row for each metric, criterion and coefficient, and the tests of pairs of metrics."""
        plan = experiment.plan
        asked = plan.spec.correlation.coefficients_at("system")
        names = [each.name for each in asked if each.name in FISHER and not each.given]
        found, tested = list[Record](), list[Record]()
        for part in family_parts(plan, experiment.rows, settings):
            for number in range(len(part.rows)):
                found += _intervals(plan, settings, part, number, names)
            if settings.swaps and len(part.rows) > 1:
                tested += [record for name in names for record in _tests(plan, settings, part, name)]
        frame, tests = FAMILIES.build(found), FAMILY_TESTS.build(tested)
        return Result(
            {"families": frame, "family_tests": tests}, _SHOWN, tuple(describe_families(frame, tests))
        )

    def describe_methods(self, result: Result | None) -> list[str]:
        """Say what was resampled and swapped."""
        if result is None or result.frame["low"].isna().all():
            return []
        said = [
            "Systems of one family were left out and drawn together: intervals are the wider of Fisher's and "
            "the jackknife's over families, beside percentiles of drawn families [Cameron et al. 2008] and "
            "a mixed model with a random effect of the family [Laird & Ware 1982]."
        ]
        if result.frames["family_tests"]["p"].notna().any():
            said.append("Differences were tested by swapping the scores of whole families.")
        return said


_SHOWN = (
    "task", *_SIDES, "criterion", "coefficient", "value", "low", "high", "drawn_low", "drawn_high",
    "apart_low", "apart_high", "slope", "slope_low", "slope_high", "family_share", "n_systems", "n_families",
    "reason",
)  # fmt: skip


def _intervals(
    plan: Plan, settings: FamiliesSpec, part: FamilyPart, number: int, names: Sequence[str]
) -> Iterator[Record]:
    """Yield what one row of the table is over families, a record for each coefficient."""
    tasks, n_families = with_coefficient(*FamilyPart([part.rows[number]], part.criterion).scores(settings))
    sizes = [len(each.z) for each in tasks]
    members = np.bincount(np.concatenate([each.family for each in tasks])) if tasks else np.zeros(0, int)
    about = part.facts(plan, number)
    rng = stream(plan.spec.seed, "families", str(about["task"]))
    drawn = draw_families(rng, n_families, settings.draws) if tasks else np.empty((0, 0))
    for name in names:
        value, own, percentiles = np.nan, Interval(np.nan, np.nan), Interval(np.nan, np.nan)
        apart, mixed = own, NO_SLOPE
        if tasks:
            value, own = _over(tasks, n_families, name, settings.confidence)
            if n_families > 1:  # of one family all draws are the same
                percentiles = percentile(family_coefficients(tasks, drawn, name)[:, 0], settings.confidence)
            alone = _each_alone(tasks)
            apart = _over(alone, sum(sizes), name, settings.confidence)[1]
            if name == "pearson":
                scaled = [
                    each._replace(x=standard_scores(each.x), z=standard_scores(each.z)) for each in tasks
                ]
                mixed = mixed_slope(
                    np.concatenate([each.x[0] for each in scaled]),
                    np.concatenate([each.z for each in scaled]),
                    np.concatenate([each.family for each in scaled]),
                    settings.confidence,
                )
        yield {
            **about,
            "coefficient": name,
            "value": value,
            "n_systems": sum(sizes),
            "n_families": n_families,
            "largest": int(members.max(initial=0)),
            **{"low": own.low, "high": own.high, "apart_low": apart.low, "apart_high": apart.high},
            "drawn_low": percentiles.low,
            "drawn_high": percentiles.high,
            "confidence": settings.confidence,
            "draws": percentiles.draws,
            "undefined_draws": percentiles.undefined,
            **{"slope": mixed.slope, "slope_low": mixed.low, "slope_high": mixed.high},
            "family_share": mixed.share,
            "population": POPULATION,
            "caution": _caution(n_families),
            "reason": NO_VALUE if np.isnan(value) else NO_INTERVAL if np.isnan(own.low) else "",
        }


def _over(
    tasks: Sequence[FamilyScores], n_families: int, name: str, confidence: float
) -> tuple[float, Interval]:
    """Return the coefficient of the only row, and its interval over families."""
    value = float(family_coefficients(tasks, np.ones((1, n_families)), name)[0, 0])
    without = family_coefficients(tasks, each_left_out(n_families), name)[:, 0]
    return value, family_interval(without, value, [len(each.z) for each in tasks], name, confidence)


def _each_alone(tasks: Sequence[FamilyScores]) -> list[FamilyScores]:
    """Return the same scores with each system of each task as a family of its own."""
    starts = np.cumsum([0, *(len(each.z) for each in tasks)])
    return [
        each._replace(family=np.arange(start, start + len(each.z)))
        for each, start in zip(tasks, starts, strict=False)
    ]


def _caution(n_families: int) -> str:
    if n_families >= FEW or not n_families:
        return ""
    if n_families == 1:
        return "all systems are one family, and nothing is drawn or swapped"
    return (
        f"{n_families} families are few: percentiles of drawn families cover too rarely, and what a family "
        "has in common is a guess"
    )


def _tests(plan: Plan, settings: FamiliesSpec, part: FamilyPart, name: str) -> Iterator[Record]:
    """Yield the tests of the pairs of metrics that ``[test]`` names, or of all pairs."""
    test = plan.spec.section("test")
    groups = find_groups(
        plan, [each[0].label for each in part.rows], test if isinstance(test, TestSpec) else TestSpec()
    )
    pairs = np.array(
        [(group.rows[one], group.rows[other]) for group in groups for one, other in group.pairs], np.int64
    ).reshape(-1, 2)
    tasks, n_families = part.scores(settings)
    if not tasks or not len(pairs):
        return
    tasks = [each._replace(x=_on_one_scale(each, name)) for each in tasks]
    n_systems = sum(len(each.z) for each in tasks)
    everything = np.ones((1, n_families))
    # a mean over other tasks is no rival
    values = np.mean([family_coefficients([each], everything, name)[0] for each in tasks], axis=0)
    why = NO_COEFFICIENT if len(tasks) == 1 else IN_SOME_TASK
    reasons = [why if np.isnan(values[pair]).any() else "" for pair in pairs]
    found, apart = (
        compare_under_swaps(
            family_swaps(some, name, size),
            values,
            pairs,
            stream(plan.spec.seed, "family swaps", str(part.facts(plan, 0)["task"]), part.criterion),
            (size, 1),
            Swapping(draws=settings.swaps),
            reasons,
        )
        for some, size in ((tasks, n_families), (_each_alone(tasks), n_systems))
    )
    smallest = 2 / 2**n_families if 2**n_families <= EXACT_UP_TO else 1 / (settings.swaps + 1)
    for number, (one, other) in enumerate(pairs.tolist()):
        against = dict(zip(_SIDES, part.rows[other][0].label, strict=True))
        yield {
            **part.facts(plan, one),
            **{f"against_{side}": label for side, label in against.items()},
            "coefficient": name,
            "difference": found.difference[number],
            "p": found.p[0, number],
            "p_adjusted": found.adjusted[0, number],
            "p_apart": apart.p[0, number],
            "smallest_p": smallest,
            "draws": found.draws,
            "n_systems": n_systems,
            "n_families": n_families,
            "population": POPULATION,
            "reason": found.reasons[number],
        }


def _on_one_scale(scores: FamilyScores, name: str) -> Array:
    """Return the scores of each row so that those of two of them may change places."""
    if is_of_order(name):
        return np.array([ranks_of_judged(row, scores.z) for row in scores.x])
    return np.array([standard_scores(row) for row in scores.x])
