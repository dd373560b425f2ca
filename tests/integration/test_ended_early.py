"""Exit codes, and what is said where a command is ended before it is done."""

import errno
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from workbench.cli import main
from workbench.commands.options import CACHE, speak_plainly
from workbench.commands.refused import refusals_in_a_line


@pytest.fixture
def waiting(monkeypatch):
    """Add a command that does what a test tells it, with counts kept in --cache."""
    done = []

    @click.command()
    @CACHE
    @speak_plainly
    def wait(cache: Path) -> None:
        for each in done:
            each(cache)

    monkeypatch.setitem(main.commands, "wait", wait)
    return done


def run(*arguments: str):
    return CliRunner().invoke(main, ["wait", *arguments])


def keep(cache: Path) -> None:
    (cache / "counts" / "ab").mkdir(parents=True)
    (cache / "counts" / "ab" / "abc.parquet").write_bytes(b"")


def interrupt(cache: Path) -> None:
    raise KeyboardInterrupt


def terminate(cache: Path) -> None:
    os.kill(os.getpid(), signal.SIGTERM)


@pytest.mark.parametrize(
    ("end", "code", "said"), [(interrupt, 130, "interrupted"), (terminate, 143, "ended")]
)
def test_it_says_what_was_kept(waiting, tmp_path, end, code, said):
    waiting += [keep, end]
    old = tmp_path / "counts" / "old.parquet"
    old.parent.mkdir(parents=True)
    old.write_bytes(b"")
    os.utime(old, (1, 1))
    before = signal.getsignal(signal.SIGTERM)
    result = run("--cache", str(tmp_path))
    assert result.exit_code == code
    kept = f"1 counts and scores are kept in {tmp_path}, the same command goes on from there"
    assert result.stderr == f"{said}: {kept}\n"
    assert signal.getsignal(signal.SIGTERM) is before


def test_it_says_that_nothing_was_kept(waiting, tmp_path):
    waiting.append(interrupt)
    result = run("--cache", str(tmp_path / "none"))
    assert (result.exit_code, result.stderr) == (130, "interrupted: nothing was kept\n")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (NotADirectoryError(errno.ENOTDIR, "x", "reports/mine"), "error: reports/mine: not a directory\n"),
        (PermissionError(errno.EACCES, "x", "locked/x"), "error: locked/x: permission denied\n"),
        (OSError(errno.ENOSPC, "x"), "error: no space left on device\n"),
        (OSError(errno.ENAMETOOLONG, "x", "n" * 500), f"error: {'n' * 150}…: file name too long\n"),
        (ValueError("embedded null byte"), "error: a path has a zero byte in it\n"),
        (MemoryError(), "error: there is not enough memory\n"),
        (RecursionError("x"), "error: something is nested too deeply\n"),
        (
            UnicodeEncodeError("utf-8", "a\ud800", 1, 2, "x"),
            "error: a character cannot be written: '\\ud800'\n",
        ),
    ],
)
def test_what_the_system_refuses_is_a_line_and_not_a_traceback(waiting, error, said):
    def fail(cache: Path) -> None:
        raise error

    waiting.append(fail)
    result = run()
    assert (result.exit_code, result.stderr) == (2, said)


def test_faults_of_ours_are_not_called_a_mistake(waiting):
    def fail(cache: Path) -> None:
        raise OSError("a fault of the program")

    waiting.append(fail)
    assert isinstance(run().exception, OSError)


def test_nobody_reading_on_is_silent():
    code = "import sys\nsys.argv = ['workbench', 'table']\nfrom workbench.cli import main\nmain()\n"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()
        process.wait(60)
    assert said == b""
    assert process.returncode == 141


HAS_FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")


@pytest.mark.parametrize(
    ("streams", "said"),
    [
        (">&-", b"error: standard output is closed: name a file or a folder with --out, or > /dev/null\n"),
        (">&- 2>&-", b""),
        pytest.param(">/dev/full", b"error: no space left on device\n", marks=HAS_FULL),
        pytest.param(">/dev/full 2>&-", b"", marks=HAS_FULL),
        pytest.param(">&- 2>/dev/full", b"", marks=HAS_FULL),
    ],
)
def test_standard_output_that_is_full_or_closed(streams, said):
    command = f"exec {sys.executable} -m workbench table {streams}"
    # what is kept back until the end meets the full device once more
    kept_back = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False, env=kept_back)
    assert (done.returncode, done.stderr) == (2, said)


@HAS_FULL
def test_what_a_metric_prints_may_find_the_disk_full(monkeypatch, capsys):
    """It lies in a buffer until the end."""
    with Path("/dev/full").open("w") as full:
        monkeypatch.setattr("sys.stdout", full)
        with pytest.raises(SystemExit) as ended, refusals_in_a_line():
            print("scoring", file=full)
    assert ended.value.code == 2
    assert capsys.readouterr().err == "error: no space left on device\n"


def test_the_help_says_the_codes():
    text = CliRunner().invoke(main, ["--help"]).stdout
    for code in ("0", "1", "2", "130", "141"):
        assert f"\n    {code:3}  " in text
    assert "143 SIGTERM" in text


def test_a_command_runs_in_another_thread_than_the_first(waiting):
    """Only the first is told of signals."""
    waiting.append(lambda cache: None)
    with ThreadPoolExecutor(1) as threads:
        result = threads.submit(run).result()
    assert (result.exit_code, result.exception) == (0, None)
