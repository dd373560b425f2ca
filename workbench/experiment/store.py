"""What is kept between runs: arrays of numbers under a key made of all that they depend on."""

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from workbench.datasets.writers.files import write_bytes
from workbench.errors import say

FORMAT = 1
"""Raised whenever counts or scores of the same texts come out differently."""
_LARGE = 1 << 22
"""Bytes from which on rows that are on disk are not in memory, too."""
_SEAL = "sealed by sha256 "
_ENDING = ".sealed.parquet"
"""Files without a seal, of earlier versions, had another one."""


def content_key(*parts: object) -> str:
    """Return a name for what the parts determine, 32 hexadecimal digits: their order counts.

    Examples
    --------
    >>> len(content_key("bleu", 2)), content_key("bleu", 2) == content_key(2, "bleu")
    (32, False)
    >>> content_key({"a": 1, "b": 2}) == content_key({"b": 2, "a": 1})
    True
    """
    written = json.dumps([FORMAT, *parts], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(written.encode()).hexdigest()[:32]


class Store:
    """Arrays that were made before, float64[n_rows, n_columns]: in memory, and as parquet in a folder.

    A file has its own digest among its metadata. One that is not as it was written, or was written under
    another key, is said and made again.

    Parameters
    ----------
    folder : path, optional
        Made when something is first kept. Everything in it can be deleted at any time. Without a folder, or
        where it cannot be written, which is said once, arrays are kept in memory only.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self._memory: dict[tuple[str, str], NDArray[np.float64]] = {}
        self._is_writable = True

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return Store, (self.folder,)

    def _path(self, kind: str, key: str) -> Path | None:
        return self.folder / kind / key[:2] / f"{key}{_ENDING}" if self.folder else None

    def has(self, kind: str, key: str) -> bool:
        """Tell whether something is kept under the key."""
        path = self._path(kind, key)
        return (kind, key) in self._memory or (path is not None and path.exists())

    def is_on_disk(self, size: int) -> bool:
        """Tell whether so many numbers are kept on disk alone."""
        return self.folder is not None and self._is_writable and 8 * size >= _LARGE

    def load(
        self, kind: str, key: str, columns: Sequence[str], n_rows: int | None = None, *, remember: bool = True
    ) -> NDArray[np.float64] | None:
        """Return what is kept under the key, or None: nothing, or what is not of these columns and rows.

        What was on disk is then in memory, too, unless `remember` is false.
        """
        path = self._path(kind, key)
        if (kind, key) in self._memory or path is None:
            return self._memory.get((kind, key))
        try:
            rows = _open(path.read_bytes(), key, columns, n_rows)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError, pa.ArrowException) as error:
            say(f"warning: {path} is damaged ({str(error)[:80]}); what it kept is made again")
            return None
        if remember and rows.nbytes < _LARGE:
            self._memory[kind, key] = rows
        return rows

    def save(
        self, kind: str, key: str, columns: Sequence[str], rows: NDArray[np.float64], *, on_disk: bool = True
    ) -> None:
        """Keep rows under the key; those that may be others in a later run not on disk."""
        if on_disk:
            self.write(kind, key, columns, rows)
        if not (on_disk and self.is_on_disk(rows.size)):
            self._memory[kind, key] = rows

    def write(self, kind: str, key: str, columns: Sequence[str], rows: NDArray[np.float64]) -> None:
        """Keep rows on disk alone."""
        if self.folder is not None and self._is_writable:
            self.put(kind, key, sealed(key, columns, rows))

    def put(self, kind: str, key: str, content: bytes) -> None:
        """Keep what `sealed` returned under the key on disk."""
        path = self._path(kind, key)
        if path is not None and self._is_writable:
            try:
                write_bytes(path, content)
            except OSError as error:
                self._is_writable = False
                hint = "the next run counts again; --cache names another folder"
                say(f"warning: nothing more is kept in {self.folder} ({error.strerror or error}): {hint}")


def sealed(key: str, columns: Sequence[str], rows: NDArray[np.float64]) -> bytes:
    """Return a parquet file with the digest of all its other bytes and the key."""
    table = pa.table({name: rows[:, number] for number, name in enumerate(columns)})
    sink = pa.BufferOutputStream()
    # without what Arrow writes beside it the metadata stand in the file once, as they are
    with pq.ParquetWriter(sink, table.schema, compression="zstd", store_schema=False) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({"seal": _SEAL + "0" * 64})
    content: bytes = sink.getvalue().to_pybytes()
    start, end = _place_of_seal(content)
    return content[:start] + _digest(content, key, start, end) + content[end:]


def _open(content: bytes, key: str, columns: Sequence[str], n_rows: int | None) -> NDArray[np.float64]:
    """Return the rows of a file that is as it was written; a `ValueError` says why it is not."""
    start, end = _place_of_seal(content)
    # before anything is understood of it: damaged sizes would be believed
    if content[start:end] != _digest(content, key, start, end):
        raise ValueError("its digest is another one")
    table = pq.read_table(pa.BufferReader(content))
    if table.column_names != list(columns) or n_rows not in (None, table.num_rows):
        raise ValueError("it has other columns or rows")
    rows: NDArray[np.float64] = np.column_stack([column.to_numpy() for column in table.columns])
    return rows


def _place_of_seal(content: bytes) -> tuple[int, int]:
    start = content.rfind(_SEAL.encode()) + len(_SEAL)
    if start < len(_SEAL):
        raise ValueError("it has no digest")
    return start, start + 64


def _digest(content: bytes, key: str, start: int, end: int) -> bytes:
    digest = hashlib.sha256(key.encode())
    for piece in (content[:start], content[end:]):
        digest.update(piece)
    return digest.hexdigest().encode()
