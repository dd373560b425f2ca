"""An experiment from a file."""

from collections.abc import Sequence
from pathlib import Path
from typing import cast

from workbench.cluster import Workers
from workbench.datasets.load import load
from workbench.errors import path_of
from workbench.experiment.experiment import Experiment
from workbench.experiment.resources import make_resources
from workbench.experiment.spec import read_spec


def read(
    path: str | Path,
    data: str | Path | None = None,
    *,
    metric_files: str | Path | Sequence[str | Path] = (),
    workers: Workers = 1,
    cache: str | Path | None = None,
    progress: bool | None = None,
) -> Experiment:
    """Read an experiment file and the data that it names.

    Parameters
    ----------
    path : path
        Or the name of an experiment that comes with the package (`workbench new --list`), or the folder of a
        report: its manifest says what was asked.
    data : path, optional
        Folder of the data sets; else the environment variable WORKBENCH_DATA.
    metric_files : path or sequence of path
        Python files that define metrics of your own; they are run, and belong to this experiment only.
    workers, cache, progress
        As for `Experiment`.

    Returns
    -------
    Experiment
        Nothing of it is computed yet.

    Raises
    ------
    WorkbenchError
        One line for each fault of the file, and for data that are missing how to get them.
    """
    several = isinstance(metric_files, Sequence) and not isinstance(metric_files, str)
    own_files = tuple(
        path_of(file, "metric_files")
        for file in cast("Sequence[object]", metric_files if several else [metric_files])
    )
    spec, own = read_spec(path_of(path, "read"), own_files, data)
    evalset = load(spec.data.name, data, spec.data.options, spec.data.unmatched)
    return Experiment.of(spec, evalset, own, make_resources(workers, cache, progress))
