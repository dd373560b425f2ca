"""The tables of reports/calibration: `make calibration` simulates them anew, some ten minutes of one core.

Interrupted, it goes on where it was: every cell is kept until all are there. The cells are those of
`workbench calibrate --design R` (and T), with 2,000 replications and 999 draws.
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits
from tqdm import tqdm

from workbench.analyses.simulation.calibrate import CalibrationSpec, calibrate_components
from workbench.executor import Serial
from workbench.stats.calibration import INTERVALS, Setting, calibrate_intervals
from workbench.stats.designs import design_r, design_t, with_correlations
from workbench.stats.streams import stream
from workbench.stats.targets import population_value

FOLDER = Path(__file__).resolve().parents[2] / "reports" / "calibration"
SIZES = ((12, 50), (16, 100), (25, 100))
COEFFICIENTS = ("pearson", "spearman", "kendall")
WORLDS = (("normal", 0.0), ("exponential", 0.0), ("normal", 2.0))
"""Shape of the system qualities, and what judgments are rounded to: 2 leaves some seven grades."""
WITHOUT_DRAWS = ("fisher", "fisher-jackknife")
SYSTEMS = (6, 8, 10, 12, 16, 25, 50)
CORRELATIONS = (0.3, 0.6, 0.825, 0.95)
SHAPES = ("normal", "exponential", "outliers")
REPLICATIONS, DRAWS, MANY_INPUTS = 2000, 999, 50
MORE = 10_000
"""Replications of intervals that need no draws."""
COVERAGE = [
    "coefficient", "shape", "step", "n_systems", "n_inputs", "name", "population", "target", "coverage",
    "coverage_error", "below", "above", "width", "undefined",
]  # fmt: skip
TESTS = [
    "shape", "n_systems", "n_inputs", "name", "population", "type_one", "type_one_error", "difference",
    "power", "power_error", "undefined",
]  # fmt: skip


def coverage(coefficient, shape, step, n_systems, n_inputs, intervals=INTERVALS):
    """Return how intervals did on design R.

    The studentised interval is left out for ranks: it takes the coefficient of each draw without each system.
    """
    if coefficient != "pearson":
        intervals = tuple(name for name in intervals if not name.startswith("studentised"))
    question = CalibrationSpec(
        systems=n_systems, inputs=n_inputs, replications=REPLICATIONS, draws=DRAWS, coefficient=coefficient,
        shapes=[shape], step=step, intervals=list(intervals),
    )  # fmt: skip
    return calibrate_components(design_r(), question, Serial())[COVERAGE]


def precise(coefficient, shape, step, n_systems, n_inputs):
    """Return how the intervals without draws did, from more replications."""
    question = CalibrationSpec(
        systems=n_systems, inputs=n_inputs, replications=MORE, draws=1, coefficient=coefficient,
        shapes=[shape], step=step, intervals=list(WITHOUT_DRAWS),
    )  # fmt: skip
    return calibrate_components(design_r(), question, Serial())[COVERAGE]


def errors(shape, n_systems, n_inputs):
    """Return how tests did on design T, by 299 draws as in its description."""
    question = CalibrationSpec(
        systems=n_systems, inputs=n_inputs, replications=REPLICATIONS, draws=299, shapes=[shape], intervals=[]
    )
    return calibrate_components(design_t(), question, Serial())[TESTS]


def limits(coefficient, shape, n_systems):
    """Return how intervals without draws did at several correlations.

    A mean over 50 inputs is simulated as one input with a 50th of the noise.
    """
    rows = []
    for r in CORRELATIONS:
        components = with_correlations(design_r(), MANY_INPUTS, (r,))
        components = components._replace(residual=components.residual / MANY_INPUTS)
        target = population_value(components, 1, coefficient, shape)
        setting = Setting(n_systems, 1, REPLICATIONS, 1, coefficient, shape)
        rng = stream(0, "limits", coefficient, shape, str(n_systems), str(r))
        with threadpool_limits(1):
            rates = calibrate_intervals(components, setting, target, rng, WITHOUT_DRAWS)
        for rate in rates:
            found = {"coverage": rate.coverage.value, "width": rate.width, "undefined": rate.undefined}
            rows.append(
                {"coefficient": coefficient, "shape": shape, "n_systems": n_systems, "r": r, "target": target}
                | {"name": rate.name}
                | found
            )
    return pd.DataFrame(rows)


def cells():
    """Return (table, function, arguments) of every cell, the tables one after the other."""
    found = [("tests", errors, (shape, *size)) for size in SIZES for shape in ("normal", "exponential")]
    found += [
        ("coverage", coverage, (coefficient, *world, *size))
        for coefficient in COEFFICIENTS for size in SIZES for world in WORLDS
    ]  # fmt: skip
    found += [("precise", precise, arguments) for table, _, arguments in found if table == "coverage"]
    found += [
        ("limits", limits, (coefficient, shape, n))
        for coefficient in COEFFICIENTS for shape in SHAPES for n in SYSTEMS
    ]  # fmt: skip
    return found


def main(folder=FOLDER):
    """Simulate what is not there yet, and write the tables when all is."""
    from calibration_report import write_report

    parts = folder / "parts"
    parts.mkdir(parents=True, exist_ok=True)
    tables = {}
    for table, simulate, arguments in tqdm(cells(), disable=not sys.stderr.isatty()):
        path = parts / f"{table}-{'-'.join(str(each) for each in arguments)}.csv"
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
