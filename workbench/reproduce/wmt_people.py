"""Mean judgments of systems by people: WMT22 into English, DA+SQM of WMT23, WebNLG 2020 in two languages."""

from pathlib import Path

import pandas as pd

from workbench.datasets.readers.lines import read_jsonl
from workbench.datasets.readers.score_files import read_score_file
from workbench.datasets.readers.webnlg2020 import CRITERIA
from workbench.experiment.standard_ratings import standardised
from workbench.reproduce.recipe import ComputedCells, Ours, Sources, recipe

WMT22 = ("cs-en", "de-en", "ja-en", "ru-en", "uk-en", "zh-en")
PEOPLE = {("cs-en", "refC"): "HUMAN-C", ("de-en", "refB"): "HUMAN", ("zh-en", "refB"): "HUMAN-B"}
PRINTED = {
    "correctness": "Correctness",
    "data_coverage": "Coverage",
    "fluency": "Fluency",
    "relevance": "Relevance",
    "text_structure": "Text Structure",
}


@recipe(
    "kocmi2022-da",
    how="means over segments as the files of system scores have them, raw and standardised",
    key=("task", "system", "criterion"),
)
def compute_wmt22(sources: Sources) -> ComputedCells:
    """Read the mean of each system."""
    cells: ComputedCells = {}
    for pair in WMT22:
        for human, printed in (("wmt", "z"), ("wmt-raw", "raw")):
            scores = read_score_file(sources.file("mtme-wmt22", f"human-scores/{pair}.{human}.sys.score"))
            for (_, system), score in scores.items():
                if score is not None:
                    cells[pair, PEOPLE.get((pair, system), system), printed] = Ours(score)
    return cells


@recipe(
    "kocmi2023-da-sqm",
    how="mean over the segments that were rated of a system",
    key=("task", "system"),
)
def compute_wmt23(sources: Sources) -> ComputedCells:
    """Compute the mean of each system."""
    cells: ComputedCells = {}
    for pair in ("en-de", "zh-en"):
        found: dict[str, list[float]] = {}
        scores = read_score_file(sources.file("mtme-wmt23", f"human-scores/{pair}.da-sqm.seg.score.gz"))
        for (_, system), score in scores.items():
            if score is not None:
                found.setdefault(system, []).append(score)
        for system, each in found.items():
            name = {"refA": "Human-refA", "ZengHuiMT": "LanguageX"}.get(system, system)
            cells[pair, name] = Ours(sum(each) / len(each))
    return cells


def system_means(path: Path, unrated: float | None) -> dict[tuple[str, str], float]:
    """Return the means of systems over the mean ratings of their texts, by (system, criterion).

    `unrated` is what a text without a rating counts; it is left out where that is None.
    """
    found: dict[tuple[str, str], list[float]] = {}
    for _, record in read_jsonl(path, {"system": str, "ratings": list}):
        for criterion in CRITERIA:
            each = [float(rating[criterion]) for rating in record["ratings"]]
            score = sum(each) / len(each) if each else unrated
            if score is not None:
                found.setdefault((record["system"], criterion), []).append(score)
    return {key: sum(scores) / len(scores) for key, scores in found.items()}


@recipe(
    "webnlg2020-human",
    how="mean over 178 inputs of the mean of a text's ratings; the text that nobody rated counts as 0",
    key=("system", "criterion"),
)
def compute_webnlg2020(sources: Sources) -> ComputedCells:
    """Compute the mean ratings of 16 systems and of people."""
    means = system_means(sources.file("webnlg2020", "en_human_eval.jsonl.gz"), unrated=0.0)
    return {(system, PRINTED[criterion]): Ours(mean) for (system, criterion), mean in means.items()}


def mean_ratings(path: Path) -> dict[tuple[str, str, str], float]:
    """Return the means of all ratings of systems, by (raw or z, system, criterion).

    The z of a rating is standardised for its rater and criterion.
    """
    rows = [
        {
            "task": "",
            "rater": each["rater"],
            "system": record["system"],
            "criterion": name,
            "score": each[name],
        }
        for _, record in read_jsonl(path, {"system": str, "ratings": list})
        for each in record["ratings"]
        for name in CRITERIA
    ]
    raw = pd.DataFrame(rows).astype({"score": float})
    return {
        (panel, *key): score
        for panel, ratings in (("raw", raw), ("z", standardised(raw)))
        for key, score in ratings.groupby(["system", "criterion"])["score"].mean().items()
    }


@recipe(
    "webnlg2020-human-ru",
    how="mean over all ratings of a system, as they are and standardised for each rater and criterion",
    key=("panel", "system", "criterion"),
)
def compute_webnlg2020_russian(sources: Sources) -> ComputedCells:
    """Compute the mean ratings of 7 systems and of people."""
    means = mean_ratings(sources.file("webnlg2020", "ru_human_eval.jsonl.gz"))
    return {(panel, system, PRINTED[name]): Ours(mean) for (panel, system, name), mean in means.items()}
