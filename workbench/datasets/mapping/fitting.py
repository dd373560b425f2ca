"""What a column may be by its name and what stands in it: a rating, a reference, what tells outputs apart."""

import re
from collections.abc import Collection

from workbench.datasets.mapping import names
from workbench.datasets.mapping.cells import as_number, as_word, as_written, is_missing
from workbench.datasets.mapping.paths import value_at
from workbench.datasets.mapping.seen_columns import LOOKED_AT, SeenColumn, plain_name
from workbench.datasets.mapping.source_table import SourceTable

_OF_CROWDS = "Input."
"""How Mechanical Turk begins the names of all columns that were given to it, whatever they hold."""
_PEOPLE = ("annotators", "raters", "judges", "evaluators", "assessors", "workers")
"""What a number is called that says how many people rated."""
_ABOUT = re.compile(r"(?P<rating>.+)[:_](confidence|variance|agreement)")
_MOST_ARE = 0.8
"""The share of cells that are ratings in a column of ratings."""


def tells_apart(source: SourceTable, column: SeenColumn, system: str) -> bool:
    """Tell whether a column and the system identify the rows of a table, and a value stands in several."""
    rows = source.rows[:LOOKED_AT]
    keys = [(value_at(row, system), str(value_at(row, column.path))) for _, row in rows]
    several = {key[1] for key in keys}
    return len(set(keys)) == len(keys) and len(several) < len(keys) and not is_missing(column.values[0])


def names_outputs(source: SourceTable, column: SeenColumn, system: str, text: str) -> bool:
    """Tell whether a column and the system say which text a row has, and two systems share most values.

    Rows of an output may repeat, as where several people rated it and nothing says who.
    """
    rows = [row for _, row in source.rows[:LOOKED_AT]]
    texts: dict[tuple[str, str], str] = {}
    for row in rows:
        value = value_at(row, column.path)
        key, found = (str(value), str(value_at(row, system))), str(value_at(row, text))
        if is_missing(value) or texts.setdefault(key, found) != found:
            return False
    return len(texts) >= 2 * len({value for value, _ in texts})


def is_of_several(source: SourceTable, column: SeenColumn, system: str, others: Collection[str]) -> bool:
    """Tell whether outputs of several systems share a value of a column, and no output is there twice.

    `others` are columns of which one row of an output is told from another, such as those of raters.
    """
    rows = [row for _, row in source.rows[:LOOKED_AT]]
    values = [str(value_at(row, column.path)) for row in rows]
    systems = [str(value_at(row, system)) for row in rows]
    outputs = set(zip(values, systems, strict=True))
    apart = {
        (value, name, *(str(value_at(row, each)) for each in others))
        for value, name, row in zip(values, systems, rows, strict=True)
    }
    return len(outputs) > len(set(values)) and len(apart) == len(rows)


def may_be_rating(column: SeenColumn, beside: Collection[str]) -> bool:
    """Tell whether a column is not called as a score, a count, a setting, a segment or a weight is.

    `beside` are the names of all columns, in lower case.
    """
    is_automatic = any(names.is_automatic(called, beside) for called in (column.lower, column.path))
    is_other = names.is_no_rating(column.lower) or names.SETTING.fullmatch(column.lower)
    is_count = column.kind == "number" and column.lower in _PEOPLE
    # a second column of segments: people rate a topic, and no line and no turn
    is_place = column.plain in names.NAMES["segment"] and column.plain != "topic"
    # how sure or how much of one mind people were
    about = _ABOUT.fullmatch(column.lower)
    is_about = about is not None and about["rating"] in beside
    return not (is_automatic or is_other or is_count or is_place or is_about or is_called_weight(column.path))


def is_constant(column: SeenColumn) -> bool:
    """Tell whether all of several cells of a column are alike.

    Examples
    --------
    >>> [is_constant(SeenColumn("x", "number", each)) for each in ([3, 3], [3, 4], [3])]
    [True, False, False]
    """
    return len(column.values) > 1 and all(each == column.values[0] for each in column.values)


def is_called_weight(column: str) -> bool:
    """Tell whether a column is called as weights are: it is no criterion unless that is said.

    Examples
    --------
    >>> is_called_weight("ref_weight"), is_called_weight("weight 2"), is_called_weight("w")
    (True, True, False)
    """
    called = plain_name(column)
    return "weight" in called and names.WEIGHT.fullmatch(called) is not None


def is_written_rating(column: SeenColumn, words: Collection[str]) -> bool:
    """Tell whether most cells are a rating with words around it, or words whose number is known."""
    of_number = [
        as_number(each) is not None or as_written(each) is not None or as_word(each) in words
        for each in column.values
    ]
    return sum(of_number) >= _MOST_ARE * len(of_number)


def is_of_role(path: str) -> bool:
    """Tell whether a path leads into what is called as references and inputs are."""
    steps = path.removeprefix(_OF_CROWDS).split(".")[:-1]
    return any(names.is_reference(each) or names.plain(each) in names.INPUT for each in steps)


def is_reference(column: SeenColumn) -> bool:
    """Tell whether a column, or its last step, is called as references are."""
    path = column.path.split("[]")[0] if column.kind == "objects of text" else column.path
    called = re.sub("[ -]", "_", path.lower())
    return any(names.is_reference(each) for each in (called.replace(".", "_"), called.split(".")[-1]))
