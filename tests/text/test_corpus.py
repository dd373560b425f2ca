"""What is done to chunks is done once, however many texts and corpora have them."""

from workbench.text.corpus import Corpus
from workbench.text.preprocess import Preprocess
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
