"""Scores computed elsewhere that are given in Python, as a frame, a column or numbers by name."""

from collections.abc import Mapping
from numbers import Integral, Real
from typing import Any

import pandas as pd

from workbench.datasets.scores import scores_of_rows
from workbench.errors import Problem, SpecError
from workbench.experiment.sections import ScoresSpec
from workbench.single_precision import as_printed, number_as_printed
from workbench.types import WHOLE, OutputKey

IN_PYTHON = (
    "in Python a frame with columns segment, system and score, or numbers by (segment, system) or by "
    "(task, segment, system), or by system"
)


def is_given(value: object) -> bool:
    """Tell whether a table of scores is given in Python, and not as a file."""
    if isinstance(value, pd.DataFrame | pd.Series):
        return True
    if not isinstance(value, Mapping) or (value and set(value) <= set(ScoresSpec.model_fields)):
        return False
    return all(isinstance(key, tuple) or isinstance(score, Real) for key, score in value.items())


def given_scores(name: str, value: Any) -> Mapping[OutputKey, float]:
    """Return scores by task, segment and system; the task is "" where nothing says it, for any.

    Parameters
    ----------
    name
        Of the metric.
    value
        A frame with columns as in a file: system, segment, task where there are several, and the score,
        called score or as the metric; without a segment the scores are of whole systems. A column with these
        as its index. Or numbers by (task, segment, system), by (segment, system), or by system alone.

    Raises
    ------
    SpecError
        Naming the row or the output: a score that is no number, a name that is no text and no whole number.
    DataError
        For a frame without its columns, or with an output twice.

    Examples
    --------
    >>> frame = pd.DataFrame({"segment": ["s1", "s2"], "system": ["A", "A"], "bert": [0.5, 0.25]})
    >>> given_scores("bert", frame)
    {('', 's1', 'A'): 0.5, ('', 's2', 'A'): 0.25}
    >>> given_scores("bert", {"A": 0.5}) == given_scores("bert", pd.Series({"A": 0.5}))
    True
    """
    is_indexed = isinstance(value, pd.DataFrame | pd.Series) and None not in value.index.names
    if isinstance(value, pd.Series):
        value = value.rename(name).to_frame() if is_indexed else as_printed(value).to_dict()
    if isinstance(value, pd.DataFrame):
        frame = (value.reset_index() if is_indexed else value).rename(columns=str)
        column = "score" if "score" in frame.columns else name
        source, rows = f"scores.{name}", enumerate(frame.apply(as_printed).to_dict("records"))
        return scores_of_rows(source, ((f"{source}: row {number}", row) for number, row in rows), column)
    return _checked({_key(key): number_as_printed(score) for key, score in value.items()})


def _key(key: Any) -> Any:
    if not isinstance(key, tuple):
        return "", WHOLE, key
    return ("", *key) if len(key) == len(("segment", "system")) else key


def _checked(table: Mapping[OutputKey, float]) -> Mapping[OutputKey, float]:
    """Return numbers that were given in Python; say which are none, and which are of nothing."""
    if {len(key) for key in table} - {3}:
        strange = next(key for key in table if len(key) != 3)
        raise SpecError(Problem("", "is no output", strange, "(task, segment, system) or (segment, system)"))
    words = {kind for kind in map(type, table.values()) if not issubclass(kind, Real)} - {type(None)}
    if words:
        key, score = next((key, score) for key, score in table.items() if type(score) in words)
        raise SpecError(Problem("", f"the score of {key} is not a number", score))
    names = {kind for key in table for kind in map(type, key)}
    if names <= {str}:
        return table
    unfit = {each for each in names if each is bool or not issubclass(each, str | Integral)}
    if unfit:
        unnamed = next(key for key in table if unfit & {*map(type, key)})
        raise SpecError(Problem("", "a name is no text and no whole number", unnamed))
    # whole numbers may be names, as in a data set
    named = {
        (str(task), str(segment), str(system)): score for (task, segment, system), score in table.items()
    }
    if len(named) < len(table):
        raise SpecError(Problem("", "an output is given twice, once with a number and once with a text"))
    return named
