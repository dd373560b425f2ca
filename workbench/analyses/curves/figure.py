"""A figure of several experiments: each is run, and their panels stand side by side."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from pathlib import Path

from workbench.analyses.curves.figure_section import Curves, Figure
from workbench.datasets.writers.beside import put_together
from workbench.errors import Problem, SpecError
from workbench.experiment.experiment import Experiment
from workbench.experiment.read import read
from workbench.experiment.spec import read_spec
from workbench.report.curves import CurvePanel, plot_curves
from workbench.report.picture import pictures


def draw_figure(
    experiments: Sequence[str | Path],
    *,
    name: str | None = None,
    data: str | Path | None = None,
    out: str | Path = "reports",
    metric_files: Sequence[str | Path] = (),
    workers: int = 1,
    cache: str | Path | None = None,
) -> tuple[list[Experiment], list[Path]]:
    """Run experiments that have a section ``[figure]`` and draw their panels side by side.

    Parameters
    ----------
    experiments : sequence of path
        In the order of their panels.
    name : str, optional
        Of the folder in `out`; what the experiments' names begin with where nothing is said.
    data, metric_files, workers, cache
        As for `workbench.read`.
    out : path
        The figure and each experiment get a folder of their own in it.

    Returns
    -------
    experiments : list of Experiment
    files : list of Path
        The figure as PNG and SVG.

    Raises
    ------
    WorkbenchError
        If an experiment has no section ``[figure]``, before any is run; or one cannot be run.
    """
    own = tuple(Path(file) for file in metric_files)
    missing = [path for path in experiments if Figure not in dict(read_spec(path, own, data)[0].asked)]
    problems = [
        Problem(f"{path}: figure", "is missing", hint="A section [figure] says along what curves run")
        for path in missing
    ]
    if not experiments:
        problems.append(Problem("", "no experiment is named"))
    if problems:
        raise SpecError(*problems)
    done = [read(path, data, metric_files=own, workers=workers, cache=cache) for path in experiments]
    panels: list[CurvePanel] = []
    below: list[CurvePanel] = []
    for experiment in done:
        experiment.write(Path(out) / experiment.name)
        settings = dict(experiment.spec.asked)[Figure]
        drawn = experiment.result(Figure, settings)
        # a title of its own says what an experiment shows; several without one are told apart by their names
        is_named = len(done) > 1 and not getattr(settings, "title", "")
        name_it = partial(_named, experiment.name) if is_named else tuple
        panels += name_it(drawn.panels) if isinstance(drawn, Curves) else []
        below += name_it(drawn.differences) if isinstance(drawn, Curves) else []
    folder = Path(out) / (name or name_of([experiment.name for experiment in done]))
    written = pictures(lambda: plot_curves([*panels, *below]))
    put_together(folder, written)
    return done, [folder / file for file in written]


def _named(name: str, panels: Sequence[CurvePanel]) -> tuple[CurvePanel, ...]:
    return tuple(replace(each, title=" · ".join(filter(None, (name, each.title)))) for each in panels)


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
