"""Columns that are called as weights of references are, and that a mapping does not take."""

from workbench.datasets.mapping import names
from workbench.datasets.mapping.column_map import ColumnMap
from workbench.datasets.mapping.seen_columns import columns_left, plain_name
from workbench.datasets.mapping.source_table import SourceTable
from workbench.errors import Problem


def is_called_weight(column: str) -> bool:
    """Tell whether a column is called as weights are: it is no criterion unless that is said.

    Examples
    --------
    >>> is_called_weight("ref_weight"), is_called_weight("weight 2"), is_called_weight("w")
    (True, True, False)
    """
    called = plain_name(column)
    return "weight" in called and names.WEIGHT.fullmatch(called) is not None


def unnamed_weights(sources: list[SourceTable], mapping: ColumnMap) -> list[Problem]:
    """Return the columns of weights that are in nobody's use; none where others are taken as weights."""
    if mapping.weights:
        return []
    n_columns = len(mapping.references)
    each = f", {n_columns:,} here" if n_columns > 1 else ""
    hint = (
        f"Each column of references has one of weights{each}: name them with --weight, in Python weights=, "
        "in the order of the references. One that weighs no reference is left out, or named as criterion"
    )
    return [
        Problem(
            ", ".join(source.name for source in sources if column in source.columns),
            f"column {column!r} has weights by its name, and is not named",
            hint=hint,
        )
        for column in columns_left(sources, mapping, "number", "numbers", "name")
        if is_called_weight(column)
    ]
