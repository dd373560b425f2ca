"""chrF's counts and its choice of references are sacrebleu's, to the last bit; the oracle counts anew."""

import gzip
import json
import string
from collections import defaultdict

import numpy as np
import pytest
from counted import count
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import CHRF

import workbench
from workbench.metrics.base import get_metric
from workbench.metrics.batch import Batch, BatchLayout
from workbench.text.corpus import Corpus
from workbench.text.preprocess import PREPROCESSES
from workbench.text.spelling import spell_characters, spell_words_and_signs

# letters that collide, signs, white space of every kind, a letter with its accent apart, lone surrogates
ALPHABET = "aab b,.'(\u00e9e\u0301\u898b\U0001f600\ud83d\ude00\t\n\r\x0b\x1c\x85\xa0\u2003\u3000\u200b\x00"
texts = st.one_of(st.text(ALPHABET, max_size=25), st.text(max_size=12))
parameters = st.tuples(st.sampled_from([1, 2, 6, 11]), st.integers(0, 3), st.integers(1, 3))


def statistics(oracle, candidate, references):
    (found,) = oracle._extract_corpus_statistics([candidate], [[reference] for reference in references])
    return found


def named(char_order, word_order, beta):
    return f"chrf(char_order={char_order}, word_order={word_order}, beta={beta})"


@settings(max_examples=100)
@given(
    parameters, st.lists(st.tuples(texts, st.lists(texts, min_size=1, max_size=4)), min_size=1, max_size=4)
)
def test_statistics_and_scores(orders, segments):
    oracle = CHRF(*orders)
    candidates, references = map(list, zip(*segments, strict=True))
    expected = [statistics(oracle, *segment) for segment in segments]
    rows = count(named(*orders), candidates, references, preprocess="text")
    assert rows.tolist() == [[*each, 1] for each in expected]
    metric = get_metric(named(*orders))
    scores = [oracle._compute_f_score(each) / 100 for each in expected]
    assert metric.score(rows)["score"] == pytest.approx(scores, abs=1e-12, rel=0)
    whole = metric.score(rows.sum(axis=0))["score"]
    streams = [
        [own[place] if place < len(own) else None for own in references]
        for place in range(max(map(len, references)))
    ]
    assert float(whole) == pytest.approx(
        oracle.corpus_score(candidates, streams).score / 100, abs=1e-12, rel=0
    )


def test_every_character_is_white_space_or_not_as_in_python():
    every = "".join(map(chr, range(0x110000)))
    spelled = spell_characters([every[:100], every[100:]])
    assert "".join(spelled.vocabulary[part] for part in spelled.parts) == "".join(every.split())
    assert spelled.first.tolist() == [0, len("".join(every[:100].split())), len("".join(every.split()))]


@given(st.lists(texts, max_size=4))
def test_words_are_those_of_sacrebleu(vocabulary):
    spelled = spell_words_and_signs(vocabulary)
    parts = [spelled.vocabulary[part] for part in spelled.parts]
    each = [parts[start:end] for start, end in zip(spelled.first, spelled.first[1:], strict=False)]
    assert each == [CHRF()._remove_punctuation(text) for text in vocabulary]


def test_the_signs_are_those_of_sacrebleu():
    assert set(string.punctuation) == CHRF._PUNCTS


# of references that are equally good the first counts; the second pair ties only as percentages do, the
# fraction of its second reference is larger by a last bit
TIES = [("ab", ["xxx", "y"]), ("bccc", ["abadc", "cdacaaabdcb"]), ("cccc", ["adcab", "ddcdaacbddb"])]


@pytest.mark.parametrize(("candidate", "references"), TIES)
def test_ties_go_to_the_first_reference(candidate, references):
    oracle = CHRF(char_order=2)
    alone = [statistics(oracle, candidate, [reference]) for reference in references]
    assert alone[0] != alone[1]
    assert oracle._compute_f_score(alone[0]) == oracle._compute_f_score(alone[1])
    for order in (1, -1):
        rows = count("chrf(char_order=2)", [candidate], [references[::order]], preprocess="text")
        assert rows[0].tolist() == [*alone[::order][0], 1]


