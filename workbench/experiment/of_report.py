"""What an experiment asked, from the manifest of its report."""

import json
from pathlib import Path
from typing import Any

from workbench.errors import Problem, SpecError

MANIFEST = "manifest.json"


def manifest_of(path: Path) -> Path:
    """Return the manifest of a folder that is a report, else the path itself."""
    return path / MANIFEST if (path / MANIFEST).is_file() else path


def asked_in(written: bytes, where: str) -> dict[str, Any]:
    """Return what an experiment file of the same experiment would hold.

    Raises
    ------
    SpecError
        If it is no manifest of a report.

    Examples
    --------
    >>> asked_in(b'{"experiment": {"seed": 1, "unit": null, "data": {"name": "x", "by": null}}}', "x")
    {'seed': 1, 'data': {'name': 'x'}}
    """
    try:
        manifest = json.loads(written)
    except (ValueError, RecursionError):
        manifest = None
    asked = manifest.get("experiment") if isinstance(manifest, dict) else None
    if not isinstance(asked, dict):
        what = "is not the manifest of a report: it does not say what the experiment asks"
        raise SpecError(Problem(where, what))
    content: dict[str, Any] = _without_nothing(asked)
    return content


def _without_nothing(value: Any) -> Any:
    """Leave out what is not there: experiment files have no word for nothing."""
    if isinstance(value, dict):
        return {key: _without_nothing(each) for key, each in value.items() if each is not None}
    return [_without_nothing(each) for each in value] if isinstance(value, list) else value
