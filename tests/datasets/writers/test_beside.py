"""Files that are put in a folder together: all of them or none, whatever fails on the way."""

import errno
import os
import threading
from pathlib import Path

import pytest

from workbench.datasets.writers.beside import put_together
from workbench.datasets.writers.files import write_bytes

OLD = {"list": b"old", "table": b"old", "gone": b"old"}
NEW = {"list": b"new", "records": b"new", "table": b"new"}


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, each in OLD.items():
        (tmp_path / name).write_bytes(each)
    (tmp_path / "own").write_bytes(b"mine")
    return tmp_path


def test_the_new_ones_are_there_and_nothing_else_but_what_is_not_theirs(folder: Path) -> None:
    put_together(folder, NEW, "list", ["gone"])
    assert content(folder) == {**NEW, "own": b"mine"}


class Failing:
    """A call of the operating system that fails the n-th time."""

    def __init__(self, call, at: int) -> None:
        self.call, self.left = call, at

    def __call__(self, *arguments, **named):
        self.left -= 1
        if self.left == 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return self.call(*arguments, **named)


@pytest.mark.parametrize("name", ["fsync", "rename"])
def test_a_full_disk_at_any_step_leaves_the_earlier_files(folder: Path, monkeypatch, name: str) -> None:
    failed = 0
    for at in range(1, 20):
        failing = Failing(getattr(os, name), at)
        with monkeypatch.context() as patched:
            patched.setattr(os, name, failing)
            try:
                put_together(folder, NEW, "list", ["gone"])
            except OSError:
                failed += 1
                assert content(folder) == {**OLD, "own": b"mine"}
                continue
        break
    assert failed >= len(NEW)
    assert content(folder) == {**NEW, "own": b"mine"}


def test_a_folder_in_the_place_of_a_file_stops_everything(folder: Path) -> None:
    (folder / "records").mkdir()
    with pytest.raises(IsADirectoryError, match="records"):
        put_together(folder, NEW, "list", ["gone"])
    assert content(folder) == {**OLD, "own": b"mine"}


def test_a_program_that_is_killed_leaves_no_mixture(folder: Path) -> None:
    """After each renaming: only old or only new files, and the list names them."""
    seen = set()
    for at in range(1, 9):
        for name, each in OLD.items():
            (folder / name).write_bytes(each)
        (folder / "records").unlink(missing_ok=True)
        child = os.fork()
        if not child:
            rename, done = os.rename, []

            def renamed(*arguments, rename=rename, done=done, at=at):
                done.append(arguments)
                rename(*arguments)
                if len(done) == at:
                    os._exit(0)

            os.rename = renamed
            try:
                put_together(folder, NEW, "list", ["gone"])
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        there = {name: each for name, each in content(folder).items() if name not in ("own",)}
        there = {name: each for name, each in there.items() if not name.startswith(".")}
        assert len(set(there.values())) <= 1
        assert not there or "list" in there
        seen.add(tuple(sorted(there)))
    assert len(seen) > 4


def test_what_killed_programs_left_goes_and_what_is_being_written_stays(folder: Path) -> None:
    child = os.fork()
    if not child:
        os._exit(0)
    os.waitpid(child, 0)
    write_bytes(folder / "first", b"1")
    name = next(iter(_names_while_writing(folder)))
    left = [name.replace(f"-{os.getpid()}-", f"-{child}-"), f".table.{child}.part"]
    for each in [*left, name, ".somebody.part", ".workbench-notes"]:
        (folder / each).write_bytes(b"half")
    write_bytes(folder / "second", b"2")
    hidden = {each for each in content(folder) if each.startswith(".")}
    assert hidden == {name, ".somebody.part", ".workbench-notes"}


def _names_while_writing(folder: Path) -> list[str]:
    seen: list[str] = []
    before = os.fsync

    def look(number: int) -> None:
        seen.extend(each.name for each in folder.glob(".*.part"))
        before(number)

    os.fsync = look
    try:
        write_bytes(folder / "third", b"3")
    finally:
        os.fsync = before
    return seen


def test_threads_put_their_files_one_after_the_other(tmp_path: Path) -> None:
    failed: list[Exception] = []

    def put(number: int) -> None:
        try:
            for _ in range(10):
                put_together(tmp_path, dict.fromkeys("abc", b"%d" % number), "a", ["d"])
                write_bytes(tmp_path / "e", b"e")
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=put, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert len({content(tmp_path)[name] for name in "abc"}) == 1
    assert sorted(content(tmp_path)) == list("abce")


def test_a_name_that_is_as_long_as_names_may_be(tmp_path: Path) -> None:
    write_bytes(tmp_path / ("x" * 255), b"1")
    assert (tmp_path / ("x" * 255)).read_bytes() == b"1"


def test_who_comes_second_waits_for_the_first(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    number = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(number, fcntl.LOCK_EX)
    second = threading.Thread(target=put_together, args=(tmp_path, {"a": b"mine"}, "a", []))
    second.start()
    second.join(0.1)
    assert second.is_alive()
    assert not (tmp_path / "a").exists()
    os.close(number)
    second.join(20)
    assert (tmp_path / "a").read_bytes() == b"mine"
