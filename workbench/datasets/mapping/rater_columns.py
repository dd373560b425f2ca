"""Columns that may be the ratings of one criterion by several people, as their names say."""

import re
from collections.abc import Sequence

from workbench.datasets.mapping import names

_OF_ALL = ("median", "total", "sum", "summe", "gesamt", "somme", "suma")
"""What a column is called, besides a mean, that is made of the ratings of all and is nobody's."""
_PARTS = re.compile(r"(.*?)[ _.-]+([^ _.-]+)|(.*?[^0-9])([0-9]+)")


def rater_columns(columns: Sequence[str]) -> dict[str, list[str]]:
    """Return criteria of which several columns may be ratings, and these columns.

    They begin alike and end in people, or the other way round: ``fluency_ann`` and ``fluency_bo``,
    ``ann_fluency`` and ``bo_fluency``. Where names of criteria do not tell, the same endings behind several
    beginnings do, or endings that are numbers or called like raters.

    Examples
    --------
    >>> rater_columns(["fluency_ann", "fluency_bo", "overall"])
    {'fluency': ['fluency_ann', 'fluency_bo']}
    >>> rater_columns(["ann_fluency", "ann_overall", "bo_fluency", "bo_overall"])["fluency"]
    ['ann_fluency', 'bo_fluency']
    >>> rater_columns(["fluency_1", "fluency_2", "fluency_avg"])
    {'fluency': ['fluency_1', 'fluency_2']}
    >>> rater_columns(["Q1", "Q2"]), rater_columns(["overall_quality", "overall_fluency"])
    ({}, {})
    """
    parts = {each: [*filter(None, match.groups())] for each in columns if (match := _PARTS.fullmatch(each))}
    parts = {each: found for each, found in parts.items() if len(found) == 2}
    ends_in_criteria = any(names.is_criterion(end) for _, end in parts.values())
    groups: dict[str, list[str]] = {}
    others: dict[str, list[str]] = {}
    for column, (begin, end) in parts.items():
        criterion, person = (end, begin) if ends_in_criteria else (begin, end)
        if names.plain(person) in (*names.MEAN, *_OF_ALL):
            continue
        groups.setdefault(criterion, []).append(column)
        others.setdefault(criterion, []).append(person)
    several = [each for each in groups if len(groups[each]) > 1]
    same = [others[each] for each in several]
    is_grid = len(several) > 1 and all(people == same[0] for people in same)
    return {
        each: groups[each]
        for each in several
        if names.is_criterion(each)
        or is_grid
        or (len(each) > 1 and all(end.isdigit() or names.may_be_rater(end) for end in others[each]))
    }
