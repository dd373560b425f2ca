"""What the script of a page reads: records and scores of systems, as JSON that cannot leave its tag."""

import json
import math
from base64 import b64encode
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from workbench.types import Array

_DIGITS = 10
"""Decimals of printed numbers; scores of systems keep all, since coefficients are made of them again."""
_ESCAPED = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)
COLUMNS = (
    "task", "metric", "component", "preprocess", "references", "criterion", "level", "block_size",
    "coefficient", "given", "value", "low", "high", "confidence", "interval", "interval_reason", "resampled",
    "population", "draws", "undefined_draws", "caution", "n_systems", "n_segments", "n_undefined",
    "n_outputs", "n_pairs", "n_blocks", "n_raters", "n_ratings", "raters", "missing", "unjudged", "standing",
    "standing_test", "shade", "reason", "signature", "cites", "role", "hash",
)  # fmt: skip
"""What a page says of a cell; the other columns are in records.csv."""


class Points(NamedTuple):
    """The scores of systems behind the records.

    Attributes
    ----------
    systems : dict of str to list of str
        Of each task.
    metric, human : list of float64[systems]
        Vectors of scores, each once.
    metric_of, human_of : int64[records]
        Which vector belongs to a record, -1 for none.
    is_recomputed : bool[records]
        Whether the coefficient of a record is that of these two vectors.
    """

    systems: dict[str, list[str]]
    metric: list[Array]
    human: list[Array]
    metric_of: NDArray[np.int64]
    human_of: NDArray[np.int64]
    is_recomputed: NDArray[np.bool_]


def pack(
    records: pd.DataFrame,
    points: Points,
    texts: dict[str, str],
    labels: dict[str, str],
    printed: dict[int, str] | None = None,
) -> str:
    """Return everything that the script needs as JSON without characters that HTML gives a meaning.

    Parameters
    ----------
    records : DataFrame
        Columns of `schema.RECORDS`.
    points : Points
    texts : dict
        The table in the formats that can be copied.
    labels : dict
        Printed names of coefficients.
    printed : dict, optional
        What a source prints in the place of a record, by the row of the record.

    Examples
    --------
    >>> from workbench.schema import RECORDS
    >>> nothing = Points({"</script>": []}, [], [], *(np.empty(0, np.int64),) * 2, np.empty(0, bool))
    >>> "</script>" in pack(RECORDS.build([]), nothing, {}, {})
    False
    """
    columns = {name: _column(records[name]) for name in COLUMNS}
    content = {
        "columns": {name: column for name, column in columns.items() if column},
        "n": len(records),
        "systems": points.systems,
        "metric": [_bits(scores) for scores in points.metric],
        "human": [_bits(scores) for scores in points.human],
        "x": points.metric_of.tolist(),
        "y": points.human_of.tolist(),
        "again": points.is_recomputed.astype(int).tolist(),
        "texts": texts,
        "labels": labels,
        "printed": printed or {},
    }
    text = json.dumps(content, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.translate(_ESCAPED)


def _column(column: pd.Series) -> dict[str, Any] | None:
    """Return a column of numbers, or one of words as their places in a list; None where it says nothing."""
    if column.dtype == np.float64:
        values = [None if math.isnan(value) else round(value, _DIGITS) for value in column]
        return None if all(value is None for value in values) else {"is": values}
    said = list(map(str, column.tolist()))
    words = sorted(set(said))
    if words in ([""], ["0"]):
        return None
    if len(words) > len(said) / 2:
        return {"is": said}
    places = {word: place for place, word in enumerate(words)}
    return {"of": words, "at": [places[word] for word in said] if len(words) > 1 else 0}


def _bits(values: Array) -> str:
    """Return numbers to the last bit, in half the letters of their digits: base64 of float64, little-endian.

    Examples
    --------
    >>> _bits(np.array([1.0]))
    'AAAAAAAA8D8='
    """
    return b64encode(values.astype("<f8").tobytes()).decode()
