"""An analysis from outside the package is a method, a section, a file and a line like any other."""

from typing import ClassVar

import pandas as pd
import pytest
from click.testing import CliRunner
from pydantic import Field

import workbench
from workbench.cli import main
from workbench.errors import SpecError
from workbench.experiment.analysis import ANALYSES, Analysis, Result, analysis
from workbench.experiment.analysis_method import help_of
from workbench.experiment.section_reference import describe_sections
from workbench.experiment.sections import Section
from workbench.experiment.spec import build_spec
from workbench.schema import Column, Frame

FOUND = Frame(
    "outliers",
    ("metric", "system"),
    (
        Column("metric", "text", "whose scores"),
        Column("system", "text", "who is far from the mean"),
        Column("distance", "real", "from the mean, in standard deviations"),
    ),
)


class OutliersSpec(Section):
    """Systems whose score is far from those of the others."""

    least: float = Field(default=1.5, gt=0)
    """Standard deviations from the mean that are far."""


@pytest.fixture
def outliers():
    @analysis("outliers")
    class Outliers(Analysis):
        """Name the systems whose score is far from those of the others."""

        section: ClassVar[str] = "outliers"
        Section = OutliersSpec
        frames = (FOUND,)
        positional = ("least",)

        def compute(self, experiment, settings):
            found = []
            for row in experiment.rows:
                distances = (row.systems - row.systems.mean()) / row.systems.std()
                found += [
                    {"metric": row.label[0], "system": system, "distance": distance}
                    for system, distance in zip(row.task.data.systems, distances, strict=True)
                    if abs(distance) >= settings.least
                ]
            frame = FOUND.build(found)
            return Result({"outliers": frame}, ("system", "distance"), (f"Outliers: {len(frame)}",))

        def describe_methods(self, result):
            return [] if result is None else [f"We found {len(result.frame)} outliers."]

    yield Outliers
    ANALYSES.remove("outliers")


TOML = 'metrics = ["rouge-1"]\n[data]\nname = "simulated-news"\n[correlation]\ninterval = "none"\n'


def test_it_is_a_method_with_the_options_of_its_section(outliers):
    data = workbench.simulate(topics=4, systems=6, references=1).evalset
    e = workbench.Experiment(data, ["rouge-1"], correlation={"interval": "none"})
    assert "outliers" in dir(e)
    scores = e.scores.frame.query("segment == '*'")["value"]
    far = ((scores - scores.mean()).abs() / scores.std(ddof=0) >= 0.5).sum()
    assert 0 < far < 6
    assert len(e.outliers(0.5).frame) == len(e.outliers(least=0.5).frame) == far
    assert e.outliers().frame.equals(e.outliers(1.5).frame)
    assert repr(e.outliers(0.5)).endswith(f"Outliers: {far}")
    with pytest.raises(SpecError, match=r"outliers\.leats: unknown key\. Did you mean 'least'"):
        e.outliers(leats=2.0)
    with pytest.raises(SpecError, match=r"outliers\.least: unusable value: got 0"):
        e.outliers(0)
    asked = e.replace(outliers={"least": 0.5})
    assert "outliers = " in asked.to_toml() or "[outliers]" in asked.to_toml()
    assert f"We found {far} outliers." in asked.methods().text
    assert "outliers" not in e.methods().text


