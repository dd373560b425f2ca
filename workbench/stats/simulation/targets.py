"""What a system-level coefficient estimates: its value over all systems."""

import numpy as np

from workbench.stats.coefficients.plain import get_coefficient
from workbench.stats.resampling.streams import stream
from workbench.stats.simulation.designs import Shape, from_components, rounded_components
from workbench.stats.simulation.variance_components import Components, mean_correlations

_MANY = 200_000


def population_value(
    components: Components, n_inputs: int, coefficient: str = "pearson", shape: Shape = "normal",
    step: float = 0.0, metric: int = 1,
) -> float:  # fmt: skip
    """Return the coefficient, over all systems, of means over some inputs.

    Pearson's is that of the components whatever the shape. Of normal means Spearman's is 6/pi asin(r/2) and
    Kendall's 2/pi asin(r) (Kruskal 1958, JASA 53); of others both come from 200,000 simulated systems, the
    same ones every time, to about .002.

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

    Examples
    --------
    >>> from workbench.stats.simulation.designs import design_r
    >>> [round(population_value(design_r(), 50, name), 3) for name in ("pearson", "spearman", "kendall")]
    [0.825, 0.812, 0.618]
    """
    components = rounded_components(components, step)
    r = float(mean_correlations(components, n_inputs)[0, metric])
    if coefficient == "pearson":
        return r
    if shape == "normal":
        return float(6 / np.pi * np.arcsin(r / 2) if coefficient == "spearman" else 2 / np.pi * np.arcsin(r))
    # means of many inputs at once: one input with the residual of a mean
    of_means = components._replace(residual=components.residual / n_inputs)
    scores = from_components(of_means, _MANY, 1, 1, stream(0, "population"), shape)[:, 0, :, 0]
    return float(get_coefficient(coefficient)(scores[metric], scores[0]))
