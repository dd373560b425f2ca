"""How many times as fast the README calls the program follows from the pairs a second that were measured."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAME = "the same, stemmed"


def rows_of(text: str) -> list[list[str]]:
    lines = [line.strip("| ").split("|") for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in cells] for cells in lines]


def test_the_table_of_the_readme_is_that_of_one_run() -> None:
    measured = (ROOT / "docs/about/speed.md").read_text(encoding="utf-8").partition("\n\nAgainst")[0]
    rates: dict[str, list[float]] = {}
    last = ""
    for name, *cells in rows_of(measured)[1:]:
        # "the same" stands below what it is the same as
        last = f"{last.removesuffix(', stemmed')}, stemmed" if name == SAME else name
        rates[last] = [float(cell.replace(",", "")) if cell else float("nan") for cell in cells]
    speed = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Speed")[2].partition("##")[0]
    shown = rows_of(speed)[1:]
    assert len(shown) >= 6
    for ours, theirs, *times in shown:
        for ratio, mine, peer in zip(times, rates[f"workbench, {ours}"], rates[theirs], strict=True):
            if ratio:
                digits = len(re.sub(r"^\d*\.?", "", ratio)) if "." in ratio else 0
                assert float(ratio) == pytest.approx(mine / peer, abs=0.5001 * 10**-digits), (ours, theirs)
