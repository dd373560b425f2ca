"""A workbench for people who study evaluation metrics of generated text."""

from importlib import import_module
from typing import TYPE_CHECKING

from workbench import code  # noqa: F401 (it takes the time of the start)
from workbench.version import VERSION

if TYPE_CHECKING:
    from workbench.datasets.load import load
    from workbench.datasets.mapping.frames import data
    from workbench.datasets.simulate import simulate
    from workbench.experiment.experiment import Experiment
    from workbench.experiment.published_curves import accuracy_of, delta_for
    from workbench.experiment.read import read
    from workbench.metrics.function import metric
    from workbench.metrics.laws import check_laws
    from workbench.metrics.own_matches import Matched
    from workbench.metrics.score import score
    from workbench.report.curves import plot_curves
    from workbench.report.picture import picture
    from workbench.report.plot_influence import plot_influence
    from workbench.report.plots import plot_ranks, plot_scatter
    from workbench.stats.coefficients.own_coefficient import coefficient

__version__ = VERSION
__all__ = [
    "Experiment",
    "Matched",
    "__version__",
    "accuracy_of",
    "check_laws",
    "coefficient",
    "data",
    "delta_for",
    "load",
    "metric",
    "picture",
    "plot_curves",
    "plot_influence",
    "plot_ranks",
    "plot_scatter",
    "read",
    "score",
    "simulate",
]

_HOMES = {
    "Experiment": "workbench.experiment.experiment",
    "Matched": "workbench.metrics.own_matches",
    "accuracy_of": "workbench.experiment.published_curves",
    "check_laws": "workbench.metrics.laws",
    "coefficient": "workbench.stats.coefficients.own_coefficient",
    "data": "workbench.datasets.mapping.frames",
    "delta_for": "workbench.experiment.published_curves",
    "load": "workbench.datasets.load",
    "metric": "workbench.metrics.function",
    "picture": "workbench.report.picture",
    "plot_curves": "workbench.report.curves",
    "plot_influence": "workbench.report.plot_influence",
    "plot_ranks": "workbench.report.plots",
    "plot_scatter": "workbench.report.plots",
    "read": "workbench.experiment.read",
    "score": "workbench.metrics.score",
    "simulate": "workbench.datasets.simulate",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that `import workbench` is instant."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'workbench' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
