"""From ratings to weights: each map against values worked out by hand."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from workbench.datasets.weights import check_weight, weigh
from workbench.errors import SpecError


def ratings(*rows):
    frame = pd.DataFrame(rows, columns=["segment", "system", "rater", "score"])
    return frame.assign(task="t", score=frame["score"].astype(float))


def test_likert_is_the_mean_on_the_line_between_the_ends_of_the_scale():
    rows = ratings(("1", "A", "x", 5), ("1", "A", "y", 4), ("1", "B", "x", 1), ("2", "A", "x", 3))
    weights = weigh("likert(low=1, high=5)", rows, "higher")
    assert weights.to_dict() == {("t", "1", "A"): 0.75, ("t", "1", "B"): -1.0, ("t", "2", "A"): 0.0}
    turned = weigh("likert(low=1, high=5)", rows, "lower")
    assert turned.tolist() == [-0.75, 1.0, 0.0]
    assert weigh("likert", rows, "higher").equals(weights)


def test_weights_have_no_rounding_noise():
    """(2 · 3.8 - 6) / 4 is .3999999999999999 in binary numbers, and the mean of -1/3, -1/3 and 2/3 not 0."""
    rows = ratings(*(("1", "A", name, score) for name, score in zip("vwxyz", (3, 4, 4, 4, 4), strict=True)))
    assert weigh("likert", rows, "higher").tolist() == [0.4]
    assert weigh("likert", rows, "lower").tolist() == [-0.4]
    tenths = ratings(*(("1", "A", name, 0.7) for name in "xyz"))
    assert weigh("penalty(zero=7)", tenths, "lower").tolist() == [0.9]
    raters = ratings(*(("1", "ABC"[at], str(at), 1) for at in range(3)))
    others = ratings(*(("1", "ABC"[to], str(at), 0) for at in range(3) for to in range(3) if to != at))
    assert weigh("zscore", pd.concat((raters, others)), "higher").tolist() == [0.0, 0.0, 0.0]


def test_penalty_is_1_without_errors_and_the_mean_of_several_raters_counts():
    rows = ratings(("1", "A", "x", 0), ("1", "B", "x", 5), ("1", "C", "x", 10), ("1", "D", "x", 31))
    assert weigh("penalty(zero=10)", rows, "lower").tolist() == [1.0, 0.5, 0.0, -1.0]
    assert weigh("penalty", rows, "lower").tolist() == [1.0, 0.5, 0.0, -1.0]
    twice = ratings(("1", "A", "x", 2), ("1", "A", "y", 6), ("1", "B", "x", 3))
    assert weigh("penalty(zero=8)", twice, "lower").tolist() == [0.5, 0.625]


def test_penalty_is_that_of_galley_on_the_ted_talks(shared):
    """Weight max(-1, 1 - mqm / 10) rounded to 4 places, as the README of the data has it."""
    from workbench.datasets.load import load
    from workbench.datasets.mined import mine

    data = shared / "data"
    own = load("wmt21-ted-zhen-mqm", data).references
    people = load("wmt21-ted-zhen-mqm", data, {"people": "systems"})
    rng = np.random.default_rng(0)
    asked = SimpleNamespace(
        criterion="mqm",
        weight="penalty(zero=10)",
        raters="all",
        keep=False,
        systems=[],
        retire=["ref-A", "ref-B"],
    )
    mined = mine(people, asked, rng)
    key = ["segment", "reference"]
    both = own.merge(mined.references, on=key, suffixes=("", "_mined"))
    assert len(both) == len(own) == len(mined.references) == 2 * 529
    assert (both["text"] == both["text_mined"]).all()
    assert (both["weight"] - both["weight_mined"]).abs().max() < 5.001e-5
    assert len(mined.systems("zh-en")) == 13


def test_zscore_takes_out_each_raters_mean_and_spread():
    rows = ratings(
        ("1", "A", "mild", 4), ("1", "B", "mild", 5), ("1", "C", "mild", 6),
        ("1", "A", "wild", 0), ("1", "B", "wild", 50), ("1", "C", "wild", 100),
        ("1", "A", "same", 7), ("1", "B", "same", 7), ("2", "A", "same", 7),
    )  # fmt: skip
    weights = weigh("zscore(scale=2)", rows, "higher")
    assert weights.to_dict() == {("t", "1", "A"): -0.5, ("t", "1", "B"): 0.0, ("t", "1", "C"): 0.5}
    assert weigh("zscore(scale=0.5)", rows, "higher").tolist() == [-1.0, 0.0, 1.0]
    assert weigh("zscore(scale=2)", rows, "lower").tolist() == [0.5, 0.0, -0.5]
    assert weigh("zscore", rows, "higher").equals(weights)


def test_zscore_leaves_out_who_rated_all_alike_but_for_rounding():
    """.1 + .2 is more than .3 by a last bit, which was a whole standard deviation."""
    noisy = [("1", name, "same", score) for name, score in zip("ABC", (0.3, 0.1 + 0.2, 0.3), strict=True)]
    told = [("1", name, "other", score) for name, score in zip("ABC", (3, 2, 1), strict=True)]
    assert weigh("zscore", ratings(*noisy, *told), "higher").tolist() == [0.5, 0.0, -0.5]
    assert weigh("zscore", ratings(*noisy), "higher").empty


def test_zscore_takes_a_rater_apart_in_each_task():
    """Somebody who rates one language pair by 100 and another by 1 is mild and wild, not both at once."""
    rows = ratings(
        ("1", "A", "x", 1), ("1", "B", "x", 2), ("1", "C", "x", 3),
        ("1", "A", "x", 300), ("1", "B", "x", 200), ("1", "C", "x", 100),
    )  # fmt: skip
    rows["task"] = ["t"] * 3 + ["u"] * 3
    assert weigh("zscore(scale=2)", rows, "higher").tolist() == [-0.5, 0.0, 0.5, 0.5, 0.0, -0.5]


@pytest.mark.parametrize(
    "how",
    ["liker", "likert(low=5, high=1)", "likert(lo=1)", "penalty(zero=0)", "zscore(scale=-1)",
     "penalty(zero=x)", "likert(low=nan)", "likert(low=true)", "likert(", ""],
)  # fmt: skip
def test_what_is_no_map_is_refused(how):
    with pytest.raises(SpecError):
        check_weight(how, "here")


def test_ratings_that_do_not_fit_the_map_are_refused():
    rows = ratings(("1", "A", "x", 0), ("1", "B", "x", 5))
    with pytest.raises(SpecError, match="outside 1 to 5"):
        weigh("likert(low=1, high=5)", rows, "higher")
    with pytest.raises(SpecError, match="low where the text is good"):
        weigh("penalty", rows, "higher")
    with pytest.raises(SpecError, match="less than 0"):
        weigh("penalty", rows.assign(score=-1.0), "lower")
