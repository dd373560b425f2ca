"""Where the files of the origins lie, and reading what is in a pickle with a place for faults."""

from pathlib import Path
from typing import TypeVar

from workbench.datasets.places import shown
from workbench.errors import DataError, Problem

FOLDER = "original"
"""Below the folder of a data set; then the name of the origin, then the path in it."""
T = TypeVar("T")


def original(folder: Path, origin: str, path: str) -> Path:
    """Return where a file of an origin lies.

    Examples
    --------
    >>> original(Path("data/realsumm"), "REALSumm", "scores_dicts/abs.pkl").as_posix()
    'data/realsumm/original/REALSumm/scores_dicts/abs.pkl'
    """
    return folder / FOLDER / origin / path


def has_converted(folder: Path, file: str, *copies: str) -> bool:
    """Tell whether a converted file is to be read: it is there, or nothing of the origins is.

    `copies` are files of the origin that may lie beside the converted one.
    """
    if (folder / file).is_file():
        return True
    return not (folder / FOLDER).is_dir() and not any((folder / copy).is_file() for copy in copies)


def copy_or_original(folder: Path, copies: tuple[str, ...], origin: str, path: str) -> Path:
    """Return a copy of an origin's file in the folder of the data set, else where the file itself lies."""
    for copy in copies:
        if (folder / copy).is_file():
            return folder / copy
    return original(folder, origin, path)


def take(value: object, kind: type[T], place: str, what: str) -> T:
    """Return a value that has to be of a kind, or raise a `DataError` that names place and value.

    Examples
    --------
    >>> take({"a": 1}, dict, "x.pkl", "the whole")
    {'a': 1}
    """
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise DataError(Problem(place, f"{what} is no {kind.__name__}", shown(value)))
    return value


def field(record: dict[object, object], name: object, kind: type[T], place: str) -> T:
    """Return a field of a record, which has to be there and of a kind."""
    if name not in record:
        raise DataError(Problem(place, f"field {name!r} is missing"))
    return take(record[name], kind, place, f"field {name!r}")
