"""Draw faults at random, plant them one at a time, and see whether tests that run the line catch them.

    COVERAGE_FILE=lines WORKBENCH_SHARED=nothing python -m pytest -q -n auto \
        --cov=workbench --cov-context=test --cov-report=
    python tests/faults/draw.py lines --sample 100 --seed 1 --under stats/levels

The first command, which needs pytest-cov and ten minutes, writes which test runs which line. A fault that no
test catches may be none: what is only faster, or shown differently, changes no number. It is for a person to
look at, as `plant.py` is for faults that are known. Kernels, whose lines are not counted, are left out.
"""

import argparse
import os
import random
import tempfile
import time
from itertools import chain, zip_longest
from pathlib import Path

import pytest
from changes import Change, find_changes
from coverage import CoverageData
from plant import TREE, copy_tree, run_tests

SHARES = {"an argument less": 0.6, "arguments swapped": 0.6, "constant": 0.5}
"""Kinds of which there are so many that the others would seldom be drawn, and what share of them is."""


class Patience:
    """Ends a run of tests after so many seconds of the processor, which is no failure."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.start = 0.0

    def pytest_collection_finish(self) -> None:
        self.start = time.process_time()

    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        if time.process_time() - self.start > self.seconds:
            item.session.shouldstop = "time is over"


def tests_of(lines: CoverageData, file: str, line: int) -> tuple[str, ...]:
    """Return the tests that run a line; of one that runs when it is imported, those that run any of its file.

    First come those of the file's own name and its examples, then one of each file of tests in turn.
    """
    (path,) = [path for path in lines.measured_files() if path.endswith(file)] or [""]
    of_line = lines.contexts_by_lineno(path) if path else {}
    # "FILE::TEST|run", or setup or teardown; "" for what no test runs but an import
    run_by = {at: {name.rpartition("|")[0] for name in names} - {""} for at, names in of_line.items()}
    names = run_by.get(line) or set(chain(*run_by.values()))
    by_file: dict[str, list[str]] = {}
    for name in sorted(names):
        by_file.setdefault(name.partition("::")[0], []).append(name)
    own = [by_file.pop(each) for each in sorted(by_file) if Path(file).stem in each]
    others = zip_longest(*by_file.values())
    return tuple(name for name in chain(*own, *others) if name is not None)


def try_change(tree: Path, file: str, change: Change, tests: tuple[str, ...], seconds: float) -> str:
    """Make a change in the copy, run the tests, take it back, and return what came of it."""
    path = tree / file
    source, kept = path.read_bytes(), path.stat()
    path.write_bytes(change.made_in(source))
    try:
        code, said = run_tests(tree, tests, plugins=[Patience(seconds)])
    finally:
        path.write_bytes(source)
        os.utime(path, ns=(kept.st_atime_ns, kept.st_mtime_ns))
    return "SURVIVED" if code == 0 or "time is over" in said else "caught"


def draw(under: str, seed: int) -> list[tuple[str, Change]]:
    """Return the changes of all files in a random order, by file."""
    chosen = random.Random(seed)
    found = []
    for path in sorted((TREE / "workbench").rglob("*.py")):
        file = path.relative_to(TREE).as_posix()
        if file.startswith(f"workbench/{under}") and not file.startswith("workbench/kernels"):
            found += [(file, change) for change in find_changes(path.read_bytes())]
    found = [each for each in found if chosen.random() < SHARES.get(each[1].kind, 1)]
    chosen.shuffle(found)
    return found


def is_program(source: bytes) -> bool:
    """Tell whether a source is one that Python reads."""
    try:
        compile(source, "changed", "exec")
    except (SyntaxError, ValueError):
        return False
    return True


def main() -> None:
    """Try some changes and print what became of each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("lines", type=Path, help="what the first command has written")
    parser.add_argument("--under", default="", metavar="FOLDER", help="of these files, under workbench/")
    parser.add_argument("--sample", type=int, default=100, metavar="N", help="so many faults")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--seconds", type=float, default=60, help="of the processor, then no test is begun")
    given = parser.parse_args()
    lines = CoverageData(basename=str(given.lines))
    lines.read()
    tried = caught = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = copy_tree(Path(folder))
        for file, change in draw(given.under, given.seed):
            if tried == given.sample:
                break
            source = (TREE / file).read_bytes()
            if not is_program(change.made_in(source)):
                continue
            tests = tests_of(lines, file, change.line)
            verdict = try_change(tree, file, change, tests, given.seconds) if tests else "NOT RUN"
            tried += 1
            caught += verdict == "caught"
            was = source[change.start : change.end].decode()
            print(f"{verdict:8} {file}:{change.line}: {change.kind}: {was!r} -> {change.new!r}", flush=True)
    print(f"caught {caught} of {tried}")


if __name__ == "__main__":
    main()
