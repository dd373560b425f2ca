"""`workbench lint`, and what `run` says and writes about pitfalls and methods."""

import json
import re

import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.schema import FINDINGS, FRAMES

METRICS = 'metrics = ["rouge-1", "rouge-2"]'
TOML = f"""
{METRICS}
[data]
name = "simulated-news"
[correlation]
coefficients = ["pearson"]
interval = "bias-corrected"
draws = 30
"""
CEILING = "[ceiling]\n"


def call(*arguments, code=0):
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == code, result.output
    return result.output if code else result.stdout


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "x.toml").write_text(TOML)
    return tmp_path


def places(folder):
    return ["--out", folder / "reports", "--cache", folder / "cache"]


def test_run_writes_findings_and_methods(folder):
    printed = call("run", folder / "x.toml", *places(folder))
    at = printed.splitlines().index("lint: human-reliability-ignored")
    _, effect, found, remedy = printed.splitlines()[at : at + 4]
    assert effect.startswith("  Without the judges' own agreement nobody knows")
    assert found == "  ceiling: 3 raters judged, and no row says how well judgments agree"
    assert remedy.startswith("  remedy: ask for a [ceiling] section")
    assert printed.count("lint: ") == 1
    report = folder / "reports" / "x"
    findings = pd.read_csv(report / "lint.csv")
    assert list(findings.columns) == FINDINGS.names
    assert findings["rule"].tolist() == ["human-reliability-ignored"]
    methods = (report / "methods.md").read_text()
    assert "16 systems, 30 segments" in methods
    assert "- [Lin 2004] Lin: ROUGE" in methods
    hashed = json.loads((report / "manifest.json").read_text())["files"]
    assert {"lint.csv", "methods.md"} <= set(hashed)


def test_lint_exits_with_one_only_when_strict(folder):
    for strict, code in ([], 0), (["--strict"], 1):
        printed = call("lint", folder / "x.toml", *places(folder)[2:], *strict, code=code)
        assert "3 raters judged" in printed
        assert "measured: SummEval" in printed
    assert not (folder / "reports").exists()
    (folder / "x.toml").write_text(TOML + CEILING)
    assert "No findings." in call("lint", folder / "x.toml", *places(folder)[2:], "--strict")


def test_lint_sees_scores_that_changed_after_a_run(folder):
    """Nothing of an earlier report is believed: the findings are those of today's files."""
    path, scores = folder / "x.toml", folder / "mine.csv"
    path.write_text(
        'metrics = ["mine"]\n[scores]\nmine = "mine.csv"\n'
        + TOML.replace(METRICS, "")
        + CEILING
        + "[robustness]\n"
    )
    data = workbench.load("simulated-news")
    keys = data.outputs[["segment", "system"]]
    length = data.outputs["text"].str.len()
    keys.assign(score=length / 1000).to_csv(scores, index=False)
    call("run", path, *places(folder))
    assert "No findings." in call("lint", path, *places(folder)[2:])
    seen = workbench.read(path, cache=folder / "cache").records["value"].iloc[0]
    keys.assign(score=-length / 1000).to_csv(scores, index=False)
    turned = workbench.read(path, cache=folder / "cache").records["value"].iloc[0]
    assert turned == pytest.approx(-seen)


def test_a_table_is_looked_at(folder):
    table = folder / "theirs.csv"
    table.write_text("test,p,draws\npermutation,0.000,1000\n")
    printed = call("lint", "--table", table, "--strict", code=1)
    assert printed.startswith("p-zero: A p of 0 says")
    assert "theirs.csv:2: p = 0.000 of 1000 draws" in printed
    table.write_text("test,q\npermutation,0.000\n")
    assert "unknown column 'q'" in call("lint", "--table", table, code=2)


def test_the_rules_are_listed(folder):
    printed = call("lint", "--rules")
    assert printed.count("\n  remedy: ") == 24
    assert "What shall be looked at?" in call("lint", code=2)


def test_help_names_columns_that_there_are():
    said = CliRunner().invoke(main, ["lint", "--help"]).output
    named = re.search(r"columns such as ([^;]*) and (\w+);", " ".join(said.split()))
    assert {*named[1].split(", "), named[2]} <= {*FRAMES["reported"].names}
