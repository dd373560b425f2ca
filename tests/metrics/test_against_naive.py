"""Kernels against the slow obvious versions, on texts made to collide."""

import random

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import workbench

words = st.sampled_from(["a", "b", "c", "d", "e", "f", "ab", "ba"])
sentences = st.lists(words, max_size=12).map(" ".join)
texts = st.lists(sentences, min_size=1, max_size=3).map("\n".join)
GAPS = (None, 0, 1, 4)


def check_rouge(candidate, references):
    metrics = {f"rouge-{n}": (naive.rouge_n, (n,), 1.0) for n in (1, 2, 3, 9)}
    metrics["rouge-l"] = (naive.rouge_l, (), 1.0)
    for weight in (1.2, 2.0):
        metrics[f"rouge-w(weight={weight})"] = (naive.rouge_w, (weight,), weight)
    for gap in GAPS:
        suffix = "" if gap is None else f"(gap={gap})"
        metrics[f"rouge-s{suffix}"] = (naive.rouge_s, (gap,), 1.0)
        metrics[f"rouge-su{suffix}"] = (naive.rouge_su, (gap,), 1.0)
    ours = workbench.score([candidate], [references], metrics=list(metrics))
    split = naive.tokens155(candidate)
    for name, (function, arguments, root) in metrics.items():
        parts = [function(split, naive.tokens155(reference), *arguments) for reference in references]
        expected = naive.ratios(*np.sum(parts, axis=0), root=root)
        got = ours[ours["metric"] == name]["value"].to_numpy()
        assert got == pytest.approx(expected, rel=1e-12, abs=1e-12), name


@settings(max_examples=80, deadline=None)
@given(texts, st.lists(texts, min_size=1, max_size=3))
def test_rouge(candidate, references):
    check_rouge(candidate, references)


@pytest.mark.parametrize(("n_words", "sentence"), [(300, 70), (300, 63), (200, 200), (2000, 130)])
def test_rouge_on_long_texts(n_words, sentence):
    rng = random.Random(n_words + sentence)

    def text():
        picked = [f"w{int(rng.paretovariate(0.7)) % 400}" for _ in range(n_words)]
        return "\n".join(" ".join(picked[at : at + sentence]) for at in range(0, n_words, sentence))

    candidate, reference = text(), text()
    ours = workbench.score(
        [candidate], [[reference]], metrics=["rouge-2", "rouge-l", "rouge-w(weight=1.2)", "rouge-su"]
    )["value"].to_numpy()
    split = [naive.tokens155(each) for each in (candidate, reference)]
    expected = [
        *naive.ratios(*naive.rouge_n(*split, 2)),
        *naive.ratios(*naive.rouge_l(*split)),
        *naive.ratios(*naive.rouge_w(*split, 1.2), root=1.2),
        *naive.ratios(*naive.rouge_su(*split)),
    ]
    assert ours == pytest.approx(expected, rel=1e-12)


weights = st.sampled_from([1.0, 0.7, 0.25, 0.0, -0.5, -1.0])
segments = st.tuples(
    st.lists(words, max_size=8),
    st.lists(st.tuples(st.lists(words, max_size=8), weights), min_size=1, max_size=4),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(segments, min_size=1, max_size=4))
def test_bleu_and_delta_bleu(drawn):
    triples = [(candidate, [r for r, _ in refs], [w for _, w in refs]) for candidate, refs in drawn]
    candidates = [" ".join(candidate) for candidate, _, _ in triples]
    references = [[" ".join(reference) for reference in refs] for _, refs, _ in triples]
    rated = [weights for _, _, weights in triples]
    plain = [(candidate, refs, [1.0] * len(refs)) for candidate, refs, _ in triples]
    usable = [triple for triple in triples if max(triple[2]) > 0]
    for order in (1, 2, 4):
        got = workbench.score(
            candidates,
            references,
            metrics=[f"bleu(order={order})", f"delta-bleu(order={order})", f"sentence-bleu(order={order})"],
            preprocess="none",
            weights=rated,
            level="system",
            unscorable="drop",
        )["value"].tolist()
        assert got[0] == pytest.approx(naive.bleu(plain, order), abs=1e-12)
        if usable:
            assert got[1] == pytest.approx(naive.bleu(usable, order), abs=1e-12)
        else:
            assert np.isnan(got[1])
        each = [naive.bleu([triple], order, added=1) for triple in plain]
        assert got[2] == pytest.approx(sum(each) / len(each), abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=40), min_size=1, max_size=5))
def test_tokens(given_texts):
    from workbench.text.corpus import Corpus
    from workbench.text.preprocess import PREPROCESSES

    encoded = Corpus(given_texts).encode(PREPROCESSES["CASE"])
    for number, text in enumerate(given_texts):
        expected = [[word.decode() for word in line] for line in naive.tokens155(text)]
        assert encoded.tokens(number) == expected


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text("abc.,-&;'\"1 5\n\t()é", max_size=30), min_size=1, max_size=5))
def test_13a_is_sacrebleus(given_texts):
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    from workbench.text.corpus import Corpus
    from workbench.text.preprocess import PREPROCESSES

    encoded = Corpus(given_texts).encode(PREPROCESSES["13a"])
    for number, text in enumerate(given_texts):
        assert naive.flat(encoded.tokens(number)) == Tokenizer13a()(text).split()
