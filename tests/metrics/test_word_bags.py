"""What metrics that are counted in plain Python share, and corpora of several systems."""

import asked
import numpy as np
import pandas as pd
import pytest
from nltk.translate.nist_score import corpus_nist

import workbench
from workbench.datasets.evalset import EvalSet
from workbench.metrics.batch import Batch, BatchLayout
from workbench.metrics.word_bags import ngrams, reference_sets, word_lists
from workbench.text.corpus import Corpus
from workbench.text.preprocess import PREPROCESSES

METRICS = [
    "cosine", "unit-overlap", "lcsr", "unigram", "nist", "nist(profile=nltk)", "meteor", "ibleu(order=1)",
    "cider", "cider-d", "chrf(word_order=2)",
]  # fmt: skip
# sacrebleu's TER would take a minute for the long texts here


def batch(layout, keys=None):
    texts = Corpus(["a\nb a", "c"]).encode(PREPROCESSES["none"])
    return Batch(texts, texts, layout, keys)


def test_words_of_a_text_stand_in_a_row():
    assert word_lists(batch(BatchLayout.of_sizes([1, 1], [1, 1])).candidates) == [[0, 1, 0], [2]]
    assert ngrams([0, 1, 0, 1], 2) == {(0, 1): 2, (1, 0): 1}
    assert ngrams([0], 2) == {}


def test_a_segment_counts_once_however_many_systems():
    layout = BatchLayout.of_sizes([3, 1, 1], [2, 1, 1])
    without_names = reference_sets(batch(layout))
    assert without_names == {(0, 1): 3, (2,): 1, (3,): 1}
    keys = [("t", "s1", system) for system in "ABC"] + [("t", "s2", "A"), ("t", "s2", "B")]
    assert reference_sets(batch(layout, keys)) == {(0, 1): 1, (2,): 0.5, (3,): 0.5}
    # a system that may not use the first reference
    layout = layout.choose(np.array([True, True, False, True, True, True, False, True]))
    assert reference_sets(batch(layout, keys)) == pytest.approx({(0, 1): 2 / 3, (1,): 1 / 3, (3,): 0.5})


@pytest.fixture(scope="module")
def data():
    return workbench.simulate(topics=4, systems=4, references=3, seed=3).evalset


def subset(data, systems):
    outputs, judgments = (frame[frame["system"].isin(systems)] for frame in (data.outputs, data.judgments))
    return EvalSet.build(data.card, outputs, data.references, judgments)


def test_a_system_is_scored_as_if_it_were_alone(data):
    settings = {"all": "all", "two": "first(k=2)"}
    frame = asked.score_outputs(data, METRICS, references=settings)
    chosen = data.systems(data.tasks[0])[1]
    alone = asked.score_outputs(subset(data, [chosen]), METRICS, references=settings)
    own = frame[frame["system"] == chosen]
    assert len(own) == len(METRICS) * 2 * 5
    assert own["value"].notna().all()
    assert own["value"].tolist() == alone["value"].tolist()


def test_nist_of_a_data_set_is_that_of_its_references(data):
    frame = asked.score_outputs(data, ["nist(profile=nltk)"], preprocess=["none"])
    references = data.references.groupby("segment", sort=False)["text"].apply(list)
    compared = 0
    for system, rows in data.outputs.groupby("system"):
        texts = rows.set_index("segment")["text"]
        expected = corpus_nist(
            [[text.split() for text in references[segment]] for segment in texts.index],
            [text.split() for text in texts],
        )
        pooled = frame[(frame["system"] == system) & (frame["segment"] == "*")]["value"].item()
        assert pooled == pytest.approx(expected, abs=1e-9)
        compared += 1
    assert compared == 4


def test_the_order_of_rows_does_not_change_a_bit(data):
    turned = EvalSet.build(
        data.card,
        *(frame.sample(frac=1, random_state=1) for frame in (data.outputs, data.references, data.judgments)),
    )
    pd.testing.assert_frame_equal(
        asked.score_outputs(data, METRICS), asked.score_outputs(turned, METRICS), check_exact=True
    )


def test_nothing_to_score_gives_an_empty_frame():
    assert len(workbench.score([], [], metrics=[*METRICS, "ter"])) == 0
