"""Variance components of judgments and metrics on the same systems and inputs, by the method of moments.

A score is a mean, what its system adds, what its input adds, and the rest (system × input and noise, which a
single score of an output cannot tell apart). Judgments and metrics are fitted together, so that there is a
covariance of two of them wherever there is a variance of one: multivariate generalisability theory (Cronbach
et al. 1972; Brennan 2001, Generalizability Theory, chapters 7 and 9 to 11).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from workbench.errors import Problem, SpecError, plural
from workbench.types import Array

_FLAT = 1e-10


class Components(NamedTuple):
    """Covariances of the effects on judgments and metrics.

    Attributes
    ----------
    names : tuple of str
        What was scored; the judgments first.
    systems, inputs, residual : float64[n, n]
        Covariances of the system effects, the input effects and the rest; each can be that of something.
    n_systems, n_inputs, n_cells : int
        What they were fitted on; 0 for a design that was written down.
    notes : tuple of str
        What had to be set right.
    n_each : int
        Inputs that a system has with every score: the harmonic mean, on which the noise of means rests.
    """

    names: tuple[str, ...]
    systems: Array
    inputs: Array
    residual: Array
    n_systems: int = 0
    n_inputs: int = 0
    n_cells: int = 0
    notes: tuple[str, ...] = ()
    n_each: int = 0


def fit_components(scores: Array, names: Sequence[str]) -> Components:
    """Fit the components of judgments and metrics on the cells that all of them have.

    Found sums of products are set equal to expected ones (Henderson 1953, Biometrics 9, method 1; Searle,
    Casella and McCulloch 1992, Variance Components, chapter 5). With n cells, n_i of system i and m_j of
    input j, the four sums and what they expect of mean², systems, inputs and residual are

    ======================  =====  ================  ================  ===========
    total² / n              n      sum of n_i² / n   sum of m_j² / n   1
    sum of (row_i² / n_i)   n      n                 number of i       number of i
    sum of (column_j²/m_j)  n      number of j       n                 number of j
    sum of cell²            n      n                 n                 n
    ======================  =====  ================  ================  ===========

    and products of two metrics in place of squares give their covariances. With all cells it is the two-way
    analysis of variance: residual MS_r, systems (MS_s - MS_r) / inputs, inputs (MS_i - MS_r) / systems. A
    variance that comes out negative is set to 0 with its covariances, and correlations that no effects can
    have are replaced by the nearest ones; `notes` says so.

    Parameters
    ----------
    scores
        float64[n, n_systems, n_inputs], higher is better; NaN for a missing cell.
    names
        What each of the n is; the judgments first.

    Raises
    ------
    SpecError
        For fewer than 2 systems or inputs, and for cells too few to tell systems, inputs and the rest apart
        (every system with inputs of its own, for instance).

    Examples
    --------
    System means 1 and 3, input means 1.5 and 2.5, and nothing else: the residual is 0, MS_s = 4, MS_i = 1.

    >>> found = fit_components(np.array([[[0.5, 1.5], [2.5, 3.5]]]), ["judgments"])
    >>> float(found.systems[0, 0]), float(found.inputs[0, 0]), float(found.residual[0, 0])
    (2.0, 0.5, 0.0)
    """
    cells = _complete(scores)
    present = ~np.isnan(cells[0])
    n_systems, n_inputs = present.shape
    if min(n_systems, n_inputs) < 2:
        got = f"{plural('system', n_systems)} and {plural('input', n_inputs)} with every score"
        raise SpecError(Problem("", "no variance components", got, "2 or more of each"))
    shares = _expectations(present)
    if present.sum() < n_systems + n_inputs or np.linalg.cond(shares) > 1 / _FLAT:
        what = "the cells with every score cannot tell systems and inputs apart"
        raise SpecError(Problem("", what, int(present.sum()), "systems that share inputs"))
    # centred and on one scale, or a large mean would swallow the small differences
    centre = np.nanmean(cells, axis=(1, 2), keepdims=True)
    centred = np.where(present, cells - centre, 0.0)
    found = np.linalg.solve(shares, _sums(centred, present).reshape(4, -1)).reshape(4, *[len(names)] * 2)
    scale = np.sqrt(np.einsum("kij,kij->k", centred, centred) / present.sum())
    notes: list[str] = []
    systems, inputs, residual = (
        _as_covariance(matrix, scale, names, label, notes)
        for matrix, label in zip(found[1:], ("system", "input", "residual"), strict=True)
    )
    size = n_systems, n_inputs, int(present.sum())
    n_each = max(1, round(1 / float((1 / present.sum(axis=1)).mean())))
    return Components(tuple(names), systems, inputs, residual, *size, tuple(notes), n_each)


def _complete(scores: Array) -> Array:
    """Return the systems and inputs with a complete cell; NaN where a cell is not complete."""
    present = np.isfinite(scores.sum(axis=0))
    rows, columns = np.flatnonzero(present.any(axis=1)), np.flatnonzero(present.any(axis=0))
    cells: Array = np.where(present, scores, np.nan)[:, rows][:, :, columns]
    return cells


def _expectations(present: NDArray[np.bool_]) -> Array:
    """Return what squared mean, systems, inputs and rest add to each of the four sums."""
    n = int(present.sum())
    per_system, per_input = present.sum(axis=1), present.sum(axis=0)
    a, b = per_system.size, per_input.size
    return np.array(
        [
            [n, (per_system**2).sum() / n, (per_input**2).sum() / n, 1.0],
            [n, n, a, a],
            [n, b, n, b],
            [n, n, n, n],
        ],
        np.float64,
    )


def _sums(cells: Array, present: NDArray[np.bool_]) -> Array:
    """Return the products of totals over all, of each system, of each input, and of cells, [4, n, n]."""
    per_system, per_input = present.sum(axis=1), present.sum(axis=0)
    total, systems, inputs = cells.sum(axis=(1, 2)), cells.sum(axis=2), cells.sum(axis=1)
    return np.stack(
        [
            np.outer(total, total) / present.sum(),
            (systems / per_system) @ systems.T,
            (inputs / per_input) @ inputs.T,
            np.einsum("kij,lij->kl", cells, cells),
        ]
    )


def _as_covariance(matrix: Array, scale: Array, names: Sequence[str], label: str, notes: list[str]) -> Array:
    """Return the nearest matrix that can be a covariance, and note what had to change."""
    matrix = (matrix + matrix.T) / 2
    variances = np.diag(matrix)
    for name, variance, unit in zip(names, variances, scale, strict=True):
        if variance < -_FLAT * unit**2:
            notes.append(f"{label} variance of {name} was estimated at {variance:.3g} and set to 0")
    positive = variances > _FLAT * scale**2
    spread = np.sqrt(np.where(positive, variances, 0.0))
    unit = np.where(positive, spread, 1.0)
    correlations = np.where(np.outer(positive, positive), matrix / np.outer(unit, unit), 0.0)
    values, vectors = np.linalg.eigh(correlations)
    if values.min(initial=0.0) < -_FLAT:
        # negative directions are taken out, and the diagonal put back to 1 (Higham's first step)
        correlations = (vectors * np.maximum(values, 0.0)) @ vectors.T
        root = np.sqrt(np.where(positive, np.diag(correlations), 1.0))
        correlations = correlations / np.outer(root, root)
        notes.append(f"no {label} effects can have the fitted correlations; replaced by the nearest possible")
    covariance: Array = correlations * np.outer(spread, spread)
    return covariance


def mean_covariances(components: Components, n_inputs: float) -> Array:
    """Return the covariances between systems of their means over some inputs, float64[n, n].

    Input effects are the same for all systems and drop out.

    Examples
    --------
    >>> one = np.ones((1, 1))
    >>> float(mean_covariances(Components(("judgments",), one, one, 4 * one), 8)[0, 0])
    1.5
    """
    covariances: Array = components.systems + components.residual / n_inputs
    return covariances


def mean_correlations(components: Components, n_inputs: float) -> Array:
    """Return the correlations, over all systems, of means over some inputs, float64[n, n].

    The target of a system-level Pearson coefficient: that of the system effects, attenuated by the rest.

    Undefined
    ---------
    NaN for something that does not differ between systems.

    Examples
    --------
    System effects correlate fully, and half of each variance of a mean is noise.

    >>> pair = Components(("judgments", "x"), np.ones((2, 2)), np.ones((2, 2)), 4 * np.eye(2))
    >>> mean_correlations(pair, 4)
    array([[1. , 0.5],
           [0.5, 1. ]])
    """
    covariances = mean_covariances(components, n_inputs)
    spread = np.sqrt(np.where(np.diag(covariances) > 0, np.diag(covariances), np.nan))
    correlations: Array = covariances / np.outer(spread, spread)
    return correlations


class Specific(NamedTuple):
    """A metric's system effects against those of the judgments.

    `correlation` is that of the two, `slope` what the metric adds for one unit of the judgments' effect, and
    `variance` that of the rest, metric × system: what the metric sees in a system and judges do not.
    """

    correlation: float
    slope: float
    variance: float


def specific_effects(components: Components, metric: int = 1) -> Specific:
    """Split the system effects of a metric into what it shares with the judgments and what is its own.

    Undefined
    ---------
    Correlation NaN where judgments or metric have no system variance; slope 0 where the judgments have none.

    Examples
    --------
    >>> systems = np.array([[1.0, 1.0], [1.0, 1.36]])
    >>> found = specific_effects(Components(("judgments", "x"), systems, np.ones((2, 2)), np.eye(2)))
    >>> round(found.correlation, 4), found.slope, round(found.variance, 2)
    (0.8575, 1.0, 0.36)
    """
    judged, shared, own = (float(components.systems[at]) for at in ((0, 0), (0, metric), (metric, metric)))
    slope = shared / judged if judged > 0 else 0.0
    correlation = shared / float(np.sqrt(judged * own)) if judged > 0 and own > 0 else np.nan
    return Specific(correlation, slope, max(0.0, own - slope * shared))
