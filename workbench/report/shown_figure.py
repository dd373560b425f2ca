"""A figure that a notebook shows, whether or not pyplot is in use there."""

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from workbench.report.picture import picture


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
        super().__init__(figsize=size, dpi=dpi, layout="constrained")
        FigureCanvasAgg(self)

    def _repr_png_(self) -> bytes:
        return picture(self, "png")
