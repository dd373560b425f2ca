"""Profile matlab: the documentation's examples, its NaN, and slow obvious versions."""

import math

import naive_profiles as naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import workbench
from workbench.metrics.base import get_metric
from workbench.metrics.batch import BatchLayout
from workbench.metrics.references import score_candidates

words = st.sampled_from(["a", "b", "c", "d", "e", "ab"])
sentences = st.lists(words, max_size=9).map(" ".join)
texts = st.lists(sentences, min_size=1, max_size=3).map("\n".join)
quick = settings(max_examples=40)


def split(text):
    return [line.split() for line in text.split("\n")]


def recall(name, candidate, references):
    frame = workbench.score([candidate], [references], metrics=[name], unscorable="drop", combine="best")
    return frame["value"][0]


def three(name, candidate, reference):
    frame = workbench.score([candidate], [reference], metrics=[name], unscorable="drop")
    return frame["value"].tolist()


@pytest.mark.parametrize("unclipped", ["false", "true"])
def test_the_examples_of_the_documentation(unclipped):
    fox = [
        "the quick brown animal jumped over the lazy dog",
        "the quick brown fox jumped over the lazy dog",
    ]
    summary = ["a simple document", "another document with some words"]
    examples = [
        (1, "the fast brown fox jumped over the lazy dog", fox, 0.8889),
        (1, "a simple summary document containing some words", summary, 1.0),
        (2, "a simple summary document containing some words", summary, 0.5),
    ]
    for order, candidate, references, printed in examples:
        name = f"rouge-{order}(unclipped={unclipped}, profile=matlab)"
        assert round(recall(name, candidate, references), 4) == printed


@pytest.mark.parametrize(
    ("candidate", "references", "expected"),
    [
        ("a b", ["a", "b"], math.nan),
        ("a b", ["a", "a b"], 1.0),
        ("x", ["a", "a b"], 0.0),
        ("", ["a b"], 0.0),
        ("", [""], math.nan),
    ],
)
def test_nan_where_the_longest_reference_is_shorter_than_the_ngram(candidate, references, expected):
    got = recall("rouge-2(profile=matlab)", candidate, references)
    assert got == pytest.approx(expected, nan_ok=True)


def test_a_reference_that_is_not_chosen_is_not_the_best():
    layout = BatchLayout.of_sizes([1], [2]).choose(np.array([False, True]))
    counts = np.array([[0.0, 3.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]])
    scores = score_candidates(get_metric("rouge-2(profile=matlab)"), counts, layout, "best")
    assert np.isnan(scores["recall"][0])


@quick
@given(texts, st.lists(texts, min_size=1, max_size=3), st.integers(1, 3), st.booleans())
def test_n_is_the_best_recall(candidate, references, order, unclipped):
    def grams(sentence):
        return naive.ngrams(sentence, order)

    each = [
        naive.matlab_recall(*naive.matlab_counts(split(candidate), split(text), grams, unclipped)[:2])
        for text in references
    ]
    expected = max((one for one in each if not math.isnan(one)), default=math.nan)
    name = f"rouge-{order}(unclipped={str(unclipped).lower()}, profile=matlab)"
    assert recall(name, candidate, references) == pytest.approx(expected, nan_ok=True)


@quick
@given(texts, texts, st.integers(1, 4), st.booleans(), st.booleans())
def test_s_and_su(candidate, reference, gap, marked, unclipped):
    def grams(sentence):
        return naive.within(["<s>", *sentence] if marked else sentence, gap)

    match, theirs, ours = naive.matlab_counts(split(candidate), split(reference), grams, unclipped)
    r, p = naive.matlab_recall(match, theirs), naive.share(match, ours)
    f = math.nan if math.isnan(r) else naive.share(5 * r * p, r + 4 * p)
    options = f"gap={gap}, unclipped={str(unclipped).lower()}"
    name = f"rouge-{'su' if marked else 's'}({options}, beta=2, profile=matlab)"
    assert three(name, candidate, reference) == pytest.approx([r, p, f], nan_ok=True)


@quick
@given(texts, texts, st.sampled_from([1.0, 1.2, 2.0]))
def test_l_and_w(candidate, reference, weight):
    theirs, ours = reference.split(), candidate.split()
    match = sum(naive.lcs_length(sentence, ours) for sentence in split(reference))
    r = naive.matlab_recall(match, len(theirs))
    expected = [r, naive.share(match, len(ours)), r]
    assert three("rouge-l(profile=matlab)", candidate, reference) == pytest.approx(expected, nan_ok=True)
    value = naive.wlcs(theirs, ours, lambda k: k**weight)
    r = naive.matlab_recall(value, len(theirs) ** weight) ** (1 / weight)
    p = naive.share(value, len(ours) ** weight) ** (1 / weight)
    name = f"rouge-w(weight={weight}, profile=matlab)"
    assert three(name, candidate, reference) == pytest.approx([r, p, r], nan_ok=True)
