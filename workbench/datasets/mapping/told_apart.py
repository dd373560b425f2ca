"""The column that tells rows apart in which one criterion of an output is rated several times."""

from collections.abc import Sequence

from workbench.datasets.mapping.column_map import ColumnMap
from workbench.datasets.mapping.source_table import SourceTable

_MOST_CRITERIA = 20
_MOST_TWICE = 0.1
"""The share of rows that may still be there twice: some are, beside what is no criterion."""


def column_of_criteria(mapping: ColumnMap, sources: Sequence[SourceTable]) -> str:
    """Return the column whose few words tell rows of one output and rater apart, "" where there is none.

    A row a rating has the criterion in a column of its own.
    """
    if len(mapping.criteria) != 1 or mapping.criterion_name:
        return ""
    named = {column for columns in mapping.named.values() for column in columns}
    for source in sources:
        if not named & {*source.columns}:
            continue
        keys = [tuple(str(row.get(column)) for column in _rated(mapping)) for _, row in source.rows]
        for column in source.columns:
            cells = [row.get(column) for _, row in source.rows]
            if column in named or not all(isinstance(cell, str) and not _is_number(cell) for cell in cells):
                continue
            twice = len(cells) - len({*zip(keys, cells, strict=True)})
            # one row of many that is there twice is told apart by nothing
            is_apart = twice <= _MOST_TWICE * len(cells) and 2 * twice < len(keys) - len({*keys})
            if len({*cells}) <= _MOST_CRITERIA and is_apart:
                return column
    return ""


def _rated(mapping: ColumnMap) -> list[str]:
    named = mapping.named
    return [column for held in ("segment", "system", "rater", "task") for column in named.get(held, ())]


def _is_number(cell: str) -> bool:
    return cell.replace(",", ".").replace(".", "", 1).strip().isdigit()
