"""MQM as it is published: a row a marked error, summed up to a row an output."""

from typing import Any

from workbench.datasets.mapping.source_table import SourceTable
from workbench.datasets.places import shown
from workbench.errors import DataError, Problem

_COLUMNS = {"system", "rater", "target", "category", "severity"}
_SEVERITIES = {"major": 5.0, "minor": 1.0, "no-error": 0.0, "neutral": 0.0, "no error": 0.0}
_NOT_TRANSLATED = 25.0
_PUNCTUATION = 0.1
_DIGITS = 6
"""A sum of tenths is written without the noise of binary fractions."""
CRITERION = "mqm"


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
        raise DataError(Problem(place, "severity", shown(severity), "Major, Minor, Neutral, No-error"))
    if category.lower().startswith("non-translation"):
        return _NOT_TRANSLATED
    if points == 1 and category.lower() == "fluency/punctuation":
        return _PUNCTUATION
    return points


def sum_errors(source: SourceTable) -> SourceTable:
    """Return a row an output and rater: its text without the marks ``<v>``, and `mqm`, the sum of its errors.

    Raises
    ------
    DataError
        If a severity is not known, or an output has two texts.
    """
    found: dict[tuple[Any, ...], tuple[str, dict[str, Any]]] = {}
    names = [name for name in source.columns if name not in ("target", "category", "severity")]
    for place, row in source.rows:
        errors = {"category", "severity", "target"} - {name for name in row if isinstance(row[name], str)}
        if errors:
            raise DataError(Problem(place, f"{min(errors)} is no text", shown(row.get(min(errors)))))
        text = row["target"].replace("<v>", "").replace("</v>", "")
        key = tuple(row.get(name) for name in names if name not in ("source", "metadata"))
        _, output = found.setdefault(
            key, (place, {**{name: row.get(name) for name in names}, "target": text, CRITERION: 0.0})
        )
        if output["target"] != text:
            raise DataError(Problem(place, "another target than in the rows before", shown(text)))
        points = error_points(row["category"], row["severity"], place)
        output[CRITERION] = round(output[CRITERION] + points, _DIGITS)
    return SourceTable(source.name, list(found.values()), source.has_decimal_commas, source.notes)
