"""Calibration in the hostile worlds: what intervals and tests are worth where nothing is normal."""

from functools import partial

import numpy as np
import pandas as pd

from workbench.analyses.simulation.calibrate import CalibrationSpec, interval_record
from workbench.analyses.simulation.calibration_text import ENOUGH, SLACK, advise
from workbench.errors import Problem, SpecError
from workbench.executor import Executor, one_blas_thread
from workbench.schema import CALIBRATION
from workbench.stats.intervals.bootstrap_intervals import POPULATIONS
from workbench.stats.resampling.streams import stream
from workbench.stats.simulation.calibration import (
    INTERVALS,
    RESAMPLES,
    Setting,
    calibrate_intervals,
    check_setting,
)
from workbench.stats.simulation.rejections import TESTS, calibrate_tests
from workbench.stats.simulation.worlds import World, find_worlds
from workbench.stats.tests.swaps import POPULATIONS as SWAP_POPULATIONS
from workbench.types import Record

SIZES = (8, 12, 16, 25, 40)
"""Systems of a replication where nothing is said."""
_QUICK = {
    "intervals": ["fisher", "fisher-jackknife", "percentile, systems"],
    "tests": ["permutation, systems, studentised", "williams1959"],
}
"""What is simulated where nothing is said: these worlds are many."""
_NOT_OF_SYSTEMS = {unit for unit in (*RESAMPLES, *SWAP_POPULATIONS) if unit != "systems"}
"""Worlds have scores of systems, and none of inputs that could be drawn or swapped."""


def calibrate_worlds(name: str, question: CalibrationSpec, executor: Executor) -> pd.DataFrame:
    """Calibrate in the worlds of a kind, or in all (hostile), columns of `CALIBRATION`.

    Tests are of two equal metrics: there is a type-I error and no power. Real systems have one metric, so
    that there are intervals only.

    Raises
    ------
    SpecError
        For a world that is not known, and for intervals and tests of inputs, which worlds do not have.
    """
    worlds = find_worlds(name)
    names = {
        kind: getattr(question, kind) if kind in question.model_fields_set else quick
        for kind, quick in _QUICK.items()
    }
    for each in (*names["intervals"], *names["tests"]):
        if each.rpartition(", ")[2] in _NOT_OF_SYSTEMS:
            what = "worlds have no inputs that could be drawn or swapped"
            raise SpecError(Problem(name, what, each, f"what speaks of {POPULATIONS['systems']}"))
    jobs = []
    for world in worlds:
        for n_systems in [question.systems] if question.systems else SIZES:
            setting = Setting(n_systems, 1, question.replications, question.draws, question.coefficient)
            for kind, known in (("intervals", INTERVALS), ("tests", TESTS)):
                check_setting(setting, tuple(names[kind]), known, kind.removesuffix("s"))
            jobs.append(
                partial(calibrate_world, world, setting, question, names["intervals"], names["tests"])
            )
    records: list[Record] = []
    # one BLAS thread: several would fight over the cores, and sums would depend on their number
    with one_blas_thread():
        for found in executor.map(lambda job: job(), jobs, "simulated"):
            records += found
    return CALIBRATION.build(advise(records))


def calibrate_world(
    world: World, setting: Setting, question: CalibrationSpec, intervals: list[str], tests: list[str]
) -> list[Record]:
    """Return how intervals and tests did in one world with so many systems."""
    shared = {**setting._asdict(), "shape": world.name, "r": world.value("pearson")}
    place = world.name, f"{world.r:g}", str(setting.n_systems)
    records = []
    if intervals:
        target = world.value(setting.coefficient)
        rng = stream(question.seed, "worlds", "intervals", *place)
        rates = calibrate_intervals(world, setting, target, rng, tuple(intervals), 1 - question.level)
        records += [{**shared, **interval_record(rate, target, 1 - question.level)} for rate in rates]
    if tests and not world.real:
        rng = stream(question.seed, "worlds", "tests", *place)
        records += [
            {
                **shared, "kind": "test", "name": rate.name, "population": rate.population,
                "nominal": question.level, "type_one": rate.rejected.value,
                "type_one_error": rate.rejected.error, "difference": 0.0, "power": np.nan,
                "power_error": np.nan, "undefined": rate.undefined,
            }
            for rate in calibrate_tests(world, setting, rng, tuple(tests), question.level)
        ]  # fmt: skip
    return records


def write_worlds(frame: pd.DataFrame) -> str:
    """Return what was found in worlds as text for people, a line for each world and number of systems."""
    first = frame.iloc[0]
    lines = [
        f"{first['replications']:,} replications; system-level {first['coefficient']}. Coverage of nominal "
        f"{100 * (1 - _level(frame)):.6g}% intervals, and rejections of equal metrics at the level "
        f"{_level(frame):g}.",
        "",
    ]
    names = list(dict.fromkeys(frame["name"]))
    wide = {name: max(22, len(name) + 2) for name in names}
    lines.append(f"{'world':22}{'r':>6}{'systems':>9}" + "".join(f"{name:>{wide[name]}}" for name in names))
    share = frame["coverage"].where(frame["kind"] == "interval", frame["type_one"])
    for (shape, r, n_systems), rows in share.groupby(
        [frame["shape"], frame["r"], frame["n_systems"]], sort=False
    ):
        found = dict(zip(frame.loc[rows.index, "name"], rows, strict=True))
        cells = "".join(f"{f'{found[name]:.3f}' if name in found else '-':>{wide[name]}}" for name in names)
        lines.append(f"{shape:22}{r:>6.2f}{n_systems:>9}{cells}")
    return "\n".join([*lines, "", *recommend_in_worlds(frame)])


def recommend_in_worlds(frame: pd.DataFrame) -> list[str]:
    """Say which interval and which test hold in the most cells, its range, and where it does not hold.

    An interval holds where it covers no less than its nominal coverage by `SLACK`, a test where it rejects no
    more than its level by that.
    """
    lines = []
    for kind, rows in frame.groupby("kind", sort=False):
        column = "coverage" if kind == "interval" else "type_one"
        share, nominal = rows[column], float(rows["nominal"].iloc[0])
        fails = share < nominal - SLACK if kind == "interval" else share > nominal + SLACK
        best = fails.groupby(rows["name"], sort=False).sum().idxmin()
        mine, missed = rows[rows["name"] == best], rows[(rows["name"] == best) & fails]
        does = "covers" if kind == "interval" else "rejects equal metrics"
        lines.append(
            f"Recommended {kind}: {best}. It {does} in {mine[column].min():.3f} to {mine[column].max():.3f} "
            f"of the replications, and holds to {SLACK:g} in {len(mine) - len(missed)} of {len(mine)} cells."
        )
        for (shape, r), cells in missed.groupby(["shape", "r"], sort=False):
            found = ", ".join(
                f"{row[column]:.3f} ({row['n_systems']} systems)" for _, row in cells.iterrows()
            )
            lines.append(f"  not in {shape}, r = {r:.2f}: {found}")
    if frame.iloc[0]["replications"] < ENOUGH:
        lines.append(f"With fewer than {ENOUGH} replications these recommendations are mostly chance.")
    return lines


def _level(frame: pd.DataFrame) -> float:
    nominal = float(frame["nominal"].iloc[0])
    return round(1 - nominal if frame["kind"].iloc[0] == "interval" else nominal, 12)
