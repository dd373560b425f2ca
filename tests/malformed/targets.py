"""Everything that reads a file, with a sound folder to damage: readers, experiment files, cards, reports."""

import gzip
import io
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import nist_tree
import numpy as np
import pandas as pd
from click.testing import CliRunner
from made_up import build
from originals import ORIGINALS
from samples import SAMPLES, Sample

from workbench.cli import main
from workbench.datasets.arrays import read_arrays
from workbench.datasets.card import get_card
from workbench.datasets.load import load, read_set
from workbench.datasets.readers.mt_metrics_eval import read_test_set
from workbench.datasets.safe_pickle import read_pickle
from workbench.datasets.scores import read_scores
from workbench.datasets.writers.mt_metrics_eval import as_test_set, write_test_set
from workbench.experiment.spec import read_spec
from workbench.experiment.store import Store

EXPERIMENT = """
name = "x"
title = "A title"
seed = 3
metrics = ["rouge-1", "rouge-w(weight=1.2)", "bleu", { name = "rouge-su(gap=4)", preprocess = ["STEM"] }]
components = ["f"]
preprocess = ["CASE", "STEM+STOP"]
[data]
name = "simulated-news"
criteria = ["coverage"]
unscorable = "drop"
tasks = ["news"]
[[references]]
name = "all refs"
select = "first(k=2)"
combine = "best"
weights = "one"
[correlation]
levels = ["system", "segment"]
coefficients = ["pearson", "kendall"]
interval = "percentile"
draws = 100
confidence = 0.95
resample = "inputs"
missing = "pairwise"
[test]
draws = 99
level = 0.05
pairs = [["rouge-1", "bleu"]]
[ranking]
[ceiling]
[robustness]
[disagreements]
[plot]
kinds = ["intervals"]
[table]
layout = "standard"
"""


class Target(NamedTuple):
    """A folder of files, and what reads it; a fault is anything but a result or a `WorkbenchError`."""

    name: str
    files: dict[str, bytes]
    read: Callable[[Path], object]


class FailedError(Exception):
    """A command ended as none may end."""


def command(*arguments: str) -> Callable[[Path], object]:
    """Return what runs a command in a folder, and looks at how it ended."""

    def run(folder: Path) -> object:
        told = [each.replace("{}", str(folder)) for each in arguments]
        done = CliRunner().invoke(main, told)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        lines = done.stderr.splitlines() if done.exit_code == 2 else []
        if done.exit_code not in (0, 1, 2) or (done.exit_code == 2 and not lines):
            raise FailedError(f"exit code {done.exit_code}")
        if any(len(line.replace(str(folder), "")) >= 400 for line in lines):
            raise FailedError(f"a line of {max(map(len, lines))} characters: {max(lines, key=len)[:500]}")
        return done.exit_code

    return run


