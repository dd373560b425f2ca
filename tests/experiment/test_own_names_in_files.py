"""What an experiment file says of metrics and coefficients that were made in Python."""

import tomllib
from dataclasses import dataclass
from importlib.metadata import EntryPoint, EntryPoints

import pytest

import workbench
from workbench.errors import SpecError
from workbench.experiment import python_content
from workbench.metrics.base import METRICS, Metric
from workbench.metrics.rouge_counts import TextLcs
from workbench.stats.coefficients.plain import COEFFICIENTS


@pytest.fixture(autouse=True)
def _forget():
    metrics, coefficients = set(METRICS), set(COEFFICIENTS)
    yield
    for table, before in ((METRICS, metrics), (COEFFICIENTS, coefficients)):
        for name in set(table) - before:
            table.remove(name)


@pytest.fixture
def data():
    return workbench.load("simulated-news")


def enter():
    @workbench.metric("alike")
    def alike(candidate, references, *, power=1.0):
        return float(candidate == references[0]) ** power

    @workbench.coefficient("same-best")
    def same_best(metric, human):
        return float(metric.argmax() == human.argmax())


def test_names_made_in_python_stand_above_the_first_line(data):
    enter()
    asked = {"coefficients": ["soft-pairwise-accuracy", "same-best"]}
    e = workbench.Experiment(data, ["bleu", "alike", "alike(power=2.0)"], correlation=asked)
    text = e.to_toml()
    assert text.startswith(
        "# Made in Python, and to be defined in a file that is given with --metrics: alike, same-best\n\n"
    )
    assert tomllib.loads(text)["metrics"] == ["bleu", "alike", "alike(power=2.0)"]


def test_of_simulated_data_it_is_said_where_their_name_finds_others(data):
    other = workbench.simulate(topics=6, systems=7).evalset
    text = workbench.Experiment(other, ["bleu"]).to_toml()
    said = "# The data were simulated with other settings than those that the name simulated-news finds"
    assert text.startswith(said)
    assert tomllib.loads(text) == tomllib.loads(workbench.Experiment(data, ["bleu"]).to_toml())


def test_of_names_that_come_along_nothing_is_said(data, monkeypatch):
    assert workbench.Experiment(data, ["bleu"], scores={}).to_toml().startswith("name = ")
    enter()
    module = __name__
    found = EntryPoints([EntryPoint("mine", module, "workbench.metrics")])
    monkeypatch.setattr(python_content, "entry_points", lambda group: found.select(group=group))
    assert workbench.Experiment(data, ["alike"]).to_toml().startswith("name = ")


def test_what_a_class_of_a_notebook_is_made_of_cannot_be_told_and_none_of_it_is_kept(data, tmp_path):
    @METRICS("opaque")
    @dataclass(frozen=True)
    class Opaque(Metric):
        """A metric without a file."""

        counter = TextLcs(by_sentence=False)

        def score(self, counts):
            return {"score": counts[..., 0]}

    Opaque.__module__ = "a_notebook"
    e = workbench.Experiment(data, ["opaque"], cache=tmp_path, correlation={"interval": "none"})
    assert e.records["value"].notna().all()
    assert not list(tmp_path.rglob("*scores*"))
    text = e.to_toml()
    assert "# Signatures say code:unknown for opaque here" in text
    assert tomllib.loads(text)["metrics"] == ["opaque"]
    known = workbench.Experiment(data, ["rouge-1"], cache=tmp_path, correlation={"interval": "none"})
    assert known.records["value"].notna().all()
    assert list(tmp_path.rglob("*scores*"))


def test_who_gets_the_file_alone_is_told_how_to_go_on(data):
    with pytest.raises(SpecError, match=r"unknown metric 'overlap'.* One of your own: --metrics FILE that"):
        workbench.Experiment(data, ["overlap"])
