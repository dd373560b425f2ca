"""Ranked intervals: what stands in the lines of a forest plot, from the best to the worst."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from workbench.report.falling import falling
from workbench.report.table import format_value

_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0)
_MOST_TICKS = 6
_MOST_SIGNS = 18
"""What fits beneath a narrow axis."""


class Bar(NamedTuple):
    """A line of a forest plot: a value and its interval; ends are NaN where there is none.

    `kind` is metric, floor (which knows nothing of quality), ceiling (of people), or system. `mark` is best,
    tied or "". `record` is the row of the records that it draws, -1 for none.
    """

    label: str
    value: float
    low: float
    high: float
    kind: str = "metric"
    mark: str = ""
    record: int = -1


class Scale(NamedTuple):
    """A horizontal axis from `low` to `high` with marks at `ticks`."""

    low: float
    high: float
    ticks: tuple[float, ...]

    def place(self, value: float) -> str:
        """Return where a value stands, in percent of the width.

        Examples
        --------
        >>> Scale(-1.0, 1.0, (0.0,)).place(0.5)
        '75%'
        """
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return f"{100 * share:.2f}".rstrip("0").rstrip(".") + "%"

    def said(self, tick: float) -> str:
        """Return how a tick is written."""
        text = format_value(tick, 2)
        return (text.rstrip("0").rstrip(".") or "0").replace("-", "−")

    def is_between(self, tick: float) -> bool:
        """Return whether a narrow axis, on which not all ticks have room, does without this one.

        Examples
        --------
        >>> scale = Scale(-0.75, 0.75, (-0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75))
        >>> [scale.said(tick) for tick in scale.ticks if not scale.is_between(tick)]
        ['−0.5', '0', '0.5']
        """
        origin = self.ticks.index(0.0) if 0.0 in self.ticks else 0
        is_crowded = sum(len(self.said(each)) for each in self.ticks) > _MOST_SIGNS
        return is_crowded and (self.ticks.index(tick) - origin) % 2 == 1


class Forest(NamedTuple):
    """Bars on one scale.

    Attributes
    ----------
    title : str
        The condition, "" where there is only one.
    bars : tuple of Bar
        Metrics from the best to the worst, then ceilings.
    scale : Scale
    undefined : tuple of str
        Labels of what has no value.
    """

    title: str
    bars: tuple[Bar, ...]
    scale: Scale
    undefined: tuple[str, ...] = ()


def scale_of(values: Sequence[float], holds_zero: bool = True) -> Scale:
    """Return an axis that holds all values, and 0 unless told otherwise, with round ticks.

    Examples
    --------
    >>> scale_of([0.42, 0.93])
    Scale(low=0.0, high=1.0, ticks=(0.0, 0.2, 0.4, 0.6, 0.8, 1.0))
    """
    known = [value for value in values if math.isfinite(value)]
    known += [0.0] if holds_zero or not known else []
    least, most = min(known), max(known)
    span = most - least or 1.0
    step = next((each for each in _STEPS if span / each <= _MOST_TICKS - 1), span / (_MOST_TICKS - 1))
    # what is all the same has the room below it, as a coefficient of 1 has none above
    first, last = math.floor(min(least, most - step) / step + 1e-9), math.ceil(most / step - 1e-9)
    ticks = tuple(round(place * step, 10) for place in range(first, last + 1))
    return Scale(ticks[0], ticks[-1], ticks)


def rank(bars: Sequence[Bar], title: str = "", holds_zero: bool = True) -> Forest:
    """Put bars in order: the best on top, ceilings below, what has no value named apart.

    Examples
    --------
    >>> found = rank([Bar("a", 0.2, 0.1, 0.3), Bar("b", 0.5, 0.4, 0.6), Bar("c", math.nan, 0.0, 0.0)])
    >>> [bar.label for bar in found.bars], found.undefined
    (['b', 'a'], ('c',))
    >>> best = [Bar("a", 0.8, 0.75, 0.9)]
    >>> rank(best).scale.low, rank(best, holds_zero=False).scale.low
    (0.0, 0.75)
    """
    known = [bar for bar in bars if math.isfinite(bar.value)]
    by_value = [known[at] for at in falling([bar.value for bar in known])]
    ordered = sorted(by_value, key=lambda bar: bar.kind == "ceiling")
    ends = [end for bar in known for end in (bar.value, bar.low, bar.high)]
    undefined = tuple(bar.label for bar in bars if not math.isfinite(bar.value))
    return Forest(title, tuple(ordered), scale_of(ends, holds_zero), undefined)
