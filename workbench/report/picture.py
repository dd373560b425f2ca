"""Figures as files whose bytes depend on nothing but the figure."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Any, Literal, get_args

from workbench.errors import Problem, SpecError, say

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PictureFormat = Literal["png", "svg", "pdf"]
PICTURE_FORMATS: tuple[PictureFormat, ...] = get_args(PictureFormat)
_OF_OTHER_SCRIPTS = (
    "Noto Sans CJK SC", "Noto Sans CJK JP", "Source Han Sans SC", "WenQuanYi Zen Hei", "Microsoft YaHei",
    "PingFang SC", "Hiragino Sans", "Malgun Gothic", "Noto Sans Devanagari", "Noto Sans Thai",
)  # fmt: skip
"""Fonts with letters that matplotlib's own has not, in the order in which they are asked, if installed."""
_NO_LETTER = re.compile(r"Glyph \d+ .* missing from font")


_BACKENDS = {"png": "agg"}
_METADATA: dict[PictureFormat, dict[str, str | None]] = {
    "png": {"Software": "matplotlib"},
    "svg": {"Date": None},
    "pdf": {"CreationDate": None, "Producer": "matplotlib", "Creator": "matplotlib"},
}


def picture(figure: Figure, format: PictureFormat) -> bytes:
    """Return a figure as a PNG, SVG or PDF file, without a date; the same figure has the same bytes.

    Letters of an SVG are drawn, so that it looks alike where the font is missing.

    Parameters
    ----------
    figure : Figure
    format : "png", "svg" or "pdf"

    Raises
    ------
    SpecError
        For another format.

    Examples
    --------
    >>> from workbench.report.plots import plot_ranks
    >>> written = [picture(plot_ranks(["R-1", "R-2"], [2, 1], [1, 1], [2, 2]), "svg") for _ in range(2)]
    >>> written[0] == written[1], b"<svg" in written[0]
    (True, True)
    """
    import matplotlib

    if format not in PICTURE_FORMATS:
        raise SpecError(Problem("", "unknown format of a picture", format, " or ".join(PICTURE_FORMATS)))
    sink, canvas, dpi = BytesIO(), figure.canvas, figure.dpi
    backend: Any = import_module(f"matplotlib.backends.backend_{_BACKENDS.get(format, format)}")
    # ids in an SVG are random without a salt
    try:
        with matplotlib.rc_context({"svg.hashsalt": "workbench", "svg.fonttype": "path", "pdf.fonttype": 42}):
            # Figure.savefig draws everything twice
            getattr(backend.FigureCanvas(figure), f"print_{format}")(sink, metadata=_METADATA[format])
    finally:
        figure.set_canvas(canvas)
        figure.set_dpi(dpi)
    return sink.getvalue()


def pictures(
    draw: Callable[[], Figure], name: str = "figure", formats: Sequence[PictureFormat] = ("png", "svg")
) -> dict[str, bytes]:
    """Return files of a figure, drawn with the settings of matplotlib, not with those of the user.

    Parameters
    ----------
    draw : callable
    name : str
        Of the files, without the ending.
    formats : sequence of "png", "svg" or "pdf"
    """
    import matplotlib.style
    from matplotlib import font_manager

    there = set(font_manager.fontManager.get_font_names())
    letters = {"font.family": ["DejaVu Sans", *(name for name in _OF_OTHER_SCRIPTS if name in there)]}
    with matplotlib.style.context(["default", letters]), warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        figure = draw()
        files = {f"{name}.{format}": picture(figure, format) for format in formats}
    for each in said:
        if _NO_LETTER.match(str(each.message)):
            say_letters_lack()
        else:
            warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)
    return files


@cache
def say_letters_lack() -> None:
    """Say once that names are boxes: matplotlib says it of each letter, with lines of code."""
    font = _OF_OTHER_SCRIPTS[0]
    say(f"warning: the letters of some names are in no font here, and are boxes in pictures; {font} has many")
