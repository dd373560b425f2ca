"""Tables whose first line names no columns, and those with further lines of names below it."""

from typing import Any

from workbench.datasets.mapping import names
from workbench.datasets.mapping.cells import as_number, is_missing
from workbench.datasets.mapping.seen_columns import LOOKED_AT, kind_of
from workbench.datasets.mapping.source_table import SourceTable
from workbench.errors import Problem, listed

_MOST_HEADS = 3
"""Lines below the first one that may have names, too."""
_RATIO = 3
"""Rows for one that may be a line of names: of three rows with words in two these may be ratings."""
_SENTENCE = 3
"""Blanks in a name from which on it may be a text of the column."""


def further_names(source: SourceTable) -> Problem | None:
    """Return what is said of a table with further lines of names, as forms on the web write, or None.

    The first rows have words in columns of which all others have numbers, and no number of their own. Columns
    that have no name at all are said elsewhere.

    Examples
    --------
    >>> rows = [("x:2", {"Q1": "Who wrote it?", "Q2": "How good is it?", "Q3": "And how long?"}),
    ...     ("x:3", {"Q1": "bart", "Q2": "4", "Q3": "2"}), ("x:4", {"Q1": "t5", "Q2": "3", "Q3": "5"})]
    >>> str(further_names(SourceTable("x", rows)))[:75]
    'x:2: this row has words where all others have numbers (Q2, Q3): is this a l'
    """
    rows = [row for _, row in source.rows[:LOOKED_AT]]
    if any(name.startswith("Unnamed: ") for name in source.columns):
        return None
    for number in range(1, min(_MOST_HEADS, len(rows) // _RATIO) + 1):
        heads, others = rows[:number], rows[number:]
        if any(_number(cell, source) for row in heads for cell in row.values()):
            break
        above = [
            name
            for name in source.columns
            if all(isinstance(row.get(name), str) and not is_missing(row[name]) for row in heads)
            if (cells := [row.get(name) for row in others if not is_missing(row.get(name))])
            and all(_number(cell, source) for cell in cells)
        ]
        if len(above) > 1:
            has, it, them = (
                ("has", "is this a line", "it") if number == 1 else ("have", "are these lines", "them")
            )
            lines = "this row" if number == 1 else f"the first {number} rows"
            what = f"{lines} {has} words where all others have numbers ({listed(above)}): {it} of names?"
            hint = f"Then delete {them}; a rating that is missing is an empty cell"
            return Problem(source.rows[0][0], what, hint=hint)
    return None


def _number(cell: Any, source: SourceTable) -> bool:
    return as_number(cell, source.has_decimal_commas) is not None


def no_names(source: SourceTable) -> Problem | None:
    """Return what is said of a table whose first line is a row, None where it may have the names of columns.

    Its row would be lost. Names that columns usually have are names. Else it is sure that there are none
    where a name is a cell of its own column and another one is so, too, or is a number above numbers; and
    where a number stands above numbers and a sentence above texts. Numbers alone may be names, as of raters.

    Examples
    --------
    >>> rows = [("x:2", {"bart": "bart", "4": "3"}), ("x:3", {"bart": "t5", "4": "5"})]
    >>> str(no_names(SourceTable("x", rows)))[:55]
    'x:1: is a row as those below, and names no columns: got'
    >>> no_names(SourceTable("x", [("x:2", {"by": "bart", "1": "3"}), ("x:3", {"by": "t5", "1": "1"})]))
    """
    if any(names.plain(name) in called for name in source.columns for called in names.NAMES.values()):
        return None
    repeated = numbers = sentences = 0
    for name in source.columns:
        cells = [row.get(name) for _, row in source.rows[:LOOKED_AT]]
        kind = kind_of([each for each in cells if not is_missing(each)], source.has_decimal_commas)
        if as_number(name, source.has_decimal_commas) is not None:
            numbers += kind == "number"
        elif name in cells:
            repeated += 1
        elif kind == "text" and name.count(" ") >= _SENTENCE:
            sentences += 1
    is_row = (repeated and repeated + numbers > 1) or (numbers and sentences)
    if not is_row:
        return None
    hint = "Write the names of the columns above it, such as segment, system, text and score"
    got = listed(list(source.columns))
    return Problem(f"{source.name}:1", "is a row as those below, and names no columns", got, hint=hint)
