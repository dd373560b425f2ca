"""A workbench for people who study evaluation metrics of generated text."""

from importlib import import_module
from typing import TYPE_CHECKING

from workbench import code  # noqa: F401 (it takes the time of the start)

if TYPE_CHECKING:
    from workbench.analyses.curves.curves import curve_panels
    from workbench.datasets.load import load
    from workbench.datasets.simulate import simulate
    from workbench.experiment.methods import methods
    from workbench.experiment.mined import mine_references
    from workbench.experiment.notebook.compare import compare
    from workbench.experiment.notebook.doubt import reliability, robustness
    from workbench.experiment.notebook.plan import calibrate, plan
    from workbench.experiment.notebook.rank import rank
    from workbench.experiment.notebook.scoring import correlate, score_outputs
    from workbench.experiment.notebook.segments import disagreements
    from workbench.experiment.run import run_experiment as run
    from workbench.metrics.function import metric
    from workbench.metrics.laws import check_laws
    from workbench.metrics.score import score
    from workbench.report.curves import plot_curves
    from workbench.report.picture import picture
    from workbench.report.plot_influence import plot_influence
    from workbench.report.plots import plot_ranks, plot_scatter
    from workbench.stats.own_coefficient import coefficient

__version__ = "0.1.0"
__all__ = [
    "__version__",
    "calibrate",
    "check_laws",
    "coefficient",
    "compare",
    "correlate",
    "curve_panels",
    "disagreements",
    "load",
    "methods",
    "metric",
    "mine_references",
    "picture",
    "plan",
    "plot_curves",
    "plot_influence",
    "plot_ranks",
    "plot_scatter",
    "rank",
    "reliability",
    "robustness",
    "run",
    "score",
    "score_outputs",
    "simulate",
]

_HOMES = {
    "calibrate": ("workbench.experiment.notebook.plan", "calibrate"),
    "check_laws": ("workbench.metrics.laws", "check_laws"),
    "coefficient": ("workbench.stats.own_coefficient", "coefficient"),
    "compare": ("workbench.experiment.notebook.compare", "compare"),
    "correlate": ("workbench.experiment.notebook.scoring", "correlate"),
    "curve_panels": ("workbench.analyses.curves.curves", "curve_panels"),
    "disagreements": ("workbench.experiment.notebook.segments", "disagreements"),
    "load": ("workbench.datasets.load", "load"),
    "methods": ("workbench.experiment.methods", "methods"),
    "metric": ("workbench.metrics.function", "metric"),
    "mine_references": ("workbench.experiment.mined", "mine_references"),
    "picture": ("workbench.report.picture", "picture"),
    "plan": ("workbench.experiment.notebook.plan", "plan"),
    "plot_curves": ("workbench.report.curves", "plot_curves"),
    "plot_influence": ("workbench.report.plot_influence", "plot_influence"),
    "plot_ranks": ("workbench.report.plots", "plot_ranks"),
    "plot_scatter": ("workbench.report.plots", "plot_scatter"),
    "rank": ("workbench.experiment.notebook.rank", "rank"),
    "reliability": ("workbench.experiment.notebook.doubt", "reliability"),
    "robustness": ("workbench.experiment.notebook.doubt", "robustness"),
    "run": ("workbench.experiment.run", "run_experiment"),
    "score": ("workbench.metrics.score", "score"),
    "score_outputs": ("workbench.experiment.notebook.scoring", "score_outputs"),
    "simulate": ("workbench.datasets.simulate", "simulate"),
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that `import workbench` is instant."""
    if name in _HOMES:
        module, attribute = _HOMES[name]
        return getattr(import_module(module), attribute)
    raise AttributeError(f"module 'workbench' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
