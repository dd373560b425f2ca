"""The tables of reports/calibration: `make calibration` simulates them anew, about an hour of one core.

Interrupted, it goes on where it was: every cell is kept until all are there. The cells are those of
`workbench calibrate --design hostile` (and R, and T), with 2,000 replications.
"""

import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from benchmarks import calibration_special
from benchmarks.calibration_errors import BEST, DEFAULT
from benchmarks.calibration_errors import REPLICATIONS as BESIDE_REPLICATIONS
from benchmarks.calibration_report import write_report
from tqdm import tqdm

from workbench.analyses.simulation.calibrate import CalibrationSpec, calibrate_components
from workbench.analyses.simulation.calibrate_worlds import SIZES as SYSTEMS
from workbench.analyses.simulation.calibrate_worlds import calibrate_worlds
from workbench.executor import Serial
from workbench.stats.resampling.streams import stream
from workbench.stats.simulation.calibration import INTERVALS, Setting, calibrate_intervals, share
from workbench.stats.simulation.designs import design_r, design_t
from workbench.stats.simulation.families import FAMILIES, differences_shown, equal_tables, family_errors
from workbench.stats.simulation.worlds import WORLDS, World
from workbench.stats.tests.dependent import DEPENDENT_TESTS

FOLDER = Path(__file__).resolve().parents[2] / "reports" / "calibration"
SIZES = ((12, 50), (16, 100), (25, 100))
COEFFICIENTS = ("pearson", "spearman", "kendall")
SHAPES = ("normal", "exponential")
WITHOUT_DRAWS = ("fisher", "fisher-jackknife")
DRAWN = (12, 25)
"""Systems of the worlds in which the percentile interval of Pearson's coefficient is tried, too."""
REPLICATIONS, DRAWS = 2000, 999
WORLD = [
    "coefficient", "shape", "r", "n_systems", "name", "target", "coverage", "below", "above", "width",
    "undefined",
]  # fmt: skip
COVERAGE = [
    "coefficient", "shape", "n_systems", "n_inputs", "name", "population", "target", "coverage",
    "coverage_error", "below", "above", "width", "undefined",
]  # fmt: skip
TESTS = [
    "shape", "n_systems", "n_inputs", "name", "population", "type_one", "type_one_error", "difference",
    "power", "power_error", "undefined",
]  # fmt: skip

FAMILY = ["family", "coefficient", "n_systems", "tables", "draws", "shown", "shown_error"]
FAMILY_SYSTEMS, TABLES, FAMILY_DRAWS = 16, 500, 199
EQUAL = [
    "coefficient",
    "shape",
    "r",
    "n_systems",
    "metrics",
    "name",
    "tables",
    "draws",
    "shown",
    "shown_error",
]
PAIR, UNEQUAL = (2, 1000, 99), (5, 500, 99)
"""Metrics, tables and draws of two equally good metrics, and of a family of one and four near-duplicates."""
BESIDE = {
    "normal": (0.857, 0.0, 0.045),
    "skewed-quality": (0.857, 0.0, 0.045),
    "heavy-both": (0.857, 0.0, 0.015),
    "heavy-deviation": (0.693, 0.0, 0.045),
    "far-quality": (0.93, 0.0, 0.0),
    "log-normal-quality": (0.9, 0.0, 0.0),
    "very-convex": (0.75, 0.0, 0.0),
    "growing for bad systems, exp(-.5 q)": (0.718, -0.5, 0.045),
    "growing for bad systems, exp(-.8 q)": (0.554, -0.8, 0.045),
}
"""Worlds in which others measured an earlier interval: correlation, how the deviation shrinks, and noise.

Most are design R with 50 inputs: a deviation of 0.6 times a standard deviate, or t with 3 degrees of freedom
as it is, and a variance of 2.25 / 50 of noise, as a share of that of the quality.
"""
EQUAL_SIZES = (
    (PAIR[0], "pearson", (12, 25)),
    (PAIR[0], "spearman", (12,)),
    (PAIR[0], "kendall", (12,)),
    (UNEQUAL[0], "pearson", (12,)),
)
FORMULAS = ("williams1959", "hittner2003")


def worlds(coefficient, kind, n_systems, intervals=WITHOUT_DRAWS):
    """Return how intervals did in the worlds of a kind."""
    question = CalibrationSpec(
        systems=n_systems, replications=REPLICATIONS, draws=DRAWS, coefficient=coefficient,
        intervals=list(intervals), tests=[],
    )  # fmt: skip
    return calibrate_worlds(kind, question, Serial())[WORLD]


def coverage(coefficient, shape, n_systems, n_inputs, intervals=INTERVALS):
    """Return how intervals did on design R.

    The studentised interval is left out for ranks: it takes the coefficient of each draw without each system.
    """
    if coefficient != "pearson":
        intervals = tuple(name for name in intervals if not name.startswith("studentised"))
    question = CalibrationSpec(
        systems=n_systems, inputs=n_inputs, replications=REPLICATIONS, draws=DRAWS, coefficient=coefficient,
        shapes=[shape], intervals=list(intervals),
    )  # fmt: skip
    return calibrate_components(design_r(), question, Serial())[COVERAGE]


def errors(shape, n_systems, n_inputs):
    """Return how tests did on design T, by 299 draws as in its description."""
    question = CalibrationSpec(
        systems=n_systems, inputs=n_inputs, replications=REPLICATIONS, draws=299, shapes=[shape], intervals=[]
    )
    return calibrate_components(design_t(), question, Serial())[TESTS]


