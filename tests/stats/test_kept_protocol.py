"""What is printed beside tests of a protocol, and said of them, is what reports/calibration found."""

from pathlib import Path

import pandas as pd
import pytest
from benchmarks.calibration_errors import LIMIT
from benchmarks.calibration_power import (
    EFFECTS,
    SEES,
    pair_up,
    power,
    summary_of_power,
    summary_of_unlike,
    unlike,
)
from benchmarks.calibration_power import SIZES as POWER_SIZES
from benchmarks.calibration_protocol import (
    BEYOND,
    KINDS,
    NAMES,
    SIZES,
    TESTS,
    found_better,
    protocol,
    summary,
    summary_of_jackknife,
)
from benchmarks.calibration_tables import FOLDER

from workbench.analyses.protocol.cautions import FOUND, caution

PAGE = Path(__file__).resolve().parents[2] / "docs" / "howto" / "wmt-protocol.md"


@pytest.fixture(scope="module")
def kept():
    return pd.read_csv(FOLDER / "protocol.csv", keep_default_na=False)


def test_tests_of_protocols_are_as_good_as_reports_and_the_page_say(kept):
    """Every cell is there; what rejects too often says so, with the numbers of the table."""
    cells = len(NAMES) * len(SIZES) * sum(len(each) for each in KINDS.values())
    assert len(kept.drop_duplicates(["protocol", "sees", "shape", "n_systems"])) == cells
    assert found_better(kept) == FOUND
    assert summary(kept) in PAGE.read_text(encoding="utf-8")
    assert "in .0" in caution("wmt23", "average", "independent")
    assert caution("wmt25", "average", "independent") == caution("wmt24", "average", "independent") != ""
    # what the page says in words
    assert caution("wmt23", "average", "together") == caution("wmt23", "pooled-pairwise-accuracy", "") == ""
    averages = kept[(kept["measure"] == "average") & (kept["test"] == TESTS[0])].set_index(
        ["protocol", "coins", "sees"]
    )["found"]
    assert (
        averages["wmt24", "together", "outputs"].max()
        <= LIMIT
        < averages["wmt24", "together", "systems"].min()
    )


def test_the_jackknife_holds_its_level_in_every_world(kept):
    """Where metrics differ in outputs, in systems, in inputs, and where systems are the same in all tasks."""
    mine = kept[kept["test"] == "jackknife"]
    cells = [len(each) for _, each in mine.groupby(["protocol", "sees", "shape", "n_systems"])]
    assert len(cells) == len(NAMES) * len(SIZES) * sum(len(each) for each in KINDS.values())
    assert sorted(set(cells)) == [3, 5]
    assert {*mine["sees"]} == {*KINDS} > {*BEYOND}
    assert mine["found"].max() <= LIMIT
    assert (mine["tables"] >= 400).all()
    assert summary_of_jackknife(kept) in PAGE.read_text(encoding="utf-8")
    assert not any(test == "jackknife" for key in FOUND for test in key)


def test_the_power_of_the_jackknife_beside_that_of_the_published_test_is_what_the_page_says(kept):
    """In worlds of two kinds; of PERM-BOTH only where it holds its level in the same world."""
    found = pd.read_csv(FOLDER / "power.csv", keep_default_na=False)
    both = pair_up(found, kept)
    assert len(both) == len(POWER_SIZES) * len(SEES) * len(EFFECTS) * (5 + 3)
    assert both["jackknife"].notna().all()
    # that of acc-t holds its level nowhere, that of soft pairwise accuracy where metrics differ in outputs
    held = both["perm-both"].notna().groupby(level=["sees", "measure"]).mean()
    assert held["outputs", "segment-accuracy"] == held["systems", "segment-accuracy"] == 0
    assert held["outputs", "soft-pairwise-accuracy"] == 1 > held["systems", "soft-pairwise-accuracy"] == 0
    # more of an error is found more often
    more = both["jackknife"].unstack("effect")
    assert (more[max(EFFECTS)] >= more[min(EFFECTS)]).all()
    assert (found["difference"] > 0).all()
    assert summary_of_power(found, kept) in PAGE.read_text(encoding="utf-8")


def test_where_the_jackknife_does_not_hold_is_said_where_it_is_recommended():
    """Of metrics with the same average that err unlike each other, one side is found better too often."""
    found = pd.read_csv(FOLDER / "unlike.csv")
    assert len(found) == len(NAMES) * len(POWER_SIZES)
    assert (found["difference"].abs() <= 2.5 * found["difference_error"]).all()
    assert found["second"].max() > 0.1 > LIMIT > found["first"].max()
    assert summary_of_unlike(found) in PAGE.read_text(encoding="utf-8")


@pytest.mark.slow
def test_power_and_metrics_unlike_each_other_are_as_kept():
    was = pd.read_csv(FOLDER / "power.csv").query(
        "protocol == 'wmt24' and sees == 'systems' and n_systems == 8"
    )
    assert power("wmt24", "systems", 8, 40)["found"].tolist() == pytest.approx(
        was["found"].tolist(), abs=0.0051
    )
    was = pd.read_csv(FOLDER / "unlike.csv").query("protocol == 'wmt23' and n_systems == 8")
    [now], [kept] = unlike("wmt23", 8, 40)["second"], was["second"]
    assert now == pytest.approx(kept, abs=0.0051)


@pytest.mark.slow
def test_the_jackknife_is_as_kept(kept):
    """Of the worlds beyond, which take no swaps."""
    now = protocol("wmt24", "inputs", *KINDS["inputs"], 8, 40)
    was = kept.query("protocol == 'wmt24' and sees == 'inputs' and n_systems == 8")
    assert now["found"].tolist() == pytest.approx(was["found"].tolist(), abs=0.0026)


@pytest.mark.slow
def test_a_protocol_is_as_kept(kept):
    now = protocol("wmt23", "outputs", "normal", 8, 40)
    was = kept.query("protocol == 'wmt23' and sees == 'outputs' and shape == 'normal' and n_systems == 8")
    assert now["found"].tolist() == pytest.approx(was["found"].tolist(), abs=0.0026)
