"""Try malformed inputs on everything that reads files, and say which end as none may end.

    make faults                                  3,000 inputs of seed 1
    PYTHONPATH=tests:. python -m malformed.run --seed 7 --number 10000
    PYTHONPATH=tests:. python -m malformed.run --only pickle    targets whose names have this text

Allowed is a result, or a `WorkbenchError` whose lines are shorter than 400 characters. Each batch has a
process of its own with 2 GB more than it began with; an input that takes longer than 20 seconds is a fault.
"""

import argparse
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path

from malformed.damage import damaged
from malformed.targets import Target, targets

from workbench.commands.refused import reason_of
from workbench.errors import WorkbenchError

LONGEST, SECONDS, BATCH = 400, 20, 50


def try_one(target: Target, folder: Path, seed: int) -> str:
    """Damage one file of a target and read it; return what went wrong, or nothing."""
    rng = random.Random(f"{target.name} {seed}")
    spoiled = rng.choice(sorted(target.files))
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in target.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(damaged(content, rng) if name == spoiled else content)
    return fault_of(target, folder)


def fault_of(target: Target, folder: Path) -> str:
    """Read the files of a target; return what went wrong, or nothing."""
    try:
        target.read(folder)
    except WorkbenchError as error:
        longest = max((str(each).replace(str(folder), "") for each in error.problems), key=len)
        return f"a line of {len(longest)} characters: {longest[:500]}" if len(longest) >= LONGEST else ""
    except Exception as error:
        if reason_of(error) and not isinstance(error, MemoryError | RecursionError):
            return ""
        last = traceback.extract_tb(error.__traceback__)[-3:]
        where = " < ".join(f"{Path(each.filename).name}:{each.lineno}" for each in reversed(last))
        return f"{type(error).__name__}: {str(error)[:200]} ({where})"
    return ""


def _too_long(number: int, frame: object) -> None:
    raise TimeoutError(f"more than {SECONDS} seconds")


def _batch(target: Target, folder: Path, seeds: range, said: Path) -> None:
    """Try seeds in this process; what is under way stands in a file, should the process die."""
    before = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    resource.setrlimit(resource.RLIMIT_AS, (before + (2 << 30),) * 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGALRM, _too_long)
    with said.open("w", encoding="utf-8") as file:
        for seed in seeds:
            print(f"{seed} began", file=file, flush=True)
            signal.alarm(SECONDS)
            wrong = try_one(target, folder, seed)
            signal.alarm(0)
            print(f"{seed} {wrong or 'ended'}", file=file, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=3000)
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    began, faults, tried = time.time(), 0, 0
    with tempfile.TemporaryDirectory() as place:
        scratch = Path(place)
        chosen = [each for each in targets(scratch / "sound") if asked.only in each.name]
        each = -(-asked.number // len(chosen))
        for target in chosen:
            seen: dict[str, int] = {}
            for first in range(asked.seed * 1_000_000, asked.seed * 1_000_000 + each, BATCH):
                seeds = range(first, min(first + BATCH, asked.seed * 1_000_000 + each))
                child = os.fork()
                if not child:
                    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
                    _batch(target, scratch / "spoiled", seeds, scratch / "said")
                    os._exit(0)
                os.waitpid(child, 0)
                lines = (scratch / "said").read_text("utf-8").splitlines()
                tried += len(lines) // 2
                wrong = [line for line in lines if not line.endswith((" began", " ended"))]
                if len(lines) % 2:
                    wrong.append(f"{lines[-1].split()[0]} the process died")
                for line in wrong:
                    faults += 1
                    kind = line.partition(" ")[2]
                    kind = kind.rpartition("(")[2] or kind
                    if kind not in seen:
                        print(f"{target.name}: seed {line}", flush=True)
                    seen[kind] = seen.get(kind, 0) + 1
            print(
                f"{target.name}: {each} tried, {sum(seen.values())} faults of {len(seen)} kinds", flush=True
            )
    print(f"{tried:,} inputs in {time.time() - began:.0f} s: {faults} faults")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
