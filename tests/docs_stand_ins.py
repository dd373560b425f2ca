"""What examples of the documentation need and the project does not have: made up, or from ``../shared``.

A block below a comment ``<!-- with: NAME, NAME -->`` is run after what is called so was put into its folder.
"""

import gzip
import os
import re
import shutil
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace

import nist_tree
import numpy as np
import pandas as pd
import pytest
from small_study import EXPERIMENT, write_simulated, write_study

from workbench.datasets.simulate import Simulation, simulate

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("WORKBENCH_SHARED", ROOT.parent / "shared")) / "data"
StandIn = Callable[[Path, pytest.MonkeyPatch], None]
# Blocks of 10 segments are made of the first two, whatever is left out of them.
FEW_SEGMENTS = {"wmt21-ted-zhen-mqm": 40, "summeval": 20}


@cache
def few_briefs() -> Simulation:
    """Simulate the first segments of the set that is called simulated-briefs."""
    return simulate(2015, topics=40, systems=8, references=8, raters=5, words=40)


class AbsentError(Exception):
    """What is not on this machine: the example is looked at only."""


def real_data(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Lay the real data into ``DIR``, and two of their files beside it."""
    published = SHARED / "wmt21_ted_zhen_mqm" / "mqm_ted_zhen.tsv.gz"
    if not published.is_file():
        raise AbsentError
    fresh(folder / "DIR").symlink_to(SHARED)
    beside = fresh(folder / "mt-metrics-eval-v2")  # a folder to write into, of data that are not
    beside.mkdir()
    (beside / "wmt23").symlink_to(SHARED / "mt-metrics-eval-v2" / "wmt23")
    (folder / "mqm_ted_zhen.tsv").write_bytes(gzip.decompress(published.read_bytes()))


def real_data_of_few_tables(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Lay the real data of some tables into ``DIR``; ``tests/reproduce`` computes all that there are."""
    if not SHARED.is_dir():
        raise AbsentError
    fresh(folder / "DIR").mkdir()
    for name in ("dstc7_task2", "wmt20_system", "wmt21_ted_zhen_mqm"):
        (folder / "DIR" / name).symlink_to(SHARED / name)


def duc(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Write texts and judgments that are laid out as NIST sends those of DUC."""
    home = fresh(folder / "DIR")
    for year, made in nist_tree.DUC.items():
        nist_tree.write_tree(home / f"duc{year}", made())


def fewer_draws(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Let the experiments that come along draw little, of few segments: seconds and not minutes."""
    short = folder / "short"
    if not short.is_dir():
        shutil.copytree(ROOT / "experiments", short)
        for path in short.rglob("*.toml"):
            text = path.read_text("utf-8")
            text = re.sub(r"^(assignments|draws) = \d+", r"\1 = 20", text, flags=re.MULTILINE)
            text = re.sub(r"^size = 100$", "size = 10", text, flags=re.MULTILINE)
            text = re.sub(r"^size = \[.*\]$", "size = [1, 2, 5, 10]", text, flags=re.MULTILINE)
            for name, segments in FEW_SEGMENTS.items():
                text = text.replace(f'name = "{name}"', f'name = "{name}"\nsample = {segments}')
            path.write_text(text, "utf-8")
        fresh(folder / "experiments").symlink_to(short)
    patch.setattr("workbench.datasets.readers.simulated._briefs", few_briefs)
    patch.setattr(
        "workbench.shipped.shipped_folder", lambda name: short if name == "experiments" else ROOT / name
    )


def small_study(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Write a study of two experiments and its data."""
    write_study(fresh(folder / "DIR"))
    (folder / "study").mkdir()
    for name in ("one", "two"):
        text = f'title = "{name}"\n{EXPERIMENT}[correlation]\ndraws = 20\n'
        (folder / "study" / f"{name}.toml").write_text(text, "utf-8")


def scheduler(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Start workers in this process where a client asks for ``tcp://host:8786``, and write ``x.toml``."""
    distributed = pytest.importorskip("distributed")
    write_study(fresh(folder / "DIR"))
    (folder / "x.toml").write_text(EXPERIMENT + "[correlation]\ndraws = 20\n", "utf-8")
    connect = distributed.Client

    def here(address: str) -> object:
        assert address == "tcp://host:8786"
        return connect(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=":0")

    patch.setattr(distributed, "Client", here)


def rouge155(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Write a configuration of ROUGE-1.5.5 with one text and one reference."""
    (folder / "out.7").write_text("the cat sat\n", "utf-8")
    (folder / "ref.A").write_text("the cat sat down\n", "utf-8")
    (folder / "settings.xml").write_text(
        '<ROUGE-EVAL><EVAL ID="1"><PEER-ROOT>.</PEER-ROOT><MODEL-ROOT>.</MODEL-ROOT>'
        '<INPUT-FORMAT TYPE="SPL"/>'
        '<PEERS><P ID="7">out.7</P></PEERS><MODELS><M ID="A">ref.A</M></MODELS></EVAL></ROUGE-EVAL>\n',
        "utf-8",
    )


def sources(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Write a data set ``my-data`` and the file of sources that belongs to it."""
    made = write_simulated(folder) / "mine"
    made.rename(folder / "my-data")
    outputs = pd.read_csv(folder / "my-data" / "outputs.csv")
    of_segments = outputs[["task", "segment"]].drop_duplicates()
    of_segments.assign(source="Quelle").to_csv(folder / "sources.tsv", sep="\t", index=False)


def models(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Put packages in the place of those of trained metrics that give a longer text a higher score.

    Their calls are those that the real ones document, and what they get has to be texts.
    """

    def long(texts: list[str]) -> np.ndarray:
        assert texts
        assert all(isinstance(each, str) and each for each in texts)
        return np.array([float(len(each)) for each in texts])

    def predict(asked: list[dict[str, str]], batch_size: int, gpus: int) -> SimpleNamespace:
        assert all(set(each) == {"src", "mt", "ref"} for each in asked)
        return SimpleNamespace(scores=long([each["mt"] for each in asked]).tolist())

    def score(candidates: list[str], references: list[str], lang: str) -> tuple[SimpleNamespace, ...]:
        assert len(candidates) == len(references)
        return (SimpleNamespace(numpy=lambda: long(candidates)),) * 3

    class BleurtScorer:
        def __init__(self, checkpoint: str) -> None:
            self.checkpoint = checkpoint

        def score(self, *, references: list[str], candidates: list[str]) -> list[float]:
            assert len(candidates) == len(references)
            return list(long(candidates))

    comet = {
        "download_model": lambda name: f"{name}/checkpoint",
        "load_from_checkpoint": lambda path: SimpleNamespace(predict=predict),
    }
    packages = {
        "comet": comet,
        "bert_score": {"score": score},
        "bleurt": {},
        "bleurt.score": {"BleurtScorer": BleurtScorer},
    }
    for name, content in packages.items():
        module = ModuleType(name)
        vars(module).update(content)
        patch.setitem(sys.modules, name, module)
    package = folder / "metricx24"
    package.mkdir(exist_ok=True)
    (package / "predict.py").write_text(_METRICX, "utf-8")
    fresh(package / "python").symlink_to(sys.executable)
    patch.setenv("PATH", f"{package}{os.pathsep}{os.environ['PATH']}")


_METRICX = """
import json, sys
given = dict(zip(sys.argv[1::2], sys.argv[2::2]))
with open(given["--input_file"], encoding="utf-8") as file, open(given["--output_file"], "w") as out:
    for line in file:
        row = json.loads(line)
        row["prediction"] = len(row["hypothesis"] + row["source"]) / len(row["reference"])
        print(json.dumps(row), file=out)
"""


def fresh(path: Path) -> Path:
    """Return a path at which nothing is."""
    if path.is_symlink() or path.is_file():
        path.unlink()
    elif path.is_dir():
        shutil.rmtree(path)
    return path


STAND_INS: dict[str, StandIn] = {
    "real data": real_data,
    "real data of few tables": real_data_of_few_tables,
    "made-up DUC": duc,
    "fewer draws": fewer_draws,
    "a small study": small_study,
    "a scheduler": scheduler,
    "a configuration": rouge155,
    "made-up data": sources,
    "stand-ins for models": models,
}
