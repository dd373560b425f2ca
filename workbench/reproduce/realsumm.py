"""The summary-level correlations of the notebook of REALSumm (Bhandari et al. 2020)."""

import math

from workbench.datasets.readers.realsumm import read_stored_scores
from workbench.experiment.experiment import Experiment
from workbench.reproduce.recipe import NO_INTERVAL, ComputedCells, Ours, Sources, recipe
from workbench.reproduce.stored import stored_name
from workbench.stats.coefficients.significant_segments import significant_kendall

TABLE = "bhandari2020-summary-level"
PRINTED = (
    "rouge_1_recall", "rouge_2_recall", "rouge_l_recall", "js-2", "mover_score", "bert_recall_score",
)  # fmt: skip
ROUGE = {"rouge-1": "rouge_1_recall", "rouge-2": "rouge_2_recall", "rouge-l": "rouge_l_recall"}
PITFALL = (
    "segment level filtered by p, which is a pitfall: only documents whose own tau has p <= .05 are "
    "averaged, which makes every coefficient larger; the note has the mean of all documents. BART is counted "
    "twice, as an abstractive and as an extractive system, 25 in all"
)


def _filter(asked: Experiment) -> dict[str, Ours]:
    """Return the mean tau of the significant documents by name of the metric."""
    cells = {}
    for row in asked.rows:
        (judged,) = row.task.judged
        value, n_kept, n_segments = significant_kendall(row.segments, judged.scores)
        every = significant_kendall(row.segments, judged.scores, level=1.0)
        note = f"{n_kept} of {n_segments} documents; the mean of all {every.n_kept} is {every.value:.6f}"
        plain = row.estimate(judged, "segment", "kendall").value
        if not math.isclose(plain, every.value, abs_tol=1e-9):
            note += f", or {plain:.6f} where scores that differ by rounding noise are tied"
        cells[row.label[0]] = Ours(value, note=note)
    return cells


@recipe(TABLE, way="stored scores", how=f"scores that the authors stored; {PITFALL}", key=("metric",))
def compute_from_scores(sources: Sources) -> ComputedCells:
    """Compute the six coefficients."""
    path = sources.file("realsumm", "outputs.jsonl.gz")
    evalset = sources.load("realsumm", {"duplicates": "keep"})
    stored = read_stored_scores(path.parent)
    scores = {stored_name(label): stored[label] for label in PRINTED}
    found = _filter(Experiment(evalset, list(scores), scores=scores, correlation=NO_INTERVAL))
    return {(label,): found[stored_name(label)] for label in PRINTED}


@recipe(
    TABLE,
    way="texts",
    how=f"recall of ROUGE-1.5.5 with stemming; {PITFALL}",
    key=("metric",),
    absent="its program is not here; see the stored scores",
)
def compute_from_texts(sources: Sources) -> ComputedCells:
    """Compute the three coefficients of ROUGE."""
    evalset = sources.load("realsumm", {"duplicates": "keep"})
    found = _filter(Experiment(evalset, list(ROUGE), preprocess=["STEM"], correlation=NO_INTERVAL))
    return {(ROUGE[metric],): cell for metric, cell in found.items()}
