"""The ROUGE rows of G-Eval (Liu et al. 2023) and UniEval (Zhong et al. 2022) on SummEval."""

import numpy as np

from workbench.experiment.experiment import Experiment
from workbench.experiment.rows import Row
from workbench.reproduce.recipe import NO_INTERVAL, ComputedCells, Ours, Sources, recipe
from workbench.stats.levels.estimates import segment_level

LABELS = {"rouge-1": "ROUGE-1", "rouge-2": "ROUGE-2", "rouge-l": "ROUGE-L"}
KNOWN = {("ROUGE-L", "coherence", "spearman"): "it is 0.12855, which the paper has cut and not rounded"}
PRINTED_DIGITS = 5
"""Of the scores that ROUGE-1.5.5 prints, and that were averaged over the references."""


@recipe(
    "geval2023-table1-rouge",
    how=(
        "F of ROUGE-1.5.5, as printed with five decimals, against each of 11 tokenised references alone, "
        "then their mean; sentences end at ' . '; stemming without the table of irregular forms, which was "
        "installed empty (PORTER); coefficient over 16 systems in each document, mean of the documents where "
        "it is defined"
    ),
    key=("metric", "criterion", "statistic"),
)
def compute_geval_rouge(sources: Sources) -> ComputedCells:
    """Compute ROUGE-1, ROUGE-2 and ROUGE-L with four criteria and two coefficients."""
    evalset = sources.load("summeval", {"references": "references_tok", "sentences": "full stops"})
    names = evalset.references["reference"].unique()
    alone = {name: (f"named(reference={name})", "pooled") for name in names}
    asked = Experiment(
        evalset,
        list(LABELS),
        components=["f"],
        preprocess=["PORTER"],
        references=alone,
        correlation=NO_INTERVAL,
    )
    rows: dict[str, list[Row]] = {metric: [] for metric in LABELS}
    for row in asked.rows:
        rows[row.label[0]].append(row)
    cells: ComputedCells = {}
    for metric, every in rows.items():
        mean = np.mean([np.round(row.segments, PRINTED_DIGITS) for row in every], axis=0)
        for judged in every[0].task.judged:
            for coefficient in ("spearman", "kendall"):
                found = segment_level(mean, judged.scores, coefficient)
                place = (LABELS[metric], judged.criterion, coefficient)
                total = found.n_segments + found.n_undefined
                note = f"{found.n_segments} of {total} documents" if found.n_undefined else ""
                cells[place] = Ours(found.value, KNOWN.get(place, ""), note)
    return cells
