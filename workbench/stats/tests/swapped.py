"""The statistic of a paired permutation test, as it is observed and under swaps."""

from typing import Literal, NamedTuple

import numpy as np

from workbench.kernels.left_out import KINDS
from workbench.kernels.permutation import LEVELS, swapped_differences
from workbench.registry import read_name
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.tau_family import FORMULAS
from workbench.stats.levels.estimates import row_means
from workbench.stats.levels.grouped import leave_groups_out
from workbench.stats.levels.level_values import MatrixLevel, level_values
from workbench.stats.resampling.jackknife import errors_without
from workbench.stats.tests.block_rank_swaps import swapped_block_ranks
from workbench.stats.tests.block_swaps import swapped_blocks, swapped_systems
from workbench.stats.tests.scales import EQUAL
from workbench.stats.tests.segment_swaps import Swaps, swapped_segments
from workbench.stats.tests.swaps import Swap
from workbench.types import Array, Integers, Masks

SwapStatistic = Literal["studentised", "difference"]

_OF_BLOCKS = frozenset((*FORMULAS, "spearman"))
_OF_ORDER = frozenset((*FORMULAS, "spearman", "kendall-c", "wmt"))
_UNITS = ("", "systems", "inputs")
_NO_ERROR = 1e-9
"""A jackknife error below this is none: the coefficients are the same whatever is left out."""


def is_of_order(coefficient: str) -> bool:
    """Tell whether nothing of a metric counts in a coefficient but the order that it gives, with its ties.

    Examples
    --------
    >>> is_of_order("kendall"), is_of_order("wmt(threshold=10)"), is_of_order("pearson")
    (True, True, False)
    """
    return read_name(coefficient).name in _OF_ORDER


class SwapPlan(NamedTuple):
    """What is computed under each swap.

    `units` is what is left out in turn for the error of the difference: systems, inputs, or "" for none.
    `together` is what swaps as a whole where that makes comparing all cells faster, else "".
    """

    level: MatrixLevel
    coefficient: str
    units: Literal["systems", "inputs", ""]
    together: Literal["systems", "inputs", ""] = ""


def plan_swaps(
    level: MatrixLevel, coefficient: str, swap: Swap, statistic: SwapStatistic, n_inputs: int = 2
) -> SwapPlan:
    """Say what a difference is divided by: its jackknife error over what is swapped.

    That is over systems where whole systems are swapped, else over inputs. A jackknife is not valid for
    coefficients of the ranks of a few systems over inputs, which are not smooth (Efron and Tibshirani 1993,
    section 11.6), and over systems it is too coarse: metrics that order all but two systems alike have hardly
    any error, so that they decide what the largest statistic of a family is. These remain differences, and so
    do those of a single input.

    Examples
    --------
    >>> plan_swaps("system", "pearson", "inputs", "studentised").units
    'inputs'
    >>> plan_swaps("system", "kendall", "systems", "studentised").units
    ''
    """
    whole = swap if swap == "systems" or swap == "inputs" else ""
    in_blocks = level == "global" and coefficient in _OF_BLOCKS
    in_segments = level == "segment" and whole == "systems" and coefficient in FORMULAS.keys() - KINDS.keys()
    together = whole if in_blocks or in_segments else ""
    if statistic == "difference":
        return SwapPlan(level, coefficient, "", together)
    if swap == "systems":
        by_order = level == "system" and is_of_order(coefficient)
        return SwapPlan(level, coefficient, "" if by_order else "systems", together)
    smooth = n_inputs > 1 and (level != "system" or coefficient == "pearson")
    return SwapPlan(level, coefficient, "inputs" if smooth else "", together)


