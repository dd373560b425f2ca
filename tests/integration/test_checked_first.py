"""What a run refuses, a check refuses before: with the same line, and before anything is counted."""

import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.errors import SpecError


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=4, systems=5, references=3).evalset


@pytest.mark.parametrize(
    ("sections", "line"),
    [
        ({"test": {"against": "rouge-9"}}, "test.against: there is no metric 'rouge-9'"),
        ({"test": {"pairs": [["rouge-1", "bleu"]]}}, "test.pairs: there is no metric 'bleu'"),
        ({"test": {"against": "rouge-1 @ x"}}, "test.against: there is no reference setting 'x'"),
        ({"difference_influence": {"pairs": [["rouge-1", "bleu"]]}}, "difference_influence.pairs: there is"),
        ({"system_test": {"baseline": "x"}}, "system_test.baseline: no such system"),
        ({"families": {"of": {"Q*": "q"}}}, "families.of: no such system"),
        ({"reference_choice": {"sizes": [9]}}, "reference_choice.sizes: no reference setting has more"),
        (
            {"reference_choice": {"metrics": ["rouge-1", "bleu"]}},
            "reference_choice.metrics: unknown metric 'bleu(order=4)'",
        ),
        ({"weight_noise": {"metrics": ["bleu"]}}, "weight_noise.metrics: unknown metric 'bleu(order=4)'"),
        ({"weight_noise": {}}, "weight_noise: no metric weighs references"),
        ({"average_ranks": {"weights": {"x": 1.0}}}, "average_ranks.weights: unknown task 'x'"),
        ({"size": {}}, "size: say what is wanted: got 'neither'"),
        ({"size": {"power": 0.8, "metrics": ["rouge-1"]}}, "size.power: a power is that of a test of two"),
        ({"size": {"width": 0.2, "metrics": ["rouge-9"]}}, "there is no metric 'rouge-9'"),
        ({"size": {"width": 0.2, "criterion": "x"}}, "unknown criterion 'x'"),
        ({"calibration": {"task": "x"}}, "unknown task 'x'"),
        ({"calibration": {"metrics": ["rouge-1", "rouge-1"]}}, "the same metric twice"),
        ({"calibration": {"intervals": ["x"]}}, "unknown interval 'x'"),
        ({"calibration": {"coefficient": "x"}}, "'x' cannot be calibrated"),
        ({"disagreements": {"first": "rouge-9"}}, "there is no metric 'rouge-9'"),
        ({"disagreements": {"first": "rouge-1", "second": "rouge-1"}}, "two conditions are compared"),
        ({"plot": {"metrics": ["bleu"]}}, "plot.metrics: is not in the picture: got 'bleu(order=4)'"),
        ({"plot": {"metrics": ["judges"]}}, "plot.metrics: is not in the picture: got 'judges'"),
        ({"plot": {"criteria": ["x"]}}, "plot.criteria: is not in the picture: got 'x'"),
        ({"plot": {"levels": ["segment"]}}, "plot.levels: is not in the picture: got 'segment'"),
        ({"plot": {"coefficients": ["spearman"]}}, "plot.coefficients: is not in the picture"),
        ({"plot": {"kinds": ["diagonal"], "metrics": ["rouge-9"]}}, "there is no metric 'rouge-9'"),
        ({"plot": {"kinds": ["reproduction"]}}, "plot.reproduced: is needed"),
        ({"table": {"coefficients": ["kendall"]}}, "table.coefficients: no record has 'kendall'"),
    ],
)
def test_a_check_refuses_names_that_there_are_not(data, sections, line):
    def checked():
        metrics, correlation = ["rouge-1", "rouge-2"], {"coefficients": ["pearson"]}
        workbench.Experiment(data, metrics, correlation=correlation, **sections).check()

    with pytest.raises(SpecError) as refused:
        checked()
    assert line in str(refused.value)


def test_names_that_there_are_pass(data):
    asked = workbench.Experiment(
        data,
        ["rouge-1", "bleu"],
        references={"one": "one", "all": "all"},
        correlation={"levels": ["segment"], "coefficients": ["pearson"]},
        test={"pairs": [["bleu @ one", "rouge-1 @ all"]]},
        plot={"metrics": ["R-1", "bleu"], "levels": ["segment"], "kinds": ["heat"]},
        size={"width": 0.2, "metrics": ["bleu score"]},
        disagreements={"first": "rouge-1 recall CASE all"},
        table={"coefficients": ["pearson"]},
        average_ranks={"weights": dict.fromkeys(data.tasks, 2.0)},
        reference_choice={"metrics": ["bleu"]},
    )
    asked.check()


def test_what_is_not_in_the_data_is_said_together(data):
    def refused(**sections):
        with pytest.raises(SpecError) as error:
            workbench.Experiment(data, ["rouge-1"]).replace(**sections).check()
        return [str(each).removeprefix("experiment: ").partition(":")[0] for each in error.value.problems]

    absent = {"systems": ["zz"], "segments": ["yy"]}
    assert refused(data=absent, criteria=["x"], raters="nobody") == [
        "data.systems", "data.segments", "data.criteria[0]", "data.raters",
    ]  # fmt: skip
    assert refused(criteria=["x"], raters="nobody") == ["data.criteria[0]", "data.raters"]
    named = {"test": {"against": "rouge-9"}, "system_test": {"baseline": "x"}, "size": {}}
    assert refused(**named) == ["test.against", "system_test.baseline", "size"]


def test_the_command_says_the_line_of_a_run(tmp_path):
    file = tmp_path / "x.toml"
    file.write_text(
        'metrics = ["rouge-1"]\n[data]\nname = "simulated-news"\nsample = 2\n[test]\nagainst = "rouge-9"\n'
    )
    checked, ran = (
        CliRunner().invoke(main, [each, str(file), "--cache", str(tmp_path / "c"), *more])
        for each, more in (("check", []), ("run", ["--out", str(tmp_path / "r")]))
    )
    assert checked.exit_code == ran.exit_code == 2
    assert checked.output == ran.output
    assert "test.against: there is no metric 'rouge-9'" in checked.output
