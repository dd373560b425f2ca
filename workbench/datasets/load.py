"""Loading a data set by name."""

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal

from workbench.datasets.card import OTHERS, DatasetCard, card_names, get_card, own_names
from workbench.datasets.evalset import EvalSet
from workbench.datasets.mapping.apply import build_mapped
from workbench.datasets.mapping.line_files import read_tables
from workbench.datasets.mapping.unfold import unfold
from workbench.datasets.originals.folders import FOLDER, original
from workbench.datasets.places import file_of
from workbench.datasets.readers import READERS
from workbench.errors import MissingDataError, Problem, SpecError, path_of, suggest


def home_of(data: str | Path | None) -> Path | None:
    """Return the folder of the data sets: as given, or the environment's WORKBENCH_DATA."""
    named = data or os.environ.get("WORKBENCH_DATA")
    return path_of(named, "data") if named else None


def folder_of(card: DatasetCard, home: Path | None) -> Path:
    """Return the folder of a data set's files."""
    return (home or Path()) / (card.folder or card.name)


def place_of_files(name: str | Path, data: str | Path | None = None) -> Path | None:
    """Return the folder that a data set's files lie in, by its name or path; None where it is not known.

    Examples
    --------
    >>> place_of_files("summeval", "sets").name, place_of_files("sets/mine").name
    ('summeval', 'mine')
    """
    home = home_of(data)
    if is_path(name, home):
        path = path_of(name, "data")
        return path.parent if path.is_file() else path
    if home is None or name not in (*card_names(), *own_names(home)):
        return None
    return folder_of(get_card(str(name), home), home)


def how_to_get(card: DatasetCard) -> str:
    """Return what has to be done to have the files of a data set."""
    fetching = f"`workbench data fetch {card.name} --data DIR` downloads it" if card.origins else ""
    return "; or ".join(filter(None, (fetching, card.instructions)))


def missing(name: str, data: str | Path | None = None) -> list[str]:
    """Return which files or folders of a data set are not there, without reading any.

    A data set is there if its converted files are, or the files of its origins.
    """
    home = home_of(data)
    if is_path(name, home):
        return [] if path_of(name, "data").exists() else [name]
    card = get_card(name, home)
    if not card.files and not card.origins and not card.folders:
        return []
    if home is None:
        return ["the folder of the data sets: name it with --data or WORKBENCH_DATA"]
    folder = folder_of(card, home)
    unpacked = [str(folder / each) for each in card.folders if not (folder / each).is_dir()]
    if unpacked:
        return unpacked
    converted = [str(folder / file.path) for file in card.files if not (folder / file.path).is_file()]
    if not card.origins or (card.files and not converted):
        return converted
    originals = missing_originals(card, folder)
    begun = (folder / FOLDER).is_dir() and len(converted) == len(card.files)
    return originals if begun or not originals or not card.files else converted


def missing_originals(card: DatasetCard, folder: Path) -> list[str]:
    """Return which files of the origins that the reader needs are not there, nor a copy of them."""
    return [
        str(path)
        for origin in card.origins
        for file in origin.files
        if file.read
        and not (path := original(folder, origin.name, file.path)).is_file()
        and not (file.copies and all((folder / copy).is_file() for copy in file.copies))
    ]


