"""Columns that are called as weights of references are: whose they are, and those that nobody takes."""

import re
from collections.abc import Collection

from workbench.datasets.mapping import names
from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.seen_columns import SeenColumn, columns_left, plain_name
from workbench.datasets.mapping.source_table import SourceTable
from workbench.errors import Problem

_ROLE = re.compile("human|gold|references?|refs?|weights?|w|[_ -]")
"""What columns of references and weights are called; what else is in a name says which one it is."""


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


def in_order_of(references: Collection[str], weights: list[SeenColumn]) -> list[SeenColumn]:
    """Return columns of weights as those of references stand, where names end alike: weight2 is of ref2."""
    of_references = [_ROLE.sub("", split_name(each, set())[0].lower()) for each in references]
    of_weights = [_ROLE.sub("", each.path.lower()) for each in weights]
    if len(set(of_weights)) < len(weights) or sorted(of_references) != sorted(of_weights):
        return weights
    return [weights[of_weights.index(end)] for end in of_references]
