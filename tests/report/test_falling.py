"""The order of values: rounding noise decides nothing, and what has no value comes last."""

import numpy as np

from workbench.report.falling import falling
from workbench.report.methods_words import number
from workbench.report.page.ranked import Bar, rank


def test_equal_values_stay_as_they_stand():
    values = [0.3, 0.1 + 0.2, 0.2, np.nan, 0.7 - 5e-12, 0.7, np.nan, np.inf, np.inf]
    assert falling(values).tolist() == [7, 8, 4, 5, 0, 1, 2, 3, 6]
    assert falling([]).tolist() == []
    assert falling([0.2, 0.2 + 2e-9]).tolist() == [1, 0]
    assert falling([0.2, 0.2 + 1.01e-9]).tolist() == [1, 0]
    assert falling([0.2, 0.2 + 0.99e-9]).tolist() == [0, 1]


def test_bars_of_equal_metrics_stand_as_in_the_table():
    bars = [Bar("a", 0.3, 0.1, 0.4), Bar("b", 0.1 + 0.2, 0.1, 0.4), Bar("c", 0.5, 0.1, 0.6)]
    assert [bar.label for bar in rank(bars).bars] == ["c", "a", "b"]


def test_a_coefficient_that_is_printed_as_0_has_no_sign():
    assert (number(-0.0004), number(-0.0005001), number(0.0)) == ("0.000", "-0.001", "0.000")
