"""ROUGE-1.5.5 on real summaries: all outputs of SummEval, four preprocessings, one and eleven references."""

import numpy as np
import pytest
from real_data import load_real
from vectors import SHARED, read_lines

from workbench.experiment.task_data import lay_out
from workbench.metrics.base import get_metric
from workbench.metrics.batch import Batch
from workbench.metrics.references import score_candidates, select
from workbench.text.corpus import Corpus
from workbench.text.preprocess import PREPROCESSES

MEASURES = {
    **{f"ROUGE-{order}": f"rouge-{order}" for order in (1, 2, 3, 4)},
    "ROUGE-L": "rouge-l",
    "ROUGE-W-1.2": "rouge-w(weight=1.2)",
    "ROUGE-S4": "rouge-s(gap=4)",
    "ROUGE-SU4": "rouge-su(gap=4)",
}
REFERENCES = {"ref0": "one", "ref0-10": "all"}


@pytest.fixture(scope="module")
def task(shared):
    return lay_out(load_real(shared, "summeval", references="references_tok"), "cnndm")


@pytest.fixture(scope="module")
def oracle(shared):
    rows = read_lines(SHARED / "data" / "summeval" / "rouge155_oracle.jsonl.gz")
    return {(row["doc_id"], row["system"]): row["scores"] for row in rows}


@pytest.mark.parametrize(
    ("key", "preprocess"),
    [("raw", "CASE"), ("stem", "STEM"), ("stop", "STOP"), ("stem_stop", "STEM+STOP")],
)
def test_every_score(task, oracle, key, preprocess):
    texts = Corpus(task.texts).encode(PREPROCESSES[preprocess])
    n = len(task.outputs)
    batch = Batch(texts.take(np.arange(n)), texts.take(np.arange(n, len(task.texts))), task.layout)
    rows = list(zip(task.outputs["segment"], task.outputs["system"], strict=True))
    checked = 0
    for tag, name in MEASURES.items():
        metric = get_metric(name)
        counts = metric.counter.count(batch)
        for setting, how in REFERENCES.items():
            layout = select(how, task.layout, list(task.references["reference"]), np.random.default_rng(0))
            scores = score_candidates(metric, counts, layout, "pooled")
            ours = np.stack([scores["recall"], scores["precision"], scores["f"]], axis=1)
            theirs = np.array([oracle[row][f"{setting}/{key}"][tag] for row in rows])
            # five digits as the program prints them: C's rounding of the exact value
            printed = np.array([[float(f"{value:.5f}") for value in row] for row in ours[:, :2].tolist()])
            assert np.array_equal(printed, theirs[:, :2]), (tag, setting)
            assert np.abs(ours[:, 2] - theirs[:, 2]).max() <= 2e-5, (tag, setting)
            checked += theirs.size
    assert checked == 1600 * 8 * 2 * 3
