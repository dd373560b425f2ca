"""Fixtures that every test may use."""

import gc
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# Twice as many examples take twice as long and seldom find more; where they do, the test asks for more.
# The first example may wait for a kernel to be compiled, and machines are shared. On CI the examples are
# always the same ones, so that a change is judged by what it changed.
settings.register_profile(
    "workbench",
    max_examples=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("workbench")

# What commands keep is not the user's: each worker has a folder of its own, which goes with it.
_KEPT = tempfile.TemporaryDirectory(prefix="workbench-tests-")
os.environ["WORKBENCH_CACHE"] = _KEPT.name

# Tables of pandas are many small objects: looking for cycles every 700 of them takes a twentieth of all time.
gc.set_threshold(20_000, 10, 10)

# No test outlives a loss of power: those of what is flushed, and when, put something of their own here.
os.fsync = lambda number: None

_LISTED, _SCANNED = os.listdir, os.scandir


class _Backwards:
    """What `os.scandir` returns, from the last name to the first."""

    def __init__(self, path: Any = ".") -> None:
        with _SCANNED(path) as found:
            self.found = iter(sorted(found, key=lambda entry: entry.name, reverse=True))

    def __iter__(self) -> "_Backwards":
        return self

    def __next__(self) -> "os.DirEntry[str]":
        return next(self.found)

    def __enter__(self) -> "_Backwards":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Do nothing: all was read at once."""


# A folder has its files in any order. Here it is one that nobody would choose.
os.listdir = lambda path=".": sorted(_LISTED(path), reverse=True)
os.scandir = _Backwards

# Programs that are run by hand, with arguments.
collect_ignore = ["benchmarks", "faults", "malformed/fuzz.py"]

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


def pytest_collection_finish(session: pytest.Session) -> None:
    """Share out what has to be compiled where several workers run everything, and nothing is kept yet.

    All of them would need the same kernels in their first minute, and each would compile all of them. Here
    each compiles what every n-th kind of counter and every n-th of the largest kernels of statistics needs,
    and loads from disk what the others have compiled.
    """
    gc.collect()
    gc.freeze()  # modules and collected tests stay: no need to look through them again and again
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers == 1 or len(session.items) < 1000:
        return
    import numpy as np

    import workbench
    from workbench.kernels.compile import Kernel
    from workbench.metrics.base import METRICS, VARIANTS, get_metric
    from workbench.registry import write_name
    from workbench.stats.tests.permutation import permutation_test
    from workbench.stats.tests.under_swaps import Swapping

    metrics = [get_metric(name) for name in METRICS]
    metrics += [
        get_metric(write_name(name, {"profile": profile}))
        for profile, registry in VARIANTS.items()
        for name in registry
    ]
    each_kind = list({type(metric.counter): metric for metric in metrics}.values())
    mine = slice(int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw")), None, workers)
    scores, rng = np.random.default_rng(0).normal(size=(3, 5, 4)), np.random.default_rng(0)
    # the first and the third need much of the same
    tested = (("system", "pearson"), ("segment", "kendall"), ("segment", "spearman"), ("segment", "pearson"))
    for level, coefficient in tested[mine]:
        with suppress(Exception):
            permutation_test(*scores, rng, level, coefficient, how=Swapping(draws=9, exact_up_to=0))
    # a few words are worth no compiler, unless much was counted without it already
    with suppress(Exception), pytest.MonkeyPatch.context() as patched:  # tests tell which metric fails
        patched.setattr(Kernel, "spent", float("inf"))
        workbench.score(["the cat sat"], [["the cat", "a cat"]], metrics=each_kind[mine], unscorable="drop")
