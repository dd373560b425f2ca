"""The linter: the pitfalls of meta-evaluation, looked for in an experiment or in a table of results."""

from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path

import pandas as pd

from workbench.analyses.compare.compare import Compare
from workbench.analyses.lint.printed import read_reported
from workbench.analyses.lint.rules import RULES, Finding, Rule, Subject
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.sections import Section
from workbench.schema import FINDINGS


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


@dataclass(frozen=True, eq=False)
class Findings(Result):
    """What the linter found.

    Attributes
    ----------
    findings : tuple of Finding
    """

    findings: tuple[Finding, ...] = ()

    def __repr__(self) -> str:
        return explain(list(self.findings))

    def _repr_html_(self) -> str:
        return f'<div style="white-space: pre-wrap">{escape(repr(self))}</div>'


@analysis("lint")
class Lint(Analysis):
    """Look for pitfalls of meta-evaluation in what is asked, in the scores and in the records."""

    frames = (FINDINGS,)
    is_standing = True
    is_checklist = True
    on_blocks = True
    place = 90

    def compute(self, experiment: Experiment, settings: Section) -> Findings:
        """Return what every rule finds, columns of `FINDINGS`."""
        test = experiment.spec.section("test")
        compared = None if test is None else experiment.result(Compare, test).frame
        records = experiment.plain_records
        found = lint(Subject(experiment.plan, experiment.rows, records, compared))
        frames = {"lint": pitfalls_frame(found)}
        return Findings(frames, ("rule", "where", "what", "remedy"), findings=tuple(found))


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
