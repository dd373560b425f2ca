"""Writing text files: UTF-8, line feeds, beside and then renamed."""

import gzip
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from workbench.datasets.writers.beside import lay_beside


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file so that it is never half there: beside, to the disk, then renamed."""
    with lay_beside(path.parent, {path.name: content}) as laid:
        laid[path.name].replace(path)


def put_folder(part: Path, place: Path) -> None:
    """Put a folder that was written beside to its place, which is free, or an empty folder.

    The working directory stays where it is and gets what is in the folder: whoever is in it would be nowhere.
    """
    if place.is_dir() and place.samefile(Path.cwd()):
        for each in sorted(part.iterdir()):
            each.replace(place / each.name)
    else:
        part.replace(place)


def write_text(path: Path, text: str) -> None:
    """Write a text as UTF-8, gzipped if the name ends in .gz; equal texts are equal files."""
    content = text.encode("utf-8")
    write_bytes(path, gzip.compress(content, mtime=0) if path.suffix == ".gz" else content)


def shortest(value: float) -> float | int:
    """Return a whole number as an int, so that it is written as 4 and not as 4.0.

    Examples
    --------
    >>> shortest(4.0), shortest(0.5), shortest(1e22)
    (4, 0.5, 1e+22)
    """
    return int(value) if value.is_integer() and abs(value) < 1e16 else value


def json_lines(records: Iterable[Mapping[str, object]]) -> str:
    r"""Return JSON objects, one a line, keys in the order given.

    Examples
    --------
    >>> json_lines([{"b": 1, "a": "é"}])
    '{"b": 1, "a": "é"}\n'
    """
    return "".join(json.dumps(dict(record), ensure_ascii=False, allow_nan=False) + "\n" for record in records)
