"""The tables of reports/calibration are what the simulation gives, and say what is recommended."""

import pandas as pd
import pytest
from benchmarks.calibration_report import BEST, write_report
from benchmarks.calibration_tables import FOLDER, WITHOUT_DRAWS, WORLDS, coverage, errors, limits

CELL = ["coefficient", "shape", "step", "n_systems", "n_inputs"]


@pytest.fixture(scope="module")
def kept():
    return {name: pd.read_csv(FOLDER / f"{name}.csv") for name in ("tests", "coverage", "precise", "limits")}


def assert_kept(found, kept, columns):
    """Compare with the rows that were kept; a replication may fall otherwise on another machine."""
    keys = [name for name in (*CELL, "r", "name") if name in found.columns and name in kept.columns]
    both = found.merge(kept, on=keys, suffixes=("", "_kept"))
    assert len(both) == len(found)
    for name in columns:
        assert (both[name] - both[f"{name}_kept"]).abs().max() <= 0.0011, name


@pytest.mark.parametrize("world", WORLDS[:2])
def test_intervals_without_draws_are_the_kept_ones(kept, world):
    found = coverage("pearson", *world, 12, 50, WITHOUT_DRAWS)
    assert_kept(found, kept["coverage"], ["coverage", "width", "target"])


def test_limits_are_the_kept_ones(kept):
    assert_kept(limits("pearson", "outliers", 12), kept["limits"], ["coverage", "width", "target"])


def test_the_recommended_interval_covers_in_every_cell(kept):
    """Within .93 to .97 at 12 × 50, 16 × 100 and 25 × 100, with normal, skewed and graded judgments."""
    for table, cells in (("coverage", 27), ("precise", 27)):
        own = kept[table][kept[table]["name"] == BEST]
        assert len(own) == cells
        assert own["coverage"].between(0.93, 0.97).all()


def test_the_text_is_that_of_the_tables(kept):
    assert (FOLDER / "README.md").read_text(encoding="utf-8") == write_report(**kept)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(12, 50), (16, 100), (25, 100)])
@pytest.mark.parametrize("world", WORLDS)
def test_every_interval_is_as_kept(kept, world, size):
    """The full simulation: 2,000 replications of 999 draws."""
    assert_kept(coverage("pearson", *world, *size), kept["coverage"], ["coverage", "width", "below", "above"])


@pytest.mark.slow
@pytest.mark.parametrize("size", [(12, 50), (25, 100)])
def test_every_test_is_as_kept(kept, size):
    assert_kept(errors("exponential", *size), kept["tests"], ["type_one", "power"])
