"""Counters that differ only in how far they count: the one that counts furthest counts for all."""

from collections.abc import Hashable, Sequence
from typing import ClassVar

from workbench.metrics.base import CountedRows, Counter, Counting


class Nested(Counting):
    """Base of counters of pairs whose first columns are all that narrower ones of their class count."""

    rows: ClassVar[CountedRows] = "pair"


def widest(needed: Sequence[tuple[Hashable, Counter]]) -> list[Counter]:
    """Return by which counter each is counted, of those that are needed in the same texts.

    Examples
    --------
    >>> from workbench.metrics.rouge_counts import Lcs, NGrams
    >>> widest([("CASE", NGrams(1)), ("CASE", NGrams(4)), ("STEM", NGrams(2)), ("STEM", Lcs())])
    [NGrams(orders=4), NGrams(orders=4), NGrams(orders=2), Lcs(clipped=True)]
    """
    kinds = [(texts, type(each) if isinstance(each, Nested) else each.name) for texts, each in needed]
    found: dict[Hashable, Counter] = {}
    for kind, (_, counter) in zip(kinds, needed, strict=True):
        if kind not in found or len(counter.columns) > len(found[kind].columns):
            found[kind] = counter
    return [found[kind] for kind in kinds]
