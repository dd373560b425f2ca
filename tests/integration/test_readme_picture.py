"""What the README says under its picture is what the picture shows."""

import re
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "reports" / "simulated-comparison"
SENTENCE = re.compile(
    r"!\[[^]]+\]\(reports/simulated-comparison/plot-differences\.png\)\s+"
    r"(?P<best>\S+) agrees best with the simulated judgments, Pearson's r (?P<r>\.\d+); "
    r"of the (?P<all>\d+) other metrics (?P<shown>\d+) are shown to be worse \((?P<names>[^)]+)\), "
    r"the filled points; (?P<systems>\d+) systems"
)
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


def test_the_picture_is_there():
    assert (FOLDER / "plot-differences.png").read_bytes().startswith(b"\x89PNG")
