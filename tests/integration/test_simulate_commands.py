"""workbench calibrate and workbench plan, as a user calls them."""

import io

import asked
import pandas as pd
import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.schema import CALIBRATION, PLANNING

EXPERIMENT = """
title = "small"
metrics = ["rouge-1", "rouge-2", "constant", { name = "bleu", preprocess = ["CASE"] }]
components = ["recall"]

[data]
name = "simulated-news"
criteria = ["coverage"]

[[references]]
name = "1 ref"
select = "one"

[[references]]
name = "4 refs"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("simulate")
    (path / "small.toml").write_text(EXPERIMENT, encoding="utf-8")
    return path


def call(folder, *arguments):
    cache = "--cache", str(folder / "cache")
    placed = [str(folder / each) if each.endswith(".toml") else each for each in arguments]
    return CliRunner().invoke(main, [*placed, *cache])


def test_calibrate_prints_components_tables_and_a_recommendation(folder):
    done = call(folder, "calibrate", "small.toml", "--replications", "40", "--draws", "29")
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0] == "news: 16 systems × 30 inputs, 480 outputs"
    [judgments] = [line for line in lines if line.startswith("judgments of coverage")]
    assert len(judgments.split()) == 6
    [metric] = [line for line in lines if line.startswith("rouge-1 recall CASE 1 ref ")]
    # what is printed as the correlation of means is near what a run prints for this cell
    assert float(metric.split()[-1]) == pytest.approx(0.88, abs=0.01)
    assert sum(line.startswith("fisher-jackknife ") for line in lines) == 2
    assert sum(line.startswith("williams1959 ") for line in lines) == 2
    assert (
        sum(line.startswith(("Recommended interval: ", "No interval that speaks of")) for line in lines) == 1
    )
    assert sum(line.startswith(("Recommended test: ", "No test of all systems")) for line in lines) == 1
    assert "With fewer than 500 replications these recommendations are mostly chance." in lines


def test_the_same_command_prints_the_same_and_csv_reads_back(folder):
    arguments = ("calibrate", "small.toml", "--replications", "20", "--draws", "9", "--format", "csv")
    one, two = (call(folder, *arguments, "--metric", "rouge-2 recall CASE 4 refs") for _ in range(2))
    assert one.exit_code == 0, one.output
    assert one.stdout == two.stdout
    frame = pd.read_csv(io.StringIO(one.stdout), keep_default_na=False)
    assert list(frame.columns) == CALIBRATION.names
    assert set(frame["kind"]) == {"interval"}
    other = call(folder, *arguments, "--metric", "rouge-2 recall CASE 4 refs", "--seed", "1")
    assert other.stdout != one.stdout


def test_a_design_needs_no_data(folder):
    arguments = (
        "--design",
        "T",
        "--systems",
        "12",
        "--inputs",
        "50",
        "--replications",
        "200",
        "--draws",
        "99",
    )
    tests = ("--test", "permutation, both-cell", "--test", "permutation, systems", "--interval", "fisher")
    done = call(folder, "calibrate", *arguments, *tests, "--shape", "normal", "--format", "csv")
    assert done.exit_code == 0, done.output
    rates = pd.read_csv(io.StringIO(done.stdout)).set_index("name")["type_one"]
    assert rates["permutation, both-cell"] > 0.5
    assert rates["permutation, systems"] < 0.12


def test_worlds_are_known_by_name(folder):
    arguments = ("--design", "heavy-both", "--systems", "12", "--replications", "40", "--draws", "19")
    done = call(folder, "calibrate", *arguments)
    assert done.exit_code == 0, done.output
    lines = [line for line in done.stdout.splitlines() if line.startswith("heavy-both ")]
    assert [line.split()[1:3] for line in lines] == [[r, "12"] for r in ("0.20", "0.50", "0.80", "0.95")]
    assert "Recommended interval: " in done.stdout
    assert "Recommended test: " in done.stdout
    kept = call(folder, "calibrate", *arguments, "--interval", "fisher-jackknife", "--format", "csv")
    frame = pd.read_csv(io.StringIO(kept.stdout), keep_default_na=False)
    assert list(frame.columns) == CALIBRATION.names
    assert set(frame["shape"]) == {"heavy-both"}
    unknown = call(folder, "calibrate", "--design", "heavy-bot")
    assert unknown.exit_code == 2
    assert "Did you mean 'heavy-both'" in unknown.output


def test_plan_is_what_a_notebook_gives(folder):
    arguments = ("plan", "small.toml", "--width", "0.3", "--metric", "rouge-1 recall CASE 4 refs")
    done = call(folder, *arguments, "--replications", "100", "--format", "csv")
    assert done.exit_code == 0, done.output
    frame = pd.read_csv(io.StringIO(done.stdout), keep_default_na=False, na_values={"needed": ""})
    assert list(frame.columns) == PLANNING.names
    data = workbench.load("simulated-news")
    planned = asked.simulated(
        "size_for",
        data,
        ["rouge-1"],
        references={"4 refs": "all"},
        criterion="coverage",
        width=0.3,
        replications=100,
    )
    assert frame["needed"].tolist()[:3] == planned["needed"].tolist()[:3]
    assert frame["simulated"].astype(float).tolist()[:3] == pytest.approx(planned["simulated"].tolist()[:3])


def test_plan_says_it_in_sentences(folder):
    done = call(
        folder, "plan", "small.toml", "--power", "0.9", "--difference", "0.05", "--replications", "100"
    )
    assert done.exit_code == 0, done.output
    assert "Wanted: power 0.9 of williams1959 for correlations 0.05 apart." in done.output
    assert "systems (now 16): " in done.output
    assert (
        "references: no answer, there is one of an input in '1 ref'; name a setting with several."
        in done.output
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["calibrate"], "Name an experiment file or give --design"),
        (["calibrate", "small.toml", "--design", "R"], "one of the two"),
        (["calibrate", "--design", "R"], "nothing says how many systems and inputs"),
        (["calibrate", "nowhere.toml"], "there is no such experiment file"),
        (["calibrate", "small.toml", "--metric", "rogue-1"], "there is no metric 'rogue-1'"),
        (["calibrate", "small.toml", "--metric", "constant"], "no differences between systems"),
        (["calibrate", "small.toml", "--interval", "fischer"], "Did you mean 'fisher'?"),
        (["calibrate", "small.toml", "--coefficient", "tau"], "'tau' cannot be calibrated"),
        (["calibrate", "small.toml", "--difference", "1.9"], "no two correlations differ so much"),
        (["calibrate", "small.toml", *["--metric", "rouge-1"] * 2], "the same metric twice"),
        (["calibrate", "small.toml", "--systems", "3"], "too few systems: got 3, allowed: 4 or more"),
        (["plan", "small.toml"], "a width or a power, one of the two"),
        (["plan", "small.toml", "--width", "2.5"], "between 0 and 2"),
        (["plan", "small.toml", "--width", "nan"], "between 0 and 2"),
        (["plan", "small.toml", "--power", "1"], "between 0.05 and 1"),
        (["plan", "small.toml", "--power", "0.8", "--metric", "rouge-1"], "a test of two metrics"),
        (["plan", "small.toml", "--width", "0.3", "--references", "2"], "not known what references do"),
        (["plan", "small.toml", "--width", "0.3", "--task", "sport"], "unknown task 'sport'"),
    ],
)  # fmt: skip
def test_mistakes_are_said_in_one_line(folder, arguments, message):
    done = call(folder, *arguments)
    assert done.exit_code == 2
    assert message in done.output
    assert "Traceback" not in done.output


def test_metrics_whose_segments_stand_for_pooled_counts_are_noted(folder):
    done = call(folder, "plan", "small.toml", "--width", "0.3", "--metric", "bleu", "--replications", "20")
    assert done.exit_code == 0, done.output
    assert "its system score pools counts; the scores of its segments stand for it here" in done.output


def test_the_help_of_calibrate_says_that_it_takes_its_time() -> None:
    assert "may take a minute or more" in " ".join(
        CliRunner().invoke(main, ["calibrate", "--help"]).output.split()
    )
