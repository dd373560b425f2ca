"""Measure the protocol of Galley et al. 2015 at its size, one thread: python tests/benchmarks/galley.py.

12 pairs of 7 systems, 2,114 segments, 15 references of them rated; the 9 rows of Table 2, 1,000 assignments.
Seconds are those of the processor, so that other work on the machine does not count.
"""

import resource
import time

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.executor import Serial
from workbench.experiment.count import count_all
from workbench.experiment.levels.base import get_level
from workbench.experiment.plan import make_plan
from workbench.experiment.rows import lay_rows
from workbench.experiment.score import score_all
from workbench.experiment.spec import build_spec
from workbench.experiment.store import Store

GOAL = 3.0
SYSTEMS = [f"S{number:02d}" for number in range(1, 8)]
PAIRS = [[SYSTEMS[i], SYSTEMS[j]] for i in range(7) for j in range(i + 1, 7)][:12]
CONTENT = {
    "name": "galley",
    "metrics": ["bleu(order=2)", "sentence-bleu(order=2)", "delta-bleu(order=2)"],
    "data": {"name": "simulated-news", "unscorable": "drop"},
    "references": [
        {"name": "single", "select": "one"},
        {"name": "w ≥ .6", "select": "weight(at_least=0.6)"},
        {"name": "all", "select": "all"},
    ],
    "unit": {"size": 100, "pairs": PAIRS, "assignments": 1000},
}


def seconds(start: float) -> float:
    return time.process_time() - start


def main() -> None:
    """Print the seconds of each step, and those that are wanted."""
    start = time.process_time()
    made = workbench.simulate(topics=2114, systems=7, references=15, raters=5, words=20).evalset
    # the original responses were chosen for their ratings: with a positive one no segment is left out
    weights = made.references["weight"].where(made.references["reference"] != "R1", 0.6)
    references = made.references.assign(weight=weights)
    data = EvalSet.build(made.card, made.outputs, references, made.judgments)
    print(f"simulating {data}: {seconds(start):.1f} s")
    for coefficients in (["spearman"], ["spearman", "kendall"]):
        what = " and ".join(coefficients)
        for interval in ("fisher", "percentile"):
            correlation = {"coefficients": coefficients, "interval": interval}
            plan = make_plan(build_spec({**CONTENT, "correlation": correlation}), data)
            start = time.process_time()
            counted = count_all(plan, Store(None), Serial())
            counting = seconds(start)
            scores = score_all(plan, counted, Store(None))
            rows = lay_rows(plan, scores)
            blocks = get_level("block")
            blocks.fill(plan, rows[:1], Serial())  # compiles
            start = time.process_time()
            cells = blocks.fill(plan, rows, Serial())
            found = seconds(start)
            [n_blocks] = {cell["n_blocks"] for each in cells.values() for cell in each}
            print(
                f"{len(rows)} rows, {what}, {interval}: {found:.2f} s (goal {GOAL:.0f}), "
                f"{n_blocks} blocks; {counted.pairs:,} pairs counted in {counting:.1f} s"
            )
    print(f"memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
