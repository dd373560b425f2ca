"""A figure that a notebook shows, whether or not pyplot is in use there."""

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.transforms import Bbox

from workbench.report.picture import picture

_DIGITS = 9
"""Of where axes stand, in shares of the figure: far less than a pixel."""


class SteadyLayout(ConstrainedLayoutEngine):
    """The constrained layout, the same to the last digit in every process.

    Its solver goes through its terms in the order of their addresses in memory, and adds them up to sums that
    differ in the last digit from process to process. An SVG names the frame of each pair of axes by a digest
    of all digits of its corners.
    """

    def execute(self, fig: Figure) -> None:
        """Place the axes of a figure, at rounded places."""
        super().execute(fig)
        for axes in fig.axes:
            place, is_laid = axes.get_position(original=True), axes.get_in_layout()
            axes.set_position(Bbox(place.get_points().round(_DIGITS)))
            axes.set_in_layout(is_laid)  # axes that are given a place leave the layout


class ShownFigure(Figure):
    """A figure that pyplot does not know, so that nothing has to be closed; its layout is constrained.

    Parameters
    ----------
    size : tuple of float
        Width and height in inches.
    dpi : int

    Examples
    --------
    >>> ShownFigure((1, 1), 72)._repr_png_()[1:4]
    b'PNG'
    """

    def __init__(self, size: tuple[float, float], dpi: int) -> None:
        super().__init__(figsize=size, dpi=dpi, layout=SteadyLayout())
        FigureCanvasAgg(self)

    def _repr_png_(self) -> bytes:
        return picture(self, "png")
