"""A report is made again from its folder alone."""

import json
from hashlib import sha256

import pytest

import workbench
from workbench.errors import MissingDataError, SpecError
from workbench.experiment.of_report import MANIFEST, asked_in
from workbench.experiment.spec import read_spec

FILE = """
title = "Own scores beside ROUGE"
seed = 7
metrics = [{ name = "rouge-1", preprocess = ["STEM"] }, "bleu", "letters"]
components = ["f"]

[scores]
letters = { file = "letters.csv", column = "n" }

[data]
name = "simulated-news"
segments = ["D01", "D02", "D03", "D04"]

[[references]]
name = "1 ref"
select = "one"

[correlation]
levels = ["system", "segment"]
draws = 20

[test]
against = "all"

[ceiling]
"""


def digests(folder):
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = workbench.load("simulated-news")
    scores = data.outputs[["segment", "system"]].assign(n=data.outputs["text"].str.count("e"))
    scores.to_csv("letters.csv", index=False)
    (tmp_path / "mine.toml").write_text(FILE.replace("D0", data.segments("news")[0][:-1]), encoding="utf-8")
    return tmp_path


def test_a_report_run_again_from_its_folder_is_the_same_bytes(folder):
    workbench.read("mine.toml").write("reports/mine")
    (folder / "mine.toml").unlink()
    first = digests(folder / "reports" / "mine")
    for place in ("reports/mine", f"reports/mine/{MANIFEST}"):
        workbench.read(place).write("again/mine")
        again = digests(folder / "again" / "mine")
        assert {name for name in first if first[name] != again[name]} <= {MANIFEST}  # it has the time
    before, after = (
        json.loads((folder / name / "mine" / MANIFEST).read_text("utf-8")) for name in ("reports", "again")
    )
    assert {**before, "created": ""} == {**after, "created": ""}


def test_paths_of_a_report_start_where_it_is_run(folder):
    workbench.read("mine.toml").write("reports/mine")
    (folder / "letters.csv").unlink()
    with pytest.raises(
        MissingDataError, match=r"manifest\.json: scores\.letters: letters\.csv: there is no such file"
    ):
        workbench.read("reports/mine")


@pytest.mark.parametrize(
    "written", [b"", b"[1]", b'{"files": {}}', b'{"experiment": 3}', b"\xff", b"[" * 99_999]
)
def test_what_is_no_manifest_is_said(folder, written):
    (folder / MANIFEST).write_bytes(written)
    with pytest.raises(SpecError, match="is not the manifest of a report"):
        read_spec(MANIFEST)


def test_what_is_not_there_is_left_out_at_every_depth():
    asked = {"unit": None, "references": [{"name": "x", "weights": None}], "test": {"margin": None}}
    written = json.dumps({"experiment": asked}).encode()
    assert asked_in(written, "x") == {"references": [{"name": "x"}], "test": {}}


def test_every_section_goes_through_a_manifest(folder):
    spec, _ = read_spec("all-sections")
    dumped = json.dumps({"experiment": spec.model_dump(mode="json")})
    (folder / MANIFEST).write_text(dumped, encoding="utf-8")
    again, _ = read_spec(MANIFEST)
    assert again.content() == spec.content()
