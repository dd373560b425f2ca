"""How large a data set shows a difference of two metrics on blocks: power by simulation.

Data of other sizes are made of the data at hand: segments and pairs of systems are drawn from them with
replacement, as many as the larger set would have, and the difference of the two coefficients is taken on each
made set. What it varies by says which differences a test on so much data shows.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Annotated

import numpy as np
from pydantic import Field

from workbench.analyses.block_tests.block_tests import BlockTestSpec, compared
from workbench.errors import Problem, SpecError
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.levels.block import correlate_assignments, correlate_parts
from workbench.experiment.levels.block_pairs import BlockTask, lay_blocks
from workbench.experiment.plan import Plan
from workbench.experiment.sections import Section
from workbench.experiment.units import BLOCK
from workbench.report.layouts.labels import coefficient_label, metric_label
from workbench.schema import BLOCK_POWER
from workbench.stats.coefficients.noise import EQUAL_COEFFICIENTS
from workbench.stats.distributions import norm
from workbench.stats.intervals.cautions import why_not_of_inputs
from workbench.stats.levels.blocks import POPULATIONS
from workbench.stats.resampling.streams import stream
from workbench.types import Array, Record

_SIDES = ("metric", "component", "preprocess", "references")
_FEWEST = 0.9
"""Share of the made sets that need a coefficient."""


class BlockPowerSpec(Section):
    """How large a data set shows differences of metrics on blocks; which ones, says ``[block_test]``."""

    times: list[Annotated[int, Field(ge=1, le=100)]] = Field(default=[1, 4], min_length=1)
    """How many times the segments, and how many times the pairs of systems; each with each."""
    difference: float | None = Field(default=None, gt=0, lt=2)
    """The difference that is to be shown; where nothing is said, the one that each pair has in the data."""
    power: float = Field(default=0.8, gt=0.05, lt=1)
    """Of the smallest difference that is said."""
    draws: int = Field(default=200, ge=20, le=100_000)
    """Made sets of each size."""


@analysis("block_power")
class BlockPower(Analysis):
    """Say how large a data set would show a difference of two metrics on blocks, by simulation."""

    section = "block_power"
    Section = BlockPowerSpec
    frames = (BLOCK_POWER,)
    place = 14
    on_blocks = True

    def check_plan(self, plan: Plan, settings: BlockPowerSpec) -> None:
        """Refuse an experiment without blocks."""
        if plan.spec.unit is None:
            raise SpecError(Problem("block_power", "needs blocks of segments: a section [unit]"))

    def compute(self, experiment: Experiment, settings: BlockPowerSpec) -> Result:
        """Return a row for each difference and size, columns of `BLOCK_POWER`."""
        plan = experiment.plan
        found = [
            record
            for task in lay_blocks(plan, experiment.rows)
            for record in _of_task(experiment, task, settings)
        ]
        frame = BLOCK_POWER.build(found)
        return Result({"block_power": frame}, _SHOWN, tuple(_lines(frame.to_dict("records"), settings)))

    def describe_methods(self, result: Result | None) -> list[str]:
        """Say how power was found."""
        if result is None or result.frame["power"].isna().all():
            return []
        return [
            f"Power on blocks is that of a two-sided test, from {result.frame['draws'].iloc[0]:,} simulated "
            "data sets of each size, drawn from the segments and pairs of systems of these data."
        ]


_SHOWN = (
    *_SIDES, *(f"against_{name}" for name in _SIDES), "task", "criterion", "block_size", "coefficient",
    "segments", "pairs", "difference", "sd", "power", "least", "reason",
)  # fmt: skip


def _of_task(experiment: Experiment, task: BlockTask, settings: BlockPowerSpec) -> Iterator[Record]:
    plan, executor = experiment.plan, experiment.resources.executor
    asked = plan.spec.section("block_test")
    tested = asked if isinstance(asked, BlockTestSpec) else BlockTestSpec()
    names = plan.spec.correlation.coefficients_at(BLOCK)
    assigned, _ = correlate_assignments(task, names, executor)
    rows = compared(plan, task.rows, tested)
    why = why_not_of_inputs(task.n_inputs, task.resample)
    none: Record = {"reason": why} if why else {}
    # those of which nothing was judged would be drawn in vain
    judged_on = task.judged[0].population.segments
    n_judged = int(judged_on.sum())
    for segments, pairs in product(settings.times, settings.times):
        if (segments > 1 and task.resample == "systems") or (pairs > 1 and task.resample == "inputs"):
            continue  # what is not resampled is what it is
        rng = stream(plan.spec.seed, "block power", task.task.data.name, str(segments), str(pairs))
        counts = np.tile(judged_on * float(segments), (settings.draws, 1))
        if task.resample != "systems" and n_judged:
            even = np.full(n_judged, 1 / n_judged)
            counts[:, judged_on] = rng.multinomial(segments * n_judged, even, settings.draws)
        drawn = correlate_parts(task.drawn(counts, pairs), task, names, executor)
        for judged, of_criterion in enumerate(task.judged):
            for number, name in enumerate(names):
                for one, other in rows:
                    own, made = assigned[judged, number], drawn[judged, number]
                    apart = own[one] - own[other], made[one] - made[other]
                    first, second = task.rows[one], task.rows[other]
                    against = zip(_SIDES, second.label, strict=True)
                    yield {
                        **first.facts(plan),
                        **{f"against_{side}": value for side, value in against},
                        "criterion": of_criterion.criterion,
                        "block_size": task.size,
                        "coefficient": str(name),
                        "segments": segments,
                        "pairs": pairs,
                        **(none or _power(*apart, tested.level, settings)),
                        "draws": settings.draws,
                        "test_level": tested.level,
                        "population": POPULATIONS[task.resample],
                        "seed": str(plan.spec.seed),
                    }


def _power(assigned: Array, made: Array, level: float, settings: BlockPowerSpec) -> Record:
    """Return what a test of a difference can show that varies as `made` does, float64[draws]."""
    known = made[np.isfinite(made)]
    own = assigned[np.isfinite(assigned)]
    if len(known) < _FEWEST * len(made) or not len(own):
        return {"reason": "too few of the simulated sets have both coefficients"}
    sd, difference = float(known.std(ddof=1)), settings.difference or float(own.mean())
    if sd <= EQUAL_COEFFICIENTS:
        return {"difference": difference, "reason": "the two coefficients differ by the same everywhere"}
    critical = -norm.ppf(level / 2)
    away = difference / sd
    return {
        "difference": difference,
        "sd": sd,
        "power": float(norm.sf(critical - away) + norm.cdf(-critical - away)),
        "least": float((critical + norm.ppf(settings.power)) * sd),
        "reason": "",
    }


def _lines(records: Sequence[Record], settings: BlockPowerSpec) -> Iterator[str]:
    """Yield a sentence for each difference in the first coefficient."""
    mine: dict[tuple[object, ...], list[Record]] = {}
    for record in records:
        if record["coefficient"] == records[0]["coefficient"] and not record["reason"]:
            key = tuple(record[name] for name in _SHOWN[:11])
            mine.setdefault(key, []).append(record)
    several = {name for name in _SHOWN[:11] if len({record[name] for record in records}) > 1}
    parts = [name for name in ("component", "preprocess") if _tells(records, name)]
    for of in mine.values():
        first = of[0]
        sides = [
            f"{metric_label(str(first[f'{side}metric']))} "
            f"({', '.join(str(first[f'{side}{name}']) for name in (*parts, 'references'))})"
            for side in ("", "against_")
        ]
        place = [str(first["task"])] if "task" in several else []
        place += [str(first["criterion"])]
        place += [f"blocks of {first['block_size']}"] if "block_size" in several else []
        asked = f"{first['difference']:+.3f} in these data"
        if settings.difference:
            powers = "; ".join(f"{_size(each)} {each['power']:.2f}" for each in of)
            asked = f"power for a difference of {settings.difference:g}: {powers}"
        sizes = "; ".join(f"{_size(each)} {each['least']:.3f}" for each in of)
        yield (
            f"{' − '.join(sides)}, {', '.join(place)}, {coefficient_label(str(first['coefficient']), '')}: "
            f"{asked}. The smallest difference shown with a power of {settings.power:g}: {sizes}."
        )


def _tells(records: Sequence[Record], name: str) -> bool:
    """Tell whether some metric has more than one value in a column."""
    sides = [(each[f"{side}metric"], each[f"{side}{name}"]) for each in records for side in ("", "against_")]
    return len({*sides}) > len({metric for metric, _ in sides})


def _size(record: Record) -> str:
    """Say how large a set is.

    Examples
    --------
    >>> _size({"segments": 1, "pairs": 1}), _size({"segments": 4, "pairs": 1})
    ('with these data', 'with 4 times the segments')
    """
    segments, pairs = record["segments"], record["pairs"]
    if segments == pairs:
        return "with these data" if segments == 1 else f"with {segments} times both"
    parts = [
        f"{number} times the {what}"
        for number, what in ((segments, "segments"), (pairs, "pairs"))
        if number != 1
    ]
    return f"with {' and '.join(parts)}"
