"""The tables of reports/calibration: `make calibration` simulates them anew, some ten minutes of one core.

Interrupted, it goes on where it was: every cell is kept until all are there. The cells are those of
`workbench calibrate --design hostile` (and R, and T), with 2,000 replications.
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
from tqdm import tqdm

from workbench.analyses.simulation.calibrate import CalibrationSpec, calibrate_components
from workbench.analyses.simulation.calibrate_worlds import SIZES as SYSTEMS
from workbench.analyses.simulation.calibrate_worlds import calibrate_worlds
from workbench.executor import Serial
from workbench.stats.simulation.calibration import INTERVALS
from workbench.stats.simulation.designs import design_r, design_t
from workbench.stats.simulation.families import FAMILIES, family_errors
from workbench.stats.simulation.worlds import WORLDS

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
    return found + [
        ("families", families, (family, coefficient)) for family in FAMILIES for coefficient in COEFFICIENTS
    ]


def main(folder=FOLDER):
    """Simulate what is not there yet, and write the tables when all is."""
    from calibration_report import write_report

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
