"""Line charts as SVG: coefficients along what was swept."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from workbench.report.curves import BANDS, Curve, CurvePanel
from workbench.report.page.ranked import scale_of

WIDTH, HEIGHT = 480, 240
LEFT, RIGHT, TOP, BOTTOM = 44, 10, 8, 34
MOST_BANDS = 3
STYLES = 7
"""Ways in which lines look; the style sheet has that many, told apart in gray, too."""


class DrawnCurve(NamedTuple):
    """A curve as SVG: the path of its line, of its band or of the ends of it, its dots, and how it looks."""

    label: str
    path: str
    band: str
    is_filled: bool
    dots: tuple[tuple[str, str, str], ...]
    style: int


class LineChart(NamedTuple):
    """A chart that the template only has to write down.

    `x_ticks` and `y_ticks` are places and words.
    """

    title: str
    x_name: str
    y_name: str
    lines: tuple[DrawnCurve, ...]
    x_ticks: tuple[tuple[str, str], ...]
    y_ticks: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


def draw_lines(panel: CurvePanel) -> LineChart:
    """Return the chart of a panel: places in pixels of a picture of WIDTH by HEIGHT.

    A value that is NaN is a gap, and what has one value is no curve. A band is filled where it stands alone;
    of up to MOST_BANDS only the ends are drawn, so that none hides another; of more none, as nobody could
    follow them. No two curves look alike: of more than STYLES the highest are drawn.

    Examples
    --------
    >>> import numpy as np
    >>> from workbench.report.curves import Curve
    >>> x, y = np.array([1.0, 2.0]), np.array([0.0, 1.0])
    >>> chart = draw_lines(CurvePanel("t", "x", "y", (Curve("R-1", x, y, y, y),)))
    >>> chart.lines[0].path
    'M44 206L470 8'
    """
    curves = [curve for curve in panel.curves if sum(map(math.isfinite, curve.y)) > 1]
    highest = sorted(curves, key=lambda curve: -max(filter(math.isfinite, curve.y)))[:STYLES]
    drawn = [curve for curve in curves if any(curve is each for each in highest)]
    is_banded = len(drawn) <= MOST_BANDS
    seen = [(curve.y, curve.low, curve.high) if is_banded else (curve.y,) for curve in drawn]
    ys = [float(end) for curve in seen for values in curve for end in values]
    scale = scale_of(ys, holds_zero=False)
    xs = sorted({float(x) for curve in drawn for x in curve.x})
    least, most = (xs[0], xs[-1]) if len(xs) > 1 else (0.0, 1.0)
    ends = (most, least) if panel.falls else (least, most)

    def across(x: float) -> str:
        share = (x - ends[0]) / (ends[1] - ends[0])
        return _place(LEFT + share * (WIDTH - LEFT - RIGHT))

    def up(y: float) -> str:
        share = (y - scale.low) / (scale.high - scale.low)
        return _place(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM))

    lines = []
    for number, curve in enumerate(drawn):
        spots = [
            (across(x), up(y), f"{x:g}: {y:.3f}")
            for x, y in zip(curve.x.tolist(), curve.y.tolist(), strict=True)
            if math.isfinite(y)
        ]
        known = [
            (across(x), up(low), up(high))
            for x, low, high in zip(curve.x.tolist(), curve.low.tolist(), curve.high.tolist(), strict=True)
            if is_banded and math.isfinite(low) and math.isfinite(high)
        ]
        lows, highs = [(x, low) for x, low, _ in known], [(x, high) for x, _, high in known]
        band = f"{_path(highs + lows[::-1])}Z" if len(drawn) == 1 else _path(lows) + _path(highs)
        line = _path([(x, y) for x, y, _ in spots])
        lines.append(DrawnCurve(curve.label, line, band, len(drawn) == 1, tuple(spots), number % STYLES))
    ticks = panel.ticks or tuple((x, f"{x:g}") for x in (xs if len(xs) <= 8 else xs[:: len(xs) // 6]))
    return LineChart(
        panel.title,
        panel.x_name,
        panel.y_name,
        tuple(lines),
        tuple((across(x), word) for x, word in ticks),
        tuple((up(tick), scale.said(tick)) for tick in scale.ticks),
        (
            *(note for note in panel.notes if is_banded or not note.startswith(BANDS)),
            *["The table has the intervals."] * (not is_banded and any(map(_has_band, drawn))),
            *[f"The {STYLES} highest of {len(curves)} curves."] * (len(curves) > STYLES),
        ),
    )


def _has_band(curve: Curve) -> bool:
    return any(map(math.isfinite, curve.low))


def _place(pixels: float) -> str:
    return f"{pixels:.1f}".removesuffix(".0")


def _path(spots: Sequence[tuple[str, str]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in spots) if spots else ""
