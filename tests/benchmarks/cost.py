"""Print what `workbench check` expects an experiment to take, and what `workbench run` then takes.

python cost.py [EXPERIMENT ...], with WORKBENCH_DATA for those that need data. Seconds are those of the
processor for one worker and those of the clock for several, which need a quiet machine. The first run, which
compiles kernels, is not measured.
"""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

FIVE = ("simulated-news", "simulated-comparison", "galley-simulated", "simulated-ceilings", "summeval")
_UNITS = {"s": 1, "min": 60}


class Taken(NamedTuple):
    """What the workbench printed, and took."""

    said: str
    processor: float
    clock: float
    megabytes: float


def measure(*arguments: str) -> Taken:
    """Run the workbench."""
    with TemporaryDirectory() as folder:
        places = ["--cache", f"{folder}/cache", *(["--out", folder] if arguments[0] == "run" else [])]
        command = [sys.executable, "-m", "workbench", *arguments, *places]
        output = Path(folder) / "printed"
        with output.open("wb") as file:
            began = time.monotonic()
            child = subprocess.Popen(command, stdout=file)
            _, code, used = os.wait4(child.pid, 0)
            clock = time.monotonic() - began
        if code:
            sys.exit(f"{' '.join(command)} ended with {code}")
        return Taken(output.read_text(), used.ru_utime + used.ru_stime, clock, used.ru_maxrss / 1024)


def expected(said: str, workers: int) -> tuple[float, float]:
    """Return the seconds and MB that `workbench check` says."""
    found = re.search(rf"{workers} workers?: ([\d.,]+) (s|min), ([\d,]+) MB", said)
    if found is None:
        sys.exit(said)
    return float(found[1].replace(",", "")) * _UNITS[found[2]], float(found[3].replace(",", ""))


def main() -> None:
    """Print two lines for each experiment: for one worker and for as many as there are processors."""
    print(f"{'experiment':24} workers {'expected':>10} {'taken':>10} {'':6} {'expected':>10} {'taken':>10}")
    for name in sys.argv[1:] or FIVE:
        measure("run", name)  # kernels are compiled
        check = measure("check", name, "--cost")
        for workers in (1, max(2, os.cpu_count() or 1)):
            taken = measure("run", name, "--workers", str(workers))
            seconds, memory = expected(check.said, workers)
            needed = taken.processor if workers == 1 else taken.clock
            print(
                f"{name:24} {workers:7} {seconds:8.1f} s {needed:8.1f} s {seconds / needed - 1:+6.0%} "
                f"{memory:7.0f} MB {taken.megabytes:7.0f} MB {memory / taken.megabytes - 1:+5.0%}; "
                f"trying {check.processor:.1f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
