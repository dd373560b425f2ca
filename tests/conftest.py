"""Fixtures that every test may use."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of vectors and real data beside the project; its texts stay outside the project."""
    folder = Path(os.environ.get("WORKBENCH_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip("the folder of shared vectors and data is not beside the project")
    return folder
