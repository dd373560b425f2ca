"""A figure that a notebook shows, whether or not pyplot is in use there."""

from contextlib import suppress

from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

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

    def draw(self, renderer: RendererBase) -> None:
        """Draw. Before it writes a file, matplotlib draws for the layout: no more is done then."""
        engine = self.get_layout_engine()
        if self.axes and self.canvas.is_saving() and isinstance(engine, ConstrainedLayoutEngine):
            with suppress(ValueError):  # as matplotlib does
                engine.execute(self)
        else:
            super().draw(renderer)

    def _repr_png_(self) -> bytes:
        return picture(self, "png")
