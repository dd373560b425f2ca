"""What the linter says of tables of other programs, of records made up by hand, and of experiments, kept."""

from pathlib import Path
from typing import Any

import pandas as pd
import small_study
from kept.made_records import MADE
from kept.printed_results import RESULTS
from kept.text import hold
from report.test_word_for_word import row

import workbench
from workbench.analyses.lint.lint import brief, explain, explain_rules, lint, lint_table
from workbench.analyses.lint.rules import Finding, Subject
from workbench.errors import WorkbenchError
from workbench.schema import COMPARISONS

KEPT = Path(__file__).with_name("reports")
SCORES = """rounded = { file = "rounded.csv" }
same = { file = "same.csv" }
"""


def said(findings: list[Finding]) -> list[str]:
    """Return findings in a line each; effects and remedies are said once, elsewhere."""
    return [f"{each.rule}: {each.where}: {each.what}" for each in findings] or ["nothing"]


def test_what_is_said_of_results_of_others_is_kept(tmp_path: Path) -> None:
    lines = []
    for name, text in RESULTS.items():
        path = tmp_path / ("r.tsv" if name == "means" else "r.csv")
        path.write_text(text.replace(",", "\t") if name == "means" else text, "utf-8")
        try:
            found = said(lint_table(path))
        except WorkbenchError as refused:
            found = [str(refused)]
        lines += [f"== {name}", *(line.replace(str(tmp_path), "") for line in found)]
    hold("\n".join(lines) + "\n", KEPT / "lint-results.txt")


def test_what_rules_are_about_is_kept() -> None:
    """In the order of their names: which of their modules is imported first is nothing that is said."""
    each = explain_rules().replace("\n  ", "\0").splitlines()
    hold("\n".join(sorted(each)).replace("\0", "\n  ") + "\n", KEPT / "lint-rules.txt")


def test_what_is_said_of_records_is_kept() -> None:
    lines = []
    for name, make in MADE.items():
        records = make()
        records.loc[records.index[::2], "interval"] = "percentile"
        records["shift"] = [(0.2 + each / 7) % 1 for each in range(len(records))]
        compared = [row(COMPARISONS, p=p) for p in (0.0, 0.5)]
        subject = Subject(records=records, comparisons=COMPARISONS.build(compared))
        lines += [f"== {name}", *said(lint(subject))]
    found = lint(Subject(records=MADE["judged"]()))
    hold("\n".join([*lines, explain(found), *brief(found), explain([])]) + "\n", KEPT / "lint-records.txt")


def test_what_is_said_of_experiments_is_kept(tmp_path: Path) -> None:
    home = small_study.write_study(tmp_path)
    scores = small_study.OUTPUTS[["task", "segment", "system"]].copy()
    scores.assign(score=[round(0.1 * (at % 4), 1) for at in scores.index]).to_csv(
        home / "rounded.csv", index=False
    )
    scores.assign(score=0.5).to_csv(home / "same.csv", index=False)
    asked: dict[str, dict[str, Any]] = {
        "constant": {
            "metrics": ["rounded", "same", "constant"],
            "correlation": {
                "levels": ["system", "segment"], "coefficients": ["pearson", "kendall"], "draws": 9,
            },
            "scores": {name: {"file": str(home / f"{name}.csv")} for name in ("rounded", "same")},
        },
        "fixed": {
            "correlation": {
                "coefficients": ["wmt(threshold=0, human_ties=true)", "pearson"], "interval": "percentile",
                "resample": "inputs", "draws": 20,
            },
            "test": {"swap": "inputs", "correction": "none", "draws": 9},
            "robustness": {},
        },
        "said": {
            "correlation": {
                "resample": "inputs", "population": "these systems, all inputs", "interval": "basic",
                "draws": 9,
            },
            "test": {
                "method": "bootstrap", "population": "all systems, all inputs", "override": True,
            },
            "ceiling": {},
        },
    }  # fmt: skip
    lines = []
    data = workbench.load("mine", data=home)
    judgments = data.judgments.assign(score=10 - data.judgments["score"])
    turned = small_study.write_study(tmp_path / "turned", judgments=pd.DataFrame(judgments))
    for name, keys in asked.items():
        both = (("as it is", data), ("turned", workbench.load("mine", data=turned)))
        for where, loaded in both if name == "fixed" else both[:1]:
            metrics = keys.get("metrics", ["rouge-1", "rouge-2"])
            try:
                made = workbench.Experiment(loaded, **{**keys, "metrics": metrics})
                lines += [f"== {name}, {where}", *said(list(made.lint().findings))]
            except WorkbenchError as refused:
                lines += [f"== {name}, {where}", str(refused)]
    hold("\n".join(lines) + "\n", KEPT / "lint-experiments.txt")
