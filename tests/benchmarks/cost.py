"""Print what `workbench check` expects an experiment to take, and what `workbench run` then takes.

python cost.py [EXPERIMENT ...], with WORKBENCH_DATA for those that need data. Seconds are those of the
processor. The first run of a process that compiles kernels is not measured.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

FIVE = ("simulated-news", "simulated-comparison", "galley-simulated", "simulated-ceilings", "summeval")
_UNITS = {"s": 1, "min": 60}


def measure(*arguments: str) -> tuple[str, float, float]:
    """Run the workbench; return what it printed, seconds of the processor and MB."""
    with TemporaryDirectory() as folder:
        places = ["--cache", f"{folder}/cache", *(["--out", folder] if arguments[0] == "run" else [])]
        command = [sys.executable, "-m", "workbench", *arguments, *places]
        output = Path(folder) / "printed"
        with output.open("wb") as file:
            child = subprocess.Popen(command, stdout=file)
            _, code, used = os.wait4(child.pid, 0)
        if code:
            sys.exit(f"{' '.join(command)} ended with {code}")
        return output.read_text(), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main() -> None:
    """Print a line for each experiment."""
    print(f"{'experiment':24} {'expected':>10} {'taken':>10} {'':6} {'expected':>10} {'taken':>10}")
    for name in sys.argv[1:] or FIVE:
        measure("run", name)  # kernels are compiled
        said, trying, _ = measure("check", name, "--cost")
        found = re.search(r"1 worker: ([\d.,]+) (s|min), ([\d,]+) MB", said)
        if found is None:
            sys.exit(said)
        seconds = float(found[1].replace(",", "")) * _UNITS[found[2]]
        _, taken, memory = measure("run", name)
        expected = float(found[3].replace(",", ""))
        print(
            f"{name:24} {seconds:8.1f} s {taken:8.1f} s {seconds / taken - 1:+6.0%} {expected:7.0f} MB "
            f"{memory:7.0f} MB {expected / memory - 1:+5.0%}; trying {trying:.1f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
