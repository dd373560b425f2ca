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


def places_of(rows: "pd.DataFrame") -> list[str] | None:
    """Return where each row is from, or None if that is not known."""
    return list(map(str, rows.index)) if rows.index.name == PLACE else None


def file_of(rows: "pd.DataFrame") -> str:
    """Return the file that the first row is from; empty if that is not known."""
    places = places_of(rows)
    return places[0].rpartition(":")[0] if places else ""


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
