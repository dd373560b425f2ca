"""Tables whose rows compare systems: preferences of pairs, or ranks of several, which are no ratings."""

import re
from collections.abc import Iterator

from workbench.datasets.mapping.column_map import ColumnMap
from workbench.datasets.mapping.seen_columns import columns_left, plain_name
from workbench.datasets.mapping.source_table import SourceTable
from workbench.errors import Problem, listed

_SYSTEM = r"(sys|system|model|method|assistant|bot)"
_NUMBER = r"([0-9]{1,2}|a|b|c|one|two|three|left|right|x|y)"
_ONE_OF_SEVERAL = re.compile(rf"({_SYSTEM}_?{_NUMBER}|{_NUMBER}_?{_SYSTEM})(_?(id|name))?")
"""What a column is called that names one of several systems: system1, model_a, system1Id, left_system."""
_MOST_NAMED = 5


def compared_systems(sources: list[SourceTable], mapping: ColumnMap) -> Iterator[Problem]:
    """Yield tables with several columns of names of systems, none of which is taken for something else.

    A rating is of one output. Taken for the system, one of the columns would give its rows the preference or
    the rank that is of two or more. Where another column names the system, ratings are its own.
    """
    for source in sources:
        own = [mapping.system] if mapping.system in source.columns else []
        sides = [
            each for each in (*own, *columns_left([source], mapping, "name")) if _is_one_of_several(each)
        ]
        if len(sides) > 1 and set(own) <= set(sides):
            what = (
                f"{listed(sides[:_MOST_NAMED])} seem to name several systems in a row, and a rating is of one"
            )
            hint = (
                "Make ratings of preferences and ranks, a row for each segment and system: which share of "
                "its comparisons an output won, a tie by half. Texts of systems are named (--text), columns "
                "that are not meant left out (--leave-out)"
            )
            yield Problem(source.name, what, hint=hint)


def _is_one_of_several(column: str) -> bool:
    return _ONE_OF_SEVERAL.fullmatch(plain_name(column)) is not None
