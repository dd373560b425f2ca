"""Kernels on groups of uneven size and texts of uneven length, one after another in the same buffers.

Every pair of texts is compared as the slow obvious version compares it alone: nothing may be left over from
the group, candidate, reference or sentence before.
"""

import naive
import numpy as np
import pytest

import workbench
from workbench.kernels.bits import BITS
from workbench.kernels.grams import overlap_ngrams
from workbench.kernels.skip import NARROW, overlap_skip_bigrams
from workbench.metrics.batch import Batch, BatchLayout
from workbench.metrics.bleu import REFERENCE_LENGTH, ClippedNGrams
from workbench.metrics.mead_lcs import BestLcs
from workbench.metrics.rouge_counts import Lcs, NGrams, TextLcs, WeightedLcs
from workbench.text.corpus import Corpus
from workbench.text.limits import Limit
from workbench.text.preprocess import PREPROCESSES, get_preprocess

SIZES = [1, 3, 2, 0, 2], [4, 1, 3, 1, 2]


def words(text):
    return [sentence.split() for sentence in text.split("\n")]


def make(seed, n_words, longest, preprocess=PREPROCESSES["CASE"]):
    """Return a batch, and the candidates and references that it is of."""
    rng = np.random.default_rng(seed)
    layout = BatchLayout.of_sizes(*SIZES)
    layout = layout.choose(rng.random(layout.n_pairs) < 0.75)

    def text():
        sentences = rng.integers(1, 4)
        return "\n".join(
            " ".join(f"w{word}" for word in rng.integers(n_words, size=rng.integers(0, longest)))
            for _ in range(sentences)
        )

    ours, theirs = ([text() for _ in range(sum(side))] for side in SIZES)
    texts = Corpus([*ours, *theirs]).encode(preprocess)
    places = np.arange(len(ours) + len(theirs))
    batch = Batch(texts.take(places[: len(ours)]), texts.take(places[len(ours) :]), layout)
    return batch, [words(each) for each in ours], [words(each) for each in theirs]


def lengths(one, other):
    """The LCS of two lists of words."""
    table = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            table[i + 1][j + 1] = table[i][j] + 1 if a == b else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


def marks(candidate, sentence):
    return set().union(*(naive.weighted_lcs_marks(sentence, other, float) for other in candidate))


def power(k):
    return float(k) ** 1.5


def closest_lengths(batch):
    return ClippedNGrams(1, weighted=False).count(batch)[:, REFERENCE_LENGTH]


def run_lcs(batch):
    return Lcs().count(batch)[:, 0]


def run_wlcs(batch):
    return WeightedLcs(1.5).count(batch)[:, 0]


def run_skip(gap, kind=np.int16):
    return lambda batch: overlap_skip_bigrams(*batch.shared, batch.layout.chosen, gap, np.empty(0, kind))


KERNELS = {
    "trigrams": (
        lambda batch: NGrams(3).count(batch)[:, 6],
        lambda ours, theirs: naive.rouge_n(ours, theirs, 3)[0],
    ),
    "union LCS, clipped": (run_lcs, lambda ours, theirs: naive.rouge_l(ours, theirs)[0]),
    "union WLCS": (run_wlcs, lambda ours, theirs: naive.union_hits(ours, theirs, power)),
    "skip-bigrams": (run_skip(-1), lambda ours, theirs: naive.rouge_s(ours, theirs)[0]),
    "skip-bigrams of long texts": (
        run_skip(-1, np.int32),
        lambda ours, theirs: naive.rouge_s(ours, theirs)[0],
    ),
    "adjacent words": (run_skip(0), lambda ours, theirs: naive.rouge_s(ours, theirs, 0)[0]),
    "skip-bigrams over 2": (run_skip(2), lambda ours, theirs: naive.rouge_s(ours, theirs, 2)[0]),
    "LCS with the whole text": (
        lambda batch: TextLcs(by_sentence=True).count(batch)[:, 0],
        lambda ours, theirs: sum(lengths(sentence, naive.flat(ours)) for sentence in theirs),
    ),
    "best LCS of the reference": (
        lambda batch: BestLcs().count(batch)[:, 0],
        lambda ours, theirs: sum(max(lengths(one, other) for other in ours) for one in theirs),
    ),
    "best LCS of the candidate": (
        lambda batch: BestLcs().count(batch)[:, 1],
        lambda ours, theirs: sum(max(lengths(one, other) for other in theirs) for one in ours),
    ),
    "union LCS": (
        lambda batch: Lcs(clipped=False).count(batch)[:, 0],
        lambda ours, theirs: sum(len(marks(ours, sentence)) for sentence in theirs),
    ),
}


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize(("n_words", "longest"), [(4, 8), (12, 24), (40, 80)])
def test_every_pair_is_compared_as_if_alone(kernel, n_words, longest):
    compute, expected = KERNELS[kernel]
    batch, ours, theirs = make(n_words, n_words, longest)
    layout = batch.layout
    found = compute(batch)
    for pair in range(layout.n_pairs):
        texts = ours[layout.pair_candidate[pair]], theirs[layout.pair_reference[pair]]
        alone = expected(*texts) if layout.chosen[pair] else 0
        assert found[pair] == pytest.approx(alone), (pair, texts)


