"""Levels between segment and system: documents as inputs, and one coefficient a domain."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from workbench.experiment.judgments import Judged
from workbench.experiment.row_coefficients import Found
from workbench.experiment.score import Matrix
from workbench.experiment.sides import Correlated, TaskSide
from workbench.experiment.within_systems import WITHIN, WithinSystems
from workbench.stats.bootstrap import resampled_means, system_draws
from workbench.stats.levels import Estimate, pooled_level, row_means
from workbench.stats.resample import Draws, draw
from workbench.stats.streams import stream

Array = NDArray[np.float64]
DOCUMENT, DOMAIN = "document", "domain"


def membership(side: TaskSide, level: str) -> Array:
    """Return which kept segments each document or domain has, float64[parts, segments] of 0 and 1.

    Parts stand as they first come; a part without a kept segment is left out.
    """
    names = np.array(side.data.parts(level), object)[side.kept]
    each = [names == name for name in dict.fromkeys(names)]
    return np.array(each, np.float64).reshape(len(each), len(names))


@dataclass(frozen=True, eq=False)
class ByDocument(Correlated):
    """Scores of documents: the mean of their segments, or the score of their summed counts."""

    side: TaskSide
    inner: Correlated
    members: Array

    @cached_property
    def why_nothing(self) -> str:
        """Say why there is no coefficient, whatever the judgments; "" where there may be one."""
        return self.inner.why_nothing

    @cached_property
    def segments(self) -> Matrix:
        """The score of each document, float64[systems, documents]; higher is better."""
        return _part_means(self.inner, self.members).T

    @cached_property
    def systems(self) -> Array:
        """Their mean over the documents, float64[systems]."""
        return row_means(self.segments)

    def find(self, judged: Judged, level: str, coefficient: str) -> Found:
        """Return the coefficient with the judgments of documents, and what it rests on."""
        found = super().find(judged, level, coefficient)
        reason = found.estimate.reason.replace("in every segment", "in every document")
        return replace(found, estimate=found.estimate._replace(reason=reason))


def _part_means(row: Correlated, members: Array) -> Array:
    """Return the score of each system on each part alone, float64[parts, systems]."""
    return row.means(Draws(np.ones((len(members), len(row.segments))), members))


def draws_at(side: TaskSide, level: str) -> Draws:
    """Return the resamples of a level: of documents where these are the inputs, the same for all metrics."""
    if level != DOCUMENT:
        return side.draws
    n_draws, n_systems = side.draws.systems.shape
    rng = stream(side.seed, "bootstrap", side.data.name, side.resample, DOCUMENT)
    return draw(rng, n_systems, len(membership(side, DOCUMENT)), n_draws, side.resample)


def by_document(row: Correlated, judged: Judged) -> tuple[ByDocument, Judged]:
    """Return scores and judgments of documents, with resamples of documents that all metrics share."""
    side = row.side
    members = membership(side, DOCUMENT)
    draws = draws_at(side, DOCUMENT)
    scores = resampled_means(judged.scores, members).T
    judgments = Judged(judged.criterion, judged.direction, scores, draws)
    documents = TaskSide(side.data, np.ones(len(members), bool), draws, [judgments], side.seed, side.resample)
    return ByDocument(documents, row, members), judgments


@dataclass(frozen=True, eq=False)
class ByDomain:
    """The system-level coefficient of each domain, averaged."""

    side: TaskSide
    row: Correlated
    members: Array

    def find(self, judged: Judged, level: str, coefficient: str) -> Found:
        """Return the mean over the domains that have a coefficient; `n_undefined` of them have none."""
        if self.row.why_nothing:
            return Found(Estimate(np.nan, 0, 0, reason=self.row.why_nothing))
        metric, human = _part_means(self.row, self.members), resampled_means(judged.scores, self.members)
        each = [
            pooled_level(x, z, coefficient, int(own.sum()))
            for x, z, own in zip(metric, human, self.members, strict=True)
        ]
        defined = [estimate for estimate in each if not estimate.reason]
        n_undefined = len(each) - len(defined)
        if not defined:
            reasons = " or ".join(sorted({estimate.reason for estimate in each})) or "no segments"
            return Found(Estimate(np.nan, 0, 0, n_undefined, f"in every domain {reasons}"))
        value = float(np.mean([estimate.value for estimate in defined]))
        n_systems = max(estimate.n_systems for estimate in defined)
        n_segments = sum(estimate.n_segments for estimate in defined)
        return Found(Estimate(value, n_systems, n_segments, n_undefined))

    def why_no_statistic(self, coefficient: str) -> str:
        """Say why there is no bootstrap of a coefficient; "" where there is one."""
        return self.row.why_no_statistic(coefficient)

    def statistic(self, judged: Judged, level: str, coefficient: str) -> Callable[[Draws], Array]:
        """Return the function from draws of systems and segments to the mean of the domains."""

        def coefficients(draws: Draws) -> Array:
            total, number = np.zeros(len(draws.systems)), np.zeros(len(draws.systems))
            for own in self.members:
                inside = Draws(draws.systems, draws.segments * own)
                metric, human = self.row.means(inside), resampled_means(judged.scores, inside.segments)
                values = system_draws(metric, human, draws.systems, coefficient)
                total, number = total + np.nan_to_num(values), number + ~np.isnan(values)
            means: Array = np.divide(total, number, out=np.full(total.shape, np.nan), where=number > 0)
            return means

        return coefficients


def at_level(
    row: Correlated, judged: Judged, level: str
) -> tuple[Correlated | ByDomain | WithinSystems, Judged, str]:
    """Return scores, judgments and the level at which they are correlated, for a level of an experiment.

    Documents are correlated as segments are; levels that are means over domains or systems bring their own
    way; every other level stays what it is.
    """
    if level == DOCUMENT:
        return *by_document(row, judged), "segment"
    if level == DOMAIN:
        return ByDomain(row.side, row, membership(row.side, DOMAIN)), judged, level
    if level == WITHIN:
        return WithinSystems(row.side, row), judged, level
    return row, judged, level
