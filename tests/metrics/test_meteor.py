"""METEOR: alignments against all possible ones, scores by hand and against nltk."""

from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nltk.translate.meteor_score import single_meteor_score

import workbench
from workbench.metrics.meteor import align as align_places
from workbench.metrics.meteor import count_chunks as count_chunks_of_places
from workbench.text.stem import porter

words = st.lists(st.sampled_from("abc"), max_size=6)


def places_of(alignment, size):
    return np.array([alignment.get(position, -1) for position in range(size)], np.int64)


def align(ours, theirs, before=None):
    """Return the place of each word that is paired."""
    places = align_places(ours, theirs, places_of(before or {}, len(ours))).tolist()
    return {position: place for position, place in enumerate(places) if place >= 0}


def count_chunks(alignment):
    return count_chunks_of_places(places_of(alignment, max(alignment, default=-1) + 1))


def crossings(alignment):
    pairs = list(alignment.items())
    return sum((i - other) * (j - place) < 0 for (i, j), (other, place) in combinations(pairs, 2))


def all_alignments(ours, theirs):
    """Yield every one-to-one pairing of equal words."""
    for size in range(min(len(ours), len(theirs)) + 1):
        for left in combinations(range(len(ours)), size):
            for right in permutations(range(len(theirs)), size):
                if all(ours[i] == theirs[j] for i, j in zip(left, right, strict=True)):
                    yield dict(zip(left, right, strict=True))


def cost(alignment):
    return -len(alignment), crossings(alignment), count_chunks(alignment)


def reading_order(alignment):
    """Return a key by which an earlier word comes first, at an earlier place: of 6 words, or of 9 places."""
    return [alignment.get(position, 9) for position in range(6)]


@settings(max_examples=60)
@given(words, words)
def test_no_alignment_is_better(ours, theirs):
    found = align(ours, theirs)
    assert all(ours[i] == theirs[j] for i, j in found.items())
    assert len(set(found.values())) == len(found)
    possible = list(all_alignments(ours, theirs))
    assert cost(found) == min(map(cost, possible))
    best = [each for each in possible if cost(each) == cost(found)]
    assert found == min(best, key=reading_order)


@pytest.mark.parametrize("between", [0, 70])
def test_the_fewest_crossings_come_before_the_fewest_chunks(between):
    # of one pair of texts in thirty some alignment has fewer chunks and crosses itself more often
    rng = np.random.default_rng(5)
    for _ in range(200):
        ours, theirs = (rng.choice(list("abc"), size=rng.integers(2, 7)).tolist() for _ in range(2))
        middle = len(theirs) // 2
        places = [place + between * (place >= middle) for place in range(len(theirs))]
        possible = [
            {position: places[place] for position, place in each.items()}
            for each in all_alignments(ours, theirs)
        ]
        longer = theirs[:middle] + ["-"] * between + theirs[middle:]
        assert cost(align(ours, longer)) == min(map(cost, possible)), (ours, longer)


@settings(max_examples=40)
@given(words, words, st.data())
def test_pairs_of_an_earlier_stage_stay(ours, theirs, data):
    before = data.draw(st.sampled_from(list(all_alignments(ours, theirs))))
    found = align(ours, theirs, before)
    assert before.items() <= found.items()
    others = [each for each in all_alignments(ours, theirs) if before.items() <= each.items()]
    assert cost(found) == min(map(cost, others))


def test_long_texts_with_many_equal_words_are_aligned_in_full():
    rng = np.random.default_rng(0)
    ours, theirs = (rng.choice(["the", "of", "a", "x", "y"], 120).tolist() for _ in range(2))
    found = align(ours, theirs)
    assert len(found) == sum(min(ours.count(word), theirs.count(word)) for word in set(ours))
    # more partial alignments than are kept: nobody knows the best, and this one must not change unseen
    assert cost(found) == (-103, 858, 97)


class Stemmer:
    stem = staticmethod(porter)


class NoSynonyms:
    @staticmethod
    def synsets(word):
        return []


