"""Ratings in nested records: which level names the criterion, and which the rater."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from workbench.datasets.mapping import names
from workbench.datasets.mapping.cells import is_missing
from workbench.datasets.mapping.paths import value_at
from workbench.datasets.mapping.seen_columns import LOOKED_AT
from workbench.datasets.mapping.source_table import SourceTable
from workbench.errors import Problem, SpecError, listed

Split = tuple[str, str]


class _Group(NamedTuple):
    """Paths that differ in their last two levels; `is_deeper` tells that a field such as score follows."""

    begin: str
    levels: Mapping[str, Split]
    is_deeper: bool

    def at(self, level: int) -> list[str]:
        return list(dict.fromkeys(each[level] for each in self.levels.values() if each[level]))


def name_criteria(paths: Sequence[str], sources: Sequence[SourceTable]) -> dict[str, str]:
    """Return what each path into nested records is a criterion's rating of, where it is not its last step.

    Of ``ratings: {coherence: {ann: 3, bob: 4}}`` it is the level above. Names of criteria tell, then names of
    raters, then which level has the same names in each row.

    Raises
    ------
    SpecError
        If nothing tells, with what is to be said in either case.

    Examples
    --------
    >>> name_criteria(["r.coherence.ann", "r.coherence.bob"], [])
    {'r.coherence.ann': 'coherence', 'r.coherence.bob': 'coherence'}
    >>> name_criteria(["r.ann.coherence", "r.bob.coherence"], [])
    {}
    """
    found: dict[str, str] = {}
    for group in _groups(paths):
        level = _level(group, sources)
        if level is not None:
            found |= {path: each[level] for path, each in group.levels.items() if each[level]}
    return found


def _groups(paths: Iterable[str]) -> list[_Group]:
    found: dict[tuple[str, bool], dict[str, Split]] = {}
    for path in paths:
        steps = [each.removesuffix("[]") for each in path.split(".")]
        is_deeper = len(steps) > 1 and names.plain(steps[-1]) in (*names.SCORE, *names.MEAN)
        steps = steps[:-1] if is_deeper else steps
        if len(steps) > 1 or is_deeper:
            above = steps[-2] if len(steps) > 1 else ""
            found.setdefault((".".join(steps[:-2]), is_deeper), {})[path] = (above, steps[-1])
    return [_Group(begin, levels, is_deeper) for (begin, is_deeper), levels in found.items()]


def _level(group: _Group, sources: Sequence[SourceTable]) -> int | None:
    """Return the level of criteria: 0 above, 1 below, None if it is the last step as it stands."""
    above, below = group.at(0), group.at(1)
    last = 1 if group.is_deeper else None
    known = [any(map(names.is_criterion, each)) for each in (above, below)]
    raters = [bool(each) and all(map(names.may_be_rater, each)) for each in (above, below)]
    if known[1]:
        return last
    if known[0]:
        return 0
    if raters[1]:
        return None if group.is_deeper and (raters[0] or len(above) < 2) else 0
    if raters[0] and len(above) > 1:
        return last
    if len(above) < 2:
        is_of_raters = bool(above) and all(map(names.is_rater_group, above))
        if group.is_deeper and len(below) > 1 and not is_of_raters:
            raise _undecided(group, 1)
        return None
    varies = [_varies(level, group, sources) for level in (0, 1)]
    if varies[0] != varies[1]:
        return 0 if varies[1] else last
    raise _undecided(group, 0)


def _varies(level: int, group: _Group, sources: Sequence[SourceTable]) -> bool:
    """Tell whether not every row has all names of a level: not everybody rates everything."""
    every = set(group.at(level))
    rows = [row for source in sources for _, row in source.rows[:LOOKED_AT]]
    present = (
        {each[level] for path, each in group.levels.items() if not is_missing(value_at(row, path))}
        for row in rows
    )
    return any(each and each != every for each in present)


def _undecided(group: _Group, level: int) -> SpecError:
    """Return the error that asks, of the level that may be the one of criteria and the one below."""
    ours, others = (group.at(level), group.at(level + 1)) if level == 0 else (group.at(1), [])
    turned = " ".join(f"--criterion {each[level]}={path}" for path, each in group.levels.items())
    as_is = " ".join(f"--criterion {path}" for path in group.levels)
    where = f"criteria in {group.begin}" if group.begin else "criteria"
    rest = f"and {listed(others)} who rated, or the other way round" if others else "or who rated"
    return SpecError(
        Problem(where, f"are {listed(ours)} what was judged, {rest}?"),
        Problem(f"{where}: if {ours[0]!r} is a criterion", turned),
        Problem(f"{where}: if {ours[0]!r} is a rater", as_is),
    )
