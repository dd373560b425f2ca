"""Rows of separated text whose cells may be as long as they are."""

import csv
import sys
from collections.abc import Iterator
from threading import Lock

_LOCK = Lock()
_LONGEST = min(sys.maxsize, 2**31 - 1)
"""Characters of a cell: as many as the reader takes on every system, in place of 131,072."""


def next_row(rows: Iterator[list[str]]) -> list[str]:
    """Return the next row of a reader of the module csv, however long its cells are.

    The limit is one for the whole process: it is another one only while a row is read, and under a lock.

    Raises
    ------
    StopIteration
        If there is no more row.
    csv.Error
        If it is malformed.

    Examples
    --------
    >>> before = csv.field_size_limit()
    >>> len(next_row(csv.reader(["x" * 200_000]))[0]), csv.field_size_limit() == before
    (200000, True)
    """
    with _LOCK:
        before = csv.field_size_limit(_LONGEST)
        try:
            return next(rows)
        finally:
            csv.field_size_limit(before)


def all_rows(rows: Iterator[list[str]]) -> list[list[str]]:
    """Return the rows of a reader of the module csv, however long their cells are.

    Examples
    --------
    >>> all_rows(csv.reader(["a,b", "c,d"]))
    [['a', 'b'], ['c', 'd']]
    """
    found: list[list[str]] = []
    while True:
        try:
            found.append(next_row(rows))
        except StopIteration:
            return found
