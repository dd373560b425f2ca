"""What a permutation test holds against its like under swaps, in a few words."""

from typing import Final

from workbench.stats.levels.level_values import MatrixLevel
from workbench.stats.tests.swapped import is_of_order, plan_swaps
from workbench.stats.tests.under_swaps import Swapping

PLAIN: Final = "difference"
OVER_CELLS: Final = "difference, scores standard over cells"
OF_RANKS: Final = "difference, ranks swapped"
STUDENTISED: Final = "studentised difference"
OF_Z: Final = "studentised difference of Fisher's z"


def what_is_compared(
    level: MatrixLevel, coefficient: str, how: Swapping, n_inputs: int, *, whole: bool = False
) -> str:
    """Say what `permutation_tests` compares: see `plan_swaps` for which differences are studentised.

    Parameters
    ----------
    level, coefficient, how
        As there, the scores being standardized.
    n_inputs
        How many inputs the scores have.
    whole
        Whether the scores are those of whole systems: standard over cells, they are so over systems.

    Examples
    --------
    >>> what_is_compared("system", "pearson", Swapping(), 9)
    "studentised difference of Fisher's z"
    >>> what_is_compared("system", "kendall", Swapping(), 9)
    'difference, ranks swapped'
    >>> what_is_compared("segment", "kendall", Swapping(statistic="difference"), 9)
    'difference, scores standard over cells'
    >>> what_is_compared("system", "kendall", Swapping(statistic="difference"), 1, whole=True)
    'difference'
    """
    units = plan_swaps(level, coefficient, how.swap, how.statistic, n_inputs).units
    if units:
        # segments are averaged, and a mean of coefficients is no coefficient to transform
        return OF_Z if coefficient == "pearson" and level != "segment" else STUDENTISED
    if how.statistic == "difference":
        return PLAIN if whole else OVER_CELLS
    return OF_RANKS if how.swap == "systems" and is_of_order(coefficient) else PLAIN
