"""The linter: the pitfalls of meta-evaluation, looked for in an experiment or in a table of results."""

import json
from hashlib import sha256
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from types import ModuleType

import pandas as pd
from threadpoolctl import threadpool_limits

from workbench.analyses.ceiling.ceiling_rows import with_ceilings
from workbench.analyses.ceiling.reliability import reliability_all
from workbench.analyses.lint import data as lint_data
from workbench.analyses.lint import design as lint_design
from workbench.analyses.lint import recomputed as lint_recomputed
from workbench.analyses.lint import stated as lint_stated
from workbench.analyses.lint.printed import read_reported
from workbench.analyses.lint.rules import RULES, Finding, Rule, Subject
from workbench.datasets.load import load
from workbench.executor import Serial
from workbench.experiment.correlate import correlate_all
from workbench.experiment.count import count_all
from workbench.experiment.plan import Plan, make_plan
from workbench.experiment.score import score_all
from workbench.experiment.sides import Row, lay_rows
from workbench.experiment.spec import Experiment, read_experiment
from workbench.experiment.store import Store
from workbench.schema import FINDINGS, RECORDS

RULE_MODULES: tuple[ModuleType, ...] = (lint_design, lint_data, lint_recomputed, lint_stated)
"""Where the rules are that the workbench brings along; importing them enters them."""


def rules() -> list[Rule]:
    """Return every rule, in the order of their registration."""
    return [RULES.get(name) for name in RULES]


def lint(subject: Subject) -> list[Finding]:
    """Apply every rule.

    Returns
    -------
    list of Finding
        Rule by rule.
    """
    return [finding for each in rules() for finding in each.apply(subject)]


def lint_table(path: str | Path) -> list[Finding]:
    """Look for pitfalls in a table of results of other programs.

    Parameters
    ----------
    path : path
        A .csv or .tsv file with any of the columns of `schema.REPORTED`.

    Raises
    ------
    WorkbenchError
        If the file cannot be read, or has other columns.
    """
    return lint(Subject(reported=read_reported(Path(path))))


def lint_experiment(
    experiment: str | Path | Experiment,
    *,
    data: str | Path | None = None,
    out: str | Path = "reports",
    cache: str | Path = "data/cache",
) -> list[Finding]:
    """Look for pitfalls in an experiment, its scores and its records.

    The records are read from ``out/<name of the experiment>`` if they are of this experiment, these data and
    this version; else they are made, and nothing is written.

    Raises
    ------
    WorkbenchError
        If the experiment cannot be run.
    """
    spec = experiment if isinstance(experiment, Experiment) else read_experiment(experiment)
    plan = make_plan(spec, load(spec.data.name, data, spec.data.options))
    store, here = Store(Path(cache)), Serial()
    with threadpool_limits(1):
        rows = lay_rows(plan, score_all(plan, count_all(plan, store, here), store))
        records = kept_records(Path(out) / spec.name, plan)
        if records is None:
            records = correlate_all(plan, rows, here)
            records = with_ceilings(plan, rows, records, reliability_all(plan, rows, here))
    return lint(Subject(plan, rows, records))


def kept_records(folder: Path, plan: Plan) -> pd.DataFrame | None:
    """Return the records that a run has left, or None if they are of something else or were changed."""
    try:
        manifest = json.loads((folder / "manifest.json").read_bytes())
        content = folder / "records.csv"
        written = json.dumps(plan.experiment.model_dump(mode="json"), sort_keys=True)
        is_same = (
            manifest["experiment_sha256"] == sha256(written.encode()).hexdigest()
            and manifest["dataset"]["sha256"] == plan.evalset.fingerprint
            and manifest["versions"]["workbench"] == version("workbench")
            and manifest["files"]["records.csv"] == sha256(content.read_bytes()).hexdigest()
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if not is_same:
        return None
    texts = {column.name: "str" for column in RECORDS.columns if column.kind == "text"}
    empty = {column.name: [""] for column in RECORDS.columns if column.kind != "text"}
    records = pd.read_csv(content, dtype=texts, keep_default_na=False, na_values=empty)
    return RECORDS.build(records) if list(records.columns) == RECORDS.names else None


def lint_rows(
    plan: Plan, rows: list[Row], records: pd.DataFrame, comparisons: pd.DataFrame | None = None
) -> list[Finding]:
    """Look for pitfalls in what a run has at hand."""
    return lint(Subject(plan, rows, records, comparisons))


def pitfalls_frame(findings: list[Finding]) -> pd.DataFrame:
    """Return findings as a `schema.FINDINGS` frame."""
    return FINDINGS.build(finding._asdict() for finding in findings)


def explain(findings: list[Finding]) -> str:
    """Return findings as text: each rule once, with what it does, where it fires, and what to do.

    Examples
    --------
    >>> print(explain([Finding("p-zero", "x.csv:2", "p = 0.000", "large", "print more")]))
    p-zero: A p of 0 says that something is impossible, and stays 0 whatever it is multiplied by.
      x.csv:2: p = 0.000
      measured: large
      remedy: print more
    """
    paragraphs = []
    for name, same in groupby(findings, lambda finding: finding.rule):
        found = list(same)
        lines = [f"{name}: {RULES.get(name).effect}.", *(f"  {each.where}: {each.what}" for each in found)]
        paragraphs.append("\n".join([*lines, f"  measured: {found[0].size}", f"  remedy: {found[0].remedy}"]))
    return "\n\n".join(paragraphs) if paragraphs else "No findings."


def explain_rules() -> str:
    """Return every rule: its name, what the pitfall does, its measured size, the remedy."""
    return "\n".join(
        f"{each.name}: {each.effect}.\n  measured: {each.size}\n  remedy: {each.remedy}" for each in rules()
    )


def brief(findings: list[Finding]) -> list[str]:
    r"""Return findings as the few lines under a table: each rule with its first place and the remedy.

    Examples
    --------
    >>> print(*brief([Finding("p-zero", "x.csv:2", "p = 0", "", "print more")] * 2), sep="\n")
    lint: p-zero
      A p of 0 says that something is impossible, and stays 0 whatever it is multiplied by.
      x.csv:2: p = 0 (and 1 more)
      remedy: print more
    """
    lines = []
    for name, same in groupby(findings, lambda finding: finding.rule):
        first, *others = same
        more = f" (and {len(others)} more)" if others else ""
        lines += [
            f"lint: {name}",
            f"  {RULES.get(name).effect}.",
            f"  {first.where}: {first.what}{more}",
            f"  remedy: {first.remedy}",
        ]
    return lines
