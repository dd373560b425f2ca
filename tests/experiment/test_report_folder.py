"""A report takes the place of an earlier one, and of nothing else."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

import workbench
from workbench.errors import SpecError
from workbench.experiment.experiment import Experiment


@pytest.fixture(scope="module")
def experiment() -> Experiment:
    return workbench.Experiment(
        "simulated-news", metrics=["length", "random"], correlation={"interval": "none"}
    )


@pytest.mark.parametrize(
    "manifest",
    [
        b"[]", b'{"files": 5}', b"[" * 100_000, b'{"files": ["notes.csv", 7, null, ["x"]]}',
        b'{"files": {"notes.csv": "", "..": "", ".": "", "": "", "/etc/passwd": "", "a\\u0000b": ""}}',
    ],
)  # fmt: skip
def test_what_stands_in_a_manifest_removes_nothing(
    experiment: Experiment, tmp_path: Path, manifest: bytes
) -> None:
    own = tmp_path / "notes.csv"
    own.write_text("mine")
    (tmp_path / "manifest.json").write_bytes(manifest)
    report = experiment.write(tmp_path)
    assert own.read_text() == "mine"
    listed = json.loads((tmp_path / "manifest.json").read_text())["files"]
    assert {name: sha256((tmp_path / name).read_bytes()).hexdigest() for name in listed} == listed
    assert {path.name for path in tmp_path.iterdir()} == {*report.files, "notes.csv"}


def test_a_file_and_an_empty_path_are_no_folder_of_a_report(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty path would be the current folder, which nobody has named."""
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    for folder in (mine, mine / "report"):
        with pytest.raises(SpecError) as refused:
            experiment.write(folder)
        assert str(refused.value) == f"{mine}: is a file, and a report is written to a folder"
    with pytest.raises(SpecError, match=r"^folder: is empty: allowed: a path; "):
        experiment.write("")
    assert [*tmp_path.iterdir()] == [mine]


def test_only_files_of_reports_go_and_only_as_they_were_written(
    experiment: Experiment, tmp_path: Path
) -> None:
    names = ("comparisons.csv", "robustness.csv", "notes.txt", ".bashrc", "sub.csv")
    for name in names[:-1]:
        (tmp_path / name).write_text("written")
    (tmp_path / "sub.csv").mkdir()
    digest = sha256(b"written").hexdigest()
    manifest = {"files": {**dict.fromkeys(names, digest), "robustness.csv": "0" * 64}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    experiment.write(tmp_path)
    assert [name for name in names if not (tmp_path / name).exists()] == ["comparisons.csv"]
