import csv
from collections import defaultdict

import numpy as np
import pytest

from workbench.stats.ranking.best_cells import mark_column


def marks(values, lows, digits=2):
    return mark_column(np.array(values, float), np.array(lows, float), digits)


def test_every_cell_of_the_table_of_lin_and_och(shared):
    columns = defaultdict(list)
    path = shared / "published" / "lin_och2004_table1.csv"
    for row in csv.DictReader(path.read_text().splitlines()):
        columns[row["judgment"], row["preprocessing"], row["coefficient"]].append(row)
    checked = 0
    for rows in columns.values():
        found = marks([row["value"] for row in rows], [row["ci95_lower"] for row in rows])
        assert [mark or "none" for mark in found] == [row["shading"] for row in rows]
        checked += len(rows)
    assert (len(columns), checked) == (12, 180)


def test_best_is_what_prints_like_the_largest():
    assert marks([0.954, 0.951, 0.956], [0.9, 0.9, 0.955]) == ["", "", "best"]
    assert marks([0.954, 0.951, 0.956], [0.9, 0.9, 0.955], digits=1) == ["best"] * 3
    assert marks([-0.001, 0.001], [-0.5, -0.5]) == ["best", "best"]


def test_a_value_at_a_half_prints_as_one_that_is_less_by_noise():
    assert mark_column(np.array([0.375, 0.375 - 5e-17, 0.3]), np.full(3, 0.31), 2) == ["best", "best", ""]


def test_the_lowest_bound_of_the_best_cells_decides():
    assert marks([0.904, 0.896, 0.7, 0.69], [0.8, 0.7, 0.1, 0.1]) == ["best", "best", "equivalent", ""]


@pytest.mark.parametrize(("value", "mark"), [(0.7, "equivalent"), (0.6999, "")])
def test_values_and_bounds_are_not_rounded(value, mark):
    assert marks([0.9, value], [0.7, 0.0])[1] == mark


def test_nan_is_never_marked_and_a_missing_bound_leaves_only_the_best():
    nan = np.nan
    assert marks([nan, 0.5, 0.4], [nan, 0.3, nan]) == ["", "best", "equivalent"]
    assert marks([0.5, 0.49999, 0.1], [nan, nan, 0.0]) == ["best", "best", ""]
    assert marks([nan, nan], [nan, 0.1]) == ["", ""]
    assert marks([], []) == []
