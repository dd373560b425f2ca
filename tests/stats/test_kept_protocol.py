"""What is printed beside tests of a protocol, and said of them, is what reports/calibration found."""

from pathlib import Path

import pandas as pd
import pytest
from benchmarks.calibration_errors import LIMIT
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
