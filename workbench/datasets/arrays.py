"""Arrays as nlpstats takes them: metric X and human scores Z, rows are systems, columns are inputs."""

import io
import math
import zipfile
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.datasets.unpacked import Unpacking, read_file
from workbench.datasets.writers.files import write_bytes
from workbench.errors import DataError, MissingDataError, Problem, quote
from workbench.single_precision import array_as_printed

_NAMES = ("X", "Z", "systems", "inputs")
_FIRST = (1980, 1, 1, 0, 0, 0)
"""The time of every member of an archive, so that equal scores are equal files."""
_DAMAGED = (OSError, ValueError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error)
"""What reading a damaged archive raises: a RuntimeError where it says that it is encrypted or
packed in an unknown way."""


class ScoreArrays(NamedTuple):
    """Metric and human scores of the same systems and inputs.

    Attributes
    ----------
    metric, human : float64[n_systems, n_inputs]
        NaN where a score is missing, in the same places in both.
    systems, inputs : list of str
    """

    metric: NDArray[np.float64]
    human: NDArray[np.float64]
    systems: list[str]
    inputs: list[str]


def write_arrays(path: Path, scores: ScoreArrays) -> None:
    """Write an .npz file with X, Z (float64), systems and inputs (Unicode); the same scores, the same bytes.

    Raises
    ------
    DataError
        As `read_arrays` does.
    """
    _check(path, scores)
    content = io.BytesIO()
    columns = (scores.metric, scores.human, np.array(scores.systems, str), np.array(scores.inputs, str))
    with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as archive:
        for name, values in zip(_NAMES, columns, strict=True):
            member = io.BytesIO()
            np.lib.format.write_array(member, np.ascontiguousarray(values), (1, 0), allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy", _FIRST), member.getvalue())
    write_bytes(path, content.getvalue())


def read_arrays(path: Path) -> ScoreArrays:
    """Read an .npz file of X and Z; without systems and inputs they are called 0, 1, 2.

    Raises
    ------
    DataError
        Naming file and array, and the row and column of a score: an array that is missing, of another shape
        or kind; names given twice; infinite scores; a score that is missing in one array only.
    """
    found = _load(path)
    for name in ("X", "Z"):
        if name not in found:
            raise DataError(Problem(f"{path}: {name}", "there is no such array", ", ".join(found)))
    metric, human = (_numbers(path, name, found[name]) for name in ("X", "Z"))
    scores = ScoreArrays(
        metric,
        human,
        _labels(path, "systems", found.get("systems"), metric.shape[0]),
        _labels(path, "inputs", found.get("inputs"), metric.shape[1]),
    )
    _check(path, scores)
    return scores


def _content(path: Path) -> bytes:
    try:
        return read_file(path)
    except FileNotFoundError:
        raise MissingDataError(Problem(str(path), "there is no such file")) from None
    except OSError as error:
        raise DataError(Problem(str(path), f"cannot be read: {error.strerror or error}")) from None


def _load(path: Path) -> dict[str, NDArray[np.generic]]:
    content = _content(path)
    if content.startswith(np.lib.format.MAGIC_PREFIX):
        raise DataError(Problem(str(path), "has one array without a name, not X and Z"))
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            Unpacking(str(path), len(content)).take(sum(each.file_size for each in archive.infolist()))
            return {
                name.removesuffix(".npy"): _array(f"{path}: {quote(name)}", archive.read(name))
                for name in archive.namelist()
                if name.endswith(".npy")
            }
    except _DAMAGED as error:
        raise DataError(Problem(str(path), f"is cut off or no .npz file: {error}")) from None


def _array(where: str, content: bytes) -> NDArray[np.generic]:
    """Read an array of which as much is there as its header says."""
    file = io.BytesIO(content)
    read_header = {1: np.lib.format.read_array_header_1_0, 2: np.lib.format.read_array_header_2_0}
    major = np.lib.format.read_magic(file)[0]
    if major in read_header:
        shape, _, dtype = read_header[major](file)
        if dtype.hasobject:
            raise DataError(Problem(where, "holds objects, which are not read"))
        told, held = math.prod(shape) * dtype.itemsize, len(content) - file.tell()
        if told != held:
            raise DataError(Problem(where, "its header tells of another array than is there"))
        file.seek(0)
        array: NDArray[np.generic] = np.lib.format.read_array(file, allow_pickle=False)
        return array
    raise DataError(Problem(where, "is an array of another format", major, "1 or 2"))


def _numbers(path: Path, name: str, values: NDArray[np.generic]) -> NDArray[np.float64]:
    if values.ndim != 2 or values.dtype.kind not in "fiu":
        got = f"{values.dtype} of {values.ndim} dimensions"
        raise DataError(Problem(f"{path}: {name}", "is no table of numbers", got, "two dimensions"))
    return array_as_printed(values)


def _labels(path: Path, name: str, values: NDArray[np.generic] | None, size: int) -> list[str]:
    if values is None:
        return [str(number) for number in range(size)]
    if values.ndim != 1 or values.dtype.kind not in "Uiu":
        got = f"{values.dtype} of {values.ndim} dimensions"
        raise DataError(Problem(f"{path}: {name}", "is no list of names", got, "one dimension"))
    try:
        found = [str(value) for value in values.tolist()]
        "".join(found).encode()
    except (ValueError, SystemError):
        raise DataError(Problem(f"{path}: {name}", "holds a name that is not Unicode")) from None
    return found


def _check(path: Path, scores: ScoreArrays) -> None:
    if scores.metric.shape != scores.human.shape:
        what = "has another shape than X"
        raise DataError(Problem(f"{path}: Z", what, scores.human.shape, str(scores.metric.shape)))
    for name, labels, size in (
        ("systems", scores.systems, scores.metric.shape[0]),
        ("inputs", scores.inputs, scores.metric.shape[1]),
    ):
        if len(labels) != size:
            raise DataError(Problem(f"{path}: {name}", "wrong number of names", len(labels), str(size)))
        seen: set[str] = set()
        for label in labels:
            if label in seen:
                raise DataError(Problem(f"{path}: {name}", "a name is given twice", label))
            seen.add(label)
    for name, values in (("X", scores.metric), ("Z", scores.human)):
        _refuse_cell(f"{path}: {name}", np.isinf(values), "a score is infinite")
    apart = np.isnan(scores.metric) != np.isnan(scores.human)
    _refuse_cell(f"{path}: X and Z", apart, "a score is missing in one of them only")


def _refuse_cell(where: str, wrong: NDArray[np.bool_], what: str) -> None:
    if wrong.any():
        row, column = np.argwhere(wrong)[0].tolist()
        raise DataError(Problem(f"{where}[{row}, {column}]", what))
