"""Cells that are lists, as JSON, Python or numpy write them."""

import json
import re
from ast import literal_eval
from typing import Any

from workbench.datasets.mapping.cells import is_nothing
from workbench.datasets.places import shown
from workbench.errors import DataError, Problem

Rows = list[tuple[str, dict[str, Any]]]
_TEXT = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_NUMBER = r"[+-]?[0-9]+(?:\.[0-9]*)?"
_NUMPY = re.compile(rf"\[\s*(?:{_TEXT}(?:\s+{_TEXT})+|{_NUMBER}(?:\s+{_NUMBER})+)\s*\]", re.DOTALL)
_MEMBER = re.compile(rf"{_TEXT}|{_NUMBER}", re.DOTALL)


def open_lists(column: str, rows: Rows) -> None:
    """Make lists of a column of cells that are lists, if most are; an empty cell is a list of nothing.

    Raises
    ------
    DataError
        If a cell is none.
    """
    given = [row.get(column) for _, row in rows]
    if not all(isinstance(each, str) or is_nothing(each) for each in given):
        return
    cells = [each.strip() if isinstance(each, str) else "" for each in given]
    listed = sum(cell[:1] + cell[-1:] in ("[]", "()", "{}") for cell in cells)
    if listed <= len([cell for cell in cells if cell]) / 2:
        return
    found = [_as_list(cell) for cell in cells]
    if all(cell is None for cell in found):
        return
    for (place, row), cell in zip(rows, found, strict=True):
        if cell is None:
            hint = 'As JSON writes it: ["a text", "another text"]'
            raise DataError(
                Problem(place, f"{column} is no list as in other rows", shown(row[column]), hint=hint)
            )
        row[column] = cell


def _as_list(cell: str) -> list[Any] | None:
    """Return the list of texts, of numbers or of objects that a cell is."""
    if _NUMPY.fullmatch(cell):
        # numpy prints no commas, and Python would make one text of several that follow each other
        return [_member(each) for each in _MEMBER.findall(cell)]
    for read in (json.loads, literal_eval):
        try:
            found = read(cell or "[]")
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        if isinstance(found, tuple | set):
            found = sorted(found, key=str) if isinstance(found, set) else list(found)
        if not isinstance(found, list):
            continue
        kinds = {float if isinstance(each, int) else type(each) for each in found}
        if not found or kinds in ({str}, {float}, {dict}):
            return found
    return None


def _member(written: str) -> Any:
    return literal_eval(written) if written[0] in "'\"" else float(written)
