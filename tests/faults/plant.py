"""Plant faults of the kinds that developers make, one at a time, and see whether the tests catch them.

    python tests/faults/plant.py                  all faults, area by area
    python tests/faults/plant.py stats report     those of some areas, the .toml files beside this program
    python tests/faults/plant.py --only noise     those whose name or sentence has this text
    python tests/faults/plant.py --sample 60 --seed 1   60 of them, drawn at random
    python tests/faults/plant.py --places         no fault: does each still have its place in the code?
    python tests/faults/plant.py --sound          no fault: are the tests green that are to catch them?

A fault is a small change of one file. It is made in a copy of the tree, never in place, and the tests that
ought to see it run there without `../shared`. It is caught if one of them fails. The faults of a file are
lists of the old text, which the file has exactly once, the new text, and what that breaks; their names are
the file's with a number. A file's own examples are among its tests; with --wide all tests of the area are.
Where a file says compiled = false its tests run kernels as plain Python, which takes less than compiling.
"""

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import hypothesis.extra.numpy  # noqa: F401
import matplotlib.pyplot  # noqa: F401
import numba
import pandas  # noqa: F401
import pyarrow.parquet  # noqa: F401
import pydantic  # noqa: F401
import pytest
import scipy.stats  # noqa: F401
import statsmodels.stats.multitest  # noqa: F401

HERE = Path(__file__).resolve().parent
TREE = HERE.parents[1]
NEEDED = (
    "workbench",
    "tests",
    "experiments",
    "data",
    "conftest.py",
    "pyproject.toml",
    "README.md",
    "CONVENTIONS.md",
    "CONTRIBUTING.md",
    "docs",
    "reports",
    "Makefile",
)
# a module of the package that is named, for its examples, may have a class whose name begins with Test
OPTIONS = (
    *("-x", "-q", "-p", "no:cacheprovider"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning", "-W", "ignore::pytest.PytestCollectionWarning"),
)
LONGEST = 900
"""Seconds after which a run counts as hung, which is a way to be caught."""


class Fault(NamedTuple):
    """A change that some test ought to notice."""

    area: str
    name: str
    file: str
    compiled: bool
    tests: tuple[str, ...]
    old: str
    new: str
    breaks: str

    def planted(self, tree: Path) -> str:
        """Return the file with the change; the program ends where it has the old text not once."""
        source = (tree / "workbench" / self.file).read_text("utf-8")
        if source.count(self.old) != 1:
            found = source.count(self.old)
            sys.exit(f"{self.area}.toml: {self.name}: {self.file} has {self.old!r} {found} times, not once")
        return source.replace(self.old, self.new)

    def plant(self, tree: Path) -> None:
        """Make the change in a copy of the tree."""
        (tree / "workbench" / self.file).write_text(self.planted(tree), "utf-8")


def read_faults(areas: list[str], only: str, wide: bool) -> Iterator[Fault]:
    """Yield the faults of some areas, of all if none is named."""
    for path in sorted(HERE.glob("*.toml")):
        if areas and path.stem not in areas:
            continue
        files = tomllib.loads(path.read_text("utf-8"))["file"]
        everything = tuple(dict.fromkeys(test for each in files for test in each["tests"]))
        for each in files:
            module = f"workbench/{each['path']}"
            own = (module,) if ">>>" in (TREE / module).read_text("utf-8") else ()
            tests = (*(everything if wide else each["tests"]), *own)
            for number, change in enumerate(each["faults"], start=1):
                name = f"{Path(each['path']).stem}-{number}"
                if only in f"{name} {change[2]}":
                    yield Fault(path.stem, name, each["path"], each.get("compiled", True), tests, *change)


def copy_tree(folder: Path) -> Path:
    """Copy what tests need, with the times of files: kernels that did not change are not compiled again."""
    for name in NEEDED:
        if (TREE / name).is_dir():
            shutil.copytree(TREE / name, folder / name, copy_function=shutil.copy2)
        else:
            shutil.copy2(TREE / name, folder / name)
    return folder


def run_tests(
    tree: Path, tests: tuple[str, ...], compiled: bool = True, plugins: Sequence[object] = ()
) -> tuple[int, str]:
    """Run tests in a copy until one fails; return the exit code of pytest and what it says of failures."""
    said = tree / "said.txt"
    child = os.fork()  # of a process that has imported what is slow to import
    if not child:
        code = 4
        try:
            numba.config.DISABLE_JIT = not compiled
            code = _be_tested(tree, tests, said, plugins)
        finally:
            os._exit(code)  # nothing of the parent's is cleaned up here
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code < 0:  # a kernel that reads beyond an array may end the whole process
        return 1, "it hangs" if code == -signal.SIGALRM else f"it dies of {signal.Signals(-code).name}"
    lines = said.read_text("utf-8").splitlines()
    return code, "\n".join([line for line in lines if line.startswith("FAILED")] or lines[-5:])


def _be_tested(tree: Path, tests: tuple[str, ...], said: Path, plugins: Sequence[object]) -> int:
    """Become the process that runs the tests."""
    with said.open("w") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.chdir(tree)
    os.environ.update(WORKBENCH_SHARED=str(tree / "nothing"), PYTHONPATH=str(tree), CI="yes")
    sys.path.insert(0, str(tree))
    signal.alarm(LONGEST)
    code = pytest.main([*OPTIONS, *tests], plugins=plugins)
    sys.stdout.flush()
    return int(code)


def try_fault(fault: Fault) -> bool:
    """Plant one fault in a copy of its own and return whether it was caught."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        tree = copy_tree(Path(folder))
        fault.plant(tree)
        code, said = run_tests(tree, fault.tests, fault.compiled)
    if code not in (0, 1):
        sys.exit(f"{fault.name}: the tests could not be run (pytest says {code}):\n{said}")
    seconds = time.monotonic() - start
    verdict, what = ("caught", said.split(" - ")[0]) if code else ("SURVIVED", fault.breaks)
    print(f"{verdict:8} {fault.area} {fault.name} ({seconds:.0f} s): {what}", flush=True)
    return bool(code)


def main() -> None:
    """Plant faults and print which survive; the exit code is 1 if any does."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("areas", nargs="*", choices=[[], *sorted(path.stem for path in HERE.glob("*.toml"))])
    parser.add_argument("--only", default="", help="those whose name or sentence has this text")
    parser.add_argument("--sample", type=int, metavar="N", help="so many of them, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--wide", action="store_true", help="run all tests of the area")
    parser.add_argument("--places", action="store_true", help="look for the texts that faults replace")
    parser.add_argument("--sound", action="store_true", help="run the tests without a fault")
    given = parser.parse_args()
    faults = list(read_faults(given.areas, given.only, given.wide))
    if given.places:
        print(f"{sum(bool(fault.planted(TREE)) for fault in faults):,} faults have their place")
        return
    if given.sample is not None:
        faults = random.Random(given.seed).sample(faults, min(given.sample, len(faults)))
    if given.sound:
        tests = tuple(dict.fromkeys(test for fault in faults for test in fault.tests))
        with tempfile.TemporaryDirectory() as folder:
            code, said = run_tests(copy_tree(Path(folder)), tests)
        print(said)
        sys.exit(code)
    caught = {fault: try_fault(fault) for fault in faults}
    for area in dict.fromkeys(fault.area for fault in faults):
        here = [was for fault, was in caught.items() if fault.area == area]
        print(f"{area}: caught {sum(here)} of {len(here)}")
    print(f"caught {sum(caught.values())} of {len(caught)}")
    sys.exit(not all(caught.values()))


if __name__ == "__main__":
    main()
