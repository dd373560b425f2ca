"""Length limits against their description (semantics of ROUGE-1.5.5, options -l and -b)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench import score
from workbench.errors import SpecError
from workbench.text.corpus import Corpus, keep_sentences
from workbench.text.limits import Limit
from workbench.text.preprocess import get_preprocess

lines = st.lists(st.text("ab ,", max_size=12), max_size=5).map("\n".join)


@given(lines, st.integers(1, 30))
def test_words_are_what_white_space_separates(text, most):
    cut = Limit("words", most).cut(text.encode()).decode()
    expected, left = [], most
    for line in filter(None, text.split("\n")):
        words = line.rstrip(" ").split(" ") if line.strip() else []
        # a run of blanks separates once; at the start of a line it leaves one empty word
        words = [word for n, word in enumerate(words) if word or n == 0]
        expected.append(" ".join(words[:left]) if len(words) >= left else line)
        left -= len(words)
        if left <= 0:
            break
    assert cut == "\n".join(expected)


@given(lines, st.integers(1, 30))
def test_bytes_do_not_count_line_breaks(text, most):
    cut = Limit("bytes", most).cut(text.encode()).decode()
    whole = "".join(text.split("\n"))
    assert cut.replace("\n", "") == whole[:most]


def test_a_cut_may_end_inside_a_word_and_a_character():
    texts = Corpus(["caféteria", "größe"])
    assert texts.encode(get_preprocess("CASE(bytes=4)")).tokens(0) == [["caf"]]
    assert texts.encode(get_preprocess("CASE(bytes=5)")).tokens(1) == [["gr"]]


def test_l_reads_whole_sentences_under_a_limit_of_bytes():
    """Every sentence is shorter than the limit, so that L sees them all; hits are clipped by the cut text."""
    reference = "one two three\nfour five six"
    frame = score([reference], [reference], metrics=["rouge-1", "rouge-l"], preprocess="CASE(bytes=17)")
    values = frame.set_index(["metric", "component"])["value"]
    assert values["rouge-1", "recall"] == 1
    assert values["rouge-l", "recall"] == pytest.approx(4 / 6)
    assert values["rouge-l", "precision"] == 1


def test_texts_keep_both_readings_when_some_are_taken():
    texts = Corpus(["a b\nc d e", "x", "c\nd"]).encode(get_preprocess("CASE(bytes=3)"))
    taken = texts.take(np.array([2, 0]))
    assert [taken.tokens(0), taken.tokens(1)] == [[["c", "d"]], [["a", "b"]]]
    assert keep_sentences(taken.readings, first=False).tokens(1) == [["a", "b"]]


@pytest.mark.parametrize(
    "name",
    ["CASE(words=0)", "CASE(words=1.5)", "CASE(letters=5)", "STEM(words=5, bytes=5)", "STEM()", "CASE("],
)
def test_a_limit_that_is_none_is_refused(name):
    with pytest.raises(SpecError):
        get_preprocess(name)


def test_the_name_of_a_limit_is_read_back():
    name = get_preprocess(" STEM+STOP( bytes = 665 )").name
    assert name == "STEM+STOP(bytes=665)"
    assert get_preprocess(name).name == name
