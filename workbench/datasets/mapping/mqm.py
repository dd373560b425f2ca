"""MQM as it is published: a row a marked error, summed up to a row an output."""

import re
from dataclasses import replace
from typing import Any

from workbench.datasets.mapping.cells import is_nothing
from workbench.datasets.mapping.source_table import SourceTable
from workbench.datasets.places import shown
from workbench.errors import DataError, Problem

_COLUMNS = {"system", "rater", "target", "category", "severity"}
_SUMMED = {"target", "category", "severity"}
_OF_ERRORS = {"comment", "comments", "end", "explanation", "metadata", "note", "notes", "start", "timestamp"}
_OF_OUTPUTS = re.compile("system|rater|source|doc|seg|id", re.IGNORECASE)
_SEVERITIES = {"major": 5.0, "minor": 1.0, "no-error": 0.0, "neutral": 0.0, "no error": 0.0}
_NOT_TRANSLATED = 25.0
_PUNCTUATION = 0.1
_DIGITS = 6
"""A sum of tenths is written without the noise of binary fractions."""
CRITERION = "mqm"
_OTHER_SEVERITIES = ("critical", "severe", "catastrophic", "trivial")
"""Those of other schemes, whose points are not known."""
_OF_OTHERS = (
    "What another severity costs is not the same everywhere: write it as Major if it costs as much, or write "
    "a table of ratings without columns of errors, a row an output with the sum of its points"
)


def is_mqm(columns: dict[str, None]) -> bool:
    """Tell whether a table has the columns of published MQM ratings."""
    return set(columns) >= _COLUMNS


def error_points(category: str, severity: str, place: str) -> float:
    """Return the points that an error costs (Freitag et al. 2021): major 5, minor 1, punctuation 0.1.

    Examples
    --------
    >>> error_points("Fluency/Punctuation", "Minor", "x:2"), error_points("Non-translation!", "Major", "x:3")
    (0.1, 25.0)
    """
    points = _SEVERITIES.get(severity.strip().lower())
    if points is None:
        hint = _OF_OTHERS if severity.strip().lower() in _OTHER_SEVERITIES else ""
        raise DataError(Problem(place, "severity", shown(severity), "Major, Minor, Neutral, No-error", hint))
    if category.lower().startswith("non-translation"):
        return _NOT_TRANSLATED
    if points == 1 and category.lower() == "fluency/punctuation":
        return _PUNCTUATION
    return points


def _is_of_errors(name: str, rows: list[dict[str, Any]]) -> bool:
    if name.lower() in _OF_ERRORS:
        return True
    has_gaps = any(is_nothing(row.get(name)) or row[name] == "" for row in rows)
    return has_gaps and not _OF_OUTPUTS.search(name)


def sum_errors(source: SourceTable) -> SourceTable:
    """Return a row an output and rater: its text without the marks ``<v>``, and `mqm`, the sum of its errors.

    What names an output (its system, document, segment) stands in each of its rows. Another column that is
    empty in some row, as comments are, or is known to speak of single errors is not read; a note says so.

    Raises
    ------
    DataError
        If a severity is not known, or an output has two texts.
    """
    rows = [row for _, row in source.rows]
    names = [name for name in source.columns if name not in _SUMMED]
    of_errors = [name for name in names if _is_of_errors(name, rows)]
    names = [name for name in names if name not in of_errors]
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    places: list[str] = []
    for place, row in source.rows:
        errors = _SUMMED - {name for name in row if isinstance(row[name], str)}
        if errors:
            raise DataError(Problem(place, f"{min(errors)} is no text", shown(row.get(min(errors)))))
        text = row["target"].replace("<v>", "").replace("</v>", "")
        key = tuple(row.get(name) for name in names if name != "source")
        if key not in found:
            found[key] = {**{name: row.get(name) for name in names}, "target": text, CRITERION: 0.0}
            places.append(place)
        output = found[key]
        if output["target"] != text:
            raise DataError(Problem(place, "another target than in the rows before", shown(text)))
        points = error_points(row["category"], row["severity"], place)
        output[CRITERION] = round(output[CRITERION] + points, _DIGITS)
    what = f"{', '.join(of_errors)}: said of single errors, and not read"
    notes = (*source.notes, *([Problem(source.name, what)] if of_errors else []))
    return replace(source, rows=list(zip(places, found.values(), strict=True)), notes=notes)
