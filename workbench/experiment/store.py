"""What is kept between runs: frames of numbers under a key made of all that they depend on."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from workbench.datasets.writers.files import write_bytes

FORMAT = 1
"""Raised whenever counts or scores of the same texts come out differently."""


def content_key(*parts: object) -> str:
    """Return a name for what the parts determine, 32 hexadecimal digits."""
    written = json.dumps([FORMAT, *parts], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(written.encode()).hexdigest()[:32]


class Store:
    """Arrays that were made before, float64[n_rows, n_columns]: in memory, and as parquet in a folder.

    Parameters
    ----------
    folder : path, optional
        Made when something is first kept. Everything in it can be deleted at any time. Without a folder
        arrays are kept in memory only.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self._memory: dict[tuple[str, str], NDArray[np.float64]] = {}

    def _path(self, kind: str, key: str) -> Path | None:
        return self.folder / kind / key[:2] / f"{key}.parquet" if self.folder else None

    def has(self, kind: str, key: str) -> bool:
        """Tell whether something is kept under the key."""
        path = self._path(kind, key)
        return (kind, key) in self._memory or (path is not None and path.exists())

    def load(self, kind: str, key: str) -> NDArray[np.float64] | None:
        """Return what is kept under the key, or None. A file that cannot be read counts as absent."""
        path = self._path(kind, key)
        if (kind, key) in self._memory or path is None:
            return self._memory.get((kind, key))
        try:
            table = pq.read_table(path, memory_map=False)
        except (FileNotFoundError, pa.ArrowInvalid, OSError):
            return None
        rows: NDArray[np.float64] = np.column_stack([column.to_numpy() for column in table.columns])
        self._memory[kind, key] = rows
        return rows

    def save(
        self, kind: str, key: str, columns: Sequence[str], rows: NDArray[np.float64], *, on_disk: bool = True
    ) -> None:
        """Keep rows under the key; those that may be others in a later run not on disk."""
        self._memory[kind, key] = rows
        path = self._path(kind, key)
        if path is None or not on_disk:
            return
        table = pa.table({name: rows[:, number] for number, name in enumerate(columns)})
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, compression="zstd")
        write_bytes(path, sink.getvalue().to_pybytes())
