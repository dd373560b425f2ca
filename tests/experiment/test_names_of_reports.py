"""Names that two things share: experiments of one report, data sets of one card."""

import shutil

import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main


@pytest.fixture
def folder(tmp_path, monkeypatch):
    made = workbench.simulate(topics=5, systems=5, references=1, seed=3).evalset
    card = made.card.model_copy(update={"name": "mine"})
    type(made).build(card, made.outputs, made.references, made.judgments).write(tmp_path / "mine")
    shutil.copytree(tmp_path / "mine", tmp_path / "copy")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(folder, data, *metrics):
    asked = f'name = "x"\nmetrics = {[*metrics]}\n[data]\nname = "{data}"\n[correlation]\ninterval = "none"\n'
    (folder / "x.toml").write_text(asked, "utf-8")
    done = CliRunner().invoke(main, ["run", "x.toml"])
    assert done.exit_code == 0, done.output
    return done.output


def test_a_report_that_takes_the_place_of_another_ones_says_so(folder):
    said = "x held a report of {} on {}: replaced, as the experiments share their name"
    assert "held a report" not in run(folder, "mine", "rouge-1", "rouge-2")
    assert "held a report" not in run(folder, "mine", "rouge-2", "chrf")
    assert said.format("rouge-2, chrf", "mine") in run(folder, "mine", "bleu")
    data = workbench.load("simulated-news")
    e = workbench.Experiment(
        data, ["bleu"], title="Übung", correlation={"interval": "none"}, criteria=["coverage"]
    )
    assert e.write("reports/x").replaced == "a report of bleu on mine"
    assert '"Übung"' in (folder / "reports" / "x" / "manifest.json").read_text("utf-8")
    (folder / "reports" / "x" / "manifest.json").write_text('{"experiment": {"metrics": 3}}', "utf-8")
    assert e.write("reports/x").replaced == ""


def test_a_data_set_that_is_not_called_as_its_folder_is_noted(folder):
    said = "copy/card.toml: name: is not the name of the folder: got 'mine', allowed: copy."
    assert said in run(folder, "copy", "rouge-1")
    assert said in CliRunner().invoke(main, ["check", "x.toml"]).output
    assert "is not the name" not in run(folder, "mine", "rouge-1")
    assert workbench.load("mine").notes == ()
