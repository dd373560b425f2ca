"""Words that match, set off in their text."""

from hypothesis import given
from hypothesis import strategies as st

from workbench.report.highlight import DEEPEST, MarkedMatch, highlight

sentences = st.lists(st.lists(st.sampled_from(["a", "b", "cc"]), max_size=5), min_size=1, max_size=3)


def shown(lines):
    return [" ".join(piece.text for run in runs for piece in run.pieces) for runs in lines]


@given(sentences, st.data())
def test_no_word_is_lost_and_only_words_of_matches_are_marked(text, data):
    n = sum(map(len, text))
    places = (
        st.lists(st.integers(0, max(n - 1, 0)), min_size=1, max_size=3, unique=True).map(sorted).map(tuple)
    )
    marks = data.draw(st.lists(st.builds(MarkedMatch, st.just("word"), places, st.just(1.0), st.booleans())))
    lines = highlight(text, marks if n else [])
    assert shown(lines) == [" ".join(sentence) for sentence in text]
    depths = [
        piece.depth for runs in lines for run in runs for piece in run.pieces for _ in piece.text.split()
    ]
    marked = {place for mark in marks if n for place in mark.places}
    assert [depth > 0 for depth in depths] == [at in marked for at in range(n)]
    assert max(depths, default=0) <= DEEPEST


def test_ngrams_that_follow_each_other_without_sharing_a_word_are_apart():
    marks = [MarkedMatch("bigram", (0, 1), 1.0, True), MarkedMatch("bigram", (2, 3), 1.0, True)]
    [runs] = highlight([["a", "b", "c", "d"]], marks)
    assert [(run.pieces[0].text, run.title) for run in runs] == [("a b", "1 bigram"), ("c d", "1 bigram")]


def test_a_match_across_sentences_is_named_once():
    first, second = highlight([["a"], ["b", "c"]], [MarkedMatch("bigram", (0, 1), 1.0, True)])
    assert [run.title for run in (*first, *second)] == ["1 bigram", "part of a match", ""]


def test_words_of_skip_bigrams_are_as_deep_as_they_are_many():
    marks = [MarkedMatch("skip-bigram", (0, place), 1.0, False) for place in range(1, DEEPEST + 2)]
    [runs] = highlight([list("abcdefg")], marks)
    assert [run.pieces[0].depth for run in runs] == [4, 1, 1, 1, 1, 1, 0]
    assert runs[0].title == "5 skip-bigrams"


def test_a_match_of_many_words_is_no_deeper_than_the_deepest():
    marks = [MarkedMatch("run", tuple(range(DEEPEST + 2)), 1.0, True)]
    [runs] = highlight([list("abcdefg")], marks)
    assert [piece.depth for run in runs for piece in run.pieces] == [DEEPEST, 0]


def test_what_counts_against_a_text_is_told_apart():
    marks = [MarkedMatch("word", (0,), 1.0, True), MarkedMatch("word", (1,), -0.5, True)]
    [runs] = highlight([["a", "b"]], marks)
    assert [run.pieces[0].against for run in runs] == [False, True]


def test_words_of_a_match_with_another_one_between_are_apart():
    marks = [MarkedMatch("run", (0, 2), 1.0, True), MarkedMatch("word", (1,), 1.0, True)]
    [runs] = highlight([["a", "b", "c"]], marks)
    assert [run.title for run in runs] == ["1 run", "1 word", "part of a match"]


def test_a_match_with_gaps_does_not_part_the_words_of_another():
    marks = [MarkedMatch("bigram", (0, 1), 1.0, True), MarkedMatch("run", (0, 2), 1.0, True)]
    for ordered in (marks, marks[::-1]):
        [runs] = highlight([["a", "b", "c"]], ordered)
        assert [run.pieces[0].text for run in runs] == ["a b", "c"]
        assert [sorted(run.title.split(", ")) for run in runs] == [["1 bigram", "1 run"], ["part of a match"]]
