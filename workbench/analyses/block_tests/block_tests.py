"""Metrics against metrics on pairs of systems in blocks: differences of coefficients, intervals and tests.

All metrics see the same assignments and the same draws of pairs of systems and of segments, so that the
difference of two coefficients is that of paired values. Its interval says what those of the two coefficients,
which overlap for most metrics, cannot.
"""

from collections.abc import Iterator, Sequence
from typing import Self

import numpy as np
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from workbench.analyses.compare.groups import find_groups
from workbench.analyses.compare.section import TestSpec
from workbench.errors import Problem, SpecError
from workbench.executor import Executor
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.chosen_rows import RowLabel, labels_of
from workbench.experiment.correlation import SystemPair
from workbench.experiment.experiment import Experiment
from workbench.experiment.levels.block import correlate_assignments, correlate_blocks_drawn
from workbench.experiment.levels.block_pairs import BlockTask, lay_blocks
from workbench.experiment.plan import Plan
from workbench.experiment.rows import Row
from workbench.experiment.sections import Section
from workbench.experiment.units import BLOCK
from workbench.report.layouts.labels import metric_label
from workbench.schema import BLOCK_COMPARISONS
from workbench.stats.intervals.bootstrap_ends import basic
from workbench.stats.intervals.cautions import input_caution, why_not_of_inputs
from workbench.stats.levels.blocks import POPULATIONS
from workbench.stats.resampling.tally import NO_DRAW, monte_carlo_error, p_values, tally
from workbench.stats.tests.multiplicity import adjust
from workbench.types import Array, Record

_SIDES = ("metric", "component", "preprocess", "references")
NO_DRAWS = "there are no draws: correlation.interval is none or fisher"


class BlockTestSpec(Section):
    """Which metrics are compared with which on blocks of segments."""

    against: str = ""
    """The metric that the others are compared with, with its parameters or without; the first one where
    nothing is said, every pair for all."""
    pairs: list[SystemPair] | None = Field(default=None, min_length=1)
    """In place of `against`: these pairs, as in ``[test]``: ["delta-bleu @ all", "bleu @ all"]."""
    level: float = Field(default=0.05, gt=0, lt=0.5)
    """Intervals of differences cover 1 - level."""

    @model_validator(mode="after")
    def _said_once(self) -> Self:
        if self.pairs is not None and self.against:
            raise PydanticCustomError("known", "what is compared is said by against or by pairs, not by both")
        return self


@analysis("compare_blocks")
class CompareBlocks(Analysis):
    """Test which metrics agree better with people on pairs of systems in blocks (Galley et al. 2015).

    A difference is that of the mean coefficients over the same assignments; interval and p-value are from a
    bootstrap of pairs of systems, segments or both, as the correlation resamples them, paired over metrics.
    """

    section = "block_test"
    Section = BlockTestSpec
    frames = (BLOCK_COMPARISONS,)
    place = 12
    positional = ("against",)
    one_of = ("against", "pairs")
    on_blocks = True

    def check_plan(self, plan: Plan, settings: BlockTestSpec) -> None:
        """Refuse an experiment without blocks, and a metric that it does not have."""
        if plan.spec.unit is None:
            raise SpecError(Problem("block_test", "needs blocks of segments: a section [unit]"))
        names = [each.metric.name for each in plan.conditions]
        if settings.pairs is not None:
            for task in plan.tasks:
                _listed(plan, labels_of(plan, task), settings.pairs)
        if settings.against not in ("", "all") and not any(_is(settings.against, name) for name in names):
            allowed = ", ".join(dict.fromkeys(names))
            raise SpecError(Problem("block_test.against", "no such metric", settings.against, allowed))

    def compute(self, experiment: Experiment, settings: BlockTestSpec) -> Result:
        """Return a row for each difference, columns of `BLOCK_COMPARISONS`."""
        plan, executor = experiment.plan, experiment.resources.executor
        tasks = list(lay_blocks(plan, experiment.rows))
        found = [record for task in tasks for record in _compare(plan, task, settings, executor)]
        cautions = {why: None for task in tasks if (why := input_caution(task.n_inputs, task.resample))}
        lines = tuple(f"{why}: intervals may be too narrow, and p-values too small" for why in cautions)
        return Result({"block_comparisons": BLOCK_COMPARISONS.build(found)}, _SHOWN, lines)

    def describe_methods(self, result: Result | None) -> list[str]:
        """Say how differences on blocks were tested."""
        tested = None if result is None else result.frame[result.frame["p"].notna()]
        if tested is None or tested.empty:
            return []
        first = tested.iloc[0]
        return [
            f"Differences between metrics on blocks were tested by a paired bootstrap ({first['draws']:,} "
            "draws) on the same assignments, with p-values adjusted by Holm; the tests speak of "
            f"{first['population']}."
        ]


_SHOWN = (
    *_SIDES, *(f"against_{name}" for name in _SIDES), "task", "criterion", "block_size", "coefficient",
    "difference", "low", "high", "p", "p_adjusted", "reason",
)  # fmt: skip


