"""A study: all experiments of a folder, and one page about them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from workbench.analyses.block_tests.block_power import BlockPower
from workbench.analyses.page.page import ShownPage
from workbench.analyses.reference_weights.reference_weights import WeightNoise
from workbench.analyses.robustness.difference_influence import DifferenceInfluence
from workbench.cluster import Workers
from workbench.datasets.load import load
from workbench.datasets.writers.files import write_bytes
from workbench.errors import MissingDataError, Problem, SpecError
from workbench.experiment.experiment import Experiment
from workbench.experiment.resources import make_resources
from workbench.experiment.spec import Spec, read_spec
from workbench.report.page.study import lay_study, render_study
from workbench.report.study import StudyPart, block_differences, study_page
from workbench.report.study_signs import turn_alike
from workbench.schema import COMPARISONS, ERROR_SOURCES, REFERENCE_CHOICE
from workbench.shipped import find_experiments

_SAID = (WeightNoise, BlockPower, DifferenceInfluence)
"""Analyses whose lines are sentences for the page."""
PAGE, SHEET = "study.md", "index.html"


@dataclass(frozen=True, eq=False)
class Study:
    """What the experiments of a folder gave.

    Attributes
    ----------
    experiments : dict of str to Experiment
        By name; without those whose data are missing.
    parts : list of StudyPart
        What the page says of each; the same two are compared the same way round in all.
    page, sheet : Path
        As Markdown, and as HTML with pictures.
    """

    experiments: dict[str, Experiment]
    parts: list[StudyPart]
    page: Path
    sheet: Path


def run_study(
    folder: str | Path,
    *,
    title: str = "",
    data: str | Path | None = None,
    out: str | Path = "reports/study",
    metric_files: Sequence[str | Path] = (),
    workers: Workers = 1,
    cache: str | Path | None = None,
) -> Study:
    """Run all experiments of a folder and write a page about them.

    Parameters
    ----------
    folder : path
        With the experiment files, in the order of their names; or the name of a folder of them that comes
        with the package.
    title : str
        Of the page; "Study" and the folder's name where nothing is said.
    data, metric_files, workers, cache
        As for `workbench.read`.
    out : path
        Each experiment gets a folder in it, and the pages are ``study.md`` and ``index.html``. An
        experiment whose data are missing is named on them with what to do; the others are run.

    Raises
    ------
    WorkbenchError
        A file or an experiment that cannot be used, before anything is run.
    """
    folder, out = find_experiments(folder), Path(out)
    files = sorted(folder.glob("*.toml"))
    if not folder.is_dir():
        raise SpecError(Problem(str(folder), "there is no such folder of experiments"))
    if not files:
        raise SpecError(Problem(str(folder), "holds no experiment file (*.toml)"))
    own_files = tuple(Path(file) for file in metric_files)
    resources = make_resources(workers, cache)
    # all files are read and all plans are made before anything is run
    asked = [read_spec(file, own_files, data) for file in files]
    found: list[tuple[Spec, Experiment | None]] = []
    for spec, own in asked:
        try:
            evalset = load(spec.data.name, data, spec.data.options, spec.data.unmatched)
            experiment = Experiment.of(spec, evalset, own, resources)
        except MissingDataError:
            found.append((spec, None))
        else:
            experiment.check()
            found.append((spec, experiment))
    parts = []
    for spec, ready in found:
        if ready is not None:
            ready.write(out / spec.name)
        parts.append(_part(spec, ready))
    parts = turn_alike(parts)
    page, sheet, title = out / PAGE, out / SHEET, title or folder.name
    write_bytes(page, study_page(title, parts).encode())
    write_bytes(sheet, render_study(lay_study(title, parts)).encode())
    return Study({spec.name: ready for spec, ready in found if ready}, parts, page, sheet)


def _part(spec: Spec, experiment: Experiment | None) -> StudyPart:
    name = spec.data.name
    frames: dict[str, pd.DataFrame] = {}
    table = figure = ""
    said: tuple[str, ...] = ()
    page = None
    # without the path that was looked at, so that the page is the same everywhere
    missing = f"the data set {name} is not there; `workbench data show {name}` says more"
    if experiment is not None:
        missing = ""
        table = experiment.table().text("md").replace("\n# ", "\n### ").removeprefix("# ")
        for kind, settings in experiment.answered:
            result = experiment.result(kind, settings)
            frames |= result.frames
            said += result.lines if kind in _SAID else ()
            page = result.page if isinstance(result, ShownPage) else page
            pictures = (each for each in experiment.files_of(kind, settings) if each.endswith(".svg"))
            figure = figure or next((f"{spec.name}/{each}" for each in pictures), "")
    on_blocks = frames.get("block_comparisons")
    compared = frames.get("comparisons", COMPARISONS.build([]))
    if on_blocks is not None:
        compared = block_differences(on_blocks)
    return StudyPart(
        name=spec.name,
        title=spec.title,
        about=spec.about,
        table=table,
        comparisons=compared,
        choices=frames.get("reference_choice", REFERENCE_CHOICE.build([])),
        sources=frames.get("error_sources", ERROR_SOURCES.build([])),
        figure=figure,
        missing=missing,
        said=said,
        page=page,
    )
