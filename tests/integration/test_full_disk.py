"""A disk that is full at the n-th file that a command writes: exit code 2, a line, and nothing by halves."""

import errno
import os
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
