"""A figure of several experiments: each is run, and their panels stand side by side."""

from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

from workbench.errors import Problem, SpecError
from workbench.experiment.run import Result, run_experiment
from workbench.experiment.spec import read_experiment
from workbench.experiment.store import write_beside
from workbench.report.curves import plot_curves
from workbench.report.picture import pictures


def draw_figure(
    experiments: Sequence[str | Path],
    *,
    name: str | None = None,
    data: str | Path | None = None,
    out: str | Path = "reports",
    workers: int = 1,
    cache: str | Path = "data/cache",
    progress: bool = False,
) -> tuple[list[Result], list[Path]]:
    """Run experiments that have a section ``[figure]`` and draw their panels side by side.

    Parameters
    ----------
    experiments : sequence of path
        In the order of their panels.
    name : str, optional
        Of the folder in `out`; what the experiments' names begin with where nothing is said.
    data, out, workers, cache, progress
        As for `run_experiment`.

    Returns
    -------
    results : list of Result
    files : list of Path
        The figure as PNG and SVG.

    Raises
    ------
    WorkbenchError
        If an experiment has no section ``[figure]``, before any is run; or one cannot be run.
    """
    specs = [read_experiment(path) for path in experiments]
    problems = [
        Problem(f"{path}: figure", "is missing", hint="A section [figure] says along what curves run")
        for path, spec in zip(experiments, specs, strict=True)
        if spec.figure is None
    ]
    if not specs:
        problems.append(Problem("", "no experiment is named"))
    if problems:
        raise SpecError(*problems)
    results = [
        run_experiment(spec, data=data, out=out, workers=workers, cache=cache, progress=progress)
        for spec in specs
    ]
    folder = Path(out) / (name or name_of([spec.name for spec in specs]))
    panels = [panel for result in results for panel in result.panels]
    written = pictures(lambda: plot_curves(panels))
    for file, content in written.items():
        write_beside(folder / file, content)
    return results, [folder / file for file in written]


def name_of(names: Sequence[str]) -> str:
    """Return what names have in common at the front, with "figure" where that is nothing or one of them.

    Examples
    --------
    >>> name_of(["galley-figure2a", "galley-figure2b"]), name_of(["ted", "news"]), name_of(["ted", "ted-2"])
    ('galley-figure2', 'figure', 'ted-figure')
    """
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    common = "".join(letters[0] for letters in alike).rstrip("-._")
    return "-".join(filter(None, [common, "figure"])) if common in ("", *names) else common