def _compare(plan: Plan, task: BlockTask, settings: BlockTestSpec, executor: Executor) -> Iterator[Record]:
    """Yield the differences of a task, criterion by criterion and coefficient by coefficient."""
    names = plan.spec.correlation.coefficients_at(BLOCK)
    # what the table was made of, where it was made before
    assigned, _ = correlate_assignments(task, names, executor)
    drawn = np.empty((*assigned.shape[:-1], 0))
    if len(task.judged[0].draws.segments):
        drawn = correlate_blocks_drawn(task, names, executor)
    pairs = compared(plan, task.rows, settings)
    for judged, of_criterion in enumerate(task.judged):
        for number, name in enumerate(names):
            own, draws = assigned[judged, number], drawn[judged, number]
            records = [
                _record(plan, task, pair, own[list(pair)], draws[list(pair)], settings.level)
                for pair in pairs
            ]
            adjusted = adjust(np.array([record["p"] for record in records], np.float64), "holm")
            about = {"criterion": of_criterion.criterion, "coefficient": str(name)}
            yield from (
                {**record, **about, "p_adjusted": p} for record, p in zip(records, adjusted, strict=True)
            )


def _record(
    plan: Plan, task: BlockTask, pair: tuple[int, int], assigned: Array, drawn: Array, level: float
) -> Record:
    """Return the difference of two rows; `assigned` and `drawn` are float64[2, n]."""
    first, second = (task.rows[at] for at in pair)
    both = ~np.isnan(assigned).any(axis=0)
    values = assigned[:, both].mean(axis=1) if both.any() else np.full(2, np.nan)
    difference = float((assigned[0] - assigned[1])[both].mean()) if both.any() else np.nan
    each = drawn[0] - drawn[1]
    reason = first.why_nothing or second.why_nothing
    if not reason and not both.any():
        reason = "no assignment has both coefficients"
    elif not reason and not len(each):
        reason = NO_DRAWS
    elif not reason and (why := why_not_of_inputs(task.n_inputs, task.resample)):
        reason = why
    elif not reason and np.isnan(each).all():
        reason = NO_DRAW
    counts = tally(each - difference, difference)
    p = np.nan if reason else float(p_values(counts, exact=False)[0])
    ends = basic(each, difference, 1 - level) if not reason else None
    return {
        **first.facts(plan),
        **{f"against_{name}": value for name, value in zip(_SIDES, second.label, strict=True)},
        "block_size": task.size,
        "value": values[0],
        "against_value": values[1],
        "difference": difference,
        "low": ends.low if ends else np.nan,
        "high": ends.high if ends else np.nan,
        "confidence": 1 - level if ends else np.nan,
        "p": p,
        "p_error": float(monte_carlo_error(np.array(p), np.array(counts.defined), False)),
        "population": POPULATIONS[task.resample] if ends else "",
        "draws": each.size,
        "undefined_draws": int(np.isnan(each).sum()),
        "assignments": task.assignments,
        "n_pairs": int((task.n_blocks > 0).sum()),
        "n_blocks": int(task.n_blocks.sum()),
        "reason": reason,
        "seed": str(plan.spec.seed),
    }


def compared(plan: Plan, rows: Sequence[Row], settings: BlockTestSpec) -> list[tuple[int, int]]:
    """Return which rows are compared with which, by number."""
    if settings.pairs is None:
        return _pairs(rows, settings.against)
    return _listed(plan, [row.label for row in rows], settings.pairs)


def _listed(plan: Plan, labels: Sequence[RowLabel], pairs: list[list[str]]) -> list[tuple[int, int]]:
    """Return which rows are compared where pairs are listed.

    Raises
    ------
    SpecError
        If a pair names no row, several, or the same one twice.
    """
    try:
        [group] = find_groups(plan, labels, TestSpec(pairs=pairs))
    except SpecError as error:
        raise SpecError(error.problems[0]._replace(where="block_test.pairs")) from None
    return [(group.rows[one], group.rows[other]) for one, other in group.pairs]


def _pairs(rows: Sequence[Row], against: str) -> list[tuple[int, int]]:
    """Return which rows are compared: each with the row of the named metric that is most like it."""
    if against == "all":
        return [(one, other) for one in range(len(rows)) for other in range(one + 1, len(rows))]
    named = against or rows[0].label[0]
    base = [at for at, row in enumerate(rows) if _is(named, row.label[0])]

    def likeness(one: int, other: int) -> int:
        same = [a == b for a, b in zip(rows[one].label[1:], rows[other].label[1:], strict=True)]
        # the same references under another name, as with weights that are shuffled
        selects = [rows[at].scored.condition.references.select for at in (one, other)]
        same.append(selects[0] == selects[1])
        # a parameter that one name says may be the default of the other
        mine, its = (vars(rows[at].scored.condition.metric) for at in (one, other))
        both = [(mine[name], its[name]) for name in mine.keys() & its.keys()]
        return sum(same) + sum(bool(a == b) for a, b in both if isinstance(a, int | float | str))

    others = [at for at in range(len(rows)) if at not in base]
    return [(at, max(base, key=lambda other: likeness(at, other))) for at in others]


def _is(asked: str, name: str) -> bool:
    """Tell whether a metric is meant: by its whole name, without its parameters, or as papers print it."""
    return asked in (name, name.partition("(")[0], str(metric_label(name)))