def test_only_chosen_references_count():
    corpus = Corpus(["ab cd", "xy", "ab cd", "ab", "", "xyz"]).encode(PREPROCESSES["text"])
    layout = BatchLayout.of_sizes([2], [4])  # "ab cd" and "xy" against "ab cd", "ab", "" and "xyz"
    batch = Batch(corpus.take(np.arange(2)), corpus.take(np.arange(2, 6)), layout)
    metric = get_metric("chrf")
    for chosen, scores in (
        ([1, 1, 1, 1, 1, 1, 1, 1], [1, CHRF().sentence_score("xy", ["xyz"]).score / 100]),
        ([0, 1, 1, 0, 0, 0, 1, 0], [CHRF().sentence_score("ab cd", ["ab"]).score / 100, 0]),
        ([0, 0, 0, 0, 1, 0, 0, 0], [np.nan, 0]),
        ([0, 0, 0, 0, 0, 0, 0, 0], [np.nan, np.nan]),
    ):
        under = batch.under(layout.choose(np.array(chosen, bool)))
        rows = metric.counter.count(under)
        assert metric.score(rows)["score"] == pytest.approx(scores, abs=1e-12, nan_ok=True)
        # the same where all pairs were counted
        assert np.array_equal(metric.counter.choose(metric.counter.pairs.count(batch), under.layout), rows)


@pytest.mark.parametrize("sizes", [([2], [0]), ([1, 1], [0, 1])])
def test_candidates_without_a_reference(sizes):
    layout = BatchLayout.of_sizes(*sizes)
    corpus = Corpus(["a", "b", "b"]).encode(PREPROCESSES["text"])
    references = corpus.take(np.arange(2, 2 + layout.reference_groups[-1]))
    rows = get_metric("chrf").counter.count(Batch(corpus.take(np.arange(2)), references, layout))
    assert rows[:, -1].tolist() == list(layout.pairs_of > 0)
    assert not rows[0].any()


@pytest.mark.parametrize("preprocess", ["CASE", "STEM+STOP", "13a", "sacrebleu-char", "CASE(bytes=12)"])
def test_under_another_preprocessing_its_words_stand_with_blanks_between(preprocess):
    candidate, reference = "The cats' (old) boats\nflew 3.5 miles", "the cat's old boat!\nIt flies 3.5 miles"
    corpus = Corpus([candidate, reference]).encode(workbench.text.preprocess.get_preprocess(preprocess))
    seen = [" ".join(word for line in corpus.tokens(number) for word in line) for number in range(2)]
    frame = workbench.score([candidate], [reference], metrics=["chrf(word_order=2)"], preprocess=preprocess)
    expected = CHRF(word_order=2).sentence_score(seen[0], [seen[1]]).score / 100
    assert frame["value"].item() == pytest.approx(expected, abs=1e-12)


@pytest.fixture(scope="module")
def ted(shared):
    """The texts of 13 systems and of two people, {name: {segment: text}}."""
    systems, people = defaultdict(dict), defaultdict(dict)
    path = shared / "data" / "wmt21_ted_zhen_mqm" / "outputs.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            (people if row["is_human"] else systems)[row["system"]][row["seg_id"]] = row["text"]
    return systems, people


@pytest.mark.parametrize("orders", [(6, 0, 2), (6, 2, 2)])
def test_real_texts(ted, orders):
    systems, people = ted
    segments = sorted(next(iter(people.values())))
    streams = [[texts[segment] for segment in segments] for texts in people.values()]
    references = list(map(list, zip(*streams, strict=True)))
    oracle = CHRF(*orders, references=streams)
    compared = 0
    for texts in systems.values():
        candidates = [texts[segment] for segment in segments]
        rows = count(named(*orders), candidates, references, preprocess="text")
        expected = oracle._extract_corpus_statistics(candidates, None)
        assert rows[:, :-1].tolist() == expected
        whole = float(get_metric(named(*orders)).score(rows.sum(axis=0))["score"])
        score = oracle._aggregate_and_compute(expected).score / 100
        assert whole == pytest.approx(score, abs=1e-12, rel=0)
        compared += len(rows)
    assert (len(systems), len(people), compared) == (13, 2, 6877)


def test_where_nothing_matches_a_reference_that_was_chosen_counts():
    """The first reference was not chosen: the counts of a file are those of the second, of two letters."""
    texts = Corpus(["zzz", "aaaaaaa", "bb"]).encode(PREPROCESSES["text"])
    layout = BatchLayout.of_sizes([1], [2]).choose(np.array([False, True]))
    counter = get_metric("chrf(char_order=2)").counter
    batch = Batch(texts.take(np.array([0])), texts.take(np.array([1, 2])), layout)
    counts = dict(zip(counter.columns, counter.count(batch)[0].tolist(), strict=True))
    assert (counts["reference_c1"], counts["match_c1"], counts["scorable"]) == (2, 0, 1)
    assert (counts["reference_c2"], counts["candidate_c2"]) == (1, 2)
