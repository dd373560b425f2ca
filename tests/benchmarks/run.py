"""Measure what users wait for, and the peers in the same run: make bench.

The peers are timed by a harness beside the project (shared/bench/peers.py), each in its own process, in turn,
all on one thread. Peers that are not installed are left out:
pip install rouge-score rouge-score-rs rouge-metric sacrebleu nltk.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SHARED = Path(os.environ.get("WORKBENCH_SHARED", ROOT.parent / "shared"))
HARNESS = SHARED / "bench" / "peers.py"
ENTRIES = {
    "google:set3": "google rouge-score, ROUGE-1, -2, -L",
    "rouge-metric:lin17": "rouge-metric, all 17 measures",
    "rougers:set3": "rouge-score-rs, ROUGE-1, -2, -L, a call a pair",
    "rougers-batch:set4": "rouge-score-rs, ROUGE-1, -2, -L, -Lsum, one call",
    "rougers-batch:set4:stem": "the same, stemmed",
    "sacrebleu:bleu": "sacrebleu, corpus BLEU",
    "nltk:bleu": "nltk, corpus BLEU",
    "workbench:set3": "workbench, ROUGE-1, -2, -L",
    "workbench:set4": "workbench, ROUGE-1, -2, -L, -Lsum",
    "workbench:set4:stem": "the same, stemmed",
    "workbench:lin17": "workbench, all 17 measures",
    "workbench:lin17x3": "workbench, all 17 × CASE, STEM, STOP",
    "workbench:bleu": "workbench, corpus BLEU",
}
GOALS = [
    ("workbench:lin17x3", "google:set3", "cnndm", 25),
    ("workbench:lin17x3", "google:set3", "duc", 15),
    ("workbench:lin17", "rouge-metric:lin17", "cnndm", 500),
    ("workbench:set4", "rougers-batch:set4", "cnndm", 4),
    ("workbench:set4:stem", "rougers-batch:set4:stem", "cnndm", 5),
    ("workbench:set3", "rougers:set3", "large", 0.7),
    ("workbench:bleu", "sacrebleu:bleu", "cnndm", 50),
]
Rates = dict[str, float]


def timed(*command: str, **environment: str) -> tuple[float, float]:
    """Return seconds and peak memory in MB of a command."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env={**os.environ, **environment})
    return time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def measure_start(folder: str) -> None:
    """Print how long the program needs before it does anything."""
    program = [sys.executable, "-m", "workbench"]
    first_score = "import workbench; workbench.score(['a b'], ['a c'], metrics=['rouge-1', 'rouge-l'])"
    print(f"workbench --help: {timed(*program, '--help')[0]:.2f} s")
    print(f"import workbench: {timed(sys.executable, '-c', 'import workbench')[0]:.2f} s")
    print(f"first score ever: {timed(sys.executable, '-c', first_score, NUMBA_CACHE_DIR=folder)[0]:.1f} s")
    later = timed(sys.executable, "-c", first_score, NUMBA_CACHE_DIR=folder)[0]
    print(f"first score of a later process: {later:.2f} s")


def measure_experiment(folder: str) -> None:
    """Print time and memory of the large experiment on real data."""
    if (SHARED / "data" / "summeval").is_dir():
        places = ["--data", str(SHARED / "data"), "--out", folder, "--cache", f"{folder}/c"]
        command = [sys.executable, "-m", "workbench", "run", "experiments/summeval.toml", "--workers", "2"]
        seconds, memory = timed(*command, *places)
        print(f"experiments/summeval.toml, 2 workers: {seconds:.1f} s, {memory:.0f} MB")


def rates(workload: str, folder: str, threads: int, entries: list[str], docs: int | None = None) -> Rates:
    """Return pairs a second of each entry: a processor second, or a second of the clock with more threads."""
    out = Path(folder) / "rates.json"
    command = [
        sys.executable, str(HARNESS), "run", "--dir", folder, "--workload", workload, "--rounds", "5",
        "--target", "1", "--threads", str(threads), "--workbench-adapter", "adapter:score",
        "--json", str(out), "--entries", *entries,
    ]  # fmt: skip
    if docs:
        command += ["--max-docs", str(docs)]
    environment = {**os.environ, "PYTHONPATH": str(HERE)}
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    results: list[dict[str, Any]] = json.loads(out.read_text())["results"]
    key = "pairs_per_cpu_s" if threads == 1 else "pairs_per_s"
    return {result["entry"]: result[key] for result in results}


def main() -> None:
    """Print the figures; the table of peers is Markdown."""
    with tempfile.TemporaryDirectory() as folder:
        measure_start(folder)
        measure_experiment(folder)
        if not HARNESS.is_file():
            print(f"no harness for the peers at {HARNESS}")
            return
        found = {
            "cnndm": rates("cnndm", folder, 1, [*ENTRIES]),
            "duc": rates("duc", folder, 1, [*ENTRIES]),
            "large": rates("large", folder, 1, ["rougers:set3", "workbench:set3"], docs=50_000),
        }
        print("\n| | " + " | ".join(found) + " |\n|---|" + "---:|" * len(found))
        for entry, label in ENTRIES.items():
            row = [f"{found[load][entry]:,.0f}" if entry in found[load] else "" for load in found]
            if any(row):
                print(f"| {label} | {' | '.join(row)} |")
        print()
        for ours, theirs, workload, goal in GOALS:
            if theirs in found[workload]:
                ratio = found[workload][ours] / found[workload][theirs]
                print(f"{workload}: {ENTRIES[ours]} / {ENTRIES[theirs]}: {ratio:.1f} (goal {goal})")
        one, two = (rates("cnndm", folder, n, ["workbench:lin17", "workbench:set3"]) for n in (1, 2))
        print(f"cnndm, all 17 measures, two threads: {two['workbench:lin17'] / one['workbench:lin17']:.2f} ×")
        subprocess.run([sys.executable, str(HERE / "million.py"), str(HARNESS.parent), folder], check=True)


if __name__ == "__main__":
    main()