def test_it_is_a_section_of_a_file_with_a_csv_and_a_line(outliers, tmp_path):
    def run(section, code=0):
        (tmp_path / "x.toml").write_text(TOML + section)
        places = ["--out", str(tmp_path / "r"), "--cache", str(tmp_path / "c")]
        result = CliRunner().invoke(main, ["run", str(tmp_path / "x.toml"), *places])
        assert result.exit_code == code, result.output
        return result.output

    printed = run("[outliers]\nleast = 0.8\n")
    found = pd.read_csv(tmp_path / "r" / "x" / "outliers.csv")
    assert list(found.columns) == FOUND.names
    assert f"Outliers: {len(found)}" in printed.splitlines()
    assert (found["distance"].abs() >= 0.8).all()
    assert len(found) > 0
    assert "1,920 pairs of texts counted, 3 records" in printed
    [written] = [line for line in printed.splitlines() if line.startswith("Written: ")]
    folder, _, files = written.removeprefix("Written: ").partition("/table.md, ")
    assert folder == str(tmp_path / "r" / "x")
    assert {"records.csv", "outliers.csv", "lint.csv", "manifest.json"} <= set(files.split(", "))
    assert f"We found {len(found)} outliers." in (tmp_path / "r" / "x" / "methods.md").read_text()
    assert "outliers.leats: unknown key. Did you mean 'least'?" in run("[outliers]\nleats = 0.8\n", code=2)
    assert "Outliers" not in run("")
    assert not (tmp_path / "r" / "x" / "outliers.csv").exists()
    assert describe_sections("outliers").startswith("[outliers]\n  Systems whose score is far")


def test_its_picture_is_drawn_once_for_the_report_its_page_and_a_study(outliers, tmp_path, monkeypatch):
    drawn = []

    def files(self, result):
        drawn.append(result)
        return {"outliers.svg": b"<svg/>"}

    monkeypatch.setattr(outliers, "files", files)
    (tmp_path / "asked").mkdir()
    (tmp_path / "asked" / "x.toml").write_text(TOML + "[outliers]\n")
    places = ["--out", str(tmp_path / "r"), "--cache", str(tmp_path / "c")]
    done = CliRunner().invoke(main, ["study", str(tmp_path / "asked"), *places])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "r" / "x" / "outliers.svg").read_bytes() == b"<svg/>"
    assert "x/outliers.svg" in (tmp_path / "r" / "study.md").read_text("utf-8")
    assert len(drawn) == 1


def test_without_words_of_its_own_its_help_is_that_of_its_section():
    class Bare(Analysis):
        section: ClassVar[str] = "outliers"
        Section = OutliersSpec

    assert Bare.__doc__ is None
    assert help_of(Bare).startswith("Systems whose score is far from those of the others.\n\nParameters\n")


def test_it_is_gone_when_it_is_taken_out():
    assert "outliers" not in ANALYSES
    with pytest.raises(SpecError, match="outliers: unknown key"):
        build_spec({"name": "x", "metrics": ["rouge-1"], "data": {"name": "d"}, "outliers": {}})
    data = workbench.simulate(topics=2, systems=3, references=1).evalset
    with pytest.raises(AttributeError, match="no 'outliers'"):
        workbench.Experiment(data, ["rouge-1"]).outliers()


def test_a_section_need_not_say_what_it_is():
    class Silent(Section):
        least: float = 1.0

    @analysis("silent")
    class OfSilent(Analysis):
        """Find nothing."""

        section: ClassVar[str] = "silent"
        Section = Silent
        frames = (FOUND,)

        def compute(self, experiment, settings):
            return Result({"silent": FOUND.build([])}, ("system",), ())

    try:
        spec = build_spec({"name": "x", "metrics": ["rouge-1"], "data": {"name": "d"}, "silent": {}})
        assert [kind for kind, _ in spec.asked] == [OfSilent]
    finally:
        ANALYSES.remove("silent")


def test_a_text_that_is_missing_beside_one_that_looks_like_a_formula_is_an_empty_cell(tmp_path):
    @analysis("noted")
    class Noted(Analysis):
        """Note two systems, one of which has no name."""

        section: ClassVar[str] = "noted"
        frames = (FOUND,)

        def compute(self, experiment, settings):
            rows = [{"metric": "m", "system": system, "distance": 2.0} for system in ("=1+1", None)]
            return Result({"outliers": FOUND.build(rows)}, ("system",), ())

    try:
        data = workbench.simulate(topics=2, systems=3, references=1).evalset
        e = workbench.Experiment(data, ["rouge-1"], correlation={"interval": "none"}, noted={})
        e.write(tmp_path)
    finally:
        ANALYSES.remove("noted")
    (path,) = tmp_path.rglob("outliers.csv")
    assert path.read_text().splitlines()[1:] == ["m,'=1+1,2.0", "m,,2.0"]
