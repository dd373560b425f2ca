"""Kill a run at any moment, and run it again: the report has to be the one of a run that nobody disturbed.

    PYTHONPATH=tests:. python -m malformed.kills                      200 kills of seed 1
    PYTHONPATH=tests:. python -m malformed.kills --seed 7 --number 20
    PYTHONPATH=tests:. python -m malformed.kills --data DIR --experiment summeval

Half of the kills come after a while, in counting and drawing; the others at a file that is opened for
writing or put in its place. Between two kills of a run nothing is cleaned up, and every fourth run is
disturbed by two others that do the same at the same time. Runs that end before they are killed do not count.
"""

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import workbench

EXPERIMENT = """
metrics = ["rouge-1", "bleu", "cider"]
preprocess = ["CASE", "STEM"]
[data]
name = "FOLDER/mine.csv"
[correlation]
levels = ["system", "segment"]
coefficients = ["pearson"]
draws = 40
[test]
draws = 40
[plot]
kinds = ["heat"]
formats = ["svg"]
"""
KILLED = (128 + signal.SIGKILL, 128 + signal.SIGALRM)


def lay_out(folder: Path) -> Path:
    """Write a small data set and an experiment on it."""
    data = workbench.simulate(topics=6, systems=5, references=2).evalset
    outputs = data.outputs.merge(
        data.judgments[["segment", "system", "rater", "score"]], on=["segment", "system"]
    )
    theirs = data.references.pivot(index="segment", columns="reference", values="text").add_prefix(
        "reference "
    )
    outputs.merge(theirs, on="segment").to_csv(folder / "mine.csv", index=False)
    (folder / "x.toml").write_text(EXPERIMENT.replace("FOLDER", str(folder)))
    return folder / "x.toml"


def in_child(*jobs: Callable[[], object]) -> int:
    """Do jobs in processes of their own at the same time; return how the first ended."""
    children = []
    for job in jobs:
        child = os.fork()
        if not child:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            try:
                job()
                os._exit(0)
            finally:  # whatever happens, the child does not go on as its parent
                os._exit(1)
        children.append(child)
    ends = [os.waitpid(child, 0)[1] for child in children]
    return 128 + os.WTERMSIG(ends[0]) if os.WIFSIGNALED(ends[0]) else os.WEXITSTATUS(ends[0])


def die_after(seconds: float) -> None:
    """Die by a signal that nobody catches: nothing is cleaned up."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-3))


def die_at_file(number: int) -> None:
    """Die when a file is opened for writing, or put in its place, for the n-th time."""
    left = [number]

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        if event == "os.rename" or (event == "open" and int(str(arguments[2] or 0)) & os.O_WRONLY):
            left[0] -= 1
            if not left[0]:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)


def written(folder: Path) -> dict[str, bytes]:
    """Return the files of a report; the manifest says when it was made."""
    files = (each for each in folder.rglob("*") if each.is_file() and each.name != "manifest.json")
    return {str(each.relative_to(folder)): each.read_bytes() for each in files}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--experiment", default="")
    asked = parser.parse_args(arguments)
    rng, faults, killed = random.Random(asked.seed), 0, 0
    with tempfile.TemporaryDirectory() as place:
        scratch = Path(place)
        path = asked.experiment or lay_out(scratch)

        def run(name: str, out: str = "") -> None:
            made = workbench.read(path, asked.data, cache=scratch / name / "cache", progress=False)
            made.write(scratch / (out or name) / "report")

        run("warm")  # kernels are compiled, and what is imported is there, in this process
        began = time.perf_counter()
        in_child(lambda: run("sound"))
        seconds, sound = time.perf_counter() - began, written(scratch / "sound" / "report")
        runs = 0
        while killed < asked.number and runs < 10 * asked.number:
            number, runs = runs, runs + 1
            name = f"run {number // 4}"
            at_file, when, at = (
                rng.random() < 0.5,
                rng.random() * seconds,
                rng.randint(1, 2 * len(sound) + 40),
            )

            def disturbed(
                name: str = name, at_file: bool = at_file, when: float = when, at: int = at
            ) -> None:
                die_at_file(at) if at_file else die_after(when)
                run(name)

            killed += in_child(disturbed) in KILLED
            others = [] if number % 4 < 3 else [lambda name=name: run(name)] * 2
            code = in_child(lambda name=name: run(name), *others)
            if code or written(scratch / name / "report") != sound:
                faults += 1
                print(
                    f"seed {asked.seed}, kill {number}: the next run ends with {code}, or writes other bytes"
                )
    print(f"{killed} of {runs} runs were killed before they ended: {faults} faults")
    return int(faults > 0 or killed < asked.number)


if __name__ == "__main__":
    sys.exit(main())
