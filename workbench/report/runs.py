"""Two reports held against each other: which cells changed, and what in their identity did."""

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import pandas as pd

from workbench.errors import DataError, Problem, listed
from workbench.report.table import format_value
from workbench.schema import RECORDS

MOST = 20
"""Changed cells that are named."""
_EXACT = 1e-12
"""Numbers of two processors differ by no more than this."""
_DIGITS, _MOST_DIGITS = 4, 12
"""Decimals of numbers that changed, and how many tell close ones apart."""
_NUMBERS = ("value", "low", "high")
_KEY = (*RECORDS.key, "role")
_NAMED = ("versions", "metrics", "code", "dataset", "experiment")
"""Parts of a manifest that hold what numbers depend on."""


@dataclass(frozen=True)
class ReportRead:
    """A report as its folder has it.

    Attributes
    ----------
    folder : Path
    records : DataFrame
        Indexed by what tells cells apart.
    manifest : dict
    """

    folder: Path
    records: pd.DataFrame
    manifest: dict[str, Any]


def read_report(folder: str | Path) -> ReportRead:
    """Read the records and the manifest of a report.

    Raises
    ------
    DataError
        If the folder is no report.
    """
    folder = Path(folder)
    try:
        records = pd.read_csv(folder / "records.csv", keep_default_na=False, dtype=str)
        manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
        cells = records.set_index([name for name in _KEY if name in records])
    except (OSError, ValueError, KeyError, RecursionError) as error:
        hint = "A report is a folder that `workbench run` wrote: records.csv and manifest.json are in it"
        why = f"it has no {Path(error.filename).name}" if isinstance(error, FileNotFoundError) else ""
        what = f"is not the report of a run: {why or type(error).__name__}"
        if not folder.is_dir():
            what = "is no folder" if folder.exists() else "there is no such folder"
        raise DataError(Problem(str(folder), what, hint=hint)) from None
    if not isinstance(manifest, dict) or not {"value", "reason"} <= set(records):
        raise DataError(
            Problem(str(folder), "is not the report of a run: records or manifest of another kind")
        )
    return ReportRead(folder, cells, manifest)


def describe_difference(before: ReportRead, after: ReportRead) -> list[str]:
    """Say how two reports differ, a line each thing; one line where their numbers are the same.

    Numbers that differ by less than 1e-12 count as equal: processors round the last bit differently.

    Parameters
    ----------
    before, after : ReportRead
        From `read_report`.

    Returns
    -------
    list of str
        Cells that changed, went and came; then what of versions, code, data and settings did.
    """
    gone = before.records.index.difference(after.records.index, sort=False)
    new = after.records.index.difference(before.records.index, sort=False)
    shared = before.records.index.intersection(after.records.index, sort=False)
    changed = [
        line for key in shared if (line := _changed(before.records.loc[key], after.records.loc[key], key))
    ]
    if not changed and not len(gone) and not len(new):
        lines = [f"All {len(shared):,} cells have the same numbers."]
    else:
        lines = [
            f"{len(changed):,} of {len(shared):,} cells in both changed, "
            f"{len(gone):,} went, {len(new):,} came."
        ]
        lines += _some([f"  {line}" for line in changed])
        lines += _some([f"  went: {_said(key)}" for key in gone])
        lines += _some([f"  came: {_said(key)}" for key in new])
    causes = [
        f"  {line}"
        for name in _NAMED
        for line in _differences(name, before.manifest.get(name), after.manifest.get(name))
    ]
    return (
        [*lines, "What they depend on:", *_some(causes)] if causes else [*lines, "They depend on the same."]
    )


def describe_changed_files(report: ReportRead) -> list[str]:
    """Say which files of a report are not what the run wrote, by the digests of its manifest."""
    files = report.manifest.get("files")
    changed = [
        name
        for name, digest in (files.items() if isinstance(files, dict) else ())
        # what a manifest names is no path: it may have been changed, too
        if Path(name).name == name and (report.folder / name).is_file()
        if sha256((report.folder / name).read_bytes()).hexdigest() != digest
    ]
    if not changed:
        return []
    are = "is" if len(changed) == 1 else "are"
    return [
        f"{report.folder}: {listed(changed)} {are} not what the run wrote: manifest.json has other digests."
    ]


def _changed(before: pd.Series, after: pd.Series, key: tuple[str, ...]) -> str:
    """Return how a cell changed; "" where it did not."""
    parts = []
    for name in _NUMBERS:
        old, new = (_number(record.get(name, "")) for record in (before, after))
        is_same = old is new if old is None or new is None else abs(old - new) <= _EXACT
        if not is_same:
            parts.append(f"{name} {' → '.join(_print(old, new))}")
    if not parts and before.get("reason", "") != after.get("reason", ""):
        parts.append(f"reason {before['reason'] or 'none'} → {after['reason'] or 'none'}")
    return f"{_said(key)}: {', '.join(parts)}" if parts else ""


def _number(text: str) -> float | None:
    return float(text) if text else None


def _print(*values: float | None) -> list[str]:
    """Return numbers with four decimals, or as many as tell them apart.

    Examples
    --------
    >>> _print(0.5, 0.25), _print(0.5, 0.500001), _print(0.5, None)
    (['0.5000', '0.2500'], ['0.500000', '0.500001'], ['0.5000', '–'])
    """
    for digits in range(_DIGITS, _MOST_DIGITS + 1):
        printed = ["–" if value is None else format_value(value, digits) for value in values]
        if len(set(printed)) == len(values):
            break
    return printed


def _said(key: tuple[str, ...]) -> str:
    return " · ".join(part for part in key if part not in ("", "0"))


def _some(lines: list[str]) -> list[str]:
    more = len(lines) - MOST
    return [*lines[:MOST], f"  and {more:,} more"] if more > 0 else lines


def _differences(name: str, before: object, after: object) -> list[str]:
    """Return the leaves of two manifests that differ, by their path."""
    if isinstance(before, dict) and isinstance(after, dict):
        keys = dict.fromkeys([*before, *after])
        return [
            line for key in keys for line in _differences(f"{name}.{key}", before.get(key), after.get(key))
        ]
    return [] if before == after else [f"{name}: {_short(before)} → {_short(after)}"]


def _short(value: object) -> str:
    text = (
        "none"
        if value is None
        else value
        if isinstance(value, str)
        else json.dumps(value, ensure_ascii=False)
    )
    return text if len(text) <= 60 else f"{text[:57]}..."
