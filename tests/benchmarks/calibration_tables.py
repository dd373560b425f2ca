"""The tables of reports/calibration: `make calibration` simulates them anew, about an hour of one core.

Interrupted, it goes on where it was: every cell is kept until all are there. The cells are those of
`workbench calibrate --design hostile` (and R, and T), with 2,000 replications.
"""

import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from benchmarks import calibration_power, calibration_protocol, calibration_special
from benchmarks.calibration_errors import BEST, DEFAULT, FEWER_DEGREES, SOFT, WITH_CONSTANTS
from benchmarks.calibration_errors import REPLICATIONS as BESIDE_REPLICATIONS
from benchmarks.calibration_report import write_report
from tqdm import tqdm

from workbench.analyses.simulation.calibrate import CalibrationSpec, calibrate_components
from workbench.analyses.simulation.calibrate_worlds import SIZES as SYSTEMS
from workbench.analyses.simulation.calibrate_worlds import calibrate_worlds
from workbench.executor import Serial
from workbench.stats.coefficients.plain import pearson
from workbench.stats.distributions import norm, t
from workbench.stats.intervals.fisher import fisher_half_widths
from workbench.stats.intervals.fisher_jackknife import fisher_jackknife_ends
from workbench.stats.resampling.leave_out import without_each
from workbench.stats.resampling.streams import stream
from workbench.stats.simulation.calibration import INTERVALS, share
from workbench.stats.simulation.designs import design_r, design_t
from workbench.stats.simulation.families import FAMILIES, differences_shown, equal_tables, family_errors
from workbench.stats.simulation.worlds import WORLDS, World
from workbench.stats.tests.dependent import DEPENDENT_TESTS

FOLDER = Path(__file__).resolve().parents[2] / "reports" / "calibration"
SIZES = ((12, 50), (16, 100), (25, 100))
COEFFICIENTS = ("pearson", "spearman", "kendall")
SHAPES = ("normal", "exponential")
WITHOUT_DRAWS = ("fisher", "fisher-jackknife")
REAL = tuple(kind for kind in WORLDS if kind.startswith("wmt20"))
DRAWN = (12, 25)
"""Systems of the worlds in which the percentile interval of Pearson's coefficient is tried, too."""
REPLICATIONS, DRAWS = 2000, 999
TEST_DRAWS = 299
"""As in the description of design T."""
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
PAIR, UNEQUAL, EQUAL_DRAWS = 2, 5, 99
"""Metrics of two equally good ones, and of a family of one and four near-duplicates."""
GROWING = "growing for bad systems, exp(-.7 q)"
BESIDE = {
    "normal": (0.857, 0.0, 0.045),
    "skewed-quality": (0.857, 0.0, 0.045),
    "heavy-both": (0.857, 0.0, 0.015),
    "heavy-deviation": (0.693, 0.0, 0.045),
    "far-quality": (0.93, 0.0, 0.0),
    "log-normal-quality": (0.9, 0.0, 0.0),
    "very-convex": (0.75, 0.0, 0.0),
    GROWING: (0.714, -0.7, 0.045),
    "growing for bad systems, exp(-.8 q)": (0.66, -0.8, 0.045),
}
"""Worlds in which others measured an earlier interval: correlation, how the deviation shrinks, and noise.

Most are design R with 50 inputs: a deviation of 0.6 times a standard deviate, or t with 3 degrees of freedom
as it is, and a variance of 2.25 / 50 of noise, as a share of that of the quality.
"""
CONSTANT = 1.6
"""How often the earlier interval counted the variance that the jackknife finds beyond Fisher's."""
EQUAL_SIZES = (
    (PAIR, "pearson", {8: 500, 12: 1000, 16: 500, 25: 1000, 40: 500}),
    (PAIR, "spearman", {12: 1000, 25: 500, 40: 2000}),
    (PAIR, "kendall", {12: 1000, 25: 1000, 40: 1000}),
    *((UNEQUAL, coefficient, {12: 500, 25: 500, 40: 500}) for coefficient in COEFFICIENTS),
)
"""Metrics, coefficient, and how many tables for each number of systems."""
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
    """Return how tests did on design T."""
    question = CalibrationSpec(
        systems=n_systems, inputs=n_inputs, replications=REPLICATIONS, draws=TEST_DRAWS, shapes=[shape],
        intervals=[],
    )  # fmt: skip
    return calibrate_components(design_t(), question, Serial())[TESTS]


def families(family, coefficient):
    """Return in which share of tables of 17 equally good metrics any difference is shown."""
    rng = np.random.default_rng(6)
    shown = family_errors(family, coefficient, FAMILY_SYSTEMS, TABLES, FAMILY_DRAWS, rng)
    return pd.DataFrame([[family, coefficient, FAMILY_SYSTEMS, TABLES, FAMILY_DRAWS, *shown]], columns=FAMILY)


