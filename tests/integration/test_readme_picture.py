"""What the README says under its picture is what the picture shows."""

import re
from pathlib import Path

import pandas as pd

from workbench.analyses.plot.kinds import KINDS

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "reports" / "simulated-comparison"
SENTENCE = re.compile(
    r"!\[[^]]+\]\(reports/simulated-comparison/plot-differences\.png\)\s+"
    r"(?P<best>\S+) agrees best with the simulated judgments, Pearson's r (?P<r>\.\d+); "
    r"of the (?P<all>\d+) other metrics (?P<shown>\d+) are shown to be worse \((?P<names>[^)]+)\), "
    r"the filled points; (?P<systems>\d+) systems"
)
NUMBERS = {"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15}
LABELS = {"rouge-1": "R-1", "rouge-4": "R-4", "rouge-su(gap=4)": "R-SU4"}


def test_the_sentence_under_the_picture():
    said = SENTENCE.search((ROOT / "README.md").read_text("utf-8"))
    assert said is not None
    rows = pd.read_csv(FOLDER / "plot-differences.csv").query("coefficient == 'pearson'")
    shown = rows[rows["verdict"] == "worse"]
    assert {LABELS[name] for name in rows["against_metric"]} == {said["best"]}
    assert float(said["r"]) == round(rows["against_value"].iloc[0], 2)
    assert (int(said["all"]), int(said["shown"])) == (len(rows), len(shown))
    assert set(said["names"].split(" and ")) == {LABELS[name] for name in shown["metric"]}
    assert {int(said["systems"])} == set(rows["n_systems"])


def test_so_many_kinds_of_pictures_are_there():
    said = re.search(r"`--kind` has (\w+) more", (ROOT / "README.md").read_text("utf-8"))
    assert said is not None
    assert NUMBERS[said[1]] == len(KINDS) - 1


def test_the_picture_is_there():
    assert (FOLDER / "plot-differences.png").read_bytes().startswith(b"\x89PNG")
