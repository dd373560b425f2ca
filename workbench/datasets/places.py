"""Where the rows of a table are from: file and line are kept as its index, so that a fault can name them."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

PLACE = "place"
"""Name of an index that holds ``file:line``."""


def make_table(rows: Iterable[Mapping[str, object]]) -> "pd.DataFrame":
    """Return rows as a frame; what each has under "place" becomes the index.

    Values stay as they are: pandas would turn the 5 of a column into 5.0 if another row has nothing there.

    Examples
    --------
    >>> make_table([{"place": "x.csv:2", "system": "M1", "score": 3}]).index
    Index(['x.csv:2'], dtype='object', name='place')
    """
    import pandas as pd

    frame = pd.DataFrame([dict(row) for row in rows], dtype=object)
    return frame if frame.empty else frame.set_index(PLACE)


def has_places(rows: "pd.DataFrame") -> bool:
    """Tell whether it is known where each row is from."""
    return bool(rows.index.name == PLACE)


def place_of(rows: "pd.DataFrame", number: int) -> str:
    """Return where a row is from, by its position, in a table of which that is known."""
    return str(rows.index[number])


def file_of(rows: "pd.DataFrame") -> str:
    """Return the file that the first row is from; empty if that is not known."""
    return place_of(rows, 0).rpartition(":")[0] if has_places(rows) and len(rows) else ""


def shown(value: object) -> object:
    """Return what a message shows of a value: something short, and not None, which `Problem` leaves out.

    Examples
    --------
    >>> shown(None), shown("good"), shown(["a", "b"]), shown(10**400)
    ('nothing', 'good', 'a list', 'a huge number')
    """
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return value if len(value) <= 60 else f"{value[:59]}…"
    if isinstance(value, list | dict):
        return f"a {type(value).__name__}"
    if isinstance(value, int) and value.bit_length() > 200:
        return "a huge number"
    return value
