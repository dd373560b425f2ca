"""Tables of scores belong to one experiment, alone and in a study; a study refuses before it runs."""

import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main

TOML = """
metrics = ["mine", "rouge-1"]
[scores]
mine = "{table}.csv"
[data]
name = "simulated-news"
[correlation]
coefficients = ["pearson"]
interval = "none"
"""


def call(*arguments, code=0):
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture
def folder(tmp_path):
    """Two experiments whose metric `mine` is the judgments, and their negative."""
    data = workbench.load("simulated-news")
    means = data.judgments.groupby(["segment", "system"], as_index=False)["score"].mean()
    (tmp_path / "both").mkdir()
    for name, sign in (("down", -1.0), ("up", 1.0)):
        means.assign(score=sign * means["score"]).to_csv(tmp_path / "both" / f"{name}.csv", index=False)
        (tmp_path / "both" / f"{name}.toml").write_text(TOML.format(table=name))
    return tmp_path


def records(folder, name):
    return pd.read_csv(folder / name / "records.csv").set_index("metric")


@pytest.mark.parametrize("cached", [True, False])
def test_two_tables_of_one_name_in_two_files_of_a_folder(folder, cached):
    place = ["--cache", folder / "cache"]
    for name in ("down", "up"):
        other = ["--cache", folder / f"cache-{name}"]
        call(
            "run", folder / "both" / f"{name}.toml", "--out", folder / "alone", *(place if cached else other)
        )
    call("study", folder / "both", "--out", folder / "study", *place)
    for out in ("alone", "study"):
        found = {name: records(folder / out, name) for name in ("down", "up")}
        values = {name: frame.loc["mine", "value"] for name, frame in found.items()}
        assert values == pytest.approx({"down": -1.0, "up": 1.0})
        assert found["up"].loc["rouge-1", "value"] == found["down"].loc["rouge-1", "value"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('"mine", "rouge-1"', '"mine", "rogue-1"'), "z.toml: metrics[1]: unknown metric 'rogue-1'"),
        (("up.csv", "gone.csv"), "z.toml: scores.mine"),
        (
            ('name = "simulated-news"', 'name = "simulated-news"\ncriteria = ["fluency"]'),
            "z: data.criteria[0]",
        ),
        (("[data]", '[test]\nagainst = "bleu"\n[data]'), "z: test.against: there is no metric 'bleu'"),
        (('"pearson"', '"pearsn"'), "correlation.coefficients[0]: unknown coefficient"),
    ],
)
def test_a_fault_of_a_later_file_stops_a_study_before_anything_is_run(folder, change, message):
    content = TOML.format(table="up")
    assert change[0] in content
    (folder / "both" / "z.toml").write_text(content.replace(*change))
    printed = call("study", folder / "both", "--out", folder / "r", "--cache", folder / "c", code=2)
    assert message in printed
    assert not (folder / "r").exists()
    assert not (folder / "c").exists()
