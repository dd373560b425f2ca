"""Unpacking within bounds: a few bytes of an archive may stand for more than any machine has."""

import bz2
import gzip
import os
import stat
import zlib
from io import BufferedIOBase, BytesIO
from pathlib import Path

from workbench.errors import DataError, Problem, SpecError

_SURE, _LIKELY = 10, 100
"""How many times its own size a packed file may hold: always, and as long as that is little of the memory."""
_LEAST = 1 << 26
"""Bytes that even a tiny file may hold."""
_ENDLESS = 1 << 29
"""Bytes of what has no size, a pipe or a device."""
_PIECE = 1 << 20
_SETTING = "WORKBENCH_LARGEST"
_BROKEN = (EOFError, OSError, ValueError, zlib.error)


class Unpacking:
    """What is unpacked of one file, archives in it included, all within one bound.

    The bound is ten times the size of the file, a hundred times as long as that is a small part of the
    machine's memory, and never more than a quarter of it. The environment variable WORKBENCH_LARGEST says
    another number of bytes.

    Parameters
    ----------
    where : str
        What messages call the file.
    packed : int
        Its size in bytes.
    """

    def __init__(self, where: str, packed: int) -> None:
        self.where = where
        likely = min(_LIKELY * packed, _memory() // 32)
        self.most = _set_by_hand() or min(max(_LEAST, likely, _SURE * packed), _memory() // 4)
        self.left = self.most

    def take(self, size: int) -> None:
        """Refuse what goes beyond the bound; a `DataError` says how to raise it."""
        self.left -= size
        if self.left < 0:
            hint = f"If it is right, say how much it may be: {_SETTING}=BYTES"
            what = f"holds more than {self.most:,} bytes when it is unpacked"
            raise DataError(Problem(self.where, what, hint=hint))

    def ungzip(self, content: bytes, where: str = "") -> bytes:
        """Return what a gzip file holds; `where` names a file in the file."""
        return self._unpack(gzip.GzipFile(fileobj=BytesIO(content)), "gzip", where)

    def unbzip2(self, content: bytes, where: str = "") -> bytes:
        """Return what a bzip2 file holds."""
        return self._unpack(bz2.BZ2File(BytesIO(content)), "bzip2", where)

    def _unpack(self, file: BufferedIOBase, kind: str, where: str) -> bytes:
        try:
            with file:
                return self.read(file)
        except _BROKEN as error:
            what, hint = f"is cut off or no {kind} file: {error}", "Fetch it again, or name it as what it is"
            raise DataError(Problem(where or self.where, what, hint=hint)) from None

    def read(self, file: BufferedIOBase) -> bytes:
        """Return the bytes of an opened file."""
        content = bytearray()
        while piece := file.read(_PIECE):
            self.take(len(piece))
            content += piece
        return bytes(content)


def read_file(path: Path) -> bytes:
    """Return the bytes of a file as they are, within a quarter of the memory; a pipe may hold less.

    Raises
    ------
    OSError
        If it cannot be read.
    DataError
        If it is larger than the bound.
    """
    with path.open("rb") as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            return Unpacking(str(path), _ENDLESS // _SURE).read(file)
        bound = Unpacking(str(path), _memory())
        bound.take(about.st_size)
        return file.read()


def _memory() -> int:
    """Return how much memory the machine has, 8 GB where it does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 1 << 33


def _set_by_hand() -> int:
    said = os.environ.get(_SETTING, "")
    if said and not (said.isdecimal() and len(said) < 19):
        raise SpecError(Problem(_SETTING, "is no number of bytes", said, "1000000000, for instance"))
    return int(said or 0)