def _files_below(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _of_sample(sample: Sample, folder: Path) -> Target:
    files = _files_below(sample.write(folder))
    return Target(f"reader {sample.dataset}", files, lambda home: load(sample.dataset, home, sample.options))


def _reads(name: str, folder: str) -> Callable[[Path], object]:
    return lambda home: read_set(get_card(name), home / folder)


def _npz() -> bytes:
    sink = io.BytesIO()
    values = np.arange(6.0).reshape(2, 3)
    np.savez(sink, X=values, Z=values, systems=np.array(["a", "b"]), inputs=np.array(["x", "y", "z"]))
    return sink.getvalue()


_SPL = b"The cat sat.\nA dog barked at it.\n"
_XML = b"""<ROUGE-EVAL version="1.0"><EVAL ID="h"><PEER-ROOT>{}</PEER-ROOT><MODEL-ROOT>{}</MODEL-ROOT>
<INPUT-FORMAT TYPE="SPL"/><PEERS><P ID="7">a.spl</P></PEERS><MODELS><M ID="A">b.spl</M></MODELS>
</EVAL></ROUGE-EVAL>"""
_TABLE = b"result,coefficient,n,low,high,p\n0.812,pearson,16,0.5,0.9,0.001\n.65,kendall,16,0.2,0.8,0.04\n"
_SCORES = b"system,segment,score\nA,s1,0.5\nB,s1,0.25\nA,s2,1\nB,s2,0\n"
_RATED = (
    b"system,segment,text,reference,quality\n"
    b"A,s1,the cat sat,a cat sat,3\nB,s1,the dog,a cat sat,1\nC,s1,cats,a cat sat,2\n"
    b"A,s2,it rained,rain fell,4\nB,s2,snow fell,rain fell,2\nC,s2,rain,rain fell,5\n"
)


def _rated() -> pd.DataFrame:
    return pd.read_csv(io.BytesIO(_RATED))


def _parquet() -> bytes:
    sink = io.BytesIO()
    _rated().to_parquet(sink)
    return sink.getvalue()


def _json() -> bytes:
    return str(_rated().to_json(orient="records")).encode()


def _rouge155(folder: Path) -> object:
    path = folder / "c.xml"
    path.write_bytes(path.read_bytes().replace(b"{}", str(folder).encode()))
    return command("rouge155", "-a", "-n", "2", "{}/c.xml")(folder)


_KEY, _COUNTED = "ab" * 16, np.array([[1.0, 2], [np.nan, 4], [5, 6]])


def _kept(folder: Path) -> object:
    """Read what is kept: it is as it was written, or counts as absent."""
    found = Store(folder).load("counts", _KEY, ["match", "length"], 3)
    if found is not None and not np.array_equal(found, _COUNTED, equal_nan=True):
        raise FailedError("other numbers are taken")
    return found


def targets(scratch: Path) -> list[Target]:
    """Return all targets; sound files are made in an empty folder."""
    found = [_of_sample(sample, scratch / "samples" / str(number)) for number, sample in enumerate(SAMPLES)]
    for number, original in enumerate(ORIGINALS):
        folder = scratch / "originals" / str(number)
        original.write(folder)
        found.append(
            Target(
                f"original {original.dataset}",
                _files_below(folder),
                _reads(original.dataset, original.folder),
            )
        )
    tree = nist_tree.pack_tree(scratch / "nist", nist_tree.duc2001())
    found.append(Target("archives", _files_below(tree), _reads("duc2001", "")))
    trees = {"duc2001": nist_tree.duc2001(), "duc2003": nist_tree.duc2003(), "tac2009": nist_tree.tac(2009)}
    found += [Target(f"tree {name}", files, _reads(name, "")) for name, files in trees.items()]
    write_test_set(scratch / "mtme", as_test_set(build(), "t"))
    found.append(
        Target("mt-metrics-eval", _files_below(scratch / "mtme"), lambda home: read_test_set(home, "t"))
    )
    scores = pickle.dumps({"a": [1.5, (None, "b"), {"c"}], "s": np.float64(0.5)}, 4)
    Store(scratch / "kept").save("counts", _KEY, ["match", "length"], _COUNTED)
    texts = {"c.txt": b"the cat sat\na dog\n", "r.txt.gz": gzip.compress(b"the cat\nthe dog\n")}
    found += [
        Target("kept counts", _files_below(scratch / "kept"), _kept),
        Target("experiment", {"x.toml": EXPERIMENT.encode()}, lambda home: read_spec(home / "x.toml", ())),
        Target("check", {"x.toml": EXPERIMENT.encode()}, command("check", "{}/x.toml", "--cache", "{}/c")),
        Target("arrays", {"x.npz": _npz()}, lambda home: read_arrays(home / "x.npz")),
        Target("pickle", {"x.pkl": scores}, lambda home: read_pickle(home / "x.pkl")),
        Target("score", texts, command("score", "-c", "{}/c.txt", "-r", "{}/r.txt.gz", "-m", "length")),
        Target("rouge155", {"c.xml": _XML, "a.spl": _SPL, "b.spl": _SPL}, _rouge155),
        Target("lint", {"t.csv": _TABLE}, command("lint", "--table", "{}/t.csv")),
        Target("own table", {"t.csv": _RATED}, lambda home: load(home / "t.csv")),
        Target("own parquet", {"t.parquet": _parquet()}, lambda home: load(home / "t.parquet")),
        Target("own json", {"t.json": _json()}, lambda home: load(home / "t.json")),
        Target("scores", {"s.csv": _SCORES}, lambda home: read_scores(home / "s.csv")),
        Target("convert", {"s.csv": _SCORES}, command("data", "convert", "{}/s.csv", "--out", "{}/o.jsonl")),
    ]  # fmt: skip
    return found
