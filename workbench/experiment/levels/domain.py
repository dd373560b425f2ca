"""The level of domains: the systems in each domain, then the mean over the domains."""

import numpy as np

from workbench.experiment.judged_task import JudgedTask
from workbench.experiment.judgments import Judged
from workbench.experiment.levels.base import LEVELS, Level
from workbench.experiment.levels.document import on_each_part
from workbench.experiment.measured import Measured
from workbench.experiment.row_coefficients import Correlation
from workbench.experiment.rows import Correlated
from workbench.stats.levels.estimates import Estimate, mean_of_defined, pooled_level
from workbench.stats.resampling.bootstrap import system_draws
from workbench.stats.resampling.resample import Draws
from workbench.types import Array


@LEVELS("domain")
class DomainLevel(Level):
    """An observation is what a system has on a domain as a whole, a group the systems of a domain."""

    described = "system level in each domain, then averaged"
    averages_inputs = True
    group = "domain"
    part = "domain"

    def observe(self, outputs: Measured, task: JudgedTask) -> Array:
        """Return what each system has on the segments of each domain, float64[domains, systems]."""
        return on_each_part(outputs, task.membership(self.part))

    def correlate(self, row: Correlated, judged: Judged, coefficient: str) -> Correlation:
        """Return the mean over the domains that have a coefficient."""
        sizes = row.task.membership(self.part) @ (~np.isnan(judged.scores)).any(axis=0)
        sizes = sizes[sizes > 0].astype(int).tolist()
        both = self.observe_judged(row.task, judged, row)
        each = [pooled_level(x, z, coefficient, size) for x, z, size in zip(*both, sizes, strict=True)]
        defined = [estimate for estimate in each if not estimate.reason]
        n_undefined = len(each) - len(defined)
        if not defined:
            reasons = " or ".join(sorted({estimate.reason for estimate in each})) or "no segments"
            return Correlation(Estimate(np.nan, 0, 0, n_undefined, f"in every {self.group} {reasons}"))
        value = float(np.mean([estimate.value for estimate in defined]))
        n_systems = max(estimate.n_systems for estimate in defined)
        n_segments = sum(estimate.n_segments for estimate in defined)
        return Correlation(Estimate(value, n_systems, n_segments, n_undefined))

    def correlate_draws(self, row: Correlated, judged: Judged, coefficient: str, draws: Draws) -> Array:
        """Return the mean over the domains of the coefficient on what was drawn of each."""
        each = []
        for own in row.task.membership(self.part):
            inside = Draws(draws.systems, draws.segments * own)
            x, z = row.means(inside), judged.means(inside)
            each.append(system_draws(x, z, draws.systems, coefficient))
        return mean_of_defined(each, len(draws.systems))
