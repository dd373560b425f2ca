"""Processes of Dask compute what one process does, whatever happens to them."""

import os
import pickle
import signal
import subprocess
import sys
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from socket import socket

import pytest
from click.testing import CliRunner

import workbench
from workbench.cli import main
from workbench.cluster import Cluster, cluster_of
from workbench.errors import Problem, ScoreError, SpecError
from workbench.experiment import count
from workbench.experiment.count_parts import cut
from workbench.experiment.store import Store
from workbench.stats.coefficients.plain import COEFFICIENTS

OWN = """
from dataclasses import dataclass
import workbench

@dataclass(frozen=True)
class Length:
    words: int

def length(text):
    return Length(len(text))

@workbench.metric("own", bounds=(0, 99))
def own(candidate, references):
    return abs(length(candidate).words - length(references[0]).words)
"""
ASKED = """
metrics = ["rouge-2", "own"]
[data]
name = "mine.csv"
[correlation]
coefficients = ["pearson", "kendall", "ends-agree"]
levels = ["system", "segment"]
draws = 10
[test]
draws = 10
[ranking]
[robustness]
[ceiling]
splits = 10
[system_test]
draws = 10
"""
SMALL = """
metrics = ["rouge-2", "bleu"]
[data]
name = "simulated-news"
[correlation]
draws = 10
"""


@pytest.fixture(scope="module")
def client():
    pytest.importorskip("distributed")
    from dask import config

    # who falls silent is given up after seconds, not after five minutes
    with config.set({"distributed.scheduler.worker-ttl": "1s"}), cluster_of(2) as client:
        yield client


@pytest.fixture
def ends_agree():
    @workbench.coefficient("ends-agree")
    def ends_agree(metric, human):
        return float((metric[0] > metric[-1]) == (human[0] > human[-1]))

    yield
    COEFFICIENTS.remove("ends-agree")


def written(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.name != "manifest.json"}


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_report_is_the_same_bytes(client, ends_agree, tmp_path, monkeypatch):
    data = workbench.simulate(topics=3, systems=4, references=2).evalset
    outputs = data.outputs.merge(
        data.judgments[["segment", "system", "rater", "score"]], on=["segment", "system"]
    )
    theirs = data.references.pivot(index="segment", columns="reference", values="text")
    theirs.columns = [f"reference {name}" for name in theirs]
    outputs.merge(theirs, on="segment").to_csv(tmp_path / "mine.csv", index=False)
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "x.toml").write_text(ASKED)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(count, "cut", partial(cut, pairs=12))
    for name, workers in (("one", 1), ("many", client)):
        made = workbench.read("x.toml", metric_files=["own.py"], workers=workers, cache=tmp_path / name)
        made.write(tmp_path / "out" / name)
    one, many = (written(tmp_path / "out" / name) for name in ("one", "many"))
    assert one == many
    kept = [sorted(each.name for each in (tmp_path / name).rglob("*.parquet")) for name in ("one", "many")]
    assert kept[0] == kept[1]


def die_once(marks: str, number: int) -> int:
    mark = Path(marks) / str(number)
    if number == 1 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def test_work_of_a_worker_that_is_killed_is_done_by_another(client, tmp_path):
    found = Cluster(client).map(partial(die_once, str(tmp_path)), range(4))
    assert list(found) == [0, 1, 4, 9]
    assert (tmp_path / "1").exists()


def stop_once(marks: str, number: int) -> int:
    mark = Path(marks) / "stopped"
    if number == 1 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGSTOP)
    return number * number


def test_work_of_a_worker_that_falls_silent_is_done_by_another(client, tmp_path):
    found = Cluster(client).map(partial(stop_once, str(tmp_path)), range(4))
    assert list(found) == [0, 1, 4, 9]
    assert (tmp_path / "stopped").exists()


@contextmanager
def scheduler_and_worker(port: int):
    """Start both as one does by hand; end them when they are no longer needed."""
    one = ["dask_scheduler", "--host", "127.0.0.1", "--port", str(port)]
    other = ["dask_worker", f"tcp://127.0.0.1:{port}", "--no-nanny", "--nthreads", "1"]
    started = [
        subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{command}", *options, "--no-dashboard"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for command, *options in (one, other)
    ]
    try:
        yield started[0]
    finally:
        for process in started:
            process.kill()
            process.wait()


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_run_goes_on_when_the_scheduler_was_killed_and_started_again(tmp_path, monkeypatch, capfd):
    pytest.importorskip("distributed")
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setattr(count, "cut", partial(cut, pairs=12))
    (tmp_path / "x.toml").write_text(SMALL)

    def run(name, workers):
        made = workbench.read(tmp_path / "x.toml", workers=workers, cache=tmp_path / name)
        made.write(tmp_path / "out" / name)

    run("one", 1)
    parts = partial(tmp_path.joinpath("many").rglob, "*.parquet")
    with scheduler_and_worker(port) as scheduler, cluster_of(scheduler=f"tcp://127.0.0.1:{port}") as client:
        write = Store.write

        def write_and_kill(*arguments):
            write(*arguments)
            scheduler.kill()

        with monkeypatch.context() as patched:
            patched.setattr(Store, "write", write_and_kill)
            with pytest.raises(SpecError, match="the same command goes on"):
                run("many", client)
    kept = {path: path.stat().st_mtime_ns for path in parts()}
    assert kept
    assert not (tmp_path / "out" / "many").exists()
    with scheduler_and_worker(port), cluster_of(scheduler=f"tcp://127.0.0.1:{port}") as client:
        run("many", client)
    assert kept.items() <= {path: path.stat().st_mtime_ns for path in parts()}.items()
    assert len(kept) < len(list(parts()))
    assert written(tmp_path / "out" / "one") == written(tmp_path / "out" / "many")
    assert "Traceback" not in capfd.readouterr().err


def refuse(number: int) -> int:
    raise ScoreError(Problem("own", "cannot be scored", number))


def test_errors_for_people_come_back_as_they_are(client):
    with pytest.raises(ScoreError) as caught:
        list(Cluster(client).map(refuse, [7]))
    assert caught.value.problems == (Problem("own", "cannot be scored", 7),)


def test_errors_are_pickled_whole():
    error = SpecError(Problem("x.toml", "a"), Problem("", "b", got=3))
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.problems, str(again)) == (SpecError, error.problems, str(error))


def test_who_computes_is_said_once():
    done = CliRunner().invoke(main, ["run", "x.toml", "--cluster", "2", "--scheduler", "tcp://localhost:1"])
    assert done.exit_code == 2
    assert "One of --workers, --cluster and --scheduler" in done.stderr


def test_what_is_missing_is_said(monkeypatch):
    monkeypatch.setattr("workbench.cluster.find_spec", lambda name: None)
    done = CliRunner().invoke(main, ["run", "x.toml", "--cluster", "2"])
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert "pip install 'workbench[dask]'" in done.stderr


def test_a_scheduler_that_does_not_answer_is_a_line():
    pytest.importorskip("distributed")
    done = CliRunner().invoke(main, ["run", "x.toml", "--scheduler", "nowhere"])
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert "no scheduler of Dask answers there" in done.stderr


def test_a_scheduler_that_is_lost_is_said(client):
    found = Cluster(client).map(abs, range(-40, 0))
    assert next(found) == 40
    client.cluster.close()
    with pytest.raises(SpecError, match="the scheduler of the cluster is lost"):
        list(found)
