"""Measure the statistics that users wait for, one thread: python tests/benchmarks/resampling.py.

Seconds are those of the processor, so that other work on the machine does not count.
"""

import time
from collections.abc import Callable

import numpy as np
from threadpoolctl import threadpool_limits

import workbench
from workbench.stats.levels.estimates import global_level
from workbench.stats.levels.level_values import level_draws
from workbench.stats.resampling.bootstrap import global_draws, prepare, segment_draws
from workbench.stats.resampling.resample import draw
from workbench.stats.tests.permutation import permutation_tests

COEFFICIENTS = ("pearson", "spearman", "kendall")
NLPSTATS = 98.0
"""Seconds of nlpstats for the first job, on the machine of the prototype."""
LIN = [
    *(f"rouge-{n}" for n in range(1, 10)), "rouge-l", "rouge-w(weight=1.2)",
    *(f"rouge-{skip}{gap}" for skip in ("s", "su") for gap in ("", "(gap=4)", "(gap=9)")),
]  # fmt: skip
"""The 17 measures of Lin (2004)."""


def seconds(job: Callable[[], object], rounds: int = 3) -> float:
    """Return the shortest of some runs, after one that may compile."""
    job()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        job()
        times.append(time.process_time() - start)
    return min(times)


def show(what: str, found: float, goal: float) -> None:
    print(f"{what:70} {found:8.3f} {goal:6.3f}", flush=True)


def show_bootstraps(rng: np.random.Generator) -> None:
    x, z = rng.normal(size=(102, 16, 100)), rng.normal(size=(16, 100))
    draws = draw(rng, 16, 100, 1000, "both")
    found = seconds(
        lambda: [level_draws(each, z, draws, "system", name) for each in x for name in COEFFICIENTS]
    )
    show("bootstrap both, 3 coefficients, 102 x 16 x 100, B=1,000", found, NLPSTATS / 1000)
    for name, goal in (("pearson", 6.0), ("spearman", 12.0), ("kendall", 6.0)):
        found = seconds(
            lambda name=name: permutation_tests(x, z, np.random.default_rng(1), "system", name), 1
        )
        show(f"permutation of systems, studentised, 5,151 pairs, {name}, B=1,000", found, goal)
    one, other = rng.normal(size=(2, 50, 300))
    draws = draw(rng, 50, 300, 9_999, "both")
    found = seconds(lambda: segment_draws(prepare(one, draws), prepare(other, draws), "kendall"), 1)
    show("bootstrap both, Kendall by input, 50 x 300, B=9,999", found, 3.0)


def show_global_level(rng: np.random.Generator) -> None:
    """Scores of 30 systems on 1,000 segments, and ratings of a few values as people give them."""
    x, z = rng.normal(size=(30, 1000)), rng.integers(1, 6, size=(30, 1000)).astype(float)
    for name in COEFFICIENTS:
        show(f"global level, 30,000 cells, {name}", seconds(lambda name=name: global_level(x, z, name)), 0.1)
    draws = draw(rng, 30, 1000, 1000, "both")
    for name in COEFFICIENTS:
        found = seconds(lambda name=name: global_draws(x, z, draws, name), 1)
        show(f"global level, 30,000 cells, {name}, B=1,000", found, 10.0)


def show_default_comparison() -> None:
    """All 136 pairs of 17 measures, with as many draws as their correction needs."""
    made = workbench.Experiment(
        workbench.load("simulated-news"), LIN, components=["recall"],
        correlation={"coefficients": ["pearson"]},
    )  # fmt: skip
    _ = made.scores
    result = made.compare(against="all")
    fresh = made.replace(seed=2)
    _ = fresh.scores
    start = time.process_time()
    fresh.compare(against="all")
    found = time.process_time() - start
    shown = int(result.frame["verdict"].isin(["better", "worse"]).sum())
    show(f"default comparison, simulated-news, 136 pairs ({shown} shown)", found, 5.0)


def main() -> None:
    """Print seconds and what is wanted."""
    rng = np.random.default_rng(0)
    print(f"{'job':70} {'seconds':>8} {'goal':>6}")
    show_bootstraps(rng)
    show_global_level(rng)
    show_default_comparison()


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
