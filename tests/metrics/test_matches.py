"""Matches that are shown are those that are counted."""

from collections import Counter
from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.metrics.base import METRICS, VARIANTS, get_metric
from workbench.metrics.listed_texts import count_texts
from workbench.metrics.matched_lcs import matched_runs
from workbench.metrics.matches import find_matches, kinds, read_text, sentences_of
from workbench.metrics.rouge_counts import Lcs
from workbench.text.corpus import Corpus
from workbench.text.preprocess import get_preprocess

PLAIN = [METRICS.get(name)().name for name in METRICS]
PROFILES = [home.get(name)().name for home in VARIANTS.values() for name in home]
OTHERS = ["rouge-s(gap=0)", "rouge-su(gap=1)", "rouge-w(weight=2)", "rouge-w(weight=1)", "bleu(order=5)"]
SHOWN = [name for name in (*PLAIN, *PROFILES, *OTHERS) if kinds(get_metric(name))]

REPRESENTATIVES = [
    "rouge-1", "rouge-2", "rouge-l", "rouge-w(weight=1.2)", "rouge-w(weight=3)", "rouge-s", "rouge-s(gap=1)",
    "rouge-su", "rouge-su(gap=1)", "bleu", "delta-bleu(order=2)", "delta-bleu(profile=mgalley-2019)",
    "rouge-l(profile=google)", "rouge-l(profile=lin2004)", "rouge-su(profile=lin2004)",
    "rouge-l(profile=weighted)", "rouge-su(profile=weighted)",
]  # fmt: skip

sentence = st.lists(st.sampled_from("abcd"), max_size=9).map(" ".join)
text = st.lists(sentence, min_size=1, max_size=3).map("\n".join)
weight = st.sampled_from([-1.0, -0.5, 0.0, 0.25, 1.0])


def counted(metric, candidate, references, weights, preprocess):
    found = count_texts([candidate], [references], [weights], [(preprocess, metric.counter)])
    return found.counts[preprocess, metric.counter.name]


def matched(metric, candidate, references, weights, preprocess):
    texts = Corpus([candidate, *references]).encode(get_preprocess(preprocess))
    ours, *theirs = (read_text(texts, number) for number in range(len(references) + 1))
    return ours, theirs, find_matches(metric, ours, theirs, weights)


def sums(units, n_kinds):
    return [sum(unit.value for unit in units if unit.kind == kind) for kind in range(n_kinds)]


def test_what_is_shown():
    """The measures of the papers and the profiles that count as they do; chrF, METEOR and so on are not."""
    assert {name for name in PLAIN if name not in SHOWN} >= {"chrf", "meteor", "nist"}
    assert {"rouge-9", "rouge-l", "rouge-w(weight=1.2)", "rouge-s", "rouge-su", "bleu(order=4)"} <= set(SHOWN)
    assert {"delta-bleu(order=2)", "sentence-bleu", "rouge-l(profile=weighted)"} <= set(SHOWN)


def check(name, preprocess, candidate, rated):
    """Hold the matches of each kind against the counts; return how many counts these were."""
    metric = get_metric(name)
    references, weights = [each for each, _ in rated], [each for _, each in rated]
    rows = counted(metric, candidate, references, weights, preprocess)
    _, _, found = matched(metric, candidate, references, weights, preprocess)
    columns = [kind.match for kind in kinds(metric)]
    if metric.counter.rows == "candidate":
        found, rows = [list(chain.from_iterable(found))], rows[:1]
    for units, row in zip(found, rows, strict=True):
        assert np.allclose(sums(units, len(columns)), row[columns], rtol=1e-12, atol=1e-12)
    return len(rows) * len(columns)


rated_texts = st.lists(st.tuples(text, weight), min_size=1, max_size=3)
preprocesses = st.sampled_from(["CASE", "CASE", "CASE(bytes=9)", "CASE(words=5)"])


