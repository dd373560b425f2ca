"""System-level correlations of the metrics tasks of WMT19 and WMT20, from the organisers' scores."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from workbench.datasets.evalset import EvalSet
from workbench.datasets.readers.lines import read_number, read_separated
from workbench.reproduce.recipe import ComputedCells, Ours, Sources, recipe
from workbench.stats.levels.estimates import pooled_level

ONE_TEST_SET = 1
RAW = "HUMAN_RAW"
SUBSETS = {"keep": "all MT systems", "drop": "outliers excluded"}
COEFFICIENTS = {"pearson": "Pearson's r", "kendall": "Kendall's τ"}

SystemScores = dict[tuple[str, str], dict[str, float]]
"""Of each task and metric: the score of each system."""


def _read_scores(path: Path, reference: str | None = None) -> SystemScores:
    found: SystemScores = {}
    for place, row in read_separated(path, ("language_pair", "metric", "system", "score"), "\t"):
        if reference is None or row["reference"] == reference:
            key = (row["language_pair"], row["metric"])
            found.setdefault(key, {})[row["system"]] = read_number(row["score"], place, "score")
    return found


def _judgments(evalset: EvalSet, criterion: str) -> dict[str, dict[str, float]]:
    """Return of each task the judgment of each system."""
    rows = evalset.judgments[evalset.judgments["criterion"] == criterion]
    return {
        task: dict(zip(group["system"], group["score"], strict=True)) for task, group in rows.groupby("task")
    }


def _correlate(
    evalset: EvalSet, scores: SystemScores, coefficient: str
) -> Iterator[tuple[tuple[str, str], float]]:
    """Yield task, metric and coefficient of each metric that scores every system of the task."""
    judged = _judgments(evalset, "da_z")
    systems_of = {task: evalset.systems(task) for task in {task for task, _ in scores}}
    for (task, metric), of_system in scores.items():
        systems = systems_of[task]
        if set(systems) <= set(of_system):
            x, z = (np.array([side[system] for system in systems]) for side in (of_system, judged[task]))
            yield (task, metric), pooled_level(x, z, coefficient, ONE_TEST_SET).value


@recipe(
    "wmt19-system-level",
    how="absolute Pearson correlation of the organisers' scores with DA z, all systems that they list",
    key=("task", "metric"),
)
def compute_wmt19(sources: Sources) -> ComputedCells:
    """Compute the correlation of every metric; BLEU's are printed."""
    scores = _read_scores(sources.file("wmt19-system", "metric_scores.tsv.gz"))
    found = _correlate(sources.load("wmt19-system"), scores, "pearson")
    return {place: Ours(abs(value)) for place, value in found}


def _compute_wmt20(sources: Sources, to_english: bool) -> ComputedCells:
    scores = _read_scores(sources.file("wmt20-system", "metric_scores.tsv.gz"), reference="A")
    cells: ComputedCells = {}
    for outliers, subset in SUBSETS.items():
        evalset = sources.load("wmt20-system", {"outliers": outliers})
        raw = {(task, RAW): of_system for task, of_system in _judgments(evalset, "da_raw").items()}
        asked = {key: each for key, each in (scores | raw).items() if key[0].endswith("-en") is to_english}
        for coefficient, shown in COEFFICIENTS.items():
            for (task, metric), value in _correlate(evalset, asked, coefficient):
                cells[f"{shown}, {subset}", task.replace("_", " "), metric] = Ours(value)
    return cells


WMT20 = (
    "scores against the standard reference and raw DA with DA z; translations by people are left out, and "
    "from the tables without outliers the systems that the organisers list; metrics that score every system"
)


@recipe("wmt20-to-english", how=WMT20, key=("panel", "task", "metric"))
def compute_wmt20_to_english(sources: Sources) -> ComputedCells:
    """Compute Pearson's and Kendall's coefficients."""
    return _compute_wmt20(sources, to_english=True)


@recipe("wmt20-from-english", how=WMT20, key=("panel", "task", "metric"))
def compute_wmt20_from_english(sources: Sources) -> ComputedCells:
    """Compute Pearson's and Kendall's coefficients."""
    return _compute_wmt20(sources, to_english=False)
