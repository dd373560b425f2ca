"""Chunks are found again, however many there are, and cut into words once."""

from workbench.text.corpus import Corpus
from workbench.text.preprocess import PREPROCESSES, Preprocess
from workbench.text.tokenize import ROUGE_155


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
