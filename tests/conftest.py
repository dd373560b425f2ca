"""Fixtures that every test may use."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The first example may wait for a kernel to be compiled, and machines are shared. On CI the examples are
# always the same ones, so that a change is judged by what it changed.
settings.register_profile(
    "workbench",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("workbench")

# Programs that are run by hand, with arguments.
collect_ignore = ["benchmarks", "faults"]

ROOT = Path(__file__).resolve().parent.parent
# Programs that tests start are those of this checkout, whichever is installed.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of vectors and real data beside the project; its texts stay outside the project."""
    folder = Path(os.environ.get("WORKBENCH_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip("the folder of shared vectors and data is not beside the project")
    return folder
