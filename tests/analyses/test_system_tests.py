"""Systems against systems, from the data to the table."""

from dataclasses import replace

import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.errors import SpecError


@pytest.fixture(scope="module")
def experiment():
    data = workbench.simulate(topics=6, systems=4, references=1, seed=4).evalset
    return workbench.Experiment(
        data, ["bleu(order=2)", "rouge-1"], components=["f"], correlation={"interval": "none"}
    )


@pytest.fixture(scope="module")
def every(experiment):
    return experiment.compare_systems(draws=99).frame


def test_every_pair_is_tested_by_every_metric_and_by_people(experiment, every):
    criteria = experiment.plan.criteria
    assert len(every) == 6 * (2 + len(criteria))
    for row in experiment.rows:
        mine = every[every["metric"] == row.label[0]]
        names = row.task.data.systems
        for each in mine.itertuples():
            expected = row.systems[names.index(each.system)] - row.systems[names.index(each.against)]
            assert each.difference == pytest.approx(expected)
            assert each.low <= each.high
    assert ((every["p"] > 0) & (every["p"] <= every["p_adjusted"])).all()
    people = every[every["metric"] == "judgments"]
    assert set(people["component"]) == set(criteria)


def test_verdicts_follow_the_adjusted_p(every):
    shown = every["verdict"] != "no difference shown"
    assert (shown == (every["p_adjusted"] <= 0.05)).all()
    assert ((every["verdict"] == "better") <= (every["difference"] > 0)).all()


def test_a_baseline_is_on_the_other_side_and_randomisation_gives_another_p(experiment, every):
    name = experiment.rows[0].task.data.systems[1]
    found = experiment.compare_systems(name, method="randomisation", draws=199).frame
    assert set(found["against"]) == {name}
    assert len(found) == len(every) // 2
    with pytest.raises(SpecError, match="no such system"):
        experiment.compare_systems("S99")


def test_people_are_compared_on_segments_that_were_judged_for_every_system(experiment):
    data = experiment.data
    segment, system = data.segments(data.tasks[0])[0], data.systems(data.tasks[0])[0]
    rows = data.judgments
    kept = rows[(rows["segment"] != segment) | (rows["system"] != system)]
    frame = (
        workbench.Experiment(
            replace(data, judgments=kept), ["rouge-1"], components=["f"], correlation={"interval": "none"}
        )
        .compare_systems(draws=9)
        .frame
    )
    assert set(frame[frame["metric"] == "judgments"]["n_segments"]) == {5}
    assert set(frame[frame["metric"] == "rouge-1"]["n_segments"]) == {6}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("systems")
    lines = ["the cat sat on the mat", "a dog ran to me", "it rains again today", "we go home by bus"]
    (folder / "ref").write_text("\n".join(lines))
    (folder / "a").write_text("\n".join([*lines[:3], "we go"]))
    (folder / "b").write_text("\n".join(["the cat", "a dog", "it is so", "we go home by bus"]))
    return folder


def run(*arguments, code=0):
    result = CliRunner().invoke(main, [str(each) for each in arguments])
    assert result.exit_code == code, result.output
    return result.output


def test_the_command_compares_files_with_the_first(files):
    asked = [
        "compare-systems",
        files / "a",
        files / "b",
        "-r",
        files / "ref",
        "-m",
        "bleu(order=1)",
        "--draws",
        50,
    ]
    text = run(*asked)
    assert "± " in text
    assert text.count("p = ") == 1
    table = run(*asked, "--format", "csv").splitlines()
    assert table[0] == "system,metric,component,score,mean,half,difference,p,p_error,wins"
    assert len(table) == 3
    assert "nothing to be compared with" in run("compare-systems", files / "a", "-r", files / "ref", code=2)


def test_scores_come_with_intervals_on_request(files):
    asked = ["score", "-c", files / "b", "-r", files / "ref", "-m", "bleu(order=1)", "--confidence"]
    percent, fraction = run(*asked, "--percent"), run(*asked)
    assert " ± " in percent
    row = next(line for line in percent.splitlines() if line.startswith("bleu"))
    other = next(line for line in fraction.splitlines() if line.startswith("bleu"))
    for one, hundredth in zip(row.split()[1::2], other.split()[1::2], strict=True):
        assert float(one) == pytest.approx(100 * float(hundredth), abs=6e-3)
    assert run(*asked, "0.9", "--format", "csv").splitlines()[0].endswith("low,high,half,confidence")
    assert "--level segment" in run(*asked, "--level", "segment", code=2)
