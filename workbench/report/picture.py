"""Figures as files whose bytes depend on nothing but the figure."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import TYPE_CHECKING, Literal, get_args

from workbench.errors import Problem, SpecError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PictureFormat = Literal["png", "svg"]
PICTURE_FORMATS: tuple[PictureFormat, ...] = get_args(PictureFormat)


def picture(figure: Figure, format: PictureFormat) -> bytes:
    """Return a figure as a PNG or SVG file, without a date; the same figure has the same bytes.

    Letters of an SVG are drawn, so that it looks alike where the font is missing.

    Parameters
    ----------
    figure : Figure
    format : "png" or "svg"

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
    sink = BytesIO()
    # ids in an SVG are random without a salt
    with matplotlib.rc_context({"svg.hashsalt": "workbench", "svg.fonttype": "path", "savefig.bbox": None}):
        metadata = {"Date": None} if format == "svg" else {"Software": "matplotlib"}
        figure.savefig(sink, format=format, metadata=metadata)
    return sink.getvalue()


def pictures(draw: Callable[[], Figure]) -> dict[str, bytes]:
    """Return figure.png and figure.svg, drawn with the settings of matplotlib, not with those of the user."""
    import matplotlib.style

    with matplotlib.style.context("default"):
        figure = draw()
        return {f"figure.{format}": picture(figure, format) for format in PICTURE_FORMATS}
