"""Measure the resampling that users wait for, one thread: python tests/benchmarks/resampling.py.

Seconds are those of the processor, so that other work on the machine does not count.
"""

import resource
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from threadpoolctl import threadpool_limits
from workbench.stats.bootstrap_metrics import all_system_draws

from workbench.datasets.arrays import read_array
from workbench.stats.resampling.bootstrap import prepare, segment_draws
from workbench.stats.resampling.resample import draw
from workbench.stats.tests.permutation import permutation_tests

COEFFICIENTS = ["pearson", "spearman", "kendall"]
NLPSTATS = 98.0
"""Seconds of nlpstats for the first job, on the machine of the prototype."""


def seconds(job: Callable[[], object], rounds: int = 3) -> float:
    """Return the shortest of some runs, after one that may compile."""
    job()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        job()
        times.append(time.process_time() - start)
    return min(times)


def megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Print seconds, what is wanted, and memory."""
    rng = np.random.default_rng(0)
    x, z = rng.normal(size=(102, 16, 100)), rng.normal(size=(16, 100))
    print(f"{'job':64} {'seconds':>8} {'goal':>6}")

    def show(what: str, found: float, goal: float) -> None:
        print(f"{what:64} {found:8.3f} {goal:6.3f}", flush=True)

    draws = draw(rng, 16, 100, 1000, "both")
    found = seconds(lambda: all_system_draws(x, z, draws, COEFFICIENTS), 10)
    show("bootstrap both, 3 coefficients, 102 x 16 x 100, B=1000", found, NLPSTATS / 1000)
    print(f"  against nlpstats ({NLPSTATS:.0f} s): {NLPSTATS / found:.0f}x")
    for name, goal in (("pearson", 6.0), ("spearman", 12.0), ("kendall", 6.0)):
        found = seconds(
            lambda name=name: permutation_tests(x, z, np.random.default_rng(1), "system", name), 1
        )
        show(f"permutation of systems, studentised, 5,151 pairs, {name}, B=1000", found, goal)
    one, judged = rng.normal(size=(2, 50, 300))
    draws = draw(rng, 50, 300, 9_999, "both")
    found = seconds(lambda: segment_draws(prepare(one, draws), prepare(judged, draws), "kendall"), 1)
    show("bootstrap both, Kendall by input, 50 x 300, B=9,999", found, 3.0)
    print(f"memory so far: {megabytes():.0f} MB")
    draws = draw(rng, 100, 10_000, 1000, "both")
    judged = rng.normal(size=(100, 10_000))
    with TemporaryDirectory() as folder:
        # one file a metric, read when its turn comes: all of them together are 816 MB
        files = [Path(folder) / f"{number}.npy" for number in range(102)]
        for file in files:
            np.save(file, rng.normal(size=(100, 10_000)))
        start = time.process_time()
        all_system_draws((read_array(file) for file in files), judged, draws, COEFFICIENTS)
        found = time.process_time() - start
    print(f"102 metrics of 100 x 10,000, from files: {found:.1f} s, {megabytes():.0f} MB (goal 1,000)")


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
