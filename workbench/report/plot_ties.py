"""Groups of metrics of which no test tells any two apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from workbench.types import Masks

_SIDE = ("metric", "component", "preprocess", "references")
_PLACE = ("task", "criterion", "level", "coefficient", "given")
MOST_GROUPS = 8


def tied_groups(tied: Masks) -> list[list[int]]:
    """Return the largest groups of which all pairs are tied: the maximal cliques, of two at least.

    Parameters
    ----------
    tied : bool[n, n]
        Symmetric: which pairs no test tells apart.

    Returns
    -------
    list of list of int
        In the order of their first members; of more than `MOST_GROUPS` one more than these. Groups may
        overlap, since ties are not transitive; where all differ there is none.

    Examples
    --------
    >>> near = np.array([[1, 1, 0], [1, 1, 1], [0, 1, 1]], bool)
    >>> tied_groups(near), tied_groups(np.eye(3, dtype=bool))
    ([[0, 1], [1, 2]], [])
    """
    neighbours = [set(np.flatnonzero(row).tolist()) - {number} for number, row in enumerate(tied)]
    found: list[list[int]] = []

    def grow(group: list[int], may: set[int], done: set[int]) -> None:  # Bron and Kerbosch 1973, with a pivot
        if len(found) > MOST_GROUPS:
            return  # more than anybody would see
        if not may and not done:
            if len(group) > 1:
                found.append(sorted(group))
            return
        pivot = max(may | done, key=lambda each: len(neighbours[each] & may))
        for each in sorted(may - neighbours[pivot]):
            grow([*group, each], may & neighbours[each], done & neighbours[each])
            may, done = may - {each}, done | {each}

    grow([], set(range(len(neighbours))), set())
    return sorted(found)


def ties_of(rows: pd.DataFrame, winners: pd.DataFrame | None) -> list[list[int]]:
    """Return which rows of a panel are tied, as groups of their places.

    Parameters
    ----------
    rows : DataFrame
        Columns of `schema.RECORDS`: one panel of a picture, as it is drawn.
    winners : DataFrame or None
        Columns of `schema.WINNERS`: the groups are those of which no pair was shown to differ. Without them,
        and where there would be more than `MOST_GROUPS` groups: the best and what is tied with it, as the
        records' `standing` says.

    Examples
    --------
    >>> ties_of(pd.DataFrame({"standing": ["best", "tied", "behind"]}), None)
    [[0, 1]]
    """
    groups = [] if winners is None or rows.empty else _tested_groups(rows, winners)
    if groups and len(groups) <= MOST_GROUPS:
        return groups
    standing = rows.get("standing", pd.Series("", rows.index)).to_numpy()
    with_best = np.flatnonzero(np.isin(standing, ("best", "tied"))).tolist()
    return [with_best] if len(with_best) > 1 else []


def find_untested(parts: Sequence[pd.DataFrame], winners: pd.DataFrame | None) -> list[Masks]:
    """Tell which metrics of each panel no test compared with another one: nothing is known of their ties.

    Parameters
    ----------
    parts : sequence of DataFrame
        Rows of each panel, as in `ties_of`.
    winners : DataFrame or None
        As in `ties_of`. Where there are none and no record has a standing, no test was asked for.

    Returns
    -------
    list of bool[n]
        False for judges and corrected coefficients, which are no metrics.

    Examples
    --------
    >>> parts = [pd.DataFrame({"standing": each}) for each in (["best", "tied", ""], ["best", "", ""])]
    >>> [each.tolist() for each in find_untested(parts, None)]
    [[False, False, True], [True, True, True]]
    >>> find_untested(parts[1:], None)[0].any()
    np.False_
    """
    tested = [_is_tested(rows, winners) for rows in parts]
    is_asked = winners is not None or any(each.any() for each in tested)
    metrics = [rows.get("role", pd.Series("", rows.index)).eq("").to_numpy() for rows in parts]
    return [is_asked & is_metric & ~each for is_metric, each in zip(metrics, tested, strict=True)]


def _is_tested(rows: pd.DataFrame, winners: pd.DataFrame | None) -> Masks:
    tested = np.zeros(len(rows), bool)
    if rows.empty:
        return tested
    if winners is None:
        standing = rows.get("standing", pd.Series("", rows.index)).to_numpy()
        others = np.isin(standing, ("tied", "behind"))
        # the best one has its standing without a test, too
        return np.isin(standing, ("best", "tied", "behind")) & others.any()
    for pair in _pairs(rows, winners[winners["wins"].notna()]):
        tested[list(pair)] = True
    return tested


def _tested_groups(rows: pd.DataFrame, winners: pd.DataFrame) -> list[list[int]]:
    tied = np.eye(len(rows), dtype=bool)
    for one, other in _pairs(rows, winners[winners["wins"] == 0]):
        tied[one, other] = tied[other, one] = True
    return tied_groups(tied)


def _pairs(rows: pd.DataFrame, winners: pd.DataFrame) -> list[tuple[int, int]]:
    """Return the pairs of a panel's rows that are among the winners' pairs."""
    first = rows.iloc[0]
    here = winners[(winners[list(_PLACE)] == first[list(_PLACE)]).all(axis=1)]
    at = _places(rows)
    sides = zip(_keys(here, _SIDE), _keys(here, [f"against_{name}" for name in _SIDE]), strict=True)
    return [(at[one], at[other]) for one, other in sides if one in at and other in at]


def _places(rows: pd.DataFrame) -> dict[tuple[str, ...], int]:
    """Return where each metric is drawn; judges and corrected coefficients were not tested."""
    roles = rows.get("role", pd.Series("", rows.index))
    return {key: at for at, (key, role) in enumerate(zip(_keys(rows, _SIDE), roles, strict=True)) if not role}


def _keys(frame: pd.DataFrame, names: Sequence[str]) -> list[tuple[str, ...]]:
    return list(frame[list(names)].itertuples(index=False, name=None))
