"""The commands that score files and explain metrics."""

import json
import re

import pandas as pd
import pytest
from click.testing import CliRunner

from workbench.cli import main
from workbench.metrics.base import METRICS

OWN = '''
import workbench

@workbench.metric("first-letter", on="text")
def first_letter(candidate, references):
    """Share of references that begin alike."""
    return sum(candidate[:1] == reference[:1] for reference in references) / len(references)
'''


@pytest.fixture
def files(tmp_path):
    (tmp_path / "out.txt").write_text("the cat sat\n\na b\n", encoding="utf-8")
    (tmp_path / "r1.txt").write_text("the cat sat down\nx\na c\n", encoding="utf-8")
    (tmp_path / "r2.txt").write_text("a cat sat\ny\na b", encoding="utf-8")
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    return tmp_path


def run(files, *arguments, code=0, **options):
    result = CliRunner().invoke(main, [str(each) for each in arguments], **options)
    assert result.exit_code == code, result.output
    return result


def test_a_combination_that_changes_nothing_is_said(files):
    arguments = ["score", "-c", files / "out.txt", "-r", files / "r1.txt", "-m", "bleu", "-m", "rouge-2"]
    said = run(files, *arguments, "--combine", "best", "--format", "csv")
    assert said.stderr == (
        "note: --combine changes nothing for bleu: it is for metrics that are scored reference by reference\n"
    )
    assert "note" not in said.stdout
    assert not run(files, *arguments).stderr
    assert not run(files, *arguments[:-3], "rouge-2", "--combine", "best").stderr


def test_scores_are_those_of_the_library(files):
    import workbench

    arguments = ["-c", files / "out.txt", "-r", files / "r1.txt", "-r", files / "r2.txt"]
    chosen = ["-m", "rouge-2", "-m", "bleu(order=2)", "--combine", "best"]
    output = run(files, "score", *arguments, *chosen, "--format", "csv").stdout
    (files / "scores.csv").write_text(output)
    frame = pd.read_csv(files / "scores.csv")
    expected = workbench.score(
        ["the cat sat", "", "a b"],
        [["the cat sat down", "a cat sat"], ["x", "y"], ["a c", "a b"]],
        metrics=["rouge-2", "bleu(order=2)"],
        combine="best",
        level="system",
    )
    assert frame["value"].tolist() == expected["value"].tolist()
    assert frame["signature"].str.contains("refs:2").all()
    lines = run(
        files, "score", *arguments, *chosen, "--format", "json", "--level", "segment"
    ).stdout.splitlines()
    assert len(lines) == 3 * 4
    assert set(json.loads(lines[0])) == {"segment", "metric", "component", "value", "signature"}
    text = run(files, "score", *arguments, *chosen).stdout
    cells = [line.split() for line in text.splitlines()]
    values = [f"{value:.5f}" for value in expected["value"]]
    assert cells[:3] == [
        ["metric", "recall", "precision", "f", "score"],
        ["rouge-2", *values[:3]],
        ["bleu(order=2)", values[3]],
    ]
    assert "\n  rouge-2|profile:rouge-1.5.5-exact|pre:case|refs:2,best|" in text


def test_standard_input_and_own_metrics(files):
    arguments = ["-c", "-", "-r", files / "r1.txt", "-r", files / "r2.txt"]
    try:
        output = run(
            files, "score", *arguments, "-m", "first-letter", "--metrics", files / "own.py",
            input="the\nx\na\n",
        ).stdout  # fmt: skip
        assert output.splitlines()[1].split() == ["first-letter", "0.66667"]
        assert "holds   identity is best" in run(files, "metrics", "check", "first-letter", code=1).stdout
    finally:
        METRICS.remove("first-letter")


def test_an_experiment_alone_never_makes_code_run(files):
    text = 'metrics = ["first-letter"]\n[data]\nname = "simulated-news"\n'
    (files / "x.toml").write_text(text + "[correlation]\ndraws = 5\n")
    places = ["--out", files / "r", "--cache", files / "c"]
    assert "unknown metric 'first-letter'" in run(files, "run", files / "x.toml", *places, code=2).stderr
    output = run(files, "run", files / "x.toml", *places, "--metrics", files / "own.py").stdout
    assert "3 records" in output
    assert "first-letter" not in METRICS


@pytest.mark.parametrize(
    ("command", "asked"),
    [
        ("calibrate", ["--replications", 5, "--draws", 9]),
        ("plan", ["--width", 0.3, "--replications", 5]),
        ("lint", []),
        ("plot", ["--kind", "heat", "--format", "svg"]),
        ("show-segments", ["--metric", "first-letter", "--metric", "length"]),
    ],
)
def test_every_command_about_an_experiment_takes_metrics_of_files(files, command, asked, monkeypatch):
    text = 'metrics = ["first-letter", "length"]\n[data]\nname = "simulated-news"\n'
    (files / "x.toml").write_text(text + '[correlation]\ncoefficients = ["pearson"]\ndraws = 5\n')
    monkeypatch.chdir(files)
    for given in ([], ["--metrics", "own.py"]):
        done = CliRunner().invoke(main, [command, "x.toml", *map(str, asked), *given])
        assert ("unknown metric 'first-letter'" in done.stderr) == (not given), done.output


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"r1.txt": b"one line\n"}, "r1.txt: has another number of lines than"),
        ({"out.txt": b""}, "out.txt: is empty"),
        ({"out.txt": b"a\n\xe9\nb\n"}, "out.txt:2: is not UTF-8 (byte 1 of the line)"),
        ({"own.py": b"1/0"}, "own.py: cannot be run: ZeroDivisionError"),
    ],
)
def test_faults_are_said(files, change, message):
    for name, content in change.items():
        (files / name).write_bytes(content)
    result = run(
        files, "score", "-c", files / "out.txt", "-r", files / "r1.txt", "--metrics", files / "own.py", code=2
    )  # fmt: skip
    METRICS.remove("first-letter") if "first-letter" in METRICS else None
    assert result.stderr.startswith("error: ")
    assert message in result.stderr
    assert run(files, "score", "-c", "-", "-r", "-", code=2).stderr.endswith("once only\n")


def test_the_list_names_every_metric(files):
    output = run(files, "metrics").stdout
    for name in METRICS:
        assert f"  {name}" in output or re.fullmatch("rouge-[2-9]", name)
    assert "  rouge-1 ... rouge-9 " in output


def test_a_metric_is_explained(files):
    output = run(files, "metrics", "show", "cider").stdout
    assert "profile" in output
    assert "Vedantam" in output
    assert "breaks 'bounds'" not in output
    assert CliRunner().invoke(main, ["metrics", "show", "rogue-2"]).exit_code == 2