@pytest.mark.parametrize("name", REPRESENTATIVES)
@given(preprocesses, text, rated_texts)
def test_matches_add_up_to_the_counts(name, preprocess, candidate, rated):
    check(name, preprocess, candidate, rated)


def test_so_do_those_of_every_metric_that_is_shown():
    """On longer texts of few words, which have more than one LCS, and repeat themselves."""
    rng = np.random.default_rng(1)

    def sentences(n):
        return "\n".join(" ".join(rng.choice(list("abcdefgh"), rng.integers(1, 30))) for _ in range(n))

    checked = 0
    for _ in range(6):
        candidate, rated = sentences(4), [(sentences(3), 1.0), (sentences(1), -0.5), (sentences(5), 0.25)]
        checked += sum(check(name, "CASE", candidate, rated) for name in SHOWN)
    assert checked >= 6 * 3 * 60


@pytest.mark.parametrize("preprocess", ["CASE", "CASE(bytes=9)"])
@given(st.sampled_from(REPRESENTATIVES), text, st.lists(text, min_size=1, max_size=2))
def test_matched_words_are_equal_and_no_match_is_counted_twice(preprocess, name, candidate, references):
    metric = get_metric(name)
    ours, theirs, found = matched(metric, candidate, references, [1.0] * len(references), preprocess)
    unclipped = metric.counter == Lcs(clipped=False)
    mine = list(chain.from_iterable(sentences_of(metric, ours)))
    for reference, units in zip(theirs, found, strict=True):
        others = list(chain.from_iterable(sentences_of(metric, reference)))
        for unit in units:
            assert [mine[at] for at in unit.candidate] == [others[at] for at in unit.reference]
        for side in ("reference", "candidate") if not unclipped else ("reference",):
            places = Counter((unit.kind, getattr(unit, side)) for unit in units)
            assert not places or max(places.values()) == 1


def test_lin_and_och_by_hand():
    """Lin (2004): "police killed the gunman" against "the gunman kill police" has one skip-bigram."""
    _, _, [units] = matched(
        get_metric("rouge-s"), "the gunman kill police", ["police killed the gunman"], [1.0], "CASE"
    )
    assert [(unit.candidate, unit.reference) for unit in units] == [((0, 1), (2, 3))]


def test_an_ngram_counts_with_the_reference_that_makes_it_count():
    metric = get_metric("delta-bleu(order=1)")
    _, _, found = matched(metric, "a b c", ["a b x", "c y a"], [1.0, -0.5], "CASE")
    assert [[(unit.candidate, unit.value) for unit in units] for units in found] == [
        [((0,), 1.0), ((1,), 1.0)],
        [((2,), -0.5)],
    ]


def test_a_word_of_two_sentences_is_matched_with_two_words():
    """The first "b" of the candidate is on both LCS; the second is in no LCS, but it is why both count."""
    ours, [theirs], [units] = matched(get_metric("rouge-l"), "a b x b", ["a b\nb a"], [1.0], "CASE")
    assert [ours.words[unit.candidate[0]] for unit in units] == [
        theirs.words[unit.reference[0]] for unit in units
    ]
    assert len({unit.candidate for unit in units}) == len(units)


def test_the_first_word_is_matched_once_as_well():
    found = matched_runs([["b", "a", "x", "b"]], [["b", "a"], ["b", "a"]], Counter({"b": 2, "a": 1}))
    assert [(run.candidate, run.reference) for run in found] == [((0,), (0,)), ((1,), (1,)), ((3,), (2,))]


def test_a_word_of_a_later_sentence_is_shown_there_though_an_earlier_one_has_it():
    """The first sentence's longest common subsequence is a c, so that its b is no match."""
    found = matched_runs([["b", "a", "c"], ["b"]], [["a", "c", "b"]], None)
    assert [(run.candidate, run.reference) for run in found] == [((1,), (0,)), ((2,), (1,)), ((3,), (2,))]
