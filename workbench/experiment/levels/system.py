"""The level of systems: the score of each as a whole, and the mean of its judgments."""

from collections.abc import Sequence

import numpy as np

from workbench.experiment.judged_task import JudgedTask
from workbench.experiment.judgments import Judged
from workbench.experiment.levels.base import LEVELS, Level
from workbench.experiment.measured import Measured
from workbench.experiment.row_coefficients import Coefficient, Correlation, find_special
from workbench.experiment.rows import Correlated, Row
from workbench.experiment.scored import WHOLES
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.pair_counts import count
from workbench.stats.coefficients.plain import MIN_SYSTEMS
from workbench.stats.coefficients.weighted import correlate_sides
from workbench.stats.levels.estimates import pooled_levels
from workbench.stats.resampling.bootstrap import system_draws
from workbench.stats.resampling.resample import Draws, expand
from workbench.types import Array


@LEVELS("system")
class SystemLevel(Level):
    """An observation is a system. Another score of it than the mean needs `observe` and `observe_draws`."""

    described = "one score a system"
    of_systems = True
    averages_inputs = True
    swaps = "system"
    holds_constant = True

    def observe(self, outputs: Measured, task: JudgedTask) -> Array:
        """Return what each system has, float64[1, systems]."""
        return outputs.systems[np.newaxis]

    def observe_draws(self, outputs: Measured, draws: Draws) -> Array:
        """Return what each system has under each draw of segments, float64[draws, systems]."""
        return outputs.drawn_means(draws)

    def correlate(self, row: Correlated, judged: Judged, coefficient: str) -> Correlation:
        """Return the coefficient over the systems, and how many pairs of these are tied."""
        [found] = self.correlate_rows([row], judged, coefficient)
        return found

    def correlate_rows(
        self, rows: Sequence[Correlated], judged: Judged, coefficient: str
    ) -> list[Correlation]:
        """Return the same of each row of a task."""
        task = rows[0].task
        x, z = np.concatenate([self.observe(row, task) for row in rows]), self.observe(judged, task)[0]
        n_segments = int((~np.isnan(judged.segments) & task.outputs).any(axis=0).sum())
        estimates = pooled_levels(x, z, coefficient, n_segments)
        shares = np.transpose(tie_shares(x, z)).tolist()
        return [Correlation(each, *tied) for each, tied in zip(estimates, shares, strict=True)]

    def correlate_draws(self, row: Correlated, judged: Judged, coefficient: str, draws: Draws) -> Array:
        """Return the coefficient over the drawn systems with their scores on the drawn segments."""
        x, z = self.observe_draws(row, draws), self.observe_draws(judged, draws)
        if draws is row.draws and draws is judged.draws and draws.systems.shape[1] >= MIN_SYSTEMS:
            ours, theirs = (
                outputs.side(self.name, coefficient, scores) for outputs, scores in ((row, x), (judged, z))
            )
            if ours is not None and theirs is not None:
                return correlate_sides(ours, theirs)
        return system_draws(x, z, draws.systems, coefficient)

    def write_out(self, outputs: Measured, draws: Draws) -> Array:
        """Return the drawn systems of each draw, float64[draws, 1, systems]."""
        scores = self.observe_draws(outputs, draws)
        return np.take_along_axis(scores, expand(draws.systems), axis=1)[:, np.newaxis]

    def why_nothing(self, row: Correlated, coefficient: Coefficient) -> str:
        """Say the same; scores of whole systems, too, have a coefficient of two vectors."""
        is_own = row.wholes is not None and type(self).observe is SystemLevel.observe
        return row.why_no_systems if is_own and find_special(coefficient) is None else row.why_nothing

    def why_whole(self, row: Row) -> str:
        """Say of a metric that its score of a system is not made of scores of segments."""
        if row.wholes is not None:
            return f"{row.label[0]} has {WHOLES}, so that no segment has a score to swap"
        why = f"{row.label[0]} sums counts over segments, so that no segment has a score to swap"
        return why if row.pools else ""


def tie_shares(x: Array, z: Array) -> tuple[Array, Array]:
    """Return which share of the pairs of systems each metric ties, and which people tie; NaN without a pair.

    Metrics are float64[n_metrics, n_systems], judgments float64[n_systems]; returns two float64[n_metrics].

    Examples
    --------
    >>> metric, human = tie_shares(np.array([[1.0, 1.0, 2.0, np.nan]]), np.array([1.0, 2.0, 3.0, 4.0]))
    >>> metric.round(3), human
    (array([0.333]), array([0.]))
    """
    pairs = count(round_noise(x), round_noise(z))
    whole = np.where(pairs.pairs > 0, pairs.pairs, np.nan)
    return (pairs.tied_metric + pairs.tied_both) / whole, (pairs.tied_human + pairs.tied_both) / whole