def families(family, coefficient):
    """Return in which share of tables of 17 equally good metrics any difference is shown."""
    rng = np.random.default_rng(6)
    shown = family_errors(family, coefficient, FAMILY_SYSTEMS, TABLES, FAMILY_DRAWS, rng)
    return pd.DataFrame([[family, coefficient, FAMILY_SYSTEMS, TABLES, FAMILY_DRAWS, *shown]], columns=FAMILY)


def equal(coefficient, kind, n_systems, metrics):
    """Return in which share of tables of equal metrics of the worlds of a kind any difference is shown."""
    _, tables, draws = PAIR if metrics == PAIR[0] else UNEQUAL
    found = []
    for world in WORLDS[kind]:
        r = world.value("pearson")
        rng = stream(6, "equal", coefficient, kind, f"{r:.3g}", str(n_systems), str(metrics))
        scores = equal_tables(world, coefficient, n_systems, metrics, tables, rng)
        place = [coefficient, kind, r, n_systems, metrics]
        shown = share(differences_shown(scores, coefficient, draws, rng))
        found.append([*place, DEFAULT, tables, draws, *shown])
        if metrics == PAIR[0] and coefficient == "pearson":
            z, x, y = scores
            r_xz, r_yz, r_xy = (correlations(*pair) for pair in ((x, z), (y, z), (x, y)))
            for name in FORMULAS:
                p = DEPENDENT_TESTS.get(name)(r_xz, r_yz, r_xy, n_systems).p_value
                found.append([*place, name, tables, 0, *share(np.nan_to_num(p, nan=1.0) <= 0.05)])
    return pd.DataFrame(found, columns=EQUAL)


@dataclass(frozen=True)
class Noisy(World):
    """A world in which what is seen of systems is a mean of inputs, with noise of such a variance."""

    noise: float = 0.0

    def draw(self, rng, *size):
        """Return system scores with noise."""
        scores = super().draw(rng, *size)
        return scores + np.sqrt(self.noise) * rng.standard_normal(scores.shape)


def beside(kind):
    """Return how the recommended interval does where an earlier one was measured."""
    r, unequal, noise = BESIDE[kind]
    of = WORLDS[kind][0] if kind in WORLDS else World(kind, "bad systems deviate more")
    world = Noisy(**{**asdict(of), "r": r, "unequal": unequal, "noise": noise})
    target = world.most / np.sqrt((1 + noise) * ((world.most / r) ** 2 + noise))
    found = []
    for n_systems in SYSTEMS[1:]:
        rng, setting = stream(6, "beside", kind, str(n_systems)), Setting(n_systems, 1, BESIDE_REPLICATIONS)
        [rate] = calibrate_intervals(world, setting, target, rng, (BEST,))
        of_all = rate.coverage.value, rate.below.value, rate.above.value, rate.width, rate.undefined
        found.append(["pearson", kind, target, n_systems, BEST, target, *of_all])
    return pd.DataFrame(found, columns=WORLD)


def correlations(x, y):
    """Return Pearson's coefficient of each row."""
    x, y = (each - each.mean(axis=1, keepdims=True) for each in (x, y))
    return (x * y).sum(axis=1) / np.sqrt((x**2).sum(axis=1) * (y**2).sum(axis=1))


def cells():
    """Return (table, function, arguments) of every cell, the tables one after the other."""
    found = []
    for coefficient in COEFFICIENTS:
        for kind in WORLDS:
            for n_systems in SYSTEMS:
                drawn = coefficient == "pearson" and n_systems in DRAWN
                names = (*WITHOUT_DRAWS, *(["percentile, systems"] if drawn else []))
                found.append(("worlds", worlds, (coefficient, kind, n_systems, names)))
    found += [("coverage", coverage, ("pearson", shape, *size)) for size in SIZES for shape in SHAPES]
    found += [
        ("coverage", coverage, (coefficient, shape, *SIZES[1]))
        for coefficient in COEFFICIENTS[1:] for shape in SHAPES
    ]  # fmt: skip
    found += [("tests", errors, (shape, *size)) for size in SIZES for shape in SHAPES]
    found += [
        ("equal", equal, (coefficient, kind, n_systems, metrics))
        for metrics, coefficient, sizes in EQUAL_SIZES for kind in WORLDS for n_systems in sizes
    ]  # fmt: skip
    found += [("beside", beside, (kind,)) for kind in BESIDE]
    found += [
        ("special", calibration_special.special, (calibration_special.SOFT, kind, *calibration_special.SIZE))
        for kind in calibration_special.KINDS
    ]  # fmt: skip
    return found + [
        ("families", families, (family, coefficient)) for family in FAMILIES for coefficient in COEFFICIENTS
    ]


def main(folder=FOLDER):
    """Simulate what is not there yet, and write the tables when all is."""
    parts = folder / "parts"
    parts.mkdir(parents=True, exist_ok=True)
    tables = {}
    for table, simulate, arguments in tqdm(cells(), disable=not sys.stderr.isatty()):
        path = (
            parts / f"{table}-{'-'.join(str(each) for each in arguments if not isinstance(each, tuple))}.csv"
        )
        if not path.exists():
            beside = path.with_suffix(".tmp")
            simulate(*arguments).round(4).to_csv(beside, index=False, lineterminator="\n")
            beside.replace(path)
        tables.setdefault(table, []).append(pd.read_csv(path))
    whole = {name: pd.concat(frames, ignore_index=True) for name, frames in tables.items()}
    for name, frame in whole.items():
        frame.to_csv(folder / f"{name}.csv", index=False, lineterminator="\n", float_format="%.4g")
    (folder / "README.md").write_text(write_report(**whole), encoding="utf-8")
    for path in parts.iterdir():
        path.unlink()
    parts.rmdir()


if __name__ == "__main__":
    np.seterr(all="raise", under="ignore")
    main()
