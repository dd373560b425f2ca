"""Print how much faster two workers count than one, and what handing work over costs.

python two_workers.py [SEGMENTS]: 200 systems, 17 ROUGE measures under CASE, STEM and STOP, on warm processes
of Dask. Wants a machine without other work.
"""

import pickle
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from large_experiment import METRICS, SYSTEMS, write_data

import workbench
from workbench.cluster import Cluster, cluster_of
from workbench.executor import Executor, Serial
from workbench.experiment.count import Counted, count_all
from workbench.experiment.count_parts import PartTexts, cut
from workbench.experiment.plan import Plan
from workbench.experiment.store import Store

GOAL = 1.6


def plan_of(n_segments: int, folder: Path) -> Plan:
    """Return what is counted of so many segments."""
    folder.mkdir()
    write_data(n_segments, folder)
    return workbench.Experiment(
        workbench.load(folder), METRICS, preprocess=["CASE", "STEM", "STOP"], components=["f"]
    ).plan


def timed(plan: Plan, executor: Executor) -> tuple[float, float, Counted]:
    """Return seconds on the wall and of this process' processor, and what was counted."""
    wall, processor = time.perf_counter(), time.process_time()
    with TemporaryDirectory() as folder:
        counted = count_all(plan, Store(Path(folder)), executor)
    return time.perf_counter() - wall, time.process_time() - processor, counted


def main() -> None:
    """Count with one process, then with two workers, each twice."""
    n_segments = int(sys.argv[1]) if sys.argv[1:] else 2000
    with TemporaryDirectory() as folder, cluster_of(2) as client:
        plan, small = (plan_of(each, Path(folder, str(each))) for each in (n_segments, 600))
        task = plan.tasks["t"]
        parts = cut(task.layout)
        size = len(pickle.dumps(PartTexts.of(task, parts[0])))
        print(f"{SYSTEMS} systems x {n_segments:,} segments: {len(parts)} parts of {size / 1e6:.1f} MB")
        two = Cluster(client)
        for executor in (Serial(), two):
            timed(small, executor)
        alone = [timed(plan, Serial())[0] for _ in range(2)]
        shared = [timed(plan, two)[:2] for _ in range(2)]
        wall, own = min(shared)
        print(f"one process {min(alone):.1f} s, two workers {wall:.1f} s, handing over {own:.1f} s")
        print(f"{min(alone) / wall:.2f} times as fast; goal {GOAL}")


if __name__ == "__main__":
    main()
