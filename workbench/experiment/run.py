"""The whole way: experiment file, counts, scores, records, table, files."""

import json
import platform
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import version
from io import BytesIO
from pathlib import Path

import pandas as pd
from threadpoolctl import threadpool_limits

from workbench.datasets.load import load
from workbench.experiment.correlate import correlate_all
from workbench.experiment.count import count_all
from workbench.experiment.plan import Plan, make_plan
from workbench.experiment.progress import Progress
from workbench.experiment.score import score_all
from workbench.experiment.sides import lay_rows
from workbench.experiment.spec import Experiment, read_experiment
from workbench.experiment.store import Store, write_beside
from workbench.report.recipes import RECIPES
from workbench.report.render import RENDERERS, render
from workbench.report.table import Table
from workbench.stats.ranking import mark_column

LIBRARIES = ("numpy", "pandas", "scipy", "numba", "pyarrow")


@dataclass(frozen=True, eq=False)
class Result:
    """What an experiment gives.

    Attributes
    ----------
    records : DataFrame
        One row a cell, columns of `schema.RECORDS`.
    scores : DataFrame
        Columns of `schema.SCORES`.
    table : Table
    folder : Path
        Where the files are.
    counted_pairs : int
        Pairs of texts that were counted; 0 when everything was kept from an earlier run.
    """

    records: pd.DataFrame
    scores: pd.DataFrame
    table: Table
    folder: Path
    counted_pairs: int

    def text(self, format: str) -> str:
        """Return the table as md, tex, html or csv."""
        return render(self.table, format)


def run_experiment(
    experiment: str | Path | Experiment,
    *,
    data: str | Path | None = None,
    out: str | Path = "reports",
    workers: int = 1,
    cache: str | Path = "data/cache",
    progress: bool = False,
) -> Result:
    """Run an experiment and write its report.

    Parameters
    ----------
    experiment : path or Experiment
    data : path, optional
        Folder of the data sets; else the environment variable WORKBENCH_DATA.
    out : path
        The files are written to ``out/<name of the experiment>``, each of them whole or not at all.
    workers : int
        Threads; they do not change a byte of the result.
    cache : path
        Where counts and scores are kept for the next run.
    progress : bool
        Draw bars for what takes longer than two seconds.

    Raises
    ------
    WorkbenchError
        Before anything is written.
    """
    spec = experiment if isinstance(experiment, Experiment) else read_experiment(experiment)
    plan = make_plan(spec, load(spec.data.name, data, spec.data.options))
    store, bars = Store(Path(cache)), Progress(progress)
    # one BLAS thread: several workers would fight over the cores, and sums would depend on their number
    with threadpool_limits(1):
        counted = count_all(plan, store, workers, bars)
        scores = score_all(plan, counted, store)
        records = correlate_all(plan, lay_rows(plan, scores), workers, bars)
    table = RECIPES.get(spec.table.layout)(records, mark_column, spec.table.digits, spec.table.intervals)
    result = Result(records, scores.frame(plan), table, Path(out) / spec.name, counted.pairs)
    _write(result, plan)
    return result


def _write(result: Result, plan: Plan) -> None:
    parquet = BytesIO()
    result.scores.to_parquet(parquet, index=False, compression="zstd")
    files = {f"table.{format}": result.text(format).encode() for format in RENDERERS}
    files["records.csv"] = result.records.to_csv(index=False, lineterminator="\n").encode()
    files["scores.parquet"] = parquet.getvalue()
    files["manifest.json"] = _manifest(plan, files).encode()
    for name, content in files.items():
        write_beside(result.folder / name, content)


def _manifest(plan: Plan, files: dict[str, bytes]) -> str:
    experiment = plan.experiment.model_dump(mode="json")
    written = json.dumps(experiment, sort_keys=True)
    card = plan.evalset.card
    manifest = {
        "experiment": experiment,
        "experiment_sha256": sha256(written.encode()).hexdigest(),
        "dataset": {"name": card.name, "version": card.version, "sha256": plan.evalset.fingerprint},
        "seed": plan.experiment.seed,
        "versions": {
            "workbench": version("workbench"),
            "python": platform.python_version(),
            **{name: version(name) for name in LIBRARIES},
        },
        "commit": _commit(),
        "files": {name: sha256(content).hexdigest() for name, content in sorted(files.items())},
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


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
