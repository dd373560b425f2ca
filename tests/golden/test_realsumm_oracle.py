"""ROUGE-1.5.5 as the authors of REALSumm stored it: every summary, each with its system's own reference."""

import numpy as np
import pytest
from real_data import load_real
from vectors import SHARED, read_lines

from workbench.experiment.task_data import lay_out
from workbench.metrics.base import get_metric
from workbench.metrics.batch import Batch
from workbench.metrics.references import score_candidates
from workbench.text.corpus import Corpus
from workbench.text.preprocess import PREPROCESSES

MEASURES = {"rouge_1": "rouge-1", "rouge_2": "rouge-2", "rouge_l": "rouge-l"}
COLUMNS = {"recall": "recall", "precision": "precision", "f": "f_score"}


@pytest.fixture(scope="module")
def task(shared):
    return lay_out(load_real(shared, "realsumm"), "cnndm")


@pytest.fixture(scope="module")
def batch(task):
    texts = Corpus(task.texts).encode(PREPROCESSES["STEM"])
    n = len(task.outputs)
    return Batch(texts.take(np.arange(n)), texts.take(np.arange(n, len(task.texts))), task.layout)


@pytest.fixture(scope="module")
def stored(shared):
    rows = read_lines(SHARED / "data" / "realsumm" / "outputs.jsonl.gz")
    return {
        (str(row["doc_id"]), row["system"]): row["rouge155"] for row in rows if row["duplicate_of"] is None
    }


def differences(task, batch, stored, name, measure):
    """Return ours minus theirs, ours with five digits, by column."""
    metric = get_metric(name)
    scores = score_candidates(metric, metric.counter.count(batch), task.layout, "pooled")
    rows = list(zip(task.outputs["segment"], task.outputs["system"], strict=True))
    assert len(set(rows)) == len(rows) == len(stored) == 2_400
    found = {}
    for ours, theirs in COLUMNS.items():
        # five digits as the program prints them: C's rounding of the exact value
        printed = np.array([float(f"{value:.5f}") for value in scores[ours].tolist()])
        found[ours] = printed - np.array([stored[row][f"{measure}_{theirs}"] for row in rows])
    return found


def test_every_stored_score(task, batch, stored):
    """21,600 values: recall and precision to the digit, F but for the rounding of what it is made of."""
    checked = 0
    for measure, name in MEASURES.items():
        found = differences(task, batch, stored, name, measure)
        assert not found["recall"].any(), measure
        assert not found["precision"].any(), measure
        assert np.abs(found["f"]).max() <= 2e-5 + 1e-12, measure
        checked += sum(map(len, found.values()))
    assert checked == 21_600


def test_every_stored_score_in_the_profile_of_the_program(task, batch, stored):
    """The same 21,600 values, F to the digit, too."""
    checked = 0
    for measure, name in MEASURES.items():
        found = differences(task, batch, stored, f"{name}(profile=rouge-1.5.5)", measure)
        for column, difference in found.items():
            assert not difference.any(), (measure, column)
        checked += sum(map(len, found.values()))
    assert checked == 21_600
