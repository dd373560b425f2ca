"""An experiment from a file."""

from collections.abc import Sequence
from pathlib import Path

from workbench.cluster import Workers
from workbench.datasets.load import load
from workbench.experiment.experiment import Experiment
from workbench.experiment.resources import make_resources
from workbench.experiment.spec import read_spec


def read(
    path: str | Path,
    data: str | Path | None = None,
    *,
    metric_files: Sequence[str | Path] = (),
    workers: Workers = 1,
    cache: str | Path | None = None,
    progress: bool | None = None,
) -> Experiment:
    """Read an experiment file and the data that it names.

    Parameters
    ----------
    path : path
        Or the name of an experiment that comes with the package (`workbench new --list`).
    data : path, optional
        Folder of the data sets; else the environment variable WORKBENCH_DATA.
    metric_files : sequence of path
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
    spec, own = read_spec(path, tuple(Path(file) for file in metric_files), data)
    evalset = load(spec.data.name, data, spec.data.options, spec.data.unmatched)
    return Experiment.of(spec, evalset, own, make_resources(workers, cache, progress))
