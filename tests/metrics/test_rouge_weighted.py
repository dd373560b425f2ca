"""ROUGE with rated references."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import workbench
from workbench.errors import ScoreError

NAMES = ["rouge-1", "rouge-3", "rouge-l", "rouge-s(gap=2)", "rouge-su"]
words = st.lists(st.sampled_from("abcd"), max_size=6).map(" ".join)


def named(profile):
    return [
        name.replace(")", f", profile={profile})") if ")" in name else f"{name}(profile={profile})"
        for name in NAMES
    ]


@given(words, st.lists(words, min_size=1, max_size=3))
def test_with_weights_of_1_it_is_pooled_rouge(candidate, references):
    plain = workbench.score([candidate], [references], metrics=NAMES)
    weighted = workbench.score([candidate], [references], metrics=named("weighted"))
    assert np.array_equal(plain["value"], weighted["value"])


@given(words, words, words, st.sampled_from([-1.0, -0.25, 0.0, 0.5]))
def test_sums_are_weighted(candidate, good, other, weight):
    """Against a slow version: twice the good reference, `weight` times the other one."""
    frame = workbench.score(
        [candidate], [[good, other]], metrics=["rouge-1(profile=weighted)"], weights=[[1.0, weight]]
    )

    def common(reference):
        ours, theirs = candidate.split(), reference.split()
        return sum(min(ours.count(word), theirs.count(word)) for word in set(ours))

    above = common(good) + weight * common(other)
    below = len(good.split()) + max(weight, 0) * len(other.split())
    assert frame["value"][0] == pytest.approx(above / below if below else 0.0)


def test_without_a_positive_weight_it_is_undefined():
    metrics = ["rouge-2(profile=weighted)"]
    with pytest.raises(ScoreError, match="no reference has a positive weight"):
        workbench.score(["a b"], [["a b"]], metrics=metrics, weights=[[-0.5]])
    frame = workbench.score(["a b"], [["a b"]], metrics=metrics, weights=[[0.0]], unscorable="drop")
    assert frame["value"].isna().all()
