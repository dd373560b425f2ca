"""Soft pairwise accuracy of small studies, all sign patterns enumerated."""

import numpy as np
import pytest
from vectors import statistics_vectors

from workbench.stats.coefficients.soft_pairwise import soft_pairwise_accuracy

# What is expected -> the order of the systems (None: as given), and whether ties count half.
CASES = {
    "spa": (None, True),
    "spa_exact_midp": (None, True),
    "spa_after_reordering_systems": ([2, 0, 3, 1], True),
    "spa_without_midp": (None, False),
    "spa_exact_without_midp": (None, False),
    "spa_without_midp_reordered": ([2, 0, 3, 1], False),
    "spa_without_midp_reversed": ([3, 2, 1, 0], False),
    "spa_exact_without_midp_systems_swapped": ([1, 0], False),
}


def matrices(given):
    keys = ("metric", "human") if "human" in given else ("metric", "gold")
    return [np.array(given[key], float).reshape(given.get("num_sys", len(given[key])), -1) for key in keys]


def test_vectors_of_soft_pairwise_accuracy():
    vectors = statistics_vectors("spa")
    checked = 0
    for vector in vectors:
        x, z = matrices(vector["input"])
        for key, expected in vector["expected"].items():
            order, mid_p = CASES[key]
            order = list(range(len(x))) if order is None else order
            found = soft_pairwise_accuracy(x[order], z[order], mid_p=mid_p)
            assert found.value == pytest.approx(expected, abs=vector["tol"], rel=0), (vector["id"], key)
            assert found.exact
            checked += 1
    assert len(vectors) >= 2
    assert checked >= 8
