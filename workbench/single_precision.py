"""Numbers of single or half precision, which are other ones in double precision: .1 would be .10000000149."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd

_DOUBLE = 8
"""Bytes."""
_PIECE = 100_000
"""Numbers that are written out at a time: each takes 128 bytes as a text."""


def as_printed(column: "pd.Series") -> "pd.Series":
    """Return a column whose numbers of less than double precision are those that they are printed as.

    Averages that are equal in decimals, as of .1 and .4 and of .2 and .3, would differ by 1e-9 of what such
    a column has in double precision, and order systems that tie.

    Examples
    --------
    >>> import pandas as pd
    >>> as_printed(pd.Series([0.1, 0.7, None], dtype="float32")).tolist()
    [0.1, 0.7, nan]
    """
    import pandas as pd

    if getattr(column.dtype, "kind", "") != "f" or column.dtype.itemsize >= _DOUBLE:
        return column
    single = column.to_numpy(f"float{8 * column.dtype.itemsize}", na_value=np.nan)
    return pd.Series(array_as_printed(single), column.index, name=column.name)


def array_as_printed(values: NDArray[Any]) -> NDArray[np.float64]:
    """Return the same of an array of numbers, float64.

    Examples
    --------
    >>> array_as_printed(np.array([0.1, 0.7], np.float32)).tolist()
    [0.1, 0.7]
    """
    if values.dtype.kind != "f" or values.dtype.itemsize >= _DOUBLE:
        return values.astype(np.float64)
    flat, printed = values.ravel(), np.empty(values.size)
    for start in range(0, flat.size, _PIECE):
        printed[start : start + _PIECE] = flat[start : start + _PIECE].astype("U32").astype(np.float64)
    return printed.reshape(values.shape)


def number_as_printed(value: Any) -> Any:
    """Return the same of one value; what is no such number stays what it is.

    Examples
    --------
    >>> number_as_printed(np.float32(0.1)), number_as_printed("0.1")
    (0.1, '0.1')
    """
    return float(str(value)) if isinstance(value, np.floating) and value.itemsize < _DOUBLE else value
