"""Pictures by one call: the same from an experiment file, in Python and on the command line."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pandas as pd

from workbench.analyses.plot.drawn import Drawn, refuse_absent
from workbench.analyses.plot.from_records import (
    check_coverage,
    check_curves,
    draw_reproduced,
    read_reproduced,
)
from workbench.analyses.plot.from_scores import diagonal_settings
from workbench.analyses.plot.kinds import KINDS
from workbench.analyses.plot.section import PlotSpec
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.plan import Plan
from workbench.report.picture import PictureFormat, pictures

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class Pictures(Result):
    """Pictures that can be drawn; in a notebook they show themselves.

    Attributes
    ----------
    drawn : dict of str to Drawn
        By kind: how it is drawn, and the numbers that are drawn.
    formats : tuple of "png", "svg" or "pdf"
        That files are written in.
    """

    drawn: dict[str, Drawn] = field(default_factory=dict)
    formats: tuple[PictureFormat, ...] = ("png", "svg")

    @property
    def figures(self) -> "dict[str, Figure]":
        """The pictures by kind, drawn anew."""
        return {kind: each.draw() for kind, each in self.drawn.items()}

    def files(self) -> dict[str, bytes]:
        """Return ``plot-KIND.png`` and the like, and ``plot-KIND.csv`` with the numbers as they are drawn."""
        each = [files_of(kind, drawn, self.formats) for kind, drawn in self.drawn.items()]
        return {name: content for files in each for name, content in files.items()}

    def _repr_html_(self) -> str:
        # with the letters that files have, and what is said of those that are in no font
        drawn = (pictures(each.draw, "shown", ("png",))["shown.png"] for each in self.drawn.values())
        shown = (b64encode(content).decode() for content in drawn)
        alts = (f"{kind}: {len(each.frame)} numbers" for kind, each in self.drawn.items())
        return "".join(
            f'<img alt="{alt}" style="max-width: 100%; width: 700px" src="data:image/png;base64,{image}">'
            for alt, image in zip(alts, shown, strict=True)
        )


def files_of(kind: str, drawn: Drawn, formats: Sequence[PictureFormat]) -> dict[str, bytes]:
    """Return the files of one picture, and its numbers as CSV."""
    # three digits are as many as an eye sees, and do not depend on the processor
    numbers = drawn.frame.to_csv(index=False, lineterminator="\n", float_format="%.3g")
    return {**pictures(drawn.draw, f"plot-{kind}", formats), f"plot-{kind}.csv": numbers.encode()}


def reproduction_files(settings: PlotSpec) -> dict[str, bytes]:
    """Return the picture of files of `workbench reproduce`, which needs no experiment.

    Raises
    ------
    WorkbenchError
        If no file is named, or one is not there or is no such file.
    """
    return files_of("reproduction", draw_reproduced(settings), settings.formats)


@analysis("plot")
class Plot(Analysis):
    """Draw what was found: intervals, differences, heat maps, scatters and more, from the records.

    ``e.plot(["intervals", "heat"])`` shows the pictures in a notebook; `figures` has them by kind, `plot()`
    the first of them, `files()` their bytes.
    """

    section = "plot"
    Section = PlotSpec
    positional = ("kinds",)
    on_blocks = True
    place = 75

    def check_plan(self, plan: Plan, settings: PlotSpec) -> None:
        """Refuse filters that name what the experiment does not have, and what cannot be drawn of it."""
        refuse_absent(plan, settings)
        if "diagonal" in settings.kinds:
            diagonal_settings(plan, settings)
        if "coverage" in settings.kinds:
            check_coverage(plan)
        if "curves" in settings.kinds:
            check_curves(plan)
        if "reproduction" in settings.kinds:
            read_reproduced(settings.reproduced)

    def compute(self, experiment: Experiment, settings: PlotSpec) -> Pictures:
        """Return the pictures that were asked for, each kind once."""
        # as an experiment calls them: "bleu" is "bleu(order=4)" in the records
        named = [experiment.plan.full_name(name) for name in settings.metrics]
        settings = settings.model_copy(update={"metrics": named})
        drawn: dict[str, Drawn] = {kind: KINDS[kind](experiment, settings) for kind in settings.kinds}
        first = next(iter(drawn.values()))
        frame = pd.DataFrame([{"picture": kind, "numbers": len(each.frame)} for kind, each in drawn.items()])
        return Pictures({"pictures": frame}, picture=first.draw, drawn=drawn, formats=tuple(settings.formats))

    def files(self, result: Result) -> dict[str, bytes]:
        """Return the pictures, and the numbers in them."""
        return result.files() if isinstance(result, Pictures) else {}
