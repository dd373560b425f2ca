"""Print processor time and memory of each step of an experiment of made-up texts, from small to large.

python large_experiment.py [--draws 1000] [SEGMENTS ...]: 200 systems, 17 ROUGE measures under CASE, STEM and
STOP, three criteria, at system and segment level. Every size is a process of its own.
"""

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pandas as pd

import workbench
from workbench.datasets.card import read_card
from workbench.datasets.evalset import EvalSet

SYSTEMS, WORDS, CRITERIA = 200, 25, ("fluency", "coverage", "style")
LONGER = ("rouge-l", "rouge-s", "rouge-s(gap=4)", "rouge-s(gap=9)", "rouge-su", "rouge-su(gap=4)")
METRICS = [*(f"rouge-{n}" for n in range(1, 10)), *LONGER, "rouge-su(gap=9)", "rouge-w(weight=1.2)"]


def made_up(n_segments: int, folder: Path, seed: int = 0) -> EvalSet:
    """Return systems that copy more or less of the reference, and people who see that with some noise."""
    rng = np.random.default_rng(seed)
    vocabulary = np.array([f"word{number}" for number in range(20_000)])
    quality = np.linspace(0.2, 0.8, SYSTEMS)
    texts, ours, theirs = [], [], []
    for segment in range(n_segments):
        words = np.minimum(rng.pareto(0.7, (SYSTEMS + 1, WORDS)), len(vocabulary) - 1).astype(int)
        copied = rng.random((SYSTEMS, WORDS)) < quality[:, np.newaxis]
        words[:-1] = np.where(copied, words[-1], words[:-1])
        texts += [" ".join(line) for line in vocabulary[words[:-1]]]
        theirs.append(" ".join(vocabulary[words[-1]]))
        if segment % 100 == 99 or segment + 1 == n_segments:  # not all as objects of Python
            ours.append(pd.Series(texts, dtype="str"))
            texts = []
    segments, systems = [f"s{n}" for n in range(n_segments)], [f"m{n}" for n in range(SYSTEMS)]
    outputs = pd.DataFrame(
        {
            "task": "t",
            "segment": np.repeat(segments, SYSTEMS),
            "system": np.tile(systems, n_segments),
            "text": pd.concat(ours, ignore_index=True),
        }
    )
    references = pd.DataFrame({"task": "t", "segment": segments, "reference": "r", "text": theirs})
    judged = [
        outputs[["task", "segment", "system"]].assign(
            criterion=criterion,
            rater="mean",
            score=(np.tile(quality, n_segments) + rng.normal(0, 0.3, len(outputs))).round(3),
        )
        for criterion in CRITERIA
    ]
    (folder / "made-up.toml").write_text(CARD)
    return EvalSet.build(read_card(folder / "made-up.toml"), outputs, references, pd.concat(judged))


CARD = """
name = "made-up"
version = "1"
title = "made up"
task = "summarization"
source = "nowhere"
licence = "CC0-1.0"
citation = "none"
judgments = "simulated"
reader = "tables"
default_raters = "all"
[raters]
all = ["*"]
"""


def one_size(n_segments: int, draws: int) -> None:
    """Print a line for each step."""

    def step(name: str, job: Callable[[], object]) -> object:
        start = time.process_time()
        made = job()
        seconds = time.process_time() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"  {name:10} {seconds:8.1f} s {peak:8.0f} MB", flush=True)
        return made

    print(f"{SYSTEMS} systems x {n_segments:,} segments, {draws:,} draws", flush=True)
    with TemporaryDirectory() as folder:
        data = step("data", lambda: made_up(n_segments, Path(folder)))
        asked = workbench.Experiment(
            data,
            METRICS,
            preprocess=["CASE", "STEM", "STOP"],
            components=["f"],
            correlation={"levels": ["system", "segment"], "draws": draws},
            cache=Path(folder) / "cache",
        )
        for name in ("plan", "counts", "scores", "rows", "records"):
            step(name, lambda name=name: getattr(asked, name))
        step("report", lambda: asked.write(Path(folder) / "report"))


def main() -> None:
    """Measure each size in a process of its own, so that memory is its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", default=["100", "1000"])
    parser.add_argument("--draws", default="1000")
    parser.add_argument("--one", action="store_true", help="in this process")
    asked = parser.parse_args()
    for size in asked.sizes:
        if asked.one:
            one_size(int(size), int(asked.draws))
        else:
            child = [sys.executable, __file__, "--one", "--draws", asked.draws, size]
            subprocess.run(child, check=True)


if __name__ == "__main__":
    main()
