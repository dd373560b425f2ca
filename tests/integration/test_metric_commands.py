"""What the commands print about metrics of one's own, about laws, and about systems side by side."""

import pandas as pd
import pytest
from click.testing import CliRunner

from workbench.cli import main
from workbench.commands.completion import complete_metric
from workbench.metrics.base import METRICS, get_metric

OWN = '''
import workbench

@workbench.metric("last-letter", on="text")
def last_letter(candidate, references):
    """Share of references that end alike."""
    return sum(candidate[-1:] == reference[-1:] for reference in references) / len(references)
'''


def run(*arguments, code=0):
    result = CliRunner().invoke(main, [str(each) for each in arguments])
    assert result.exit_code == code, result.output
    return result.stdout


@pytest.mark.parametrize("command", ["show", "check"])
def test_a_metric_of_a_file_is_shown_and_checked(command, tmp_path):
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    try:
        said = run(
            "metrics", command, "last-letter", "--metrics", tmp_path / "own.py", code=command == "check"
        )
    finally:
        METRICS.remove("last-letter")
    expected = {"show": "last-letter, profile function\n", "check": "\nBROKEN  case: '"}
    assert said.startswith(expected[command]) if command == "show" else expected[command] in said


def test_each_law_is_kept_or_waived_with_its_reason_and_then_all_is_well():
    lines = run("metrics", "check", "length").splitlines()
    reason = get_metric("length").breaks["identity is best"]
    assert "bounds" not in get_metric("length").breaks
    assert [line for line in lines if not line.startswith("holds   ")] == [
        f"waived  identity is best: {reason}"
    ]
    assert "holds   bounds" in lines


def test_names_of_metrics_are_completed_in_the_order_of_words():
    found = complete_metric(None, None, "rouge-")
    assert found[:2] == ["rouge-1", "rouge-2"]
    assert found[-1] == "rouge-w"
    assert complete_metric(None, None, "") == sorted(METRICS)


@pytest.fixture
def systems(tmp_path):
    """Twelve lines: every one of `b` is worse than that of `a`, `c` is `a` again."""
    words = ["the cat sat", "a dog ran", "it rains today", "we go home"]
    lines = [f"{words[at % 4]} number {at} on the mat" for at in range(12)]
    for name, text in {"ref": lines, "a": lines, "c": lines, "b": [line[4:-8] for line in lines]}.items():
        (tmp_path / name).write_text("\n".join(text), encoding="utf-8")
    return tmp_path


def test_scores_are_in_percent_where_people_write_them_so_and_say_which_way_is_better(systems, monkeypatch):
    monkeypatch.chdir(systems)
    asked = ["compare-systems", "a", "b", "-r", "ref", "-m", "ter", "-m", "length"]
    frame = pd.read_csv(pd.io.common.StringIO(run(*asked, "--format", "csv")))
    ter, length = (frame[frame["metric"] == name] for name in ("ter", "length"))
    assert (ter["higher_is_better"].unique(), length["higher_is_better"].unique()) == ([False], [True])
    said = run(*asked).splitlines()
    assert said[0].split() == ["ter", "(lower", "is", "better)", "length"]
    assert f"{100 * ter['score'].iloc[1]:.2f} (" in said[2]
    assert f"{length['score'].iloc[1]:.2f} (" in said[2]
    assert said[4].endswith("score (mean ± 95 % interval) × 100, length as it is.")
    assert run(*asked[:-4], "-m", "length").splitlines()[4].endswith("score (mean ± 95 % interval).")
    scored = run("score", "-c", "b", "-r", "ref", "-m", "ter", "--percent")
    assert f"ter     {100 * ter['score'].iloc[1]:.2f}" in scored


def test_systems_stand_under_each_other_with_a_column_for_each_component(systems, monkeypatch):
    monkeypatch.chdir(systems)
    asked = ["compare-systems", "a", "b", "c", "-r", "ref", "-m", "bleu(order=1)", "-m", "rouge-1"]
    asked += ["--method", "randomisation", "--draws", "19"]
    text = run(*asked).splitlines()
    heads = ["bleu(order=1)", "rouge-1 recall", "rouge-1 precision", "rouge-1 f"]
    assert " ".join(text[0].split()) == " ".join(heads)
    assert [line.split()[0] for line in text[1:4]] == ["a", "b", "c"]
    frame = pd.read_csv(pd.io.common.StringIO(run(*asked, "--format", "csv")))
    assert frame.groupby("system")["p"].agg(list).loc[["b", "c"]].tolist() == [[0.05] * 3 + [0.05], [1.0] * 4]
    assert text[1].count("100.00 (100.00 ± 0.00)") == 4
    # none of the 19 draws is as far apart: p is 1 of 20, which is significant
    assert text[2].count("p = 0.0500*") == 4
    assert text[3].count("p = 1.0000 ") == 4
    assert text[5].startswith("Paired randomisation, 19 draws of the 12 lines, seed 12345; ")
