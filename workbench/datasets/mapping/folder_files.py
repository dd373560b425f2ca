"""Which files of a folder are parts of a data set, and which folders in it are not known as such."""

import re
from collections.abc import Iterator
from pathlib import Path

from workbench.datasets.mapping.sources import ending_of, tables_in
from workbench.errors import Problem, listed

_PLAIN = re.compile(r"|\.(txt|hyp|out|ref|src|tok|detok|sys|[a-z]{2,3}(-[a-z]{2,3})?)")
_OTHERWISE = {
    ".csv",
    ".tsv",
    ".tab",
    ".md",
    ".py",
    ".sh",
    ".gz",
    ".xml",
    ".sgm",
    ".pdf",
    ".log",
    ".zip",
    ".tar",
    ".tgz",
}
_PACKED_TEXTS = {".txt", ".hyp", ".out", ".ref", ".src", ".tok", ".detok", ".sys"}
OUTPUTS = re.compile(
    r"(system[-_ ]?)?(out(put)?s?|hyps?|hypothes[ie]s|translations|submissions)|systems?", re.IGNORECASE
)
_FOLDER = re.compile(
    rf"{OUTPUTS.pattern}|txt|plain|ref(erence)?s?|sources?|src|(human[-_ ]?)?scores?|ratings|judge?ments",
    re.IGNORECASE,
)
"""How folders are called that belong to a set of text files."""
_A_FILE_A_TEXT = (
    "Where each file is one text, write a table with a row for each, and columns that name its segment, its "
    "system and the text"
)


def files_in(folder: Path) -> list[Path]:
    """Return tables and text files of a folder, and of those in it that are called as parts of a set are."""
    here = {*tables_in(folder), *(path for path in folder.iterdir() if may_be_plain(path))}
    inner = [path for path in folder.iterdir() if path.is_dir() and _FOLDER.fullmatch(path.name)]
    return [*sorted(here), *(file for path in sorted(inner) for file in files_in(path))]


def may_be_plain(path: Path) -> bool:
    """Tell whether a file is called as one of lines is."""
    ending = ending_of(path)
    # an archive of many files may be called x.all.gz
    is_named = _PLAIN.fullmatch(ending) and ending not in _OTHERWISE
    is_named = is_named and (ending == path.suffix.lower() or ending in _PACKED_TEXTS)
    return (
        bool(is_named) and path.is_file() and not path.name.startswith((".", "README", "LICEN", "Makefile"))
    )


def nothing_read(folder: Path) -> Problem:
    """Return what is said of a folder that is named, and has nothing that can be read."""
    (hint,) = [each.hint for each in folders_left(folder)] or [_A_FILE_A_TEXT]
    names_of = sorted(path.name for path in folder.iterdir())
    return Problem(
        str(folder), "has no tables and no files of lines", listed(names_of) or "nothing", hint=hint
    )


def folders_left(folder: Path) -> Iterator[Problem]:
    """Yield what is said of folders in a folder that are not known as parts of a data set, and not read."""
    read = files_in(folder)
    left = sorted(
        path.name
        for path in folder.iterdir()
        if path.is_dir() and not path.name.startswith((".", "__")) and any(path.iterdir())
        if not any(file.is_relative_to(path) for file in read)
    )
    if left:
        hint = "Name each that belongs to the data"
        yield Problem(str(folder), f"folders in it were not read: {listed(left)}", hint=hint)
