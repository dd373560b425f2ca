"""Processes of Dask compute what one process does, whatever happens to them."""

import os
import pickle
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from socket import create_connection, create_server, socket
from threading import Thread

import pytest
from click.testing import CliRunner
from dask_programs import forking, started

import workbench
from workbench.analyses.study import run_study
from workbench.cli import main
from workbench.cluster import Cluster, cluster_of
from workbench.errors import Problem, ScoreError, SpecError
from workbench.executor import Serial
from workbench.experiment import count
from workbench.experiment.count_parts import cut
from workbench.experiment.files import FileScores, read_parts
from workbench.experiment.store import Store
from workbench.metrics.base import VARIANTS, variants_of
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


@contextmanager
def impatient(time_to_live: str):
    """Give up workers that fall silent after seconds, not after five minutes."""
    pytest.importorskip("distributed")
    from dask import config

    with (
        pytest.MonkeyPatch.context() as patched,
        config.set({"distributed.scheduler.worker-ttl": time_to_live}),
    ):
        # a scheduler waits for ten beats at least, however short the time is
        patched.setattr("distributed.scheduler.heartbeat_interval", lambda workers: 0.1)
        yield


@pytest.fixture(scope="module")
def client():
    forking()
    from dask import config

    with (
        impatient("1s"),
        config.set({"distributed.worker.multiprocessing-method": "forkserver"}),
        cluster_of(2) as client,
    ):
        yield client


@pytest.fixture
def ends_agree():
    @workbench.coefficient("ends-agree")
    def ends_agree(metric, human):
        return float((metric[0] > metric[-1]) == (human[0] > human[-1]))

    yield
    COEFFICIENTS.remove("ends-agree")


def written(folder: Path) -> dict[str, bytes]:
    files = (each for each in folder.rglob("*") if each.is_file() and each.name != "manifest.json")
    return {str(each.relative_to(folder)): each.read_bytes() for each in files}


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_study_is_the_same_bytes(client, ends_agree, tmp_path, monkeypatch):
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
    for name, workers, large in (("one", 1, 1 << 24), ("many", client, 1)):
        # one process holds the counts, workers send the files in which they are kept
        monkeypatch.setattr("workbench.experiment.store._LARGE", large)
        place = {"out": tmp_path / "out" / name, "cache": tmp_path / name}
        run_study(tmp_path, title="Mine", metric_files=["own.py"], workers=workers, **place)
    one, many = (written(tmp_path / "out" / name) for name in ("one", "many"))
    assert {"study.md", "index.html", "x/records.csv"} <= set(one)
    assert one == many
    kept = [
        {each.name: each.read_bytes() for each in (tmp_path / name).rglob("*.parquet")}
        for name in ("one", "many")
    ]
    assert kept[0] == kept[1]


def test_scores_of_long_files_are_the_same_bytes(client, tmp_path):
    """20,000 pairs in ten parts."""
    # here: workers that are started by hand import this module, and know nothing of its neighbours
    from small_study import text

    for name, step in (("ours", 3), ("theirs", 5)):
        lines = (text(number, 1 + number % step, 4 + number % 7) for number in range(20_000))
        (tmp_path / name).write_text("\n".join(lines))

    def scored(executor):
        parts = read_parts(str(tmp_path / "ours"), [str(tmp_path / "theirs")], 4_000)
        scores = FileScores(parts, ["rouge-2", "bleu"], None, "pooled", executor)
        return scores.segments(), scores.totals.scores()

    (one, total), (many, same_total) = scored(Serial()), scored(Cluster(client))
    assert len(one) == 80_000
    assert one.equals(many)
    assert total == same_total


def settings_of_a_worker() -> tuple[str | None, bool, str]:
    from dask import config

    profile, tick = "distributed.worker.profile.enabled", "distributed.admin.tick.interval"
    return os.environ.get("MALLOC_TRIM_THRESHOLD_"), config.get(profile), config.get(tick)


def test_processes_of_this_machine_spend_their_time_on_the_work(client):
    """Memory that is given back page by page, and a profile, cost a quarter of the time of counting."""
    assert set(client.run(settings_of_a_worker).values()) == {(None, False, "1s")}


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


def worker_of(scheduler: str):
    return started(
        "distributed.cli.dask_worker", scheduler, "--no-nanny", "--nthreads", "1", "--no-dashboard"
    )


@contextmanager
def scheduler_and_worker(port: int):
    with (
        started(
            "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"
        ) as scheduler,
        worker_of(f"tcp://127.0.0.1:{port}"),
    ):
        while True:  # until it answers, on however busy a machine
            with suppress(OSError), create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        yield scheduler


def free_port() -> int:
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_run_goes_on_when_the_scheduler_was_killed_and_started_again(tmp_path, monkeypatch):
    pytest.importorskip("distributed")
    port = free_port()
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


