"""The page of a report as an analysis: every report has it, and a notebook shows it."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from itertools import islice
from pathlib import Path

import numpy as np
import pandas as pd

from workbench.analyses.curves.curves import AXES, each_panel, places
from workbench.analyses.lint.rules import RULES
from workbench.analyses.page.points import lay_points
from workbench.analyses.page.rankings import lay_rankings
from workbench.analyses.page.single import lay_influences, lay_worst
from workbench.analyses.page.wins import lay_wins
from workbench.analyses.published import PublishedNumbers
from workbench.datasets.evalset import EvalSet
from workbench.datasets.writers.files import write_bytes
from workbench.errors import DataError, path_of
from workbench.executor import one_blas_thread
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.sections import Section
from workbench.report.best import best_sentences, describe_overview, say_untested
from workbench.report.citations import bibtex
from workbench.report.curves import CurvePanel
from workbench.report.layouts.labels import coefficient_label
from workbench.report.page.lines import LineChart, draw_lines
from workbench.report.page.page import Beside, Page, Pitfall, render_page
from workbench.report.page.scoreboard import show_table
from workbench.report.reproduction import Line
from workbench.version import VERSION

_MOST_CHARTS = 12
_LEAST_ORDERS = 3
"""ROUGE-1 beside ROUGE-2 is no sweep of orders."""


@dataclass(frozen=True, eq=False)
class ShownPage(Result):
    """The page of a report; in a notebook it shows itself."""

    experiment: Experiment = field(kw_only=True)

    @cached_property
    def page(self) -> Page:
        """What is on it; laid out when first asked for, since it says what all other analyses found."""
        with one_blas_thread():
            return lay_page(self.experiment)

    def html(self) -> str:
        """Return a page that needs no other file."""
        return render_page(self.page)

    def write(self, path: str | Path) -> None:
        """Write the page to a file."""
        write_bytes(path_of(path, "path"), self.html().encode("utf-8"))

    def __repr__(self) -> str:
        return "\n".join([self.page.title, self.page.about, *self.page.answers])

    def _repr_html_(self) -> str:
        # a frame of its own keeps its style from the notebook's
        return f'<iframe srcdoc="{escape(self.html())}" width="100%" height="800" title="report"></iframe>'


@analysis("page")
class ReportPage(Analysis):
    """Lay out everything that an experiment says as one page of HTML, which needs no network."""

    is_standing = True
    on_blocks = True
    place = 2000

    def compute(self, experiment: Experiment, settings: Section) -> ShownPage:
        """Return the page of what the experiment computed, and of all analyses that it asks for."""
        return ShownPage({}, experiment=experiment)

    def files(self, result: Result) -> dict[str, bytes]:
        """Return the page."""
        return {"index.html": result.html().encode()} if isinstance(result, ShownPage) else {}


def lay_page(experiment: Experiment) -> Page:
    """Return the page of an experiment."""
    records, data = experiment.plain_records, experiment.data
    results = {
        kind.called: experiment.result(kind, settings)
        for kind, settings in experiment.answered
        if kind is not ReportPage
    }
    points = lay_points(experiment, records)
    methods = experiment.methods()
    untested = say_untested({kind.section: results[kind.called].frames for kind, _ in experiment.answered
                             if kind is not ReportPage})  # fmt: skip
    frames: dict[str, pd.DataFrame] = {}
    for result in results.values():
        frames |= result.frames
    files = {
        name
        for kind, settings in experiment.answered
        if kind is not ReportPage
        for name in experiment.files_of(kind, settings)
    }
    # the sentences about the best metrics say what the comparison says
    lines = [line for name, result in results.items() if name != "compare" for line in result.lines]
    comparisons = frames.get("comparisons")
    overview = describe_overview(records, comparisons, untested)
    is_said = any(untested in sentence for sentence in overview)
    # what the overview has said of all is not repeated
    best = (
        " ".join(f"{each}." for each in sentences if not (is_said and each == untested))
        for sentences in best_sentences(records, comparisons, untested)
    )
    names = records["coefficient"].unique()
    return Page(
        title=experiment.spec.title or experiment.name,
        about=f"{data.card.name} {data.card.version}: {_size(data)}; {data.card.judgments} judgments",
        overview=tuple(overview),
        answers=(*best, *_joined(lines)),
        data=experiment.understood.lines,
        warnings=tuple(map(str, experiment.understood.warnings)),
        rankings=lay_rankings(records),
        table=experiment.table(),
        records=records,
        points=points,
        methods=methods.text,
        bibliography=bibtex(methods.papers),
        made={
            "data set": f"{data.card.name} {data.card.version}, sha256 {data.fingerprint}",
            "seed": str(experiment.spec.seed),
            "program": f"workbench {VERSION}",
        },
        command=f"workbench run {experiment.name}.toml",
        charts=tuple(_charts(records)),
        wins=lay_wins(frames["comparisons"]) if len(frames.get("comparisons", ())) else (),
        influences=lay_influences(records, points),
        worst=lay_worst(experiment, records),
        pitfalls=_pitfalls(frames.get("lint")),
        segment_page="segments.html" if "segments.html" in files else "",
        beside=_beside(results.get("published")),
        labels={name: coefficient_label(name) for name in names},
    )


def _joined(lines: list[str]) -> list[str]:
    """Put a line that is set in twice behind the one that it is about: a list has no steps.

    Examples
    --------
    >>> _joined(["Ranking", "  news: one cluster", "    none is better", "  talks: one cluster"])
    ['Ranking', '  news: one cluster; none is better', '  talks: one cluster']
    """
    joined: list[str] = []
    for line in lines:
        if joined and line.startswith("    "):
            joined[-1] += f"; {line.strip()}"
        else:
            joined.append(line)
    return joined


def _beside(result: Result | None) -> Beside | None:
    """Return the published table that was asked for, where any number of it stands beside ours."""
    if not isinstance(result, PublishedNumbers) or result.frame.empty:
        return None
    frame = result.frame
    line = Line(
        name=str(frame["table"].iloc[0]),
        source=result.source,
        how=result.lines[0],
        n_cells=len(frame),
        verdicts=dict(Counter(frame["verdict"])),
        largest=float(frame["difference"].abs().max()),
        reasons={},
    )
    table = show_table(line, frame)
    cells = [
        # in a cell there is room for one digit more than is printed
        each._replace(difference=f"{difference:+.{len(each.theirs.partition('.')[2]) + 1}f}")
        for each, difference in zip(table.cells, table.differences, strict=True)
    ]
    return Beside(table, dict(zip(result.places, cells, strict=True)))


def _size(data: EvalSet) -> str:
    """Return how large the tasks are."""
    sizes = [
        f"{task}: {len(data.systems(task))} systems × {len(data.segments(task))} segments"
        for task in data.tasks
    ]
    return ", ".join(sizes if len(sizes) <= 4 else [*sizes[:3], f"and {len(sizes) - 3} more tasks"])


def _charts(records: pd.DataFrame) -> list[LineChart]:
    """Return a chart for each way of sweeping something that the records have at two places at least."""
    charts: list[LineChart] = []
    metrics = records[records["role"] == ""]
    for x in sorted(AXES, key=lambda x: x == "order"):
        least = _LEAST_ORDERS if x == "order" else 2
        if len({place for place in places(metrics, x) if not np.isnan(place)}) < least:
            continue
        try:
            drawn = (panel for panel in each_panel(metrics, x) if _most_places(panel) >= least)
            charts += [draw_lines(panel) for panel in islice(drawn, _MOST_CHARTS - len(charts))]
        except DataError:  # two records stand at one place
            continue
    return charts


def _most_places(panel: CurvePanel) -> int:
    """Return at how many places the curve with most of them has a value."""
    return max(int(np.isfinite(curve.y).sum()) for curve in panel.curves)


def _pitfalls(findings: pd.DataFrame | None) -> tuple[Pitfall, ...]:
    if findings is None:
        return ()
    return tuple(
        Pitfall(
            str(rule),
            tuple(zip(group["where"], group["what"], strict=True)),
            group["remedy"].iloc[0],
            f"{RULES.get(str(rule)).effect}.",
        )
        for rule, group in findings.groupby("rule", sort=False)
    )
