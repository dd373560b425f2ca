"""Tables whose first line is a row like the others, and names no columns."""

from workbench.datasets.mapping import names
from workbench.datasets.mapping.cells import as_number, is_missing
from workbench.datasets.mapping.seen_columns import LOOKED_AT, kind_of
from workbench.datasets.mapping.source_table import SourceTable
from workbench.errors import Problem, listed

_SENTENCE = 3
"""Blanks in a name from which on it may be a text of the column."""


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
