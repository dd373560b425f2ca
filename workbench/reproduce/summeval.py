"""Tables 2 and 3 of SummEval (Fabbri et al. 2021)."""

from workbench.experiment.experiment import Experiment
from workbench.experiment.judgments import Judged
from workbench.experiment.rows import Row
from workbench.reproduce.recipe import NO_INTERVAL, ComputedCells, Ours, Sources, recipe
from workbench.stats.levels.estimates import row_means
from workbench.stats.robustness.another_system import kendall_reach

SEVENTEENTH = "16 of the 17 systems are public: Pegasus (dynamic mix) is missing"
ROUGE = {
    **{f"rouge-{order}": f"ROUGE-{order}" for order in (1, 2, 3, 4)},
    "rouge-l": "ROUGE-L",
    "rouge-su": "ROUGE-su*",
    "rouge-w(weight=1.2)": "ROUGE-w",
}
OTHERS = {"bleu(order=4, smooth=exp, profile=sacrebleu)": "BLEU", "chrf": "CHRF", "length": "Length"}
CLOSED_BOOK = ("M15", "consistency")


@recipe(
    "fabbri2021-table2",
    how=(
        "F of ROUGE-1.5.5 with stemming, 11 references pooled; BLEU and chrF as sacreBLEU has them; "
        "Kendall's tau-b over 16 systems with the mean of three experts: the shape of the table only, for "
        "the paper has 17 systems. The notes say between which values the number lies with one system more"
    ),
    key=("metric", "criterion"),
    absent="needs the articles, a neural model, or a program that is not here",
)
def compute_fabbri_table2(sources: Sources) -> ComputedCells:
    """Compute the ROUGE, BLEU, chrF and length rows with 16 of the 17 systems."""
    evalset = sources.load("summeval")
    cells: ComputedCells = {}
    for names, components, preprocess in ((ROUGE, ["f"], ["STEM"]), (OTHERS, None, None)):
        asked = Experiment(
            evalset, list(names), components=components, preprocess=preprocess, correlation=NO_INTERVAL
        )
        for row in asked.rows:
            cells |= {
                (names[row.label[0]], each.criterion): _with_reach(row, each) for each in row.task.judged
            }
    return cells


def _with_reach(row: Row, judged: Judged) -> Ours:
    value = row.estimate(judged, "system", "kendall").value
    low, high = kendall_reach(row.facing(judged).systems, row_means(judged.scores))
    return Ours(value, SEVENTEENTH, f"with one system more from {low:.4f} to {high:.4f}", low, high)


@recipe(
    "fabbri2021-table3",
    how="mean of three experts over 100 documents, 16 of the 17 systems",
    key=("system", "criterion"),
    absent="not among the public annotations",
)
def compute_fabbri_table3(sources: Sources) -> ComputedCells:
    """Compute the mean ratings of 16 systems; the table calls them by code and name."""
    judged = sources.load("summeval").judgments
    experts = judged[judged["rater"].str.startswith("expert")]
    means = experts.groupby(["system", "criterion"])["score"].mean()
    cells: ComputedCells = {}
    for (system, criterion), mean in means.items():
        why = "the public annotations give 4.937" if (system, criterion) == CLOSED_BOOK else ""
        cells[NAMES[system], criterion] = Ours(float(mean), why)
    return cells


NAMES = {
    "M0": "M0: LEAD-3",
    "M1": "M1: NEUSUM",
    "M2": "M2: BanditSum",
    "M5": "M5: RNES",
    "M8": "M8: Pointer Generator",
    "M9": "M9: Fast-abs-rl",
    "M10": "M10: Bottom-Up",
    "M11": "M11: Improve-abs",
    "M12": "M12: Unified-ext-abs",
    "M13": "M13: ROUGESal",
    "M14": "M14: Multi-task (Ent + QG)",
    "M15": "M15: Closed book decoder",
    "M17": "M17: T5",
    "M20": "M20: GPT-2 (zero shot)",
    "M22": "M22: BART",
    "M23": "M23: Pegasus (C4)",
}
"""There are two M23 in the paper; the public one is trained on C4."""
