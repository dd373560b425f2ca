"""A disk that is full at the n-th file that a command writes: exit code 2, a line, and nothing by halves."""

import errno
import os
import shutil
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

from workbench.cli import main

WIDE = pd.DataFrame(
    [
        {
            "doc": f"d{at}", "system": name, "summary": f"{name} saw {at} of {at * 3}",
            "ref1": f"they saw {at}", "fluency": (3 * rank + at) % 7,
        }
        for at in range(4) for rank, name in enumerate("ABC")
    ]
)  # fmt: skip


class Disk:
    """A disk on which a number of files has room; every file that a command writes is flushed to it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room, self.written, self.real = 10**6, 0, os.fsync
        monkeypatch.setattr(os, "fsync", self.flush)

    def flush(self, number: int) -> None:
        self.written += 1
        if self.written > self.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.real(number)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Disk:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WORKBENCH_DATA", raising=False)
    return Disk(monkeypatch)


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused(arguments: list[str]) -> bool:
    """Tell whether a command ends with 2 and one line; else it has to be done."""
    result = CliRunner().invoke(main, arguments)
    if result.exit_code == 0:
        return False
    assert result.exit_code == 2, result.output
    errors = result.stderr.strip().splitlines()
    assert len([line for line in errors if line.startswith("error: ")]) == 1, result.output
    assert "no space left on device" in errors[-1].lower()
    assert len(errors[-1]) < 400
    return True


ASKED = """
seed = {}
metrics = ["length"]
[data]
name = "./wide"
[correlation]
interval = "none"
coefficients = ["pearson"]
"""


def test_run_leaves_the_earlier_report_or_a_new_one(disk: Disk) -> None:
    """First the counts are kept, and without room for them the run goes on; then the report is written."""
    WIDE.to_csv("wide.csv", index=False)
    assert not refused(["data", "import", "wide.csv", "--yes"])
    arguments = ["run", "x.toml", "--out", "r", "--cache", "c"]
    Path("x.toml").write_text(ASKED.format(1))
    assert not refused(arguments)
    old, kept = content(Path("r")), content(Path("c"))
    files = len(old) + len(kept)
    Path("x.toml").write_text(ASKED.format(2))
    for room in {0, len(kept), files - 1}:
        shutil.rmtree("c")
        disk.room, disk.written = room, 0
        assert refused(arguments)
        assert content(Path("r")) == old
        assert len(content(Path("c"))) == min(room, len(kept))
    disk.room, disk.written = len(old), 0
    assert not refused(arguments)
    assert set(content(Path("r"))) == set(old)
    assert content(Path("r"))["x/table.md"] != old["x/table.md"]


def test_a_cache_that_cannot_be_written_is_said_once_and_the_run_goes_on(disk: Disk) -> None:
    WIDE.to_csv("wide.csv", index=False)
    assert not refused(["data", "import", "wide.csv", "--yes"])
    Path("x.toml").write_text(ASKED.format(3))
    Path("c").write_text("a file")
    done = CliRunner().invoke(main, ["run", "x.toml", "--out", "r", "--cache", "c"])
    assert done.exit_code == 0, done.output
    assert done.stderr.count("warning: nothing more is kept in c (Not a directory)") == 1
    assert "--cache names another folder" in done.stderr
    assert Path("r/x/table.md").is_file()


def test_import_writes_a_data_set_or_nothing(disk: Disk, tmp_path: Path) -> None:
    WIDE.to_csv("wide.csv", index=False)
    Path("other").mkdir()
    Path("other/outputs.csv").write_text("mine")
    before = content(tmp_path)
    for room in range(5):
        disk.room, disk.written = room, 0
        if not refused(["data", "import", "wide.csv", "--yes"]):
            break
        assert content(tmp_path) == before
        assert sorted(each.name for each in tmp_path.iterdir()) == ["other", "wide.csv"]
    assert room == 4
    assert sorted(each.name for each in Path("wide").iterdir()) == [
        "card.toml", "judgments.jsonl", "outputs.jsonl", "references.jsonl",
    ]  # fmt: skip
