"""The SummEval columns of SacreROUGE's documentation (Deutsch and Roth 2020)."""

from functools import partial

import pandas as pd

from workbench.datasets.scores import read_scores
from workbench.experiment.experiment import Experiment
from workbench.reproduce.recipe import ComputedCells, Ours, Sources, recipe
from workbench.reproduce.stored import stored_name

DATA = "summeval"
CRITERION = "relevance"
LEVELS = {"segment": "summary-level", "system": "system-level"}
CORRELATION = {"levels": list(LEVELS), "interval": "none"}
ROUGE = {"rouge-1": "R1", "rouge-2": "R2", "rouge-l": "RL", "rouge-su(gap=4)": "RSU4"}
COMPONENTS = {"precision": "P", "recall": "R", "f": "F1"}
STORED = {
    f"{file}_{ending}": f"{printed}-{component}"
    for file, printed in {
        **{name.partition("(")[0]: printed for name, printed in ROUGE.items() if "su" not in name},
        "rouge-su4": "RSU4",
        "bertscore": "BERTScore",
    }.items()
    for ending, component in (("p", "P"), ("r", "R"), ("f", "F1"))
} | {"moverscore": "MoverScore", "qaeval_em": "QAEval-EM", "qaeval_f1": "QAEval-F1"}

FROM_SCORES = (
    "scores that the authors stored, one reference, 16 systems; at summary level over the systems in each "
    "document, then the mean"
)
FROM_TEXTS = (
    "ROUGE-1.5.5 with stemming, each text taken as one sentence, the text as released where there is one, "
    "against the references as released; 16 systems"
)
TOKENS = (
    "of M0, M1 and M2 only a tokenised text is public, which lacks a few tokens: that moves their precision, "
    "and with it one or two pairs of systems"
)
TAC = "TAC 2008-2011 are licensed by NIST"


def _correlate_stored(sources: Sources) -> pd.DataFrame:
    """Return the records of the stored scores; their metric is as printed."""
    path = sources.file(DATA, "sacrerouge_scores.tsv.gz")
    labels = {stored_name(column): printed for column, printed in STORED.items()}
    scores = {stored_name(column): read_scores(path, column) for column in STORED}
    asked = Experiment(
        sources.load(DATA), list(scores), scores=scores, criteria=[CRITERION], correlation=CORRELATION
    )
    records = asked.records
    return records.assign(printed=records["metric"].map(labels))


def _correlate_texts(sources: Sources) -> pd.DataFrame:
    """Return the records of ROUGE with one reference and with all; their metric is as printed."""
    asked = Experiment(
        sources.load(DATA, {"sentences": "one", "outputs": "original"}),
        list(ROUGE),
        components=list(COMPONENTS),
        preprocess=["STEM"],
        references={"Single-reference": "one", "Multi-reference": "all"},
        criteria=[CRITERION],
        correlation=CORRELATION,
    )
    records = asked.records
    return records.assign(printed=records["metric"].map(ROUGE) + "-" + records["component"].map(COMPONENTS))


def _in_rouge_md(records: pd.DataFrame, why: str) -> ComputedCells:
    """Return the cells of doc/metrics/rouge.md, which has one reference."""
    panels = {"segment": "Summary-level, peers only", "system": "System-level, peers only"}
    return {
        ("Fabbri2020", panels[row.level], row.criterion, row.printed, row.coefficient): Ours(row.value, why)
        for row in records.itertuples()
        if row.printed[:2] in ("R1", "R2", "RL", "RS") and row.references != "Multi-reference"
    }


def _in_fabbri_md(records: pd.DataFrame, why: str) -> ComputedCells:
    """Return the cells of doc/datasets/fabbri2020.md."""
    cells: ComputedCells = {}
    for row in records.itertuples():
        kind = "Multi-reference" if row.references == "Multi-reference" else "Single-reference"
        if row.printed[:2] not in ("RL", "RS"):
            panel = f"{kind}, {LEVELS[row.level]}"
            cells[panel, row.printed, row.coefficient] = Ours(row.value, why)
    return cells


_ROUGE_MD = partial(
    recipe, "sacrerouge-rouge", key=("task", "panel", "criterion", "metric", "statistic"), absent=TAC
)
_FABBRI_MD = partial(recipe, "sacrerouge-fabbri2020", key=("panel", "metric", "statistic"))


@_ROUGE_MD(way="stored scores", how=FROM_SCORES)
def compute_rouge_from_scores(sources: Sources) -> ComputedCells:
    """Compute the SummEval columns of the ROUGE page."""
    return _in_rouge_md(_correlate_stored(sources), "")


@_ROUGE_MD(way="texts", how=FROM_TEXTS)
def compute_rouge_from_texts(sources: Sources) -> ComputedCells:
    """Compute the SummEval columns of the ROUGE page."""
    return _in_rouge_md(_correlate_texts(sources), TOKENS)


@_FABBRI_MD(way="stored scores", how=FROM_SCORES, absent="the stored scores have one reference")
def compute_fabbri_from_scores(sources: Sources) -> ComputedCells:
    """Compute the single-reference half of the SummEval page."""
    return _in_fabbri_md(_correlate_stored(sources), "")


@_FABBRI_MD(way="texts", how=FROM_TEXTS, absent="needs a neural model; see the stored scores")
def compute_fabbri_from_texts(sources: Sources) -> ComputedCells:
    """Compute the ROUGE rows of the SummEval page."""
    return _in_fabbri_md(_correlate_texts(sources), TOKENS)