@pytest.mark.parametrize("most", [5, 17, 40])
@pytest.mark.parametrize("seed", range(4))
def test_a_limit_of_bytes_clips_by_what_either_text_has_before_it(seed, most):
    """Sentences are read whole until one is as long as the limit; words count up to the limit alone."""
    limit, name = Limit("bytes", most), f"CASE(bytes={most})"
    batch, ours, theirs = make(seed, 5, 14, get_preprocess(name))
    runs = run_wlcs(batch), run_lcs(batch)
    for pair in np.flatnonzero(batch.layout.chosen):
        both = ours[batch.layout.pair_candidate[pair]], theirs[batch.layout.pair_reference[pair]]
        texts = ["\n".join(map(" ".join, text)).encode() for text in both]
        whole, cut = (
            [words(read(text).decode()) for text in texts] for read in (limit.cut_sentences, limit.cut)
        )
        expected = naive.union_hits(*whole, power, cut), naive.rouge_l(*whole, cut)[0]
        assert [found[pair] for found in runs] == pytest.approx(list(expected)), (whole, cut)


@pytest.mark.parametrize("seed", range(12))
def test_runs_of_the_weighted_lcs_end_where_a_word_is_skipped(seed):
    compute, expected = KERNELS["union WLCS"]
    batch, ours, theirs = make(seed, 5, 14)
    found = compute(batch)
    for pair in np.flatnonzero(batch.layout.chosen):
        texts = ours[batch.layout.pair_candidate[pair]], theirs[batch.layout.pair_reference[pair]]
        assert found[pair] == pytest.approx(expected(*texts)), texts


def test_of_two_equally_close_references_the_shorter_one_counts():
    texts = Corpus(["a b c", "a b", "a b c d", "a", "b", "a b c d", "a b"]).encode(PREPROCESSES["CASE"])
    layout = BatchLayout.of_sizes([1, 1], [3, 2])
    batch = Batch(texts.take(np.array([0, 0])), texts.take(np.array([1, 2, 3, 5, 6])), layout)
    assert closest_lengths(batch).tolist() == [2, 2]


@pytest.mark.parametrize("lowest", [-1, 0.25, 1])
@pytest.mark.parametrize("apart", [False, True])
def test_clipping_looks_at_the_chosen_references_only(apart, lowest):
    """The largest weight times the clipped count; apart, the largest weight times the largest count."""
    batch, ours, theirs = make(5, 6, 9)
    layout = batch.layout
    weights = np.linspace(lowest, 1, len(theirs)).round(2)
    sums = overlap_ngrams(*batch.shared, layout.chosen, 2, weights, apart)
    closest = closest_lengths(batch)
    for number, candidate in enumerate(map(naive.flat, ours)):
        of = layout.pair_reference[layout.chosen & (layout.pair_candidate == number)]
        known = [(naive.flat(theirs[each]), weights[each]) for each in of]
        for order in (1, 2):
            total = 0.0
            for gram, count in naive.ngrams(candidate, order).items():
                held = [(min(count, naive.ngrams(text, order)[gram]), weight) for text, weight in known]
                held = [(common, weight) for common, weight in held if common]
                if held:
                    most = max(common for common, _ in held) * max(weight for _, weight in held)
                    total += most if apart else max(common * weight for common, weight in held)
            assert sums[number, order - 1] == pytest.approx(total)
        by_distance = sorted((abs(len(text) - len(candidate)), len(text)) for text, _ in known)
        assert closest[number] == (by_distance[0][1] if known else 0)


@pytest.mark.parametrize("size", [BITS - 1, BITS, BITS + 1, 64, 65, 2 * BITS, 2 * BITS + 1])
def test_sentences_of_as_many_words_as_fit_into_an_integer(size):
    """Every word another one but for one that stands twice, at both ends: the bits at the border matter."""
    candidate = [f"w{number}" for number in range(size)]
    candidate[-1] = candidate[0]
    reference = [*candidate[1:], "x", *candidate[:2]]
    texts = Corpus([" ".join(candidate), " ".join(reference)]).encode(PREPROCESSES["CASE"])
    batch = Batch(texts.take(np.array([0])), texts.take(np.array([1])), BatchLayout.of_sizes([1], [1]))
    for kernel in ("union LCS, clipped", "union WLCS", "LCS with the whole text"):
        compute, expected = KERNELS[kernel]
        found = compute(batch)
        assert found[0] == pytest.approx(expected([candidate], [reference]))


@pytest.mark.parametrize("size", [NARROW, NARROW + 1, 300])
def test_one_word_again_and_again_is_counted_whatever_the_type_of_counts(size):
    texts = " ".join(["a"] * size), " ".join(["a"] * (size - 1) + ["b"])
    frame = workbench.score(texts[:1], texts[1:], metrics=["rouge-s"])
    share = (size - 2) / size
    assert frame["value"].tolist() == pytest.approx([share] * 3, abs=1e-15)


def test_a_group_of_many_words_before_one_of_few():
    many = " ".join(f"w{number}" for number in range(70))
    frame = workbench.score([many, "a b c"], [many, "a c"], metrics=["rouge-s", "rouge-2"])
    assert frame["value"].round(3).tolist() == [1.0] * 6 + [1.0, 0.333, 0.5] + [0.0] * 3


def test_thousands_of_distinct_words_keep_their_numbers():
    """The tables of distinct words grow several times, and so does the pool of their letters."""
    first = [f"word{number}of{'many' * (number % 7)}" for number in range(5000)]
    texts = [" ".join(first), " ".join(first[::-1]), " ".join([*first[2500:], "new"])]
    encoded = Corpus(texts).encode(PREPROCESSES["CASE"])
    assert len(encoded.vocabulary) == 5001
    bounds = encoded.sentences[encoded.texts]
    for text, start, stop in zip(texts, bounds[:-1], bounds[1:], strict=True):
        assert " ".join(encoded.vocabulary[word] for word in encoded.words[start:stop]) == text
