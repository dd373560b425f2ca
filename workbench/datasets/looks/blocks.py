"""Long tables looked at some rows at a time: as objects of Python their texts are several times as large."""

from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np
import pandas as pd

from workbench.types import Masks

AT_ONCE = 5_000
"""Texts that are objects of Python at the same time."""


def in_blocks(texts: pd.Series) -> Iterator[pd.Series]:
    """Yield some thousand texts at a time; a missing one is empty."""
    for start in range(0, len(texts), AT_ONCE):
        yield texts.iloc[start : start + AT_ONCE].fillna("")


def which(texts: pd.Series, test: Callable[[pd.Series], pd.Series]) -> Masks:
    """Tell which texts a test of some of them holds of, bool[n].

    Examples
    --------
    >>> which(pd.Series(["a", None]), lambda texts: texts == "")
    array([False,  True])
    """
    return np.concatenate([np.zeros(0, bool), *(test(block).to_numpy(bool) for block in in_blocks(texts))])


def groups(rows: pd.DataFrame, *columns: str) -> Iterator[tuple[tuple[str, ...], pd.DataFrame]]:
    """Yield the rows of each combination of names, in the order of the first rows.

    pandas would lay all rows side by side by group first, which is the table once more.

    Examples
    --------
    >>> frame = pd.DataFrame({"task": ["b", "a", "b"], "score": [1, 2, 3]})
    >>> [(names, mine["score"].tolist()) for names, mine in groups(frame, "task")]
    [(('b',), [1, 3]), (('a',), [2])]
    """
    number = np.zeros(len(rows), np.int64)
    for column in columns:
        codes, found = pd.factorize(rows[column])
        number = number * len(found) + codes
    order = np.argsort(number, kind="stable")
    starts = np.flatnonzero(np.diff(number[order], prepend=-1))
    del number, codes
    ends = sorted(pairwise([*starts, len(order)]), key=lambda ends: order[ends[0]])
    heads = rows[list(columns)].iloc[[order[start] for start, _ in ends]]
    for names, (start, stop) in zip(heads.itertuples(index=False, name=None), ends, strict=True):
        yield names, rows.iloc[order[start:stop]]