def swapped_statistics(x: Array, z: Array, masks: Masks, pairs: Integers, plan: SwapPlan) -> Array:
    """Return the statistic of each pair of metrics under each swap, float64[n_masks, n_pairs].

    The difference of two coefficients, divided by its jackknife error (Quenouille 1956, Tukey 1958) where
    something is left out in turn. Of Pearson's coefficients at system and global level it is the difference
    of Fisher's z and the jackknife error of that (Arvesen 1969, Annals of Mathematical Statistics 40): these
    come nearest to their level where metrics have heavy tails. Dividing under each pattern anew makes the
    test robust against metrics that are equally good and not exchangeable (DiCiccio and Romano 2017, JASA
    112). Pearson's coefficient of means without each input is taken to first order, by its derivatives, and
    not computed anew: of few inputs the error is another one than that of inputs left out. Where that leaves
    [-1, 1], as for 8 systems and 10 inputs under a few swaps of a hundred, z is taken to first order.

    Parameters
    ----------
    x
        float64[n_metrics, n_systems, n_segments]: finite scores, NaN for a missing cell.
    z
        float64[n_systems, n_segments].
    masks
        bool[n_masks, n_systems, n_segments]: True where the metrics swap.
    pairs
        int64[n_pairs, 2]: the metrics of each.

    Undefined
    ---------
    NaN where one of the metrics has no coefficient, or fewer than 2 units can be left out.

    Examples
    --------
    >>> x, z = np.array([[[1.0], [2.0], [3.0]], [[1.0], [3.0], [2.0]]]), np.array([[1.0], [2.0], [3.0]])
    >>> plan = plan_swaps("system", "pearson", "systems", "difference")
    >>> masks = np.array([[[False]] * 3, [[True]] * 3])
    >>> swapped_statistics(x, z, masks, np.array([[0, 1]]), plan)
    array([[ 0.5],
           [-0.5]])
    """
    if plan.together:
        differences, errors = _of_blocks(x, z, masks, pairs, plan)
    elif plan.coefficient not in KINDS:
        differences, errors = _slow_differences(x, z, masks, pairs, plan)
    else:
        z = round_noise(z.T).T if plan.level == "segment" else round_noise(z.ravel()).reshape(z.shape)
        means = row_means(z)[np.newaxis]
        if plan.units == "inputs" and plan.level == "system":
            means = np.concatenate([means, _means_without_each(z)])
        slack, seen = _slack(x), _left_out(x, z, pairs, plan)
        if plan.level == "system" and plan.units != "inputs" and (masks == masks[:, :, :1]).all():
            x, masks = _system_means(x), masks[:, :, :1]
        is_one_score = plan.level == "system" and x.shape[2] == 1 and not plan.units
        if plan.level == "segment":
            differences, errors = _of_segments(x, z, masks, pairs, plan, slack, seen, enough=2)
        elif is_one_score and plan.coefficient == "kendall":
            judged = round_noise(means).T
            differences, errors = _of_segments(x, judged, masks, pairs, plan, slack, seen, enough=3)
        else:
            # in one order, and all that may be written to: a kernel is compiled for each mixture of them
            differences, errors = swapped_differences(
                np.ascontiguousarray(x),
                np.ascontiguousarray(z),
                np.ascontiguousarray(round_noise(means)),
                np.require(masks, requirements=("C", "W")),
                np.ascontiguousarray(pairs),
                LEVELS[plan.level],
                KINDS[plan.coefficient],
                _UNITS.index(plan.units),
                slack,
                seen,
            )
    return studentise(differences, errors) if plan.units else differences


def _system_means(x: Array) -> Array:
    """Return the mean of each metric and system, [n_metrics, n_systems, 1]: all that counts of whole systems.

    Scores are added one after another, as they are where some of them swap, so that no bit depends on it.
    """
    there = ~np.isnan(x)
    sums, number = (each.cumsum(axis=2)[:, :, -1:] for each in (np.where(there, x, 0.0), there))
    means: Array = np.divide(sums, number, out=np.full(sums.shape, np.nan), where=number > 0)
    return means


def _left_out(x: Array, z: Array, pairs: Integers, plan: SwapPlan) -> Masks:
    """Return which units can be left out of each pair, [n_pairs, n_units]: with scores and judgments."""
    if not plan.units:
        return np.zeros((len(pairs), 0), bool)
    judged, there = ~np.isnan(z), ~np.isnan(x)
    either = there[pairs[:, 0]] | there[pairs[:, 1]]
    axis = 2 if plan.units == "systems" else 1
    if axis == 2 and plan.level == "system":  # its mean may be of other cells than that of its judgments
        return np.asarray(either.any(axis=2) & judged.any(axis=1))
    return np.asarray((either & judged).any(axis=axis))


