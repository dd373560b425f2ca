"""Files that are written beside their places, and are put there together: all of them or none."""

import hashlib
import os
import platform
import re
import secrets
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl

_HOST = hashlib.sha256(platform.node().encode()).hexdigest()[:8]
_BESIDE = re.compile(
    r"\.(?:workbench-(?P<host>[0-9a-f]{8})-(?P<process>\d+)-[0-9a-f]{16}\.(?:part|old)|.+\.(?P<earlier>\d+)\.part)"
)
"""Host and process; earlier versions told the process only."""
_ABANDONED = 86400
"""Seconds after which a file beside is taken for abandoned where its program cannot be asked for."""


@contextmanager
def lay_beside(folder: Path, files: Mapping[str, bytes]) -> Iterator[dict[str, Path]]:
    """Write files into a folder under other names, to the disk; what is left of them goes afterwards.

    What programs left that were killed goes, too.

    Yields
    ------
    dict of str to Path
        Where the content of each file is now.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _sweep(folder)
    laid = {name: _free_name(folder, "part") for name in files}
    try:
        for name, content in files.items():
            with laid[name].open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        yield laid
    finally:
        for path in laid.values():
            with suppress(OSError):
                path.unlink(missing_ok=True)


def put_together(
    folder: Path, files: Mapping[str, bytes], listing: str = "", outdated: Iterable[str] = ()
) -> None:
    """Put files in a folder in the place of earlier ones, so that never some of both are there.

    First all are written beside. Then the earlier ones are moved aside, then the new ones to their places; if
    that fails, the earlier ones come back. What was moved aside is removed last. A program that is killed
    in the middle leaves some files of one of the two, and `listing` names all that there can be.

    Parameters
    ----------
    folder : Path
    files : mapping of str to bytes
    listing : str, optional
        The one of them that lists the others: the last to go and the first to come.
    outdated : iterable of str, optional
        Other files of `folder` that go.
    """
    with lay_beside(folder, files) as laid, _alone_in(folder):
        aside: dict[str, Path] = {}
        placed: list[str] = []
        names = sorted({*files, *outdated}, key=lambda name: name == listing)
        try:
            for name in names:
                _refuse_folder(folder / name)
            for name in names:
                if (folder / name).exists():
                    (folder / name).rename(aside.setdefault(name, _free_name(folder, "old")))
            for name in sorted(files, key=lambda name: name != listing):
                placed.append(name)
                laid[name].rename(folder / name)
        except BaseException:
            for name in placed:
                (folder / name).unlink(missing_ok=True)
            for name, path in reversed(aside.items()):
                with suppress(FileNotFoundError):
                    path.replace(folder / name)
            raise
        for path in aside.values():
            with suppress(OSError):
                path.unlink()


def _refuse_folder(path: Path) -> None:
    if path.is_dir():
        raise IsADirectoryError(21, os.strerror(21), str(path))


def _free_name(folder: Path, kind: str) -> Path:
    """Return a short name of this process that no other file has; the file's own may be long already."""
    return folder / f".workbench-{_HOST}-{os.getpid()}-{secrets.token_hex(8)}.{kind}"


def _sweep(folder: Path) -> None:
    """Remove what killed programs left beside."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            found = _BESIDE.fullmatch(entry.name)
            process = int(found["process"] or found["earlier"]) if found else 0
            if found and not _is_written(entry, found["host"] or _HOST, process):
                with suppress(OSError):
                    Path(entry.path).unlink()


def _is_written(entry: "os.DirEntry[str]", host: str, process: int) -> bool:
    """Tell whether the program may be there that writes a file."""
    if time.time() - entry.stat().st_mtime > _ABANDONED:
        return False
    if host != _HOST or sys.platform == "win32":
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Wait until no other thread or program puts files into the folder."""
    if sys.platform == "win32":
        yield
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some file systems of networks have no locks
            fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        os.close(number)
