"""Coefficients that scipy and other libraries document."""

import numpy as np
import pytest
from vectors import statistics_vectors

from workbench.stats.coefficients.plain import get_coefficient
from workbench.stats.tests.zero_test import zero_p

NAMES = {"pearson": "pearson", "spearman": "spearman", "tau": "kendall", "b": "kendall", "c": "kendall-c"}
TESTS = {
    "pearson_p": ("pearson", "exact"),
    "p_exact": ("kendall", "exact"),
    "p_asymptotic": ("kendall", "asymptotic"),
}
PAIRS = [("metric", "gold"), ("predictions", "references"), ("x", "y")]


def test_vectors_of_plain_coefficients():
    vectors = statistics_vectors("coefficient")
    checked = 0
    for vector in vectors:
        [keys] = [keys for keys in PAIRS if keys[0] in vector["input"]]
        x, y = (np.array(vector["input"][key], float) for key in keys)
        for key, expected in vector["expected"].items():
            found = zero_p(x, y, *TESTS[key]) if key in TESTS else float(get_coefficient(NAMES[key])(x, y))
            assert found == pytest.approx(expected, abs=vector["tol"], rel=0), (vector["id"], key)
            checked += 1
    assert len(vectors) >= 3
    assert checked >= 8
