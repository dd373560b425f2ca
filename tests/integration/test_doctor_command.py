"""`workbench doctor`: everything in order, and each thing that is not."""

import pytest
from click.testing import CliRunner

from workbench.cli import main
from workbench.experiment import doctor
from workbench.shipped import shipped_folder


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    return tmp_path


def examine(*arguments: str, code: int = 0) -> dict[str, list[str]]:
    """Return what is said of each thing: mark, sentence and, if there is one, remedy."""
    result = CliRunner().invoke(main, ["doctor", *map(str, arguments)])
    assert result.exit_code == code, result.output
    said: dict[str, list[str]] = {}
    for line in result.stdout.splitlines():
        mark, what, text = line[:5].strip(), line[7:16].strip(), line[18:]
        assert (line[16:18], text[:1].strip()) == ("  ", text[:1]), "all is said in one column"
        if mark:
            said[what] = [mark, text]
        else:
            said[list(said)[-1]].append(text)
    return said


def test_all_is_well_and_nothing_is_left_behind(here):
    said = examine("--cache", here / "kept")
    assert list(said) == ["workbench", "python", "packages", "kernels", "cache", "reports", "bundled", "data"]
    assert {mark for mark, *_ in said.values()} == {"ok"}
    assert "numba " in said["packages"][1]
    assert "ruff" not in said["packages"][1]
    assert said["kernels"][1].startswith("compiled, kept in ")
    assert said["cache"][1] == f"{here}/kept, made when counts and scores are first written"
    assert said["bundled"][1] == "35 experiments, 42 published tables"
    assert said["data"][2] == "your own and fetched ones: --data DIR or WORKBENCH_DATA=DIR"
    assert not [*here.iterdir()]


def test_what_was_kept_is_counted(here):
    (here / "kept" / "counts").mkdir(parents=True)
    (here / "kept" / "counts" / "a.parquet").write_bytes(b"x" * 2_000_000)
    assert examine("--cache", here / "kept")["cache"][1] == f"{here}/kept, 1 file, 2.0 MB"


def test_data_sets_that_are_here_are_named(here):
    (here / "data" / "mine").mkdir(parents=True)
    (here / "data" / "mine" / "card.toml").write_text("")
    assert "simulated-news" in examine("--data", "data")["data"][1]
    (here / "data" / "mine" / "card.toml").write_text("name = 3")
    said = examine("--data", "data", code=1)["data"]
    assert said[0] == "TO DO"
    assert "data/mine/card.toml" in said[1]
    assert "there is no such folder" in examine("--data", "nowhere", code=1)["data"][1]


@pytest.mark.parametrize(("option", "what"), [("--cache", "cache"), ("--out", "reports")])
def test_a_folder_that_cannot_be_written_is_named_with_a_remedy(here, option, what):
    (here / "file").write_text("")
    mark, said, remedy = examine(option, "file/folder" if option == "--cache" else "file/x", code=1)[what]
    assert mark == "TO DO"
    assert "cannot be written (Not a directory)" in said
    assert remedy.startswith(option)


def test_a_package_that_was_installed_without_its_tables_is_named(here, monkeypatch):
    monkeypatch.setattr(doctor, "shipped_folder", lambda name: shipped_folder(f"{name}/nowhere"))
    mark, said, remedy = examine(code=1)["bundled"]
    assert (mark, remedy) == ("TO DO", "install the package once more")
    assert said == (
        "data/published/nowhere: is not installed: it comes with the package, and with its sources"
    )


def test_a_package_that_is_missing_is_named(here, monkeypatch):
    monkeypatch.setattr(doctor, "requires", lambda name: ["click>=8", "nonesuch>=1", 'ruff; extra == "dev"'])
    mark, said, remedy = examine(code=1)["packages"]
    assert (mark, said, remedy) == ("TO DO", "missing: nonesuch", "pip install nonesuch")
