import numpy as np
import pytest

from workbench.stats.ranking.system_ranks import assign_ranks


@pytest.mark.parametrize(
    ("beaten_by", "ranks"),
    [
        ([[], [], [], []], [1, 1, 1, 1]),
        ([[], [0], [1], [2]], [1, 2, 3, 4]),
        # 2 is beaten by 1, which did not open its rank.
        ([[], [], [1], []], [1, 1, 2, 2]),
        # 3 is beaten by 0, which is no longer of the current rank.
        ([[], [], [0], [0]], [1, 1, 2, 2]),
        ([[], [], [0, 1], [2]], [1, 1, 2, 3]),
    ],
)
def test_the_next_rank_opens_where_any_of_the_current_one_is_better(beaten_by, ranks):
    p_values = np.ones((4, 4))
    for at, others in enumerate(beaten_by):
        p_values[others, at] = 0.05
    assert assign_ranks(p_values, 0.05).tolist() == ranks
    assert assign_ranks(p_values, 0.04).tolist() == [1, 1, 1, 1]


def test_an_undefined_test_beats_nothing():
    assert assign_ranks(np.full((3, 3), np.nan), 0.05).tolist() == [1, 1, 1]
    assert assign_ranks(np.empty((0, 0)), 0.05).tolist() == []