def nltk_value(candidate, reference):
    return single_meteor_score(reference, candidate, stemmer=Stemmer(), wordnet=NoSynonyms())


def value(candidates, references, **options):
    return workbench.score(candidates, references, metrics=["meteor"], **options)["value"].tolist()


def test_without_repeated_words_it_is_as_in_nltk():
    """Where words are repeated nltk pairs them from the end, whatever crosses."""
    vocabulary = ["boat", "boats", "flew", "flying", "north", "sea", "cold", "colder", "wind", "council"]
    stems = {porter(word) for word in vocabulary}
    rng = np.random.default_rng(5)
    scored = 0
    for _ in range(200):
        candidate, reference = (
            rng.choice(vocabulary, rng.integers(1, 8), replace=False).tolist() for _ in range(2)
        )
        clear = all(len({porter(w) for w in text}) == len(text) for text in (candidate, reference))
        if clear:
            scored += 1
            ours = value([" ".join(candidate)], [" ".join(reference)])[0]
            assert ours == pytest.approx(nltk_value(candidate, reference), abs=1e-12)
    assert scored > 50
    assert len(stems) < len(vocabulary)


def test_the_example_of_nltks_documentation():
    candidate = (
        "It is a guide to action which ensures that the military always obeys the commands of the party"
    )
    reference = "It is a guide to action that ensures that the military will forever heed Party commands"
    # 12 words match in 4 chunks: up to "action", up to "military", "commands", "party"
    mean = 10 * (12 / 18) * (12 / 16) / (12 / 16 + 9 * 12 / 18)
    assert value([candidate], [reference])[0] == pytest.approx(mean * (1 - 0.5 * (4 / 12) ** 3))
    # nltk takes the last "the", which makes 6
    assert nltk_value(candidate.split(), reference.split()) == pytest.approx(mean * (1 - 0.5 * (6 / 12) ** 3))


def test_exact_matches_come_before_stems():
    # "boats" goes to "boats" although its stem stands at the same place
    assert value(["boats"], ["boat boats"])[0] == pytest.approx(10 * (1 / 2) / (1 / 2 + 9) / 2)
    assert value(["boats boat"], ["boat boats"])[0] == pytest.approx(1 - 0.5)


def test_a_word_has_a_place_rather_than_a_later_word_that_is_equal():
    assert align(list("ccb"), list("abc")) == {0: 2, 2: 1}
    assert align(list("bcaaa"), list("cab")) == {0: 2, 1: 0, 2: 1}


def test_of_equal_alignments_the_first_in_reading_order_decides_what_is_left_for_stems():
    """Words 0 and 1 go to 2 and 3, so that "runs" goes back to "run" at 1, and there are 2 chunks.

    Words 1 and 2 would as well go to 1 and 2, and "runs" to 3: 1 chunk.
    """
    ours, theirs = "cats run cats runs cats cat", "of run cats run of"
    assert align(ours.split(), theirs.split()) == {0: 2, 1: 3}
    assert cost({1: 1, 2: 2}) == cost({0: 2, 1: 3})
    mean = 10 * (3 / 6) * (3 / 5) / (3 / 5 + 9 * 3 / 6)
    assert value([ours], [theirs])[0] == pytest.approx(mean * (1 - 0.5 * (2 / 3) ** 3))


def test_the_best_reference_counts():
    assert value(["a b"], [["x y", "a b c", "b a"]]) == value(["a b"], ["a b c"])


def test_a_systems_score_comes_from_summed_counts():
    # 2 matches in 1 chunk and 1 in 1: 3 of 4 words of the candidates, 3 of 5 of the references, 2 chunks
    (whole,) = value(["a b", "c x"], ["a b d", "c y"], level="system")
    assert whole == pytest.approx(10 * (3 / 4) * (3 / 5) / (3 / 5 + 9 * 3 / 4) * (1 - 0.5 * (2 / 3) ** 3))


def test_nothing_in_common_scores_0():
    assert value(["", "a", "a"], ["a", "", "b"]) == [0, 0, 0]
