"""Long tables looked at some rows at a time: as objects of Python their texts are several times as large."""

from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np
import pandas as pd

from workbench.types import Masks

AT_ONCE = 2_000
"""Texts that are objects of Python at the same time."""


def in_blocks(texts: pd.Series) -> Iterator[list[str]]:
    """Yield some thousand texts at a time; a missing one is empty."""
    for start in range(0, len(texts), AT_ONCE):
        yield texts.iloc[start : start + AT_ONCE].fillna("").tolist()


def which(texts: pd.Series, *tests: Callable[[str], object]) -> list[Masks]:
    """Tell for each test which texts it holds of, bool[n].

    Examples
    --------
    >>> which(pd.Series(["a", None]), str.isalpha, lambda text: text == "")
    [array([ True, False]), array([False,  True])]
    """
    found = [[np.zeros(0, bool)] for _ in tests]
    for block in in_blocks(texts):
        for test, holds in zip(tests, found, strict=True):
            holds.append(np.fromiter((bool(test(text)) for text in block), bool, len(block)))
    return [np.concatenate(holds) for holds in found]


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
    heads = [order[start] for start, _ in ends]
    named = zip(*(rows[column].iloc[heads].tolist() for column in columns), strict=True)
    for names, (start, stop) in zip(named, ends, strict=True):
        yield names, rows if len(ends) == 1 else rows.iloc[order[start:stop]]
