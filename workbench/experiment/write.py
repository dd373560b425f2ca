"""Writing the report of an experiment: table, records, what analyses found, and where it all comes from."""

import json
import platform
import re
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd

from workbench.code.identity import code_of
from workbench.code.versions import version_said
from workbench.datasets.writers.beside import put_together
from workbench.errors import Problem, SpecError, listed, path_of
from workbench.executor import one_blas_thread
from workbench.experiment.of_report import MANIFEST
from workbench.report.render import RENDERERS, escape_sheet, render
from workbench.version import VERSION

if TYPE_CHECKING:
    from workbench.experiment.experiment import Experiment

_FILE = re.compile(r"[a-z0-9][a-z0-9_-]*\.(?:csv|html|json|md|parquet|png|svg|pdf|tex)")
"""What files of a report are called."""
LIBRARIES = ("numpy", "pandas", "scipy", "numba", "pyarrow", "sacrebleu", "matplotlib")


class Report(NamedTuple):
    """What was written.

    Attributes
    ----------
    folder : Path
    files : tuple of str
        Their names in it.
    replaced : str
        What the folder held before, where that was a report of other data or of other metrics only; else "".
    """

    folder: Path
    files: tuple[str, ...]
    replaced: str = ""


def write_report(experiment: "Experiment", folder: str | Path) -> Report:
    """Compute what an experiment asks and write its report, all of it or nothing.

    Files of an earlier report go, those that its manifest names; other files in the folder stay.

    Raises
    ------
    WorkbenchError
        Before anything is written.
    OSError
        If a file cannot be written: the earlier report is there as it was.
    """
    folder = path_of(folder, "folder")
    standing = next((each for each in (folder, *folder.parents) if each.exists()), None)
    if standing is not None and not standing.is_dir():
        raise SpecError(Problem(str(standing), "is a file, and a report is written to a folder"))
    experiment.check()
    with one_blas_thread():
        files = _contents(experiment)
    files[MANIFEST] = _manifest(experiment, files).encode()
    earlier = _earlier(folder)
    put_together(folder, files, MANIFEST, _outdated(folder, files, earlier))
    return Report(folder, tuple(files), _of_another(experiment, earlier))


def _contents(experiment: "Experiment") -> dict[str, bytes]:
    """Return the files of the report by name, but for the manifest."""
    table = experiment.table()
    files = {f"table.{format}": render(table, format).encode() for format in RENDERERS}
    files["records.csv"] = _csv(experiment.plain_records)
    for kind, settings in experiment.answered:
        result = experiment.result(kind, settings)
        for frame in kind.frames:
            found = result.frames[frame.name]
            if len(found) or kind.is_checklist:
                files[f"{frame.name}.csv"] = _csv(found)
        files |= experiment.files_of(kind, settings)
    files["methods.md"] = experiment.methods().markdown().encode()
    return {**files, "scores.parquet": experiment.scores.parquet()}


def _csv(frame: pd.DataFrame) -> bytes:
    texts = frame.select_dtypes(["object", "str"]).columns
    unlike = {
        name: [each for each in frame[name].dropna().unique() if escape_sheet(each) != each] for name in texts
    }
    frame = frame.assign(
        **{name: frame[name].map(escape_sheet, na_action="ignore") for name, found in unlike.items() if found}
    )
    return str(frame.to_csv(index=False, lineterminator="\n")).encode()


def _earlier(folder: Path) -> dict[str, Any]:
    """Return the manifest of an earlier report; nothing where there is none that can be read."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return manifest if isinstance(manifest, dict) else {}


def _of_another(experiment: "Experiment", earlier: Mapping[str, Any]) -> str:
    """Say what an earlier report was of, where it has the name of this experiment and is surely not it."""
    try:
        name = earlier["dataset"]["name"]
        metrics = [each["name"] for each in earlier["experiment"]["metrics"]]
    except (KeyError, TypeError):
        return ""
    asked = {each.name for each in experiment.spec.metrics}
    is_other = name != experiment.data.card.name or not asked & set(metrics)
    return f"a report of {listed(metrics)} on {name}" if is_other else ""


def _outdated(folder: Path, files: Mapping[str, bytes], earlier: Mapping[str, Any]) -> list[str]:
    """Return files of an earlier report that this one does not have, by its manifest.

    A manifest is data: what no report is made of, and what was changed since, stays.
    """
    written = earlier.get("files")
    if not isinstance(written, dict):
        return []
    return [name for name in written if name not in files and _is_whole(folder, name, written[name])]


def _is_whole(folder: Path, name: str, digest: object) -> bool:
    """Tell whether a file of a report is there as it was written."""
    if not _FILE.fullmatch(name) or not (folder / name).is_file():
        return False
    return sha256((folder / name).read_bytes()).hexdigest() == digest


def _manifest(experiment: "Experiment", files: dict[str, bytes]) -> str:
    asked = experiment.spec.model_dump(mode="json")
    card = experiment.data.card
    known = experiment.plan.codes
    codes = {
        metric.name: known.get(metric.name) or code_of(metric, metric.counter)
        for metric in experiment.named.values()
    }
    manifest = {
        "experiment": asked,
        "experiment_sha256": sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest(),
        "dataset": {"name": card.name, "version": card.version, "sha256": experiment.data.fingerprint},
        "understood": {
            "lines": list(experiment.understood.lines),
            "warnings": [str(each) for each in experiment.understood.warnings],
        },
        "metrics": {name: code.digest for name, code in codes.items()},
        "code": dict(sorted(part for code in codes.values() for part in code.parts)),
        "seed": experiment.spec.seed,
        "versions": {
            "workbench": VERSION,
            "python": platform.python_version(),
            **{name: version_said(name) for name in LIBRARIES},
        },
        "commit": _commit(),
        "files": {name: sha256(content).hexdigest() for name, content in sorted(files.items())},
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


@cache
def _commit() -> str | None:
    """Return the commit of the program, where it runs from a git checkout."""
    folder = Path(__file__).resolve().parent
    try:
        asked = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=folder, capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return asked.stdout.strip() or None if asked.returncode == 0 else None
