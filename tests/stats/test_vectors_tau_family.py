"""The family of taus as another program of ours computed it; `wmt` as the WMT scripts do."""

import numpy as np
import pytest
from vectors import statistics_vectors

from workbench.stats.coefficients.pair_counts import count
from workbench.stats.coefficients.plain import get_coefficient
from workbench.stats.coefficients.tau_family import FORMULAS, kendall_c

NAMES = {
    "a": "kendall-a",
    "b": "kendall",
    "c": "kendall-c",
    "gamma": "gamma",
    "tau_10": "tau-10",
    "tau_13": "tau-13",
    "tau_14": "tau-14",
    "tau_eq": "tau-eq",
    "acc_eq": "acc-eq",
    "pairwise_accuracy": "pairwise-accuracy",
    "tau_eq_epsilon": "tau-eq(epsilon={epsilon})",
    "acc_eq_epsilon": "acc-eq(epsilon={epsilon})",
    "wmt_threshold": "wmt(threshold={threshold})",
}


def test_vectors_of_the_tau_family():
    vectors = statistics_vectors("tau_family")
    checked = 0
    for vector in vectors:
        given = vector["input"]
        x, y = (np.array(given[key], float) for key in ("metric", "human"))
        expected = dict(vector["expected"])
        counts = count(x, y)
        for kind, number in expected.pop("counts").items():
            assert getattr(counts, kind) == number, (vector["id"], kind)
        for key, value in expected.items():
            found = float(get_coefficient(NAMES[key].format(**given))(x, y))
            assert found == pytest.approx(value, abs=vector["tol"], rel=0), (vector["id"], key)
            checked += 1
        for name, formula in FORMULAS.items():
            assert formula(counts) == pytest.approx(get_coefficient(name)(x, y), abs=1e-15), name
        assert kendall_c(x, y) == get_coefficient("kendall-c")(x, y)
    assert len(vectors) >= 3
    assert checked >= 13 * len(vectors)
