"""The metrics that belong to one experiment: tables of scores and Python files that it names."""

import importlib.util
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path

from pydantic import ValidationError

from workbench.code.sources import remember
from workbench.datasets.readers.mt_scores import read_metric_scores
from workbench.datasets.readers.score_files import LinedScores
from workbench.datasets.scores import ScoreNames, read_scores
from workbench.errors import LONGEST, MissingDataError, Problem, SpecError, path_of
from workbench.experiment.scores_in_python import IN_PYTHON, given_scores, is_given
from workbench.experiment.sections import ScoresSpec
from workbench.experiment.spec_faults import problem_of
from workbench.metrics.base import METRICS, Maker
from workbench.metrics.external import NO_LINES, External, table_metric
from workbench.types import OutputKey

DATA = "{data}"
"""In the path of a file of scores, the folder of the data set."""


def read_tables(tables: object, where: str, folder: Path, data: Path | None = None) -> dict[str, Maker]:
    """Return the tables of a section ``[scores]`` as metrics, by their names.

    Parameters
    ----------
    tables
        The section as it is written; a table may also be given in Python, see `given_scores`.
    where : str
        What the section is part of.
    folder : Path
        That paths of files start from.
    data : Path, optional
        The folder of the data set, which ``{data}`` in a path stands for.

    Raises
    ------
    SpecError
        If a file cannot be read, or a metric of the workbench has the name of a table.
    """
    made = {}
    for name, value in tables.items() if isinstance(tables, Mapping) else ():
        try:
            is_lower = isinstance(value, Mapping) and value.get("lower") is True
            read = _read_table(name, value, folder, data)
            n_lines = read.n_lines if isinstance(read, LinedScores) else NO_LINES
            made[name] = table_metric(name, read, not is_lower, n_lines)
        except ValidationError as error:
            raise SpecError(*_unusable(f"{where}: scores.{name}", value, error)) from None
        except SpecError as error:
            problems = (problem._replace(where=f"{where}: scores.{name}") for problem in error.problems)
            raise SpecError(*problems) from None
        except MissingDataError as error:
            named = (each._replace(where=f"{where}: scores.{name}: {each.where}") for each in error.problems)
            raise MissingDataError(*named) from None
    return {name: partial(_give, table) for name, table in made.items()}


def _unusable(place: str, value: object, error: ValidationError) -> Iterator[Problem]:
    for details in error.errors():
        if details["type"] == "model_type":
            allowed = f"the path of a file, or file, column and where; {IN_PYTHON}"
            yield Problem(place, "is no table of scores", type(value).__name__, allowed)
        else:
            yield problem_of(place, details, ScoresSpec)


def _give(table: External) -> External:
    return table


def _read_table(name: str, value: object, folder: Path, data: Path | None) -> Mapping[OutputKey, float]:
    if is_given(value):
        return given_scores(name, value)
    spec = ScoresSpec.model_validate({"file": value} if isinstance(value, str) else value)
    if DATA in spec.file and data is None:
        hint = "Name the folder of all data sets with --data or WORKBENCH_DATA, or the data set by its path"
        raise SpecError(Problem("", f"the folder of the data set is not known: {spec.file}", hint=hint))
    asked = spec.column if spec.column != ScoresSpec.model_fields["column"].default else name
    path = folder / path_of(spec.file.replace(DATA, str(data)), "file")
    if path.is_dir():
        return read_metric_scores(path, asked)
    segment = (spec.segment,) if isinstance(spec.segment, str) else tuple(spec.segment)
    called = ScoreNames(spec.task, tuple(filter(None, segment)), spec.system)
    return read_scores(path, spec.column, spec.where, called)


def load_metrics(path: Path) -> dict[str, Maker]:
    """Run a Python file that defines metrics, and return these by name; nobody else gets to know them.

    Only a file that is named for this purpose is run; an experiment file alone never makes code run.

    Raises
    ------
    SpecError
        If the file is not there or cannot be run.
    """
    if not path.is_file():
        hint = "It is a Python file that defines metrics of your own"
        raise SpecError(Problem(str(path), "there is no such file of metrics", hint=hint))
    # dataclasses look their module up while it is made; each file is a module of its own
    place = str(path.resolve())
    name = f"workbench_own_{sha256(place.encode()).hexdigest()[:16]}"
    spec = importlib.util.spec_from_file_location(name, place)
    if spec is None:
        raise SpecError(Problem(str(path), "is not a Python file"))
    module = importlib.util.module_from_spec(spec)
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        with METRICS.aside() as own:
            # not by the loader, which may take what it compiled of a file that was as long a moment ago
            exec(compile(remember(place, spec), place, "exec", dont_inherit=True), vars(module))
    except (Exception, SystemExit) as error:
        sys.modules.pop(name)
        if before is not None:
            sys.modules[name] = before
        if isinstance(error, SpecError):
            raise
        what = f"cannot be run: {type(error).__name__}: {str(error)[:LONGEST]}"
        raise SpecError(Problem(str(path), what, hint=_not_imported(path, error))) from error
    return own


def _not_imported(path: Path, error: BaseException) -> str:
    """Return what to do where a file imports one beside it: files of two folders may have one name."""
    name = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    if not name or not any((path.parent / each).exists() for each in (f"{name}.py", name)):
        return ""
    return f"{name} lies beside it, where Python does not look: PYTHONPATH={path.parent} workbench ..."
