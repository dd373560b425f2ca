"""Files as NIST ships them: a folder of files and archives, with archives in archives, read where they lie.

Nothing is unpacked to the disk, so that no name in an archive can lead anywhere.
"""

import tarfile
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from workbench.datasets.unpacked import Unpacking, read_file
from workbench.errors import DataError, MissingDataError, Problem

_ARCHIVES = (".tar", ".tar.gz", ".tgz")
_DEEPEST = 4
_BROKEN = (tarfile.TarError, EOFError, OSError, ValueError, OverflowError)
PathFilter = Callable[[tuple[str, ...]], bool]


class Member(NamedTuple):
    """A file: what messages call it, the names on the way to it (its own is the last), and its bytes."""

    where: str
    parts: tuple[str, ...]
    content: bytes

    @property
    def name(self) -> str:
        """Its own name."""
        return self.parts[-1]


def read_members(folder: Path, wanted: PathFilter) -> Iterator[Member]:
    """Yield the wanted files of a folder, and of the archives in it, in the order of their names.

    Parameters
    ----------
    folder : Path
    wanted : callable
        Told the names on the way to a file, below `folder`, archives among them.

    Raises
    ------
    DataError
        If a file or an archive cannot be read, or archives are in each other too deeply; `MissingDataError`
        if there is no such folder.
    """
    if not folder.is_dir():
        raise MissingDataError(Problem(str(folder), "there is no such folder"))
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        parts = path.relative_to(folder).parts
        is_archive = _is_archive(parts[-1])
        if not is_archive and not wanted(_plain(parts)):
            continue
        try:
            content = read_file(path)
        except OSError as error:
            raise DataError(Problem(str(path), f"cannot be read: {error.strerror or error}")) from None
        member = Member(str(path), parts, content)
        bound = Unpacking(str(path), len(content))
        yield from _open(member, wanted, 1, bound) if is_archive else [_unzip(member, bound)]


def _is_archive(name: str) -> bool:
    return name.lower().endswith(_ARCHIVES)


def _plain(parts: tuple[str, ...]) -> tuple[str, ...]:
    """Leave the ending of a single gzipped file out."""
    return (*parts[:-1], parts[-1].removesuffix(".gz"))


def _unzip(member: Member, bound: Unpacking) -> Member:
    if not member.name.endswith(".gz"):
        return member
    return Member(member.where, _plain(member.parts), bound.ungzip(member.content, member.where))


def _open(archive: Member, wanted: PathFilter, depth: int, bound: Unpacking) -> Iterator[Member]:
    """Yield the wanted files of an archive."""
    if depth > _DEEPEST:
        raise DataError(Problem(archive.where, f"more than {_DEEPEST} archives in each other"))
    found: list[Member] = []
    # a tar file ends with empty blocks; without them tarfile would take what is left for all
    content = archive.content
    if not archive.name.lower().endswith(".tar"):
        content = bound.ungzip(content, archive.where)
    elif content[-512:].strip(b"\0"):
        raise DataError(Problem(archive.where, "is cut off or no archive: it does not end as one"))
    try:
        with tarfile.open(fileobj=BytesIO(content), mode="r:") as tar:
            for entry in tar:
                inner = tuple(part for part in entry.name.split("/") if part not in ("", "."))
                if not entry.isfile() or not inner:
                    continue
                parts = (*archive.parts, *inner)
                if not _is_archive(inner[-1]) and not wanted(_plain(parts)):
                    continue
                bound.take(entry.size)  # that of a sparse file may be any
                reader = tar.extractfile(entry)
                held = reader.read() if reader else b""
                found.append(Member(f"{archive.where}!{'/'.join(inner)}", parts, held))
    except _BROKEN as error:
        raise DataError(Problem(archive.where, f"is cut off or no archive: {error}")) from None
    for member in sorted(found, key=lambda each: each.parts):
        if _is_archive(member.name):
            yield from _open(member, wanted, depth + 1, bound)
        else:
            yield _unzip(member, bound)
