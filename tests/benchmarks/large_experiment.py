"""Print processor time and memory of each step of an experiment of made-up texts, from small to large.

python large_experiment.py [--draws 1000] [SEGMENTS ...]: 200 systems, 17 ROUGE measures under CASE, STEM and
STOP, three criteria, at system and segment level. Every size is a process of its own, and reads its texts and
judgments from folders of Parquet files.
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

SYSTEMS, WORDS, CRITERIA = 200, 25, ("fluency", "coverage", "style")
LONGER = ("rouge-l", "rouge-s", "rouge-s(gap=4)", "rouge-s(gap=9)", "rouge-su", "rouge-su(gap=4)")
AT_ONCE = 100
"""Segments in a file."""
METRICS = [*(f"rouge-{n}" for n in range(1, 10)), *LONGER, "rouge-su(gap=9)", "rouge-w(weight=1.2)"]


def write_data(n_segments: int, folder: Path, seed: int = 0) -> None:
    """Write systems that copy more or less of the reference, and people who see that with some noise.

    The tables are folders of Parquet files, as engines for large data write them.
    """
    rng = np.random.default_rng(seed)
    vocabulary = np.array([f"word{number}" for number in range(20_000)])
    quality = np.linspace(0.2, 0.8, SYSTEMS)
    systems = [f"m{number}" for number in range(SYSTEMS)]
    (folder / "card.toml").write_text(CARD)
    for start in range(0, n_segments, AT_ONCE):
        segments = [f"s{number}" for number in range(start, min(start + AT_ONCE, n_segments))]
        ours, theirs = [], []
        for _ in segments:
            words = np.minimum(rng.pareto(0.7, (SYSTEMS + 1, WORDS)), len(vocabulary) - 1).astype(int)
            copied = rng.random((SYSTEMS, WORDS)) < quality[:, np.newaxis]
            words[:-1] = np.where(copied, words[-1], words[:-1])
            ours += [" ".join(line) for line in vocabulary[words[:-1]]]
            theirs.append(" ".join(vocabulary[words[-1]]))
        named = pd.DataFrame(
            {"task": "t", "segment": np.repeat(segments, SYSTEMS), "system": systems * len(segments)}
        )
        seen = np.tile(quality, len(segments))
        judged = [
            named.assign(
                criterion=criterion, rater="mean", score=(seen + rng.normal(0, 0.3, seen.size)).round(3)
            )
            for criterion in CRITERIA
        ]
        references = pd.DataFrame({"task": "t", "segment": segments, "reference": "r", "text": theirs})
        for name, table in (
            ("outputs", named.assign(text=ours)),
            ("references", references),
            ("judgments", pd.concat(judged)),
        ):
            (folder / name).mkdir(exist_ok=True)
            table.to_parquet(folder / name / f"part-{start:06}.parquet", index=False)


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
        # by a process of its own: what writing takes is not what reading takes
        writing = [sys.executable, __file__, "--write", folder, str(n_segments)]
        subprocess.run(writing, check=True)
        data = step("data", lambda: workbench.load(Path(folder)))
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
    parser.add_argument("--write", help="the data alone, into this folder")
    asked = parser.parse_args()
    for size in asked.sizes:
        if asked.write:
            write_data(int(size), Path(asked.write))
        elif asked.one:
            one_size(int(size), int(asked.draws))
        else:
            child = [sys.executable, __file__, "--one", "--draws", asked.draws, size]
            subprocess.run(child, check=True)


if __name__ == "__main__":
    main()
