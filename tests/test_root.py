"""Nothing that was written for a trial stays in the root of the project."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = {
    ".gitignore", ".pre-commit-config.yaml", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md",
    "CONVENTIONS.md", "LICENSE", "Makefile", "README.md", "conftest.py", "constraints-lowest.txt",
    "constraints.txt", "pyproject.toml",
}  # fmt: skip
FOLDERS = {".ci", "data", "docs", "experiments", "notebooks", "reports", "tests", "workbench"}


def test_only_known_files_and_folders_are_kept():
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("only a checkout says which files are kept")
    kept = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = kept.stdout.splitlines()
    assert {path for path in paths if "/" not in path} <= FILES
    assert {path.partition("/")[0] for path in paths if "/" in path} <= FOLDERS