def load(
    name: str | Path,
    data: str | Path | None = None,
    options: Mapping[str, str] | None = None,
    unmatched: Literal["error", "drop"] | None = None,
) -> EvalSet:
    """Load a data set.

    Parameters
    ----------
    name : str or Path
        One that the workbench knows (`workbench.datasets.card.card_names`), a folder of `data` that has a
        ``card.toml`` of its own, or the path of a folder or file (`workbench.datasets.at_path.read_path`).
    data : path, optional
        Folder of the data sets; else the environment variable WORKBENCH_DATA.
    options : mapping, optional
        Choices that the card offers.
    unmatched : "error" or "drop", optional
        What becomes of references and judgments of what there is no output of: a fault, or they are left out
        and counted in the notes. As the card says where nothing is said.

    Raises
    ------
    SpecError
        Unknown data set, option or value.
    MissingDataError
        If files are missing: which, and how to get them.
    DataError
        If the files contradict themselves or cannot be read.

    Examples
    --------
    >>> load("simulated-news")
    EvalSet(simulated-news 1, simulated judgments, news: 16 systems × 30 segments)
    """
    if not isinstance(name, str | Path) or not str(name).strip():
        hint = "A DataFrame is read by workbench.data(frame)" if hasattr(name, "columns") else ""
        hint = "Its data set is its .evalset" if hasattr(name, "evalset") else hint
        got = name if isinstance(name, str) else type(name).__name__
        raise SpecError(Problem("load", "is no name and no path", got, hint=hint))
    home = home_of(data)
    if is_path(name, home):
        from workbench.datasets.at_path import read_path

        path = path_of(name, "load")
        if home is not None and not path.exists() and (home / path).exists():
            hint = f"Paths start from the folder that one is in; it is {home / path}"
            raise MissingDataError(Problem(str(path), "there is no such file or folder", hint=hint))
        return read_path(path, options, unmatched)
    card = get_card(str(name), home)
    absent = missing(card.name, data)
    if absent:
        problems = [Problem(card.name, f"not found: {path}") for path in absent]
        # a sentence a line: together they may be longer than a line is
        how = how_to_get(card)
        said = re.split(r"(?<=[.;]) (?=[A-Z]|for )", f"how to get it: {how}") if how else []
        raise MissingDataError(*problems, *(Problem(card.name, each) for each in said))
    return read_set(card.treating(unmatched), folder_of(card, home), options)


def is_path(name: str | Path, home: Path | None = None) -> bool:
    """Tell whether a data set is named by its path: written as one, or of a file or folder that is here.

    Where `home`, the folder of the data sets, is not there or has something of that name, what is here is
    not taken in its place.

    Examples
    --------
    >>> is_path("data/mine"), is_path("summeval")
    (True, False)
    """
    if isinstance(name, Path) or "/" in name or "\\" in name:
        return True
    if name in card_names() or name in own_names(home) or not Path(name).exists():
        return False
    if home is None or not (there := home / name).exists():
        return home is None or home.is_dir()
    return there.samefile(name)


def read_set(card: DatasetCard, folder: Path, options: Mapping[str, str] | None = None) -> EvalSet:
    """Read the files of a data set in a folder: by the mapping of its card, else by its reader.

    Raises
    ------
    SpecError
        Unknown option or value.
    DataError
        If the files contradict themselves or cannot be read.
    """
    name = card.name
    chosen = {key: values[0] for key, values in card.options.items()}
    for key, value in (options or {}).items():
        if key not in chosen:
            hint = suggest(key, chosen) if chosen else "It has none"
            raise SpecError(Problem(name, f"the data set has no option {key!r}", hint=hint))
        known = [each for each in card.options[key] if each != OTHERS]
        if value not in card.options[key] and (OTHERS not in card.options[key] or not value):
            raise SpecError(Problem(name, f"option {key!r}", value, " or ".join(known)))
        chosen[key] = value
    if card.mapping is not None:
        segments = card.mapping.segment
        paths = [folder / file.path for file in card.files] or [folder]
        sources = read_tables(paths, segments[0] if len(segments) == 1 else "")
        return build_mapped(card, card.mapping, unfold(sources, card.mapping))
    tables = READERS.get(card.reader, f"card of {name}: reader")(folder, chosen)
    place = str(folder) if card.files or card.folder else name
    frames = {"outputs": tables.outputs, "references": tables.references, "judgments": tables.judgments}
    where = {part: file_of(rows) or f"{place}: {part}" for part, rows in frames.items()}
    if any(OTHERS in values for values in card.options.values()):
        card = card.knowing(tables.judgments.get("criterion", ()))
    if tables.lines:
        card = card.model_copy(update={"lines": tables.lines})
    evalset = EvalSet.build(card, tables.outputs, tables.references, tables.judgments, where)
    return replace(evalset, notes=(*tables.notes, *evalset.notes), options=dict(options or {}))
