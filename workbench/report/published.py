"""Tables of figures from papers, with their sources: ``data/published``, one CSV and one TOML file each."""

import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from workbench.errors import Problem, SpecError, suggest
from workbench.schema import PUBLISHED
from workbench.shipped import shipped_folder

_FOLDER = "data/published"


class Description(NamedTuple):
    """What a published table is, where it is from, and how its source lays it out.

    Attributes
    ----------
    name, title, source, citation, link : str
        `source` is short, for instance Lin 2004, Table 1.
    corner : str
        What the rows are.
    panels, rows, columns : tuple of str
        The columns of `schema.PUBLISHED` that tell panels, rows, and the levels of the header apart.
    headers : tuple of str
        What each level of the header is.
    best, equivalent : str
        What the marks of its cells mean; empty where it has none.
    notes : tuple of str
    """

    name: str
    title: str
    source: str
    citation: str
    link: str
    corner: str
    panels: tuple[str, ...]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    headers: tuple[str, ...]
    best: str
    equivalent: str
    notes: tuple[str, ...]


class Published(NamedTuple):
    """A published table: what it is, and one row a printed number (columns of `schema.PUBLISHED`)."""

    description: Description
    cells: pd.DataFrame


def list_published() -> list[Description]:
    """Return what there is, by name."""
    return [_describe(path) for path in sorted(shipped_folder(_FOLDER).glob("*.toml"))]


def describe_published(name: str) -> Description:
    """Return what a published table is, without reading its numbers.

    Raises
    ------
    SpecError
        If there is no such table.

    Examples
    --------
    >>> describe_published("galley2015-table2").source
    'Galley et al. 2015, Table 2'
    """
    folder = shipped_folder(_FOLDER)
    known = {path.stem for path in folder.glob("*.toml")}
    if name not in known:
        raise SpecError(Problem("", f"unknown published table {name!r}", hint=suggest(name, known)))
    return _describe(folder / f"{name}.toml")


def _describe(path: Path) -> Description:
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    return Description(
        name=path.stem,
        title=content["title"],
        source=content["source"],
        citation=content["citation"],
        link=content.get("link", ""),
        corner=content["corner"],
        panels=tuple(content["panels"]),
        rows=tuple(content["rows"]),
        columns=tuple(content["columns"]),
        headers=tuple(content["headers"]),
        best=content.get("best", ""),
        equivalent=content.get("equivalent", ""),
        notes=tuple(content["notes"]),
    )


def choose_published(only: str = "", paper: str = "") -> list[Description]:
    """Return the published tables of a name, or a pattern of names, and of a paper.

    Parameters
    ----------
    only : str
        A part of the name, or a pattern as in ``wmt*``; empty for all.
    paper : str
        A part of the source or the citation, in capitals or not; empty for all.

    Raises
    ------
    SpecError
        If there is none.

    Examples
    --------
    >>> [each.name for each in choose_published("wmt*", "mathur")]
    ['wmt20-from-english', 'wmt20-to-english']
    """
    every = list_published()
    found = [
        each
        for each in every
        if (only in each.name or fnmatchcase(each.name, only))
        and paper.casefold() in f"{each.source} {each.citation}".casefold()
    ]
    if not found:
        asked = " ".join(filter(None, (f"of the name {only!r}" * bool(only), f"of {paper!r}" * bool(paper))))
        hint = suggest(only, [each.name for each in every]) if only else "`workbench table` lists all"
        raise SpecError(Problem("", f"no published table {asked}", hint=hint))
    return found


def read_published(name: str) -> Published:
    """Read a published table.

    Raises
    ------
    SpecError
        If there is no such table.

    Examples
    --------
    >>> cells = read_published("lin2004-table1").cells
    >>> cells.loc[0, ["metric", "references", "preprocess", "value", "mark"]].tolist()
    ['R-1', '1 REF', 'CASE', '0.76', 'equivalent']
    """
    description = describe_published(name)
    path = shipped_folder(_FOLDER) / f"{name}.csv"
    frame = pd.read_csv(path, dtype="str", keep_default_na=False)
    return Published(description, PUBLISHED.build(frame, str(path)))
