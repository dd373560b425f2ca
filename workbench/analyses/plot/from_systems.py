"""Pictures of what differences between systems say."""

from functools import partial

import pandas as pd

from workbench.analyses.plot.drawn import Drawn, some
from workbench.analyses.plot.section import PlotSpec
from workbench.analyses.worth.section import WorthSpec
from workbench.analyses.worth.worth import PointsWorth, Worth, worth_panels
from workbench.experiment.experiment import Experiment
from workbench.report.curves import first_panels, plot_curves


def draw_worth(experiment: Experiment, settings: PlotSpec) -> Drawn:
    """Draw how often people rank two systems as a metric does, by the difference that the metric sees."""
    result = experiment.result(PointsWorth, experiment.spec.section("worth") or WorthSpec())
    fitted = result.fitted if isinstance(result, Worth) else ()
    asked = some(
        pd.DataFrame([one.about for one in fitted]).assign(fit=range(len(fitted))), settings, "worth"
    )
    panels = worth_panels([fitted[at] for at in asked["fit"]])
    points = [
        {"panel": panel.title, "curve": curve.label, "delta": x, "accuracy": y, "low": low, "high": high}
        for panel in panels
        for curve in panel.curves
        for x, y, low, high in zip(curve.x, curve.y, curve.low, curve.high, strict=True)
    ]
    return Drawn(partial(plot_curves, first_panels(panels), settings.columns), pd.DataFrame(points))