def _of_blocks(x: Array, z: Array, masks: Masks, pairs: Integers, plan: SwapPlan) -> tuple[Array, Array]:
    """Compare all cells, or those of each segment, where whole systems or inputs swap."""
    if plan.together == "inputs":
        x, z, masks = x.swapaxes(1, 2), z.T, masks.swapaxes(1, 2)
    seen = _left_out(x, z, pairs, plan._replace(units="systems" if plan.units else ""))
    in_segments, slack = plan.level == "segment", _slack(x)
    judged = round_noise(z.T).T if in_segments else round_noise(z.ravel()).reshape(z.shape)
    differences, errors = np.empty((2, len(masks), len(pairs)))
    for at, pair in enumerate(pairs):
        compared = x[pair], judged, masks[:, :, 0], slack[pair].max(), seen[at]
        if plan.coefficient == "spearman":
            differences[:, at], errors[:, at] = swapped_block_ranks(*compared)
        else:
            compare = swapped_systems if in_segments else swapped_blocks
            differences[:, at], errors[:, at] = compare(plan.coefficient, *compared)
    return differences, errors


def _slack(x: Array) -> Array:
    """Return by how much scores of each metric, [n_metrics, ...], may differ and be equal."""
    slack: Array = EQUAL * np.abs(np.where(np.isnan(x), 0.0, x)).max(axis=(1, 2), initial=0.0)
    return slack


def _of_segments(
    x: Array,
    z: Array,
    masks: Masks,
    pairs: Integers,
    plan: SwapPlan,
    slack: Array,
    seen: Masks,
    enough: int,
) -> tuple[Array, Array]:
    """Compare segments pair by pair, a segment with fewer than `enough` systems being undefined."""
    scores, judgments = np.ascontiguousarray(x.transpose(2, 0, 1)), np.ascontiguousarray(z.T)
    kind, units = KINDS[plan.coefficient], _UNITS.index(plan.units)
    swaps = Swaps.of(np.ascontiguousarray(masks.transpose(2, 1, 0)), kind)
    differences, errors = np.empty((2, len(masks), len(pairs)))
    for at, pair in enumerate(pairs):
        mine = scores.take(pair, axis=1)
        differences[:, at], errors[:, at] = swapped_segments(
            kind, mine, judgments, swaps, units, slack[pair].max(), enough, seen[at]
        )
    return differences, errors


def studentise(differences: Array, errors: Array) -> Array:
    """Divide differences by their errors: 0 for none, infinite for one without an error, NaN of a NaN.

    Examples
    --------
    >>> studentise(np.array([1.0, 0.0, 2.0]), np.array([0.5, 0.0, 0.0]))
    array([ 2.,  0., inf])
    """
    alike = np.abs(differences) <= _NO_ERROR
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = differences / np.where(errors > _NO_ERROR, errors, 0.0)
    studentised: Array = np.where(np.isnan(errors), np.nan, np.where(alike, 0.0, ratio))
    return studentised


def _means_without_each(z: Array) -> Array:
    """Return the means of rows without each column, float64[n_columns, n_rows]; NaN where nothing is left."""
    present = ~np.isnan(z)
    scores = np.where(present, z, 0.0)
    number = present.sum(axis=1, keepdims=True) - present
    left = scores.sum(axis=1, keepdims=True) - scores
    means: Array = np.divide(left, number, out=np.full(z.shape, np.nan), where=number > 0)
    return means.T


def _slow_differences(
    x: Array, z: Array, masks: Masks, pairs: Integers, plan: SwapPlan
) -> tuple[Array, Array]:
    """Do the same for other coefficients, each from scores of which one unit is missing."""
    differences, errors = np.empty((2, len(masks), len(pairs)))
    seen = _left_out(x, z, pairs, plan)
    for at, (one, other) in enumerate(pairs):
        both = [np.where(masks, x[b], x[a]) for a, b in ((one, other), (other, one))]

        if plan.level == "segment" and plan.units == "inputs":
            judged = round_noise(z.T)
            mine, theirs = (
                leave_groups_out(round_noise(scores.swapaxes(1, 2)), judged, plan.coefficient)
                for scores in both
            )
            differences[:, at] = mine[0] - theirs[0]
            errors[:, at] = errors_without((mine[1] - theirs[1])[:, seen[at]])
            continue

        def found(judged: Array, both: list[Array] = both) -> Array:
            mine, theirs = (level_values(scores, judged, plan.level, plan.coefficient) for scores in both)
            return mine - theirs

        differences[:, at] = found(z)
        without = []
        for unit in np.flatnonzero(seen[at]):
            judged = z.copy()
            judged[unit if plan.units == "systems" else (slice(None), unit)] = np.nan
            without.append(found(judged))
        errors[:, at] = errors_without(np.array(without).reshape(-1, len(masks)).T)
    return differences, errors
