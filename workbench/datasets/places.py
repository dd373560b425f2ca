"""Where the rows of a table are from: file and line are kept as its index, so that a fault can name them."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

PLACE = "place"
"""Name of an index that holds ``file:line``."""
ENDINGS = (".csv", ".tsv", ".txt", ".jsonl", ".ndjson", ".json", ".parquet", ".xlsx")
"""How files are called that may be tables."""


def make_table(rows: Iterable[Mapping[str, object]]) -> "pd.DataFrame":
    """Return rows as a frame; what each has under "place" becomes the index.

    Values stay as they are: pandas would turn the 5 of a column into 5.0 if another row has nothing there.

    Examples
    --------
    >>> make_table([{"place": "x.csv:2", "system": "M1", "score": 3}]).index
    Index(['x.csv:2'], dtype='object', name='place')
    """
    import pandas as pd

    rows = [*rows]
    names = dict.fromkeys(name for row in rows for name in row)
    columns = {name: [row.get(name, math.nan) for row in rows] for name in names}
    places = columns.pop(PLACE, [])
    return pd.DataFrame(columns, pd.Index(places, dtype=object, name=PLACE) if rows else None, dtype=object)


def with_numbered_places(rows: "pd.DataFrame", file: str) -> "pd.DataFrame":
    """Return rows of a file in their order; ``file:number`` is put together when somebody asks for it.

    Examples
    --------
    >>> import pandas as pd
    >>> place_of(with_numbered_places(pd.DataFrame({"system": ["A", "B"]}), "x.parquet"), 1)
    'x.parquet:2'
    """
    import pandas as pd

    numbers = range(1, len(rows) + 1)
    return rows.set_axis(pd.MultiIndex.from_product([[file], numbers], names=[PLACE, "number"]))


def put_together(tables: "Sequence[pd.DataFrame]") -> "pd.DataFrame":
    """Return the rows of tables that follow each other; some may have their places in numbers, and some not.

    Examples
    --------
    >>> import pandas as pd
    >>> first = with_numbered_places(pd.DataFrame({"system": ["A"]}), "0.parquet")
    >>> both = put_together([first, make_table([{"place": "1.parquet:1", "system": 7}])])
    >>> has_places(both), place_of(both, 0), place_of(both, 1)
    (True, '0.parquet:1', '1.parquet:1')
    """
    import pandas as pd

    if len({table.index.nlevels for table in tables}) > 1:
        tables = [
            table.set_axis(pd.Index([place_of(table, number) for number in range(len(table))], name=PLACE))
            for table in tables
        ]
    return pd.concat(tables) if len(tables) > 1 else tables[0]


def has_places(rows: "pd.DataFrame") -> bool:
    """Tell whether it is known where each row is from."""
    return PLACE in rows.index.names


def place_of(rows: "pd.DataFrame", number: int) -> str:
    """Return where a row is from, by its position, in a table of which that is known."""
    place = rows.index[number]
    return ":".join(map(str, place)) if isinstance(place, tuple) else str(place)


def file_of(rows: "pd.DataFrame") -> str:
    """Return the file that the first row is from; empty if that is not known."""
    return place_of(rows, 0).rpartition(":")[0] if has_places(rows) and len(rows) else ""


def shown(value: object) -> object:
    """Return what a message shows of a value: something short, and not None, which `Problem` leaves out.

    Examples
    --------
    >>> shown(None), shown("good"), shown(["a", "b"]), shown(10**400)
    ('nothing', 'good', 'a list', 'a huge number')
    >>> [shown(n * "a")[-3:] for n in (60, 61)]
    ['aaa', 'aa…']
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
