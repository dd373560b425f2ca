"""What is said in Python, as an experiment file would hold it."""

from collections.abc import Mapping, Sequence
from typing import Any

from workbench.errors import Problem, SpecError
from workbench.experiment.sections import DataSpec

AskedReferences = Mapping[str, str | tuple[str, str] | Mapping[str, str]] | Sequence[Mapping[str, str]]
_DATA_KEYS = tuple(name for name in DataSpec.model_fields if name not in ("name", "options"))


def changed_content(content: Mapping[str, Any], changed: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an experiment file would say after some changes, made in Python."""
    found = dict(content)
    for key, value in changed.items():
        if key in _DATA_KEYS:
            found["data"] = {**found["data"], key: _listed(value, key)}
        elif key == "references":
            found[key] = _settings(value)
        elif key == "scores":
            found[key] = {**found.get(key, {}), **{name: _named(table) for name, table in value.items()}}
        elif value is None:
            found.pop(key, None)
        elif isinstance(value, Mapping):
            found[key] = {**found.get(key, {}), **{name: _listed(each) for name, each in value.items()}}
        else:
            found[key] = _listed(value, key)
    return found


GIVEN = "given in Python"
"""What stands for the path of a table of scores without a file."""


def _named(table: object) -> object:
    """Return how a table of scores stands in an experiment file; numbers have no file."""
    is_numbers = isinstance(table, Mapping) and all(isinstance(key, tuple) for key in table)
    return {"file": GIVEN} if is_numbers else table


def _listed(value: Any, key: str = "") -> Any:
    """Return a sequence as a list, as TOML has them; a single word where several belong is a mistake."""
    if key in ("metrics", "components", "preprocess", "criteria") and isinstance(value, str):
        raise SpecError(Problem("", f"{key} is a list", value, f"[{value!r}]"))
    if isinstance(value, tuple | list):
        return [_listed(each) for each in value]
    return dict(value) if isinstance(value, Mapping) else value


def _settings(references: AskedReferences) -> list[dict[str, Any]]:
    """Return what the sections ``[[references]]`` would say."""
    if not isinstance(references, Mapping):
        return [dict(setting) for setting in references]
    settings = []
    for name, how in references.items():
        if not isinstance(how, Mapping):
            select, combine = (how, None) if isinstance(how, str) else how
            how = {"select": select, **({} if combine is None else {"combine": combine})}
        settings.append({"name": name, **how})
    return settings


def plain(value: Any) -> Any:
    """Return a value as TOML can write it."""
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, list | tuple) else value
