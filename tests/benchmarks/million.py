"""Score a growing number of 1:1 pairs and print the time and the memory above the inputs.

python million.py HARNESS_FOLDER WORKLOAD_FOLDER PAIRS ...
"""

import gc
import resource
import sys
import time

sys.path.insert(0, sys.argv[1])
import peers
from run import tell

import workbench


def peak() -> float:
    """Return the largest memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Print time and memory of each number of pairs, and of the last one the goals of a million."""
    metrics = ["rouge-1", "rouge-2", "rouge-l(profile=google)"]
    workbench.score(["a b"], ["a c"], metrics=metrics)
    sizes = list(map(int, sys.argv[3:]))
    loaded = peers.load_workload("large", sys.argv[2], sizes[-1])
    pairs = [(doc["cands"][0], doc["refs"]) for doc in loaded]
    del loaded
    gc.collect()
    inputs = peak()
    for size in sizes:
        candidates = [candidate for candidate, _ in pairs[:size]]
        references = [texts for _, texts in pairs[:size]]
        start = time.perf_counter()
        workbench.score(candidates, references, metrics=metrics, level="system")
        seconds = time.perf_counter() - start
        memory = peak() - inputs
        print(f"{size:,} 1:1 pairs, 3 metrics: {seconds:.1f} s, {memory:.0f} MB above the inputs")
    print("\n| | now | goal | |\n|---|---:|---:|---|")
    tell(f"{size:,} 1:1 pairs, 3 metrics", seconds, 8, "s")
    tell("their memory above the inputs", memory, 150, "MB")


if __name__ == "__main__":
    main()
