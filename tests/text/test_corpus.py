"""Chunks are found again, however many there are, and cut into words once."""

import random
from dataclasses import replace

import pytest

from workbench.text.corpus import Corpus
from workbench.text.limits import Limit
from workbench.text.preprocess import PREPROCESSES, Preprocess
from workbench.text.tokenize import LINES, ROUGE_155, WHITE_SPACE


def test_a_chunk_is_cut_into_words_once():
    seen = []

    def halves(chunk):
        seen.append(chunk)
        return [chunk[:1], chunk[1:]]

    preprocess = Preprocess("halves", ROUGE_155._replace(tokens=halves))
    first = Corpus(["ab cd ab", "cd"]).encode(preprocess)
    assert [first.tokens(text) for text in range(2)] == [[["a", "b", "c", "d", "a", "b"]], [["c", "d"]]]
    assert Corpus(["cd bc"]).encode(preprocess).tokens(0) == [["c", "d", "b", "c"]]
    assert seen == ["ab", "cd", "bc"]


def test_chunks_beyond_the_first_slots_keep_their_numbers():
    words = [f"word{number}" for number in range(3000)]
    text = " ".join(words + words[::-7] + ["end" * 400])
    for size in (1, 300, len(text)):
        (found,) = Corpus([text[:size]]).encode(PREPROCESSES["CASE"]).tokens(0)
        assert found == text[:size].split()


@pytest.mark.parametrize("tokenizer", [ROUGE_155, WHITE_SPACE, LINES], ids=lambda each: each.name)
def test_chunks_of_every_length_are_told_apart_by_all_of_their_bytes(tokenizer):
    # chunks are compared eight bytes at a time: these differ in one of them, or only in how many there are
    random.seed(3)
    chunks = ["a" * length for length in range(1, 40)]
    chunks += [
        "a" * place + sign + "a" * (length - place - 1)
        for length in (1, 7, 8, 9, 15, 16, 17, 24)
        for place in range(length)
        for sign in "b7z"
    ]
    chunks += [
        f"{first:08d}{end}" for first in random.sample(range(10**8), 4000) for end in ("", "ing", "0" * 8)
    ]
    if tokenizer is not ROUGE_155:
        chunks += [
            "a\0",
            "a\0\0",
            "\0",
            "\0" * 8,
            "\0" * 9,
            "a" * 7 + "\0",
            "é",
            "é" * 4,
            "日本語の文",
            "\ud800",
        ]
    random.shuffle(chunks)
    for drawn in (chunks, random.choices(chunks, k=3000), random.choices(chunks, k=9)):
        sign = "\n" if tokenizer is LINES else " "
        texts = [sign.join(drawn[at : at + 50]) for at in range(0, len(drawn), 50)]
        read = Corpus(texts).encode(Preprocess("chunks", tokenizer))
        words = [word for number in range(len(texts)) for line in read.tokens(number) for word in line]
        assert words == drawn
        assert len(read.vocabulary) == len(set(drawn))


def test_lines_are_sentences_with_and_without_words():
    texts = ["", "\n", "a\n", "\na b\n\n c", " a ", "...", "a\n."]
    read = Corpus(texts).encode(PREPROCESSES["CASE"])
    assert [read.tokens(number) for number in range(len(texts))] == [
        [[]] if not text else [line.replace(".", "").split() for line in text.split("\n")] for text in texts
    ]


def test_preprocessings_of_one_corpus_read_it_as_if_alone():
    """Those that cut texts alike share what was cut: with and without letters beyond ASCII."""
    keeps_case = WHITE_SPACE._replace(name="lowered", clean=str.lower)
    read_alike = [
        PREPROCESSES[name] for name in ("CASE", "google", "google+stem", "STOP", "none", "13a", "text")
    ]
    read_alike += [
        Preprocess("lowered", keeps_case),
        replace(PREPROCESSES["google"], limit=Limit("bytes", 6)),
    ]
    for texts in (["The Cats sat-\non", "A-B"], ["The \u212ats sat", "ÉA"]):
        together = Corpus(texts)
        for preprocess in read_alike + read_alike[::-1]:
            ours, alone = together.encode(preprocess), Corpus(texts).encode(preprocess)
            for number in range(len(texts)):
                assert ours.tokens(number) == alone.tokens(number), preprocess.name
    assert Corpus(["The \u212ats A"]).encode(PREPROCESSES["google"]).tokens(0) == [["the", "kts", "a"]]
    assert Corpus(["The Cats"]).encode(read_alike[-2]).tokens(0) == [["the", "cats"]]
