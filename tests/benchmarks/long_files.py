"""Print what `workbench score` of long files takes of a processor and of memory.

python long_files.py [LINES ...]: pairs of a candidate and a reference of its own, 25 words each.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

WORDS = 25


def write_lines(path: Path, number: int, seed: int) -> None:
    """Write lines of words that are as frequent as those of a language."""
    rng = np.random.default_rng(seed)
    names = np.array([f"w{word}" for word in range(50_000)])
    with path.open("w", encoding="utf-8") as file:
        for start in range(0, number, 10_000):
            drawn = np.minimum(rng.pareto(0.7, (min(10_000, number - start), WORDS)), len(names) - 1)
            file.writelines(" ".join(line) + "\n" for line in names[drawn.astype(int)])


def main() -> None:
    """Print a line for each number of lines."""
    for number in [int(each) for each in sys.argv[1:]] or [100_000, 1_000_000]:
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder) / name for name in ("ours", "theirs")]
            for seed, path in enumerate(files):
                write_lines(path, number, seed)
            texts = ["-c", str(files[0]), "-r", str(files[1]), "-m", "rouge-2", "-m", "bleu"]
            child = subprocess.Popen(
                [sys.executable, "-m", "workbench", "score", *texts], stdout=subprocess.DEVNULL
            )
            _, code, used = os.wait4(child.pid, 0)
            seconds, memory = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
            print(f"{number:,} lines: {seconds:.1f} s of a processor, {memory:.0f} MB (exit code {code})")


if __name__ == "__main__":
    main()
