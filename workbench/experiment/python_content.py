"""What is said in Python, as an experiment file would hold it."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import entry_points
from typing import Any

from workbench.code.identity import code_of
from workbench.datasets.card import card_names
from workbench.datasets.evalset import EvalSet
from workbench.datasets.load import load
from workbench.errors import Problem, SpecError
from workbench.experiment.scores_in_python import is_given
from workbench.experiment.sections import DataSpec
from workbench.metrics.base import Metric, get_metric
from workbench.registry import ENTRY_POINTS, is_ours, read_name
from workbench.stats.coefficients.plain import COEFFICIENTS

AskedReferences = Mapping[str, str | tuple[str, str] | Mapping[str, str]] | Sequence[Mapping[str, str]]
_DATA_KEYS = tuple(name for name in DataSpec.model_fields if name not in ("name", "options"))


def changed_content(content: Mapping[str, Any], changed: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an experiment file would say after some changes, made in Python; None takes a key away."""
    found = dict(content)
    for key, value in changed.items():
        if key in _DATA_KEYS:
            found["data"] = {**found["data"], key: _listed(value)}
        elif key == "references":
            found[key] = _settings(value)
        elif key == "scores" and isinstance(value, Mapping):
            found[key] = {**found.get(key, {}), **{name: _named(table) for name, table in value.items()}}
        elif value is None:
            found.pop(key, None)
        elif key == "metrics":
            found[key] = _listed(value)
            _refuse_functions(found[key])
        elif isinstance(value, Mapping):
            section = {**found.get(key, {}), **{name: _listed(each) for name, each in value.items()}}
            # None is how Python says that a key is not said
            found[key] = {name: each for name, each in section.items() if each is not None}
        else:
            found[key] = _listed(value)
    return found


def _refuse_functions(metrics: object) -> None:
    """Raise a `SpecError` for a function among the names of metrics, as `get_metric` does."""
    for number, each in enumerate(metrics if isinstance(metrics, list) else [metrics]):
        if callable(each) and not isinstance(each, Metric):
            get_metric(each, f"metrics[{number}]")


GIVEN = "given in Python"
"""What stands for the path of a table of scores without a file."""


def _named(table: object) -> object:
    """Return how a table of scores stands in an experiment file; numbers have no file."""
    return {"file": GIVEN} if is_given(table) else table


def _listed(value: Any) -> Any:
    """Return a sequence as a list, as TOML has them.

    Arrays and columns are lists, and numbers of NumPy are Python's.

    Examples
    --------
    >>> import numpy as np
    >>> _listed(np.array(["rouge-1"])), _listed(np.int64(20))
    (['rouge-1'], 20)
    """
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, tuple | list):
        return [_listed(each) for each in value]
    return dict(value) if isinstance(value, Mapping) else value


def _settings(references: AskedReferences) -> list[dict[str, Any]]:
    """Return what the sections ``[[references]]`` would say."""
    given: object = references
    if isinstance(given, Mapping):
        return [{"name": name, **_setting(name, how)} for name, how in given.items()]
    if isinstance(given, list | tuple) and all(isinstance(setting, Mapping) for setting in given):
        return [dict(setting) for setting in given]
    what, allowed = "is no mapping of names to settings", "as in {'1 ref': 'one'}"
    raise SpecError(Problem("references", what, given, allowed))


def _setting(name: object, how: object) -> dict[str, Any]:
    """Return what a section ``[[references]]`` would say beside its name."""
    if isinstance(how, Mapping):
        return dict(how)
    if isinstance(how, str):
        return {"select": how}
    if isinstance(how, tuple | list) and len(how) == len(("select", "combine")):
        return {key: said for key, said in zip(("select", "combine"), how, strict=True) if said is not None}
    allowed = "a selection, or (selection, combination)"
    raise SpecError(Problem(f"references: {name!r}", "is no setting", how, allowed))


def own_tables(scores: Mapping[str, Any]) -> str:
    """Return the lines above an experiment file that say which tables of its ``[scores]`` no file holds."""
    names = [name for name, table in scores.items() if isinstance(table, Mapping) and table["file"] == GIVEN]
    if not names:
        return ""
    return (
        f"# Scores given in Python, to be written to files (columns task, segment, system, score) that are\n"
        f"# named in place of {GIVEN!r}: {_listing(names)}\n\n"
    )


def own_names(metrics: Iterable[Metric], coefficients: Iterable[str]) -> str:
    """Return the lines above an experiment file that say what a file given with ``--metrics`` has to define.

    Nothing where all names are known to whoever has the package and those that bring metrics along.
    """
    own = [each for each in metrics if not _is_found(getattr(each, "function", type(each)))]
    asked = [read_name(each).name for each in coefficients]
    names = [each for each in asked if each in COEFFICIENTS and not _is_found(COEFFICIENTS.get(each))]
    names = [*(read_name(each.name).name for each in own), *names]
    if not names:
        return ""
    said = f"# Made in Python, and to be defined in a file that is given with --metrics: {_listing(names)}\n"
    unknown = [read_name(each.name).name for each in own if code_of(each, each.counter).digest is None]
    if unknown:
        said += (
            f"# Signatures say code:unknown for {_listing(unknown)} here: what it is made of cannot be told, "
        )
        said += "as of a class\n# in a notebook. A class in a file has a digest, and signatures with it.\n"
    return f"{said}\n"


def other_data(data: EvalSet) -> str:
    """Return the lines above an experiment file that say that its name of a data set finds other data.

    Simulated data have one name, whatever they were simulated with.
    """
    name = data.card.name
    if data.card.judgments != "simulated" or name not in card_names():
        return ""
    if load(name).fingerprint == data.fingerprint:
        return ""
    return (
        f"# The data were simulated with other settings than those that the name {name} finds: keep them by\n"
        "# e.data.write(folder), and write the path of the folder in place of the name.\n\n"
    )


def _listing(names: list[str]) -> str:
    return ", ".join(dict.fromkeys(names))


def _is_found(item: Any) -> bool:
    """Tell whether a metric or coefficient is the workbench's, or of a package that brings metrics along."""
    if is_ours(item):
        return True
    top = str(item.__module__).partition(".")[0]
    return top in {each.module.partition(".")[0] for each in entry_points(group=ENTRY_POINTS)}


def plain(value: Any) -> Any:
    """Return a value as TOML can write it."""
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, list | tuple) else value