def equal(coefficient, kind, n_systems, metrics, tables):
    """Return in which share of tables of equal metrics of the worlds of a kind any difference is shown."""
    found = []
    for world in WORLDS[kind]:
        r = world.value("pearson")
        rng = stream(6, "equal", coefficient, kind, f"{r:.3g}", str(n_systems), str(metrics))
        scores = equal_tables(world, coefficient, n_systems, metrics, tables, rng)
        place = [coefficient, kind, r, n_systems, metrics]
        shown = share(differences_shown(scores, coefficient, EQUAL_DRAWS, rng))
        found.append([*place, DEFAULT, tables, EQUAL_DRAWS, *shown])
        if metrics == PAIR and coefficient == "pearson":
            z, x, y = scores
            r_xz, r_yz, r_xy = (pearson(*pair) for pair in ((x, z), (y, z), (x, y)))
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
    """Return how the recommended interval and the earlier one do on the same data."""
    if kind in BESIDE:
        r, unequal, noise = BESIDE[kind]
        of = WORLDS[kind][0] if kind in WORLDS else World(kind, "bad systems deviate more")
        world = Noisy(**{**asdict(of), "r": r, "unequal": unequal, "noise": noise})
        target = world.most / np.sqrt((1 + noise) * ((world.most / r) ** 2 + noise))
    else:
        [world] = WORLDS[kind]
        target = world.value("pearson")
    found = []
    for n_systems in SYSTEMS[1:] if kind in BESIDE else DRAWN:
        z, x = world.draw(stream(6, "beside", kind, str(n_systems)), BESIDE_REPLICATIONS, n_systems)
        r, without = pearson(x, z), without_each(x, z, "pearson")
        intervals = {
            BEST: fisher_jackknife_ends(without, r, n_systems, "pearson"),
            WITH_CONSTANTS: with_constants(without, r, n_systems),
            FEWER_DEGREES: with_fewer_degrees(without, r, n_systems),
        }
        for name, (low, high) in intervals.items():
            ends = np.mean((low <= target) & (target <= high)), np.mean(high < target), np.mean(low > target)
            missing = np.isnan(low)
            width = np.mean((high - low)[~missing])
            found.append(["pearson", kind, target, n_systems, name, target, *ends, width, missing.sum()])
    return pd.DataFrame(found, columns=WORLD)


def with_constants(without, r, n_systems):
    """Return the ends of the earlier interval: Fisher's, with more variance where the jackknife finds it."""
    fisher = fisher_half_widths(r, n_systems, "pearson", 0.95)
    jackknife = (n_systems - 1) * np.arctanh(without).var(axis=1) * norm.ppf(0.975) ** 2
    half = np.sqrt(fisher**2 + CONSTANT * np.maximum(0.0, jackknife - fisher**2))
    return np.tanh(np.arctanh(r) - half), np.tanh(np.arctanh(r) + half)


def with_fewer_degrees(without, r, n_systems):
    """Return the ends of the recommended interval with Satterthwaite's degrees of freedom.

    Those of a variance whose own variance is that of a sample with this kurtosis: 2 / (2 / (n - 1) + g / n).
    """
    fisher = fisher_half_widths(r, n_systems, "pearson", 0.95)
    apart = np.arctanh(without) - np.arctanh(without).mean(axis=1, keepdims=True)
    squares = (apart**2).sum(axis=1)
    excess = np.maximum(0.0, n_systems * (apart**4).sum(axis=1) / squares**2 - 3)
    degrees = 2 / (2 / (n_systems - 1) + excess / n_systems)
    half = np.maximum(fisher, t.ppf(0.975, degrees) * np.sqrt((n_systems - 1) / n_systems * squares))
    return np.tanh(np.arctanh(r) - half), np.tanh(np.arctanh(r) + half)


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
        ("equal", equal, (coefficient, kind, n_systems, metrics, tables))
        for metrics, coefficient, sizes in EQUAL_SIZES
        for kind in WORLDS for n_systems, tables in sizes.items()
    ]  # fmt: skip
    found += [("beside", beside, (kind,)) for kind in (*BESIDE, *REAL)]
    found += [
        ("special", calibration_special.special, (SOFT, kind, *calibration_special.SIZE))
        for kind in calibration_special.KINDS
    ]  # fmt: skip
    found += [
        ("special", calibration_special.tied, (kind, n_systems))
        for kind in WORLDS if kind not in REAL
        for n_systems in calibration_special.TIED_SIZES
    ]  # fmt: skip
    found += [
        ("protocol", calibration_protocol.protocol, (name, sees, kind, *size))
        for name in calibration_protocol.NAMES for sees, kinds in calibration_protocol.KINDS.items()
        for kind in kinds for size in calibration_protocol.SIZES
    ]  # fmt: skip
    found += [
        ("power", calibration_power.power, (name, sees, *size))
        for name in calibration_protocol.NAMES for sees in calibration_power.SEES
        for size in calibration_power.SIZES
    ]  # fmt: skip
    found += [
        ("unlike", calibration_power.unlike, (name, *size))
        for name in calibration_protocol.NAMES for size in calibration_power.SIZES
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
