"""Unit overlap sees sets; its values against full vectors are in test_cosine.py."""

import workbench


def test_how_often_a_word_occurs_does_not_matter():
    frame = workbench.score(["a a b", "a b"], ["b b c", "b c"], metrics=["unit-overlap"])
    assert frame["value"].tolist() == [1 / 3, 1 / 3]


def test_order_does_not_matter():
    assert workbench.score(["b a"], ["a b"], metrics=["unit-overlap"])["value"].tolist() == [1.0]
