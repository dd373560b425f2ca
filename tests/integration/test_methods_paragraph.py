"""Every number of the methods paragraph is in what a run has written beside it."""

import json
import re
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from workbench.cli import main

EXPERIMENTS = Path(__file__).resolve().parents[2] / "experiments"
NUMBER = re.compile(r"-?\d+(?:,\d{3})*(?:\.\d+)*")
KEYS = re.compile(r" \[[^\]]*\]")
ALL = """
metrics = ["rouge-1", "rouge-2", "bleu(order=4)", "length", "constant"]
components = ["recall"]
seed = 31
[data]
name = "simulated-news"
[correlation]
levels = ["system", "segment", "within-system", "global"]
coefficients = ["pearson", "spearman", "tau-14", "soft-pairwise-accuracy"]
given = "length"
interval = "bias-corrected"
draws = 37
confidence = 0.9
[test]
method = "williams1959"
correction = "bh"
level = 0.01
[ranking]
confidence = 0.8
[ceiling]
over = "segments"
splits = 23
[robustness]
cut = 1.75
steps = 3
"""
BLOCKS = """
metrics = ["rouge-1", "sentence-bleu"]
[data]
name = "simulated-news"
[unit]
size = 7
assignments = 11
pairs = [["S01", "S02"], ["S03", "S04"], ["S05", "S06"]]
orientation = "both"
[correlation]
coefficients = ["kendall"]
draws = 29
"""
FISHER = """
metrics = ["rouge-l", "rouge-su(gap=4)"]
[data]
name = "simulated-news"
[[references]]
name = "three"
select = "first(k=3)"
combine = "best"
[correlation]
coefficients = ["pearson", "kendall"]
interval = "fisher-jackknife"
[test]
method = "permutation"
swap = "both-cell"
draws = 41
against = "rouge-l"
alternative = "less"
correction = "none"
"""


def run(path: Path, folder: Path) -> Path:
    arguments = ["run", path, "--out", folder, "--cache", folder / "cache"]
    result = CliRunner().invoke(main, [str(each) for each in arguments])
    assert result.exit_code == 0, result.output
    return folder / path.stem


def said(report: Path) -> tuple[set[str], str]:
    """Return the numbers of the paragraph without those of citations, and its text."""
    text = (report / "methods.md").read_text().splitlines()[0]
    return set(NUMBER.findall(KEYS.sub("", text).replace("τ-b", "τ"))), text


def known(report: Path) -> set[str]:
    """Return every number of the CSV files and of the manifest, as the paragraph may print it."""
    numbers: set[str] = set()
    for path in report.glob("*.csv"):
        if path.stem in ("table", "lint"):
            continue
        frame = pd.read_csv(path, keep_default_na=False, na_values=[""])
        # digits of a hash are no numbers, and any of them may stand there
        for name in frame.columns.difference(["hash"]):
            for value in frame[name].dropna().unique():
                if isinstance(value, str):
                    numbers |= set(NUMBER.findall(value))
                else:
                    numbers |= {f"{value:,.6g}", f"{100 * value:.6g}", f"{value:.3f}"}
                    numbers |= {f"{int(value):,}"} if float(value).is_integer() else set()
    manifest = json.loads((report / "manifest.json").read_text())
    versions = " ".join([*manifest["versions"].values(), str(manifest["seed"])])
    return numbers | set(NUMBER.findall(versions))


def counts(report: Path) -> set[str]:
    """Return how many coefficients are undefined or lost segments, and how many tests there are."""
    records = pd.read_csv(report / "records.csv", keep_default_na=False, na_values=[""])
    records = records[records["role"].isna()]
    lost = records[records["value"].notna() & (records["n_undefined"] > 0)]
    numbers = {f"{int(records['value'].isna().sum()):,}", *map(str, lost.groupby("level").size())}
    if (report / "comparisons.csv").exists():
        compared = pd.read_csv(report / "comparisons.csv", keep_default_na=False, na_values=[""])
        compared = compared[compared["p"].notna()]
        families = compared.groupby(["task", "criterion", "level", "coefficient", "given"], dropna=False)
        numbers |= {f"{len(compared):,}", f"{families['n_family'].first().sum():,}"}
    return numbers


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (
            ALL,
            [
                "At system level (one score a system; 16 systems, 30 segments)",
                "Within systems (over the segments of each system, then averaged; 16 systems, 30 segments)",
                "Intervals (90 % nominal coverage) are bias-corrected intervals from 37 bootstrap draws",
                "at a level of 1 %",
                "Intervals of ranks (80 %) are from 37 bootstrap draws",
                "Halves of the segments (23 splits)",
                "more than 1.75 robust standard deviations",
                "constant metric scores",
                "test of dependent correlations (williams1959)",
                "There are none for soft-pairwise-accuracy at system level.",
                "the seed is 31",
            ],
        ),
        (
            BLOCKS,
            [
                "blocks of 7 segments from 3 pairs of systems (orientation: both)",
                "averages over 11 random assignments",
                "29 bootstrap draws",
            ],
        ),
        (
            FISHER,
            [
                "three (first(k=3); 3 a segment, best)",
                "the wider of Fisher's z and a jackknife over systems",
                "one-sided (less: the first metric of each pair agrees worse) paired permutation test",
                "swaps single outputs (both-cell) (41 draws)",
                "not adjusted for their number",
            ],
        ),
    ],
    ids=["everything", "blocks", "fisher"],
)
def test_every_number_is_in_the_files(content, expected, tmp_path):
    path = tmp_path / "x.toml"
    path.write_text(content)
    report = run(path, tmp_path)
    numbers, text = said(report)
    assert numbers <= known(report) | counts(report)
    if content == FISHER:
        assert "16 systems" in text
        assert "17" not in known(report) | counts(report)  # so that one system more would be seen
    assert len(numbers) > 5
    for part in expected:
        assert part in text


@pytest.mark.parametrize(
    "name", ["simulated-news", "simulated-ceilings", "simulated-comparison", "galley-simulated"]
)
def test_so_are_those_of_the_experiments_at_hand(name, tmp_path):
    path = tmp_path / f"{name}.toml"
    path.write_text(re.sub(r"draws = \d+", "draws = 99", (EXPERIMENTS / path.name).read_text()))
    report = run(path, tmp_path)
    numbers, text = said(report)
    assert numbers <= known(report) | counts(report)
    assert "  " not in text
    assert text.count("[Deutsch et al. 2021]") <= 1
