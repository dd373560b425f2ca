"""chrF and TER equal sacrebleu's, sentence by sentence and for a corpus."""

import numpy as np
import pytest
from sacrebleu.metrics import CHRF, TER

import workbench

SEED_TEXTS = (
    "The Council's 12 boats (old ones) flew north, over the grey sea.", "the old boats flew North over sea",
    "Zürich: 3.5% more, café \"news\" today!", "Zürich cafés had 3,5 % more of it.", "a", "", "...",
    "見る boats",
    "Boats boats boats the the sea , of wind", "wind of the sea, the boats the boats",
)  # fmt: skip


def corpus(seed, n_references, segments=14):
    rng = np.random.default_rng(seed)

    def text():
        words = [
            word for number in rng.integers(0, len(SEED_TEXTS), 2) for word in SEED_TEXTS[number].split()
        ]
        return " ".join(rng.permutation(words)[: rng.integers(0, 15)]) if words else ""

    return [text() for _ in range(segments)], [[text() for _ in range(n_references)] for _ in range(segments)]


METRICS = {
    "chrf": CHRF(),
    "chrf(word_order=2)": CHRF(word_order=2),
    "chrf(char_order=3, word_order=1, beta=1)": CHRF(char_order=3, word_order=1, beta=1),
    "ter": TER(),
}


@pytest.mark.parametrize("n_references", [1, 3])
@pytest.mark.parametrize("name", METRICS)
def test_as_in_sacrebleu(name, n_references):
    theirs = METRICS[name]
    compared = 0
    for seed in range(4):
        candidates, references = corpus(seed, n_references)
        each = workbench.score(candidates, references, metrics=[name])["value"]
        for value, candidate, own in zip(each, candidates, references, strict=True):
            assert value == pytest.approx(theirs.sentence_score(candidate, own).score / 100, abs=1e-9)
            compared += 1
        whole = workbench.score(candidates, references, metrics=[name], level="system")["value"].item()
        streams = list(map(list, zip(*references, strict=True)))
        assert whole == pytest.approx(theirs.corpus_score(candidates, streams).score / 100, abs=1e-9)
    assert compared == 56


def test_unequal_numbers_of_references_are_as_in_sacrebleu():
    candidates, references = corpus(9, 3)
    references = [own[: 1 + number % 3] for number, own in enumerate(references)]
    streams = [[own[n] if n < len(own) else None for own in references] for n in range(3)]
    for name, theirs in METRICS.items():
        whole = workbench.score(candidates, references, metrics=[name], level="system")["value"].item()
        assert whole == pytest.approx(theirs.corpus_score(candidates, streams).score / 100, abs=1e-9)


def test_texts_of_several_lines_are_one_text():
    candidate, reference = "The boats\n\nflew  north", "boats\nflew"
    for name, theirs in METRICS.items():
        value = workbench.score([candidate], [reference], metrics=[name])["value"].item()
        assert value == pytest.approx(theirs.sentence_score(candidate, [reference]).score / 100, abs=1e-9)


def test_another_preprocessing_is_applied_before():
    value = workbench.score(["The Boats!"], ["boat"], metrics=["chrf"], preprocess="STEM")["value"].item()
    assert value == pytest.approx(CHRF().sentence_score("the boat", ["boat"]).score / 100, abs=1e-9)
