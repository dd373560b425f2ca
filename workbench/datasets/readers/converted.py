"""Rows of a converted file, or of the authors' own files where these lie there instead."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from workbench.datasets.originals.folders import has_converted
from workbench.datasets.readers.lines import FileRecord, read_jsonl, read_separated

PlacedRows = Iterator[tuple[str, FileRecord]]
Original = Callable[[Path], PlacedRows]


def jsonl_or(
    original: Original, folder: Path, file: str, fields: Mapping[str, type | tuple[type, ...]], *copies: str
) -> PlacedRows:
    """Return place and record of each line of a converted JSONL file, or what `original` reads of the folder.

    `copies` are files of the origin that may lie beside the converted one (`has_converted`).
    """
    return read_jsonl(folder / file, fields) if has_converted(folder, file, *copies) else original(folder)


def separated_or(original: Original, folder: Path, file: str, columns: tuple[str, ...]) -> PlacedRows:
    """Return the same of a converted file whose cells are separated by tabs."""
    return read_separated(folder / file, columns, "\t") if has_converted(folder, file) else original(folder)
