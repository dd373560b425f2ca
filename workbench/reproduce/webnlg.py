"""Corpus BLEU of the WebNLG challenge of 2017 (Gardent et al. 2017)."""

from workbench.datasets.readers.lines import read_jsonl, read_texts
from workbench.metrics.bleu import LENGTH, REFERENCE_LENGTH
from workbench.metrics.bleu_modes import MultiBleu
from workbench.metrics.listed_texts import count_texts
from workbench.reproduce.recipe import ComputedCells, Ours, Sources, recipe

NAMES = {
    "adapt": "ADAPT_Centre",
    "baseline": "Baseline",
    "melbourne": "GKB_Unimelb",
    "pkuwriter": "PKUWriter",
    "tilburg-nmt": "Tilburg_University-1",
    "tilburg-smt": "Tilburg_University-2",
    "tilburg-pipe": "Tilburg_University-3",
    "vietnam": "UIT-DANGNT-CLNLP",
    "upf-forge": "UPF-TALN",
}


@recipe(
    "webnlg2017-bleu",
    how=(
        "multi-bleu.perl -lc on 1,862 inputs: the closest reference length, of three references, of which an "
        "empty one has length 0; in percent"
    ),
    key=("system", "metric"),
)
def compute_webnlg_bleu(sources: Sources) -> ComputedCells:
    """Compute BLEU and what it is made of."""
    metric = MultiBleu()
    texts: dict[str, list[str]] = {system: [] for system in NAMES}
    references: list[list[str]] = []
    path = sources.file("webnlg2017", "full_test.jsonl.gz")
    for place, record in read_jsonl(path, {"references3": list, "outputs": dict}):
        references.append([text.lower() for text in read_texts(record["references3"], place, "references3")])
        outputs = read_texts([record["outputs"].get(system) for system in NAMES], place, "outputs")
        for found, text in zip(texts.values(), outputs, strict=True):
            found.append(text.lower())
    cells: ComputedCells = {}
    for system, candidates in texts.items():
        counted = count_texts(candidates, references, None, [(metric.preprocess, metric.counter)])
        counts = counted.counts[metric.preprocess, metric.counter.name].sum(axis=0)
        precisions = 100 * metric.matches(counts) / metric.totals(counts)
        numbers = {
            "BLEU": 100 * metric.score(counts)["score"],
            **{f"p{order}": value for order, value in enumerate(precisions, start=1)},
            "BP": metric.penalty(counts),
            "ratio": counts[LENGTH] / counts[REFERENCE_LENGTH],
            "hyp_len": counts[LENGTH],
            "ref_len": counts[REFERENCE_LENGTH],
        }
        for label, value in numbers.items():
            cells[NAMES[system], label] = Ours(float(value))
    return cells
