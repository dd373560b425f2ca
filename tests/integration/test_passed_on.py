"""What every command is told of metrics of one's own, of data and of the cache reaches what it runs."""

from pathlib import Path

import pytest
import small_study
from click.testing import CliRunner, Result

from workbench.cli import main
from workbench.metrics.base import METRICS

OWN = """
import workbench

@workbench.metric("begins-alike", on="text")
def begins_alike(candidate, references):
    return sum(candidate[:1] == reference[:1] for reference in references) / len(references)
"""
ASKED = """
metrics = ["bleu(order=1)", "bleu(order=2)", "begins-alike"]
[data]
name = "mine"
[correlation]
coefficients = ["pearson"]
interval = "none"
[figure]
x = "order"
"""
COMMANDS = {
    "check": ["asked.toml"],
    "lint": ["asked.toml"],
    "plan": ["asked.toml", "--width", "0.9", "--replications", "3", "--metric", "bleu(order=2)"],
    "calibrate": ["asked.toml", "--replications", "2", "--interval", "fisher", "--metric", "bleu(order=2)"],
    "figure": ["asked.toml"],
    "show-segments": ["asked.toml"],
    "study": ["all"],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    small_study.write_simulated(tmp_path / "data")
    for name, text in (("own.py", OWN), ("asked.toml", ASKED), ("all/asked.toml", ASKED)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path / "usual"))
    return tmp_path


def run(name: str, *more: str) -> Result:
    try:
        return CliRunner().invoke(main, [name, *COMMANDS[name], *more])
    finally:
        if "begins-alike" in METRICS:
            METRICS.remove("begins-alike")


@pytest.mark.parametrize("name", COMMANDS)
def test_metrics_data_and_cache_reach_what_is_run(name: str, folder: Path) -> None:
    told = ("--metrics", "own.py", "--data", "data", "--cache", "kept")
    done = run(name, *told)
    assert done.exit_code == 0, done.output
    assert [*Path("kept").rglob("*.parquet")] or name == "check"
    assert not Path("usual").exists()
    refused = run(name, *told[2:])
    assert refused.exit_code == 2
    assert "begins-alike" in refused.stderr
