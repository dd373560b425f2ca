"""Score a growing number of 1:1 pairs and print the time and the memory above the inputs.

python million.py HARNESS_FOLDER WORKLOAD_FOLDER
"""

import gc
import resource
import sys
import time

sys.path.insert(0, sys.argv[1])
import peers

import workbench


def peak() -> float:
    """Return the largest memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Print a line for 250,000, 500,000 and a million pairs."""
    metrics = ["rouge-1", "rouge-2", "rouge-l(profile=google)"]
    workbench.score(["a b"], ["a c"], metrics=metrics)
    pairs = [(doc["cands"][0], doc["refs"]) for doc in peers.load_workload("large", sys.argv[2])]
    gc.collect()
    inputs = peak()
    for size in (250_000, 500_000, 1_000_000):
        candidates = [candidate for candidate, _ in pairs[:size]]
        references = [texts for _, texts in pairs[:size]]
        start = time.perf_counter()
        workbench.score(candidates, references, metrics=metrics, level="system")
        seconds = time.perf_counter() - start
        goal = "; goal 8 s, 150 MB" if size == 1_000_000 else ""
        print(f"{size:,} pairs, 3 metrics: {seconds:.1f} s, {peak() - inputs:.0f} MB above the inputs{goal}")


if __name__ == "__main__":
    main()
