"""Where counts are kept: in the user's cache folder, wherever that is, unless something else is said."""

import os
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from workbench.cli import main
from workbench.user_cache import user_cache

SMALL = """
metrics = ["rouge-1"]
[data]
name = "simulated-news"
[correlation]
coefficients = ["pearson"]
interval = "none"
"""


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {}, "/home/ann/.cache/workbench"),
        ("linux", {"XDG_CACHE_HOME": "/fast"}, "/fast/workbench"),
        ("linux", {"XDG_CACHE_HOME": "not/absolute"}, "/home/ann/.cache/workbench"),
        ("darwin", {}, "/home/ann/Library/Caches/workbench"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/workbench"),
        ("win32", {}, "/home/ann/AppData/Local/workbench"),
    ],
)
def test_it_is_where_the_system_has_it(monkeypatch, platform, environment, expected):
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/ann")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert user_cache() == Path(expected)


def test_counts_are_kept_there_and_not_in_the_folder_that_one_is_in(tmp_path, monkeypatch):
    monkeypatch.delenv("WORKBENCH_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("x.toml").write_text(SMALL)
    said = CliRunner().invoke(main, ["run", "x.toml"])
    assert said.exit_code == 0, said.output
    assert [*(tmp_path / "kept" / "workbench" / "counts").rglob("*.parquet")]
    assert sorted(each.name for each in Path().iterdir()) == ["reports", "x.toml"]


def test_tests_keep_nothing_of_the_users():
    assert "workbench-tests-" in os.environ["WORKBENCH_CACHE"]
