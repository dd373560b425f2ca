import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kendalltau

from workbench.stats.robustness.another_system import kendall_reach

SCORES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=7)


def tau(systems: list[tuple[int, int]]) -> float:
    x, z = np.array(systems, dtype=np.float64).T
    constant = len(set(x)) == 1 or len(set(z)) == 1
    return math.nan if constant else float(kendalltau(x, z).statistic)


@settings(max_examples=25)
@given(systems=SCORES)
def test_no_other_system_reaches_farther_and_two_reach_the_ends(systems: list[tuple[int, int]]) -> None:
    reach = kendall_reach(*np.array(systems, dtype=np.float64).T)
    # between any two scores, on any of them, and outside
    places = np.arange(-1, 5.5, 0.5)
    found = [tau([*systems, (x, z)]) for x in places for z in places]
    found = [value for value in found if not math.isnan(value)]
    assert min(found) == pytest.approx(reach.low, abs=1e-12)
    assert max(found) == pytest.approx(reach.high, abs=1e-12)


def test_averages_that_are_equal_but_for_noise_tie() -> None:
    noisy = kendall_reach(np.array([0.1 + 0.2, 0.3, 1.0]), np.array([1.0, 2.0, 3.0]))
    assert noisy == kendall_reach(np.array([0.3, 0.3, 1.0]), np.array([1.0, 2.0, 3.0]))


def test_of_one_system_nothing_is_known() -> None:
    assert all(map(math.isnan, kendall_reach(np.ones(1), np.ones(1))))
