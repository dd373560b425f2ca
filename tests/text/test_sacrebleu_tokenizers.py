"""BLEU under sacrebleu's other tokenizers equals sacrebleu's."""

import numpy as np
import pytest
from sacrebleu.metrics import BLEU
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

import workbench
from workbench.text.tokenize import tokens_13a

TEXTS = (
    "(5 boats) in 2004. The «end»: 3,5 € more—he said “no”…",
    "In 2004. 5 boats; the end, 3.5 more & that's it",
    "他说：“2004年，5条船。”(OK)", "他 说 5条 boats 2004.", "café №7 $5 +3 a_b", "  two  blanks ", "5.", "",
)  # fmt: skip


@pytest.mark.parametrize("tokenizer", ["intl", "char", "zh", "none", "13a"])
def test_bleu_is_sacrebleus(tokenizer):
    rng = np.random.default_rng(3)

    def text():
        return TEXTS[rng.integers(len(TEXTS))] + " " + TEXTS[rng.integers(len(TEXTS))]

    name = tokenizer if tokenizer in ("none", "13a") else f"sacrebleu-{tokenizer}"
    theirs = BLEU(tokenize=tokenizer, smooth_method="none", force=True)
    above_0 = 0
    for _ in range(10):
        candidates = [text() for _ in range(4)]
        references = [[text(), text()] for _ in range(4)]
        ours = workbench.score(candidates, references, metrics=["bleu"], preprocess=name)["value"]
        expected = [
            theirs.sentence_score(c, r).score / 100 for c, r in zip(candidates, references, strict=True)
        ]
        assert ours.tolist() == pytest.approx(expected, abs=1e-9)
        whole = workbench.score(candidates, references, metrics=["bleu"], preprocess=name, level="system")
        streams = list(map(list, zip(*references, strict=True)))
        assert whole["value"].item() == pytest.approx(theirs.corpus_score(candidates, streams).score / 100)
        above_0 += whole["value"].item() > 0
    assert above_0 >= 8


@pytest.mark.parametrize(
    ("chunk", "tokens"),
    [
        ("x,5", "x , 5"), ("x.5", "x . 5"), ("5,x", "5 , x"), ("5.x", "5 . x"), ("x,y.z", "x , y . z"),
        ("3,5", "3,5"), ("3.5", "3.5"), (",5", ", 5"), ("3-5", "3 - 5"), ("x-5", "x-5"),
    ],
)  # fmt: skip
def test_points_and_commas_stay_between_digits(chunk, tokens):
    assert tokens_13a(chunk) == tokens.split()
    assert Tokenizer13a()(chunk) == tokens


def test_case_is_kept():
    frame = workbench.score(["A b c d"], ["a b c d"], metrics=["bleu(order=1)"], preprocess="sacrebleu-intl")
    assert frame["value"].item() == pytest.approx(0.75)


def test_each_line_is_cut_on_its_own():
    # at the end of a line the point stays with the number, as in mteval-v14
    texts = ["2004.\nThe end", "2004. The end"]
    frame = workbench.score(texts[:1], texts[1:], metrics=["rouge-1"], preprocess="sacrebleu-intl")
    assert frame["value"].tolist()[:2] == pytest.approx([2 / 4, 2 / 3])
