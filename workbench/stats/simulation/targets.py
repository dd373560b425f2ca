"""What a system-level coefficient estimates: its value over all systems."""

import numpy as np

from workbench.stats.coefficients.plain import get_coefficient
from workbench.stats.resampling.batched import batch_means
from workbench.stats.resampling.streams import stream
from workbench.stats.simulation.designs import Shape, from_components, rounded
from workbench.stats.simulation.variance_components import Components, mean_correlations

_MANY = 200_000
_AT_A_TIME = 2_000
"""Systems that share their inputs where judgments are rounded."""
_LEAST, _MOST, _CELLS = 10, 50, 10_000_000
"""How often so many systems are simulated: as often as there are cells for, between the two numbers."""


def population_value(
    components: Components, n_inputs: int, coefficient: str = "pearson", shape: Shape = "normal",
    step: float = 0.0, metric: int = 1,
) -> float:  # fmt: skip
    """Return the coefficient, over all systems, of means over some inputs.

    Pearson's is that of the components whatever the shape. Of normal means Spearman's is 6/pi asin(r/2) and
    Kendall's 2/pi asin(r) (Kruskal 1958, JASA 53); of others both come from 200,000 simulated systems, the
    same ones every time, to about .002. What rounding changes, ties of ranks included, comes from 20,000 or
    more systems, 2,000 of them on the same inputs.

    Parameters
    ----------
    components, shape, step
        As for `from_components`.
    n_inputs
        Of each mean.
    coefficient
        pearson, spearman or kendall.
    metric
        Which.

    Undefined
    ---------
    NaN where rounding makes the judgments of all systems equal.

    Examples
    --------
    >>> from workbench.stats.simulation.designs import design_r
    >>> [round(population_value(design_r(), 50, name), 3) for name in ("pearson", "spearman", "kendall")]
    [0.825, 0.812, 0.618]
    """
    value = _unrounded(components, n_inputs, coefficient, shape, metric)
    return value + _by_rounding(components, n_inputs, coefficient, shape, step, metric) if step > 0 else value


def _unrounded(components: Components, n_inputs: int, coefficient: str, shape: Shape, metric: int) -> float:
    r = float(mean_correlations(components, n_inputs)[0, metric])
    if coefficient == "pearson":
        return r
    if shape == "normal":
        return float(6 / np.pi * np.arcsin(r / 2) if coefficient == "spearman" else 2 / np.pi * np.arcsin(r))
    # means of many inputs at once: one input with the residual of a mean
    of_means = components._replace(residual=components.residual / n_inputs)
    scores = from_components(of_means, _MANY, 1, 1, stream(0, "population"), shape)[:, 0, :, 0]
    return float(get_coefficient(coefficient)(scores[metric], scores[0]))


def _by_rounding(
    components: Components, n_inputs: int, coefficient: str, shape: Shape, step: float, metric: int
) -> float:
    """Return by how much the coefficient changes when judgments are rounded, on average over inputs."""
    rng, whole = stream(0, "rounded population"), np.ones((1, n_inputs))
    found, changes = get_coefficient(coefficient), []
    for _ in range(int(np.clip(_CELLS // (_AT_A_TIME * n_inputs), _LEAST, _MOST))):
        scores = from_components(components, _AT_A_TIME, n_inputs, 1, rng, shape)
        ours, fine, coarse = (
            batch_means(each, whole)[0, 0] for each in (scores[metric], scores[0], rounded(scores[0], step))
        )
        changes.append(float(found(ours, coarse)) - float(found(ours, fine)))
    defined = [change for change in changes if not np.isnan(change)]
    return float(np.mean(defined)) if defined else np.nan