SLOW = """
import time
import workbench

@workbench.metric("slow")
def slow(candidate, references):
    time.sleep(0.2)
    return 1.0
"""


def test_a_scheduler_lost_on_the_command_line_is_one_line(tmp_path, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "slow.py").write_text(SLOW)
    (tmp_path / "x.toml").write_text(SMALL.replace("bleu", "slow"))
    port = free_port()
    with scheduler_and_worker(port) as scheduler:
        place = ["--scheduler", f"tcp://127.0.0.1:{port}", "--metrics", "slow.py", "--cache", "kept"]
        with started("workbench.cli", "run", "x.toml", *place, said="said") as run:
            while run.is_alive() and not list(tmp_path.rglob("kept/**/*.parquet")):
                time.sleep(0.05)
            scheduler.kill()
            run.join(timeout=60)
    said = Path("said").read_text()
    assert run.exitcode == 2
    assert "Traceback" not in said
    assert "the scheduler of the cluster is lost" in said.splitlines()[-1]


def makers_of(profile: str) -> list[str]:
    return [*VARIANTS[profile]]


def test_a_profile_from_outside_is_known_to_workers(client):
    table = variants_of("elsewhere")
    try:
        table.replace("rouge-1", makers_of)
        assert list(Cluster(client).map(makers_of, ["elsewhere"])) == [["rouge-1"]]
    finally:
        table.remove("rouge-1")
        del VARIANTS["elsewhere"]


class Relay:
    """Passes bytes on between workers and their scheduler, until it is cut: nothing is closed then."""

    def __init__(self, to: int) -> None:
        self.to, self.is_whole = to, True
        self.listening = create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            ours = self.listening.accept()[0]
            theirs = create_connection(("127.0.0.1", self.to))
            for pair in ((ours, theirs), (theirs, ours)):
                Thread(target=self._pass_on, args=pair, daemon=True).start()

    def _pass_on(self, source: socket, sink: socket) -> None:
        with suppress(OSError):
            while (content := source.recv(1 << 16)) or self.is_whole:
                while not self.is_whole:
                    time.sleep(0.1)
                sink.sendall(content)


def cut_off_once(marks: str, scheduler: str, number: int) -> int:
    """Wait in the worker whose network is cut until it is, in the other one until the first is at work."""
    from distributed import get_worker

    is_cut_off = get_worker().scheduler.address == scheduler
    if is_cut_off:
        (Path(marks) / "in the middle").touch()
    awaited = Path(marks) / ("cut" if is_cut_off else "in the middle")
    for _ in range(3_000):
        if awaited.exists():
            break
        time.sleep(0.01)
    return number * number


def test_work_of_a_worker_whose_network_is_cut_is_done_by_another(tmp_path):
    with impatient("2s"), cluster_of(1) as client:
        relay = Relay(int(client.scheduler.address.rpartition(":")[2]))
        address = f"tcp://127.0.0.1:{relay.port}"
        with worker_of(address):
            client.wait_for_workers(2, timeout=30)
            found = Cluster(client).map(partial(cut_off_once, str(tmp_path), address), range(8))
            with ThreadPoolExecutor(1) as pool:
                done = pool.submit(list, found)
                while not (tmp_path / "in the middle").exists():
                    assert not done.done(), done.result()
                    time.sleep(0.01)
                relay.is_whole = False
                (tmp_path / "cut").touch()
                assert done.result(timeout=60) == [number * number for number in range(8)]


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


WHO = ["--cluster", "2"], ["--scheduler", "tcp://localhost:1"], ["--workers", "2"]


@pytest.mark.parametrize("left_out", range(3))
def test_who_computes_is_said_once(left_out):
    asked = [word for at, words in enumerate(WHO) if at != left_out for word in words]
    done = CliRunner().invoke(main, ["run", "x.toml", *asked])
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


def test_a_scheduler_without_workers_is_said_and_not_waited_for_without_limit(capfd, monkeypatch):
    distributed = pytest.importorskip("distributed")
    from dask import config

    monkeypatch.setattr("workbench.cluster._PATIENCE", 0.1)
    with (
        config.set({"distributed.scheduler.no-workers-timeout": "1s"}),
        distributed.LocalCluster(n_workers=0, dashboard_address=None) as nobody,
        cluster_of(scheduler=nobody.scheduler_address) as client,
    ):
        assert "waiting for the first (Ctrl-C ends): dask worker tcp://" in capfd.readouterr().err
        with pytest.raises(SpecError, match="has no workers; what was counted is kept"):
            list(Cluster(client).map(abs, [-1]))
        assert capfd.readouterr().err.count("waiting for the first") == 1


def test_a_scheduler_that_is_lost_is_said(client):
    found = Cluster(client).map(abs, range(-40, 0))
    assert next(found) == 40
    client.cluster.close()
    with pytest.raises(SpecError, match="the scheduler of the cluster is lost"):
        list(found)
