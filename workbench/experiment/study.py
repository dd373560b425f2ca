"""A study: all experiments of a folder, and one page about them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from workbench.errors import MissingDataError, Problem, SpecError
from workbench.experiment.run import Result, run_experiment
from workbench.experiment.spec import Experiment, read_experiment
from workbench.experiment.store import write_beside
from workbench.report.study import Part, study_page
from workbench.schema import COMPARISONS, ERROR_SOURCES, REFERENCE_CHOICE

PAGE = "study.md"


@dataclass(frozen=True, eq=False)
class Study:
    """What the experiments of a folder gave.

    Attributes
    ----------
    results : dict of str to Result
        By the experiment's name; without those whose data are missing.
    parts : list of Part
        What the page says of each.
    page : Path
    """

    results: dict[str, Result]
    parts: list[Part]
    page: Path


def experiments_of(folder: Path) -> list[Experiment]:
    """Read the experiment files of a folder, in the order of their names.

    Raises
    ------
    SpecError
        If there is none, or one is wrong.
    """
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise SpecError(Problem(str(folder), "holds no experiment file (*.toml)"))
    return [read_experiment(file) for file in files]


def run_study(
    folder: str | Path,
    *,
    title: str = "",
    data: str | Path | None = None,
    out: str | Path = "reports/study",
    workers: int = 1,
    cache: str | Path = "data/cache",
    progress: bool = False,
) -> Study:
    """Run all experiments of a folder and write a page about them.

    Parameters
    ----------
    folder : path
        With the experiment files, which are all read before the first is run.
    title : str
        Of the page; "Study" and the folder's name where nothing is said.
    data, workers, cache, progress
        As for `run_experiment`.
    out : path
        Each experiment gets a folder in it, and the page is ``study.md``. An experiment whose data are
        missing is named on the page with what to do; the others are run.

    Raises
    ------
    WorkbenchError
        Unusable files, before anything is run.
    """
    folder, out = Path(folder), Path(out)
    results: dict[str, Result] = {}
    parts = []
    for experiment, result, missing in _run_each(experiments_of(folder), data, out, workers, cache, progress):
        if result is not None:
            results[experiment.name] = result
        parts.append(_part(experiment, result, missing))
    page = out / PAGE
    write_beside(page, study_page(title or f"Study {folder.name}", parts).encode())
    return Study(results, parts, page)


def _run_each(
    experiments: list[Experiment],
    data: str | Path | None,
    out: Path,
    workers: int,
    cache: str | Path,
    progress: bool,
) -> Iterator[tuple[Experiment, Result | None, str]]:
    for experiment in experiments:
        try:
            yield (
                experiment,
                run_experiment(
                    experiment, data=data, out=out, workers=workers, cache=cache, progress=progress
                ),
                "",
            )
        except MissingDataError:
            name = experiment.data.name
            # without the path that was looked at, so that the page is the same everywhere
            yield (
                experiment,
                None,
                f"the data set {name} is not there; `workbench data show {name}` says more",
            )


def _part(experiment: Experiment, result: Result | None, missing: str) -> Part:
    figure = ""
    if result is not None and result.panels:
        figure = f"{experiment.name}/figure.svg"
    return Part(
        name=experiment.name,
        title=experiment.title,
        about=experiment.about,
        table="" if result is None else result.text("md").replace("\n# ", "\n### ").removeprefix("# "),
        comparisons=COMPARISONS.build([]) if result is None else result.comparisons,
        choices=REFERENCE_CHOICE.build([]) if result is None else result.reference_choice,
        sources=ERROR_SOURCES.build([]) if result is None else result.error_sources,
        figure=figure,
        missing=missing,
    )
