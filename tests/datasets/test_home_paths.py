"""A path that begins with ~ is one in the home, wherever a person gives it."""

from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.errors import WorkbenchError

WORDS = "abcdefghijklmnop"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home with a table of outputs and one of scores."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    rows = [
        {
            "doc": f"d{at}", "system": system, "ref": " ".join(WORDS[at : at + 8]), "flow": 1 + rank,
            "summary": " ".join(w if n < 3 + rank else f"x{w}" for n, w in enumerate(WORDS[at : at + 8])),
        }
        for at in range(4) for rank, system in enumerate("ABCD")
    ]  # fmt: skip
    frame = pd.DataFrame(rows)
    frame.to_csv(tmp_path / "x.csv", index=False)
    scores = frame[["doc", "system"]].rename(columns={"doc": "segment"}).assign(score=range(16))
    scores.to_csv(tmp_path / "scores.csv", index=False)
    return tmp_path


def test_data_scores_and_reports(home: Path) -> None:
    assert len(workbench.load("~/x.csv").outputs) == 16
    quick = {"coefficients": ["pearson"], "interval": "none"}
    experiment = workbench.Experiment("~/x.csv", ["mine"], scores={"mine": "~/scores.csv"}, correlation=quick)
    experiment.write("~/report")
    assert (home / "report" / "table.csv").is_file()


def test_on_the_command_line(home: Path) -> None:
    arguments = ["data", "import", "~/x.csv", "--yes", "--out", "~/own"]
    said = CliRunner().invoke(main, arguments)
    assert said.exit_code == 0, said.output
    assert (home / "own" / "card.toml").is_file()
    assert CliRunner().invoke(main, ["data", "validate", "~/own"]).exit_code == 0
    file = home / "own.toml"
    file.write_text('metrics = ["rouge-1"]\n[data]\nname = "~/x.csv"\n', "utf-8")
    assert CliRunner().invoke(main, ["check", "~/own.toml"]).exit_code == 0


def test_a_person_who_is_unknown_is_part_of_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("~nobody-is-called-so").mkdir()
    (tmp_path / "~nobody-is-called-so" / "x.csv").write_text("doc,system\n1,A\n", "utf-8")
    with pytest.raises(WorkbenchError, match=r"^~nobody-is-called-so/x\.csv: "):
        workbench.load("~nobody-is-called-so/x.csv")
