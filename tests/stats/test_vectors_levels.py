"""Coefficients at the three levels, as nlpstats prints them."""

import numpy as np
import pytest
from vectors import statistics_vectors

from workbench.stats.levels.estimates import global_level, segment_level, system_level
from workbench.stats.levels.grouped import grouped_correlation

LEVELS = {"system": system_level, "input": segment_level, "global": global_level}
GROUPS = {"input": "segment", "global": "none"}


def test_vectors_of_levels():
    vectors = statistics_vectors("levels")
    for vector in vectors:
        given = vector["input"]
        x, z = (np.array(given[key], float) for key in "XY")
        values = [LEVELS[given["level"]](x, z, given["coef"]).value]
        if given["level"] in GROUPS:
            values.append(grouped_correlation(x, z, given["coef"], GROUPS[given["level"]]).value)
        for value in values:
            assert value == pytest.approx(vector["expected"], abs=vector["tol"], rel=0), vector["id"]
    assert len(vectors) >= 10
