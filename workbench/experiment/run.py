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

from workbench.analyses.ceiling.ceiling_rows import with_ceilings
from workbench.analyses.ceiling.reliability import describe_reliability, reliability_all
from workbench.analyses.compare.groups import check_groups
from workbench.analyses.compare.rank import judge_rows
from workbench.analyses.compare.verdict_lines import describe_comparisons, describe_rankings
from workbench.analyses.curves.curves import curve_panels
from workbench.analyses.lint.lint import lint_rows, pitfalls_frame
from workbench.analyses.lint.rules import Finding
from workbench.analyses.reference_choice.reference_choice import (
    describe_reference_choice,
    reference_choice_all,
)
from workbench.analyses.robustness.robustness import robustness_all
from workbench.analyses.robustness.robustness_lines import describe_robustness
from workbench.datasets.load import load
from workbench.errors import Problem
from workbench.executor import local_executor
from workbench.experiment.correlate import correlate_all
from workbench.experiment.count import count_all
from workbench.experiment.levels.block_pairs import lay_blocks, pair_frame
from workbench.experiment.methods import methods
from workbench.experiment.plan import Plan, make_plan
from workbench.experiment.score import score_all
from workbench.experiment.sides import lay_rows
from workbench.experiment.spec import Experiment, read_experiment
from workbench.experiment.store import Store, write_beside
from workbench.report.curves import CurvePanel, plot_curves
from workbench.report.methods import Methods
from workbench.report.picture import pictures
from workbench.report.recipes import RECIPES
from workbench.report.render import RENDERERS, render
from workbench.report.table import Table
from workbench.stats.ranking import mark_column

LIBRARIES = ("numpy", "pandas", "scipy", "numba", "pyarrow", "sacrebleu", "matplotlib")


@dataclass(frozen=True, eq=False)
class Result:
    """What an experiment gives.

    Attributes
    ----------
    records : DataFrame
        One row a cell, columns of `schema.RECORDS`.
    comparisons, rankings, winners : DataFrame
        Columns of `schema.COMPARISONS`, `schema.RANKINGS` and `schema.WINNERS`; empty where the experiment
        does not ask.
    reliability, robustness, reference_choice, error_sources : DataFrame
        Columns of `schema.RELIABILITY`, `schema.ROBUSTNESS`, `schema.REFERENCE_CHOICE` and
        `schema.ERROR_SOURCES`; empty where the experiment does not ask.
    pairs : DataFrame
        Pairs of systems compared on blocks, columns of `schema.PAIRS`; empty without a section ``[unit]``.
    scores : DataFrame
        Columns of `schema.SCORES`.
    pitfalls : list of Finding
        What the linter finds.
    methods : Methods
        A paragraph for the paper, and the papers that it cites.
    table : Table
    panels : list of CurvePanel
        What `workbench.plot_curves` draws; empty without a section ``[figure]``.
    folder : Path
        Where the files are.
    counted_pairs : int
        Pairs of texts that were counted; 0 when everything was kept from an earlier run.
    notes : tuple of Problem
        What is odd in the files of the data set without being a fault.
    """

    records: pd.DataFrame
    comparisons: pd.DataFrame
    rankings: pd.DataFrame
    winners: pd.DataFrame
    reliability: pd.DataFrame
    robustness: pd.DataFrame
    reference_choice: pd.DataFrame
    error_sources: pd.DataFrame
    pairs: pd.DataFrame
    scores: pd.DataFrame
    pitfalls: list[Finding]
    methods: Methods
    table: Table
    panels: list[CurvePanel]
    folder: Path
    counted_pairs: int
    notes: tuple[Problem, ...] = ()

    def text(self, format: str) -> str:
        """Return the table as md, tex, html or csv."""
        return render(self.table, format)

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The frames that are written as CSV: the records, and what else the experiment asks for."""
        asked = {
            "comparisons": self.comparisons,
            "rankings": self.rankings,
            "winners": self.winners,
            "reliability": self.reliability,
            "robustness": self.robustness,
            "reference_choice": self.reference_choice,
            "error_sources": self.error_sources,
            "pairs": self.pairs,
        }
        return {"records": self.records, **{name: frame for name, frame in asked.items() if len(frame)}}

    @property
    def findings(self) -> list[str]:
        """What is said under the table: which metrics differ, how sure the judgments are, what systems do."""
        return [
            *describe_comparisons(self.comparisons),
            *describe_rankings(self.rankings),
            *describe_reliability(self.reliability),
            *describe_robustness(self.robustness),
            *describe_reference_choice(self.reference_choice, self.error_sources),
        ]


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
    check_groups(plan)
    store, executor = Store(Path(cache)), local_executor(workers, progress)
    # one BLAS thread: several workers would fight over the cores, and sums would depend on their number
    with threadpool_limits(1):
        counted = count_all(plan, store, executor)
        scores = score_all(plan, counted, store)
        rows = lay_rows(plan, scores)
        reliability = reliability_all(plan, rows, executor)
        records = with_ceilings(plan, rows, correlate_all(plan, rows, executor), reliability)
        comparisons, rankings, records, winners = judge_rows(plan, rows, records, executor)
        robustness = robustness_all(plan, rows, executor)
        reference_choice, error_sources = reference_choice_all(plan, rows, counted)
        pitfalls = lint_rows(plan, rows, records, comparisons)
        pairs = pair_frame(lay_blocks(plan, rows))
    result = Result(
        records=records,
        comparisons=comparisons,
        rankings=rankings,
        winners=winners,
        reliability=reliability,
        robustness=robustness,
        reference_choice=reference_choice,
        error_sources=error_sources,
        pairs=pairs,
        scores=scores.frame(plan),
        pitfalls=pitfalls,
        methods=methods(
            plan.evalset,
            records,
            comparisons,
            rankings=rankings,
            reliability=reliability,
            robustness=robustness,
        ),
        table=RECIPES.get(spec.table.layout)(records, mark_column, spec.table.digits, spec.table.intervals),
        panels=curve_panels(records, spec.figure.x, spec.figure.title) if spec.figure else [],
        folder=Path(out) / spec.name,
        counted_pairs=counted.pairs,
        notes=plan.evalset.notes,
    )
    _write(result, plan)
    return result


def _write(result: Result, plan: Plan) -> None:
    parquet = BytesIO()
    result.scores.to_parquet(parquet, index=False, compression="zstd")
    files = {f"table.{format}": result.text(format).encode() for format in RENDERERS}
    for name, frame in result.frames.items():
        files[f"{name}.csv"] = frame.to_csv(index=False, lineterminator="\n").encode()
    files["lint.csv"] = pitfalls_frame(result.pitfalls).to_csv(index=False, lineterminator="\n").encode()
    files["methods.md"] = result.methods.markdown().encode()
    files["scores.parquet"] = parquet.getvalue()
    if result.panels:
        files |= pictures(lambda: plot_curves(result.panels))
    files["manifest.json"] = _manifest(plan, files).encode()
    for name in _written_before(result.folder) - set(files):
        (result.folder / name).unlink(missing_ok=True)  # nobody shall take it for part of this report
    for name, content in files.items():
        write_beside(result.folder / name, content)


def _written_before(folder: Path) -> set[str]:
    """Return the files that an earlier run of the experiment wrote here."""
    try:
        files = json.loads((folder / "manifest.json").read_text("utf-8"))["files"]
    except (OSError, ValueError, KeyError):
        return set()
    return {name for name in files if Path(name).name == name}


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
