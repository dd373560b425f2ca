"""The kinds of pictures, by their names."""

from collections.abc import Callable

from workbench.analyses.plot import from_records, from_scores, from_systems
from workbench.analyses.plot.drawn import Drawn
from workbench.analyses.plot.section import Kind, PlotSpec
from workbench.experiment.experiment import Experiment

KINDS: dict[Kind, Callable[[Experiment, PlotSpec], Drawn]] = {
    "intervals": from_records.draw_intervals,
    "differences": from_records.draw_differences,
    "heat": from_records.draw_heat,
    "clusters": from_scores.draw_clusters,
    "scatter": from_scores.draw_scatter,
    "wins": from_records.draw_wins,
    "ranks": from_records.draw_ranks,
    "influence": from_records.draw_influence,
    "curves": from_records.draw_curves,
    "coverage": from_records.draw_coverage,
    "reproduction": from_records.draw_reproduction,
    "diagonal": from_scores.draw_diagonal,
    "worth": from_systems.draw_worth,
}
