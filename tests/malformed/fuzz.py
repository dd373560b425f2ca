"""Try inputs that reach new lines of the readers, as long as one likes, and say which end as none may end.

    python -m pip install --target DIR atheris
    PYTHONPATH=tests:.:DIR .venv/bin/python -m malformed.fuzz --seconds 1200 --out found
    PYTHONPATH=tests:.:DIR .venv/bin/python -m malformed.fuzz --seconds 60 --only experiment

The targets are those of `make faults`. Each has an equal share of the seconds, which are of a processor, and
a process of its own. An input is the number of a file of the target, then what stands in it: of a compressed
file what was compressed. What is found is kept in a folder, once for each place where it came about.
"""

import argparse
import gzip
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path
from types import FrameType

import atheris

READERS = ["workbench", "csv", "json", "pickletools", "tarfile", "tomllib", "zipfile"]
KERNELS = [f"workbench.kernels.{each.stem}" for each in Path("workbench/kernels").glob("*.py")]
"""Not instrumented: they are compiled from what Python makes of them."""
with atheris.instrument_imports(include=READERS, exclude=KERNELS):
    from malformed.run import SECONDS, fault_of
    from malformed.targets import Target, targets


def _too_long(number: int, frame: FrameType | None) -> None:
    raise TimeoutError(f"more than {SECONDS} seconds")


def is_packed(name: str) -> bool:
    """Tell whether a file is compressed, so that what is in it is tried."""
    return name.endswith((".gz", ".tgz"))


def fuzz(target: Target, folder: Path, seconds: float, out: Path, seed: int) -> None:
    """Try a target in this process, which ends with it."""
    names, kinds, tried = sorted(target.files), set[str](), 0
    corpus = folder / "corpus"
    corpus.mkdir(parents=True)
    for number, name in enumerate(names[:256]):
        content = target.files[name]
        inside = gzip.decompress(content) if is_packed(name) else content
        (corpus / str(number)).write_bytes(bytes([number]) + inside)
    longest = max(each.stat().st_size for each in corpus.iterdir())
    before = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    resource.setrlimit(resource.RLIMIT_AS, (before + (2 << 30),) * 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGPROF, _too_long)
    end = time.process_time() + seconds

    def try_input(content: bytes) -> None:
        nonlocal tried
        if time.process_time() > end:
            print(f"{target.name}: {tried:,} tried, {len(kinds)} kinds of faults", flush=True)
            os._exit(0)
        tried += 1
        spoiled, content = names[content[0] % len(names) if content else 0], content[1:]
        shutil.rmtree(folder / "tried", ignore_errors=True)
        for name, sound in target.files.items():
            path = folder / "tried" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(sound)
        path = folder / "tried" / spoiled
        path.write_bytes(gzip.compress(content, 1, mtime=0) if is_packed(spoiled) else content)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        wrong = fault_of(target, folder / "tried")
        signal.setitimer(signal.ITIMER_PROF, 0)
        # a traceback by its end, a line by its beginning
        kind = wrong.rpartition("(")[2]
        if wrong.startswith("a line"):
            kind = re.sub(r"[^a-z ].*", "", wrong.partition(": ")[2].partition(": ")[2])
        if wrong and kind not in kinds:
            kinds.add(kind)
            keep(folder, out, target, f"{wrong} (in {spoiled})")

    options = [f"-seed={seed}", f"-max_len={2 * longest + 1000}", "-rss_limit_mb=0", "-verbosity=0"]
    atheris.Setup(["fuzz", *options, str(corpus)], try_input)
    atheris.Fuzz()


def keep(folder: Path, out: Path, target: Target, wrong: str) -> None:
    """Say what was found, and keep the files."""
    place = out / f"{target.name} {len(list(out.iterdir())) if out.is_dir() else 0}".replace(" ", "-")
    shutil.copytree(folder / "tried", place, symlinks=True)
    print(f"{target.name}: {wrong[:600]}: {place}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--out", type=Path, default=Path("found"))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        chosen = [each for each in targets(Path(place) / "sound") if asked.only in each.name]
        for number, target in enumerate(chosen):
            folder = Path(place) / str(number)
            child = os.fork()
            if not child:
                os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
                with atheris.instrument_imports(include=READERS, exclude=KERNELS):
                    fuzz(target, folder, asked.seconds / len(chosen), asked.out, asked.seed)
            if ended := os.waitpid(child, 0)[1]:
                keep(folder, asked.out, target, f"the process died ({ended})")
            shutil.rmtree(folder)
    return int(asked.out.is_dir())


if __name__ == "__main__":
    sys.exit(main())
