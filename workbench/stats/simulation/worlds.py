"""Worlds in which intervals and tests are tried: system scores whose correlation over all systems is known.

In a world people give each system its quality, and a metric gives it what it makes of the quality and a
deviation of its own. What differs between worlds is how qualities and deviations are distributed, what the
metric makes of the quality, and how people say it. In the last worlds systems are drawn from real ones.
"""

from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from io import StringIO
from typing import Literal

import numpy as np
from scipy.special import ndtr

from workbench.errors import Problem, SpecError, suggest
from workbench.stats.coefficients.plain import get_coefficient
from workbench.stats.resampling.streams import stream
from workbench.types import Array

Spread = Literal["normal", "exponential", "log-normal", "t3", "clusters", "outliers"]
"""How qualities or deviations are distributed; all with mean 0 and variance 1. exponential and log-normal:
skewed, a few are far above; t3: Student's t with 3 degrees of freedom; clusters: one of four is in a group
far below the others; outliers: one of twelve is five standard deviations below where it would be."""
Bend = Literal["straight", "convex", "very convex", "saturating"]
"""What a metric makes of the quality q: q, exp(.7 q), exp(q), or min(q, 0), which tells good systems from bad
ones and not from each other."""
_NEAR = 0.3
"""Deviation within a cluster."""
_APART = 1 / 4
_RARE, _FAR = 1 / 12, 5.0
_BENT = {"convex": 0.7, "very convex": 1.0}
_GRADES, _RATERS, _RATER_NOISE = np.arange(1, 6), 3, 0.7
_MANY = 400_000


@dataclass(frozen=True)
class World:
    """A population of systems.

    Attributes
    ----------
    name : str
    says : str
        What is not normal in it.
    r : float
        Pearson correlation of the metric with people over all systems; NaN for real ones, which have theirs.
    quality, deviation : str
        `Spread` of the qualities, and of the metric's own deviations.
    curve : str
    unequal : float
        The deviation is multiplied by exp(unequal q): it grows with the quality, or shrinks.
    rated : bool
        People say the quality as the mean of three raters' grades from 1 to 5.
    real : str
        A metric of WMT20 whose scores of real systems are the population; empty for simulated ones.
    """

    name: str
    says: str
    r: float = np.nan
    quality: Spread = "normal"
    deviation: Spread = "normal"
    curve: Bend = "straight"
    unequal: float = 0.0
    rated: bool = False
    real: str = ""

    @property
    def most(self) -> float:
        """The correlation that the metric would have without a deviation of its own."""
        found = 1.0
        if self.curve in _BENT:
            found = _BENT[self.curve] / np.sqrt(np.expm1(_BENT[self.curve] ** 2))
        elif self.curve == "saturating":
            # of min(q, 0): mean -1/sqrt(2 pi), mean square 1/2, covariance 1/2 with q
            found = 0.5 / np.sqrt(0.5 - 1 / (2 * np.pi))
        return float(found * (_rating_reliability() if self.rated else 1.0))

    def draw(
        self,
        rng: np.random.Generator,
        replications: int,
        n_systems: int,
        n_metrics: int = 1,
        duplicates: float = 0.0,
    ) -> Array:
        """Return system scores, float64[1 + n_metrics, replications, n_systems], people first.

        All metrics correlate equally with people; real systems have one metric.

        Parameters
        ----------
        rng, replications, n_systems, n_metrics
        duplicates
            How alike all metrics but the first are, in [0, 1]: on such a share of the systems they have the
            same deviation, elsewhere each its own.

        Examples
        --------
        >>> scores = find_worlds("heavy-deviation")[2].draw(np.random.default_rng(0), 1, 100_000)
        >>> round(float(np.corrcoef(scores[:, 0])[0, 1]), 1)
        0.8
        """
        if self.real:
            if n_metrics > 1:
                raise SpecError(Problem("", f"{self.name} has one metric", n_metrics))
            every = real_systems(self.real)
            if n_systems > every.shape[1]:
                allowed = f"at most {every.shape[1]}"
                raise SpecError(Problem("", f"{self.name} has fewer systems", n_systems, allowed))
            order = rng.random((replications, every.shape[1])).argsort(axis=1)[:, :n_systems]
            return every[:, order]
        shape = replications, n_systems
        quality = _spread(self.quality, rng, shape)
        own = np.stack([_spread(self.deviation, rng, shape) for _ in range(n_metrics)])
        if duplicates and n_metrics > 2:
            # taking over whole deviations leaves each metric's distribution, and so its coefficients, alone
            own[2:] = np.where(rng.random(own[2:].shape) < duplicates, own[1], own[2:])
        if self.unequal:
            # of mean square 1, so that the correlation stays what it is
            own *= np.exp(self.unequal * quality - self.unequal**2)
        size = np.sqrt((self.most / self.r) ** 2 - 1)
        metrics = _bend(self.curve, quality) + size * own
        people = _rate(quality, rng) if self.rated else quality
        return np.concatenate([people[np.newaxis], metrics])

    def value(self, coefficient: str) -> float:
        """Return the coefficient over all systems.

        Pearson's is exact, and so is everything of real systems; those of ranks come from 400,000 simulated
        systems, the same ones every time, to about .001.

        Examples
        --------
        >>> round(find_worlds("normal")[2].value("spearman"), 2)
        0.79
        """
        if coefficient == "pearson" and not self.real:
            return self.r
        return _value_over_all(self, coefficient)


@cache
def _value_over_all(world: World, coefficient: str) -> float:
    if world.real:
        people, metric = real_systems(world.real)
    else:
        people, metric = world.draw(stream(0, "world", world.name, f"{world.r}"), 1, _MANY)[:, 0]
    return float(get_coefficient(coefficient)(metric, people))


def _spread(spread: Spread, rng: np.random.Generator, shape: tuple[int, int]) -> Array:
    """Return deviates of mean 0 and variance 1."""
    found: Array
    if spread == "exponential":
        found = rng.exponential(size=shape) - 1.0
    elif spread == "log-normal":
        found = (np.exp(rng.standard_normal(shape)) - np.exp(0.5)) / np.sqrt(np.exp(2) - np.exp(1))
    elif spread == "t3":
        found = rng.standard_t(3, shape) / np.sqrt(3)
    elif spread == "clusters":
        below = rng.random(shape) < _APART
        groups = (_APART - below) / np.sqrt(_APART * (1 - _APART))
        found = np.sqrt(1 - _NEAR**2) * groups + _NEAR * rng.standard_normal(shape)
    elif spread == "outliers":
        behind = _FAR * ((rng.random(shape) < _RARE) - _RARE)
        found = (rng.standard_normal(shape) - behind) / np.sqrt(1 + _FAR**2 * _RARE * (1 - _RARE))
    else:
        found = rng.standard_normal(shape)
    return found


def _bend(curve: Bend, quality: Array) -> Array:
    """Return what a metric makes of normal qualities, with mean 0 and variance 1."""
    if curve in _BENT:
        slope = _BENT[curve]
        mean, square = np.exp(slope**2 / 2), np.exp(2 * slope**2)
        quality = (np.exp(slope * quality) - mean) / np.sqrt(square - mean**2)
    elif curve == "saturating":
        quality = (np.minimum(quality, 0.0) + 1 / np.sqrt(2 * np.pi)) / np.sqrt(0.5 - 1 / (2 * np.pi))
    return quality


def _rate(quality: Array, rng: np.random.Generator) -> Array:
    """Return the mean of three raters' grades from 1 to 5."""
    seen = 3.0 + quality + _RATER_NOISE * rng.standard_normal((_RATERS, *quality.shape))
    found: Array = np.clip(np.rint(seen), _GRADES[0], _GRADES[-1]).mean(axis=0)
    return found


@cache
def _rating_reliability() -> float:
    """Return the correlation of these means with normal qualities, by quadrature."""
    points, weights = np.polynomial.hermite_e.hermegauss(101)
    weights = weights / weights.sum()
    borders = (_GRADES[:-1] + 0.5 - 3.0 - points[:, np.newaxis]) / _RATER_NOISE
    below = np.hstack([np.zeros((points.size, 1)), ndtr(borders), np.ones((points.size, 1))])
    chances = np.diff(below, axis=1)
    mean, square = chances @ _GRADES, chances @ _GRADES**2
    whole = weights @ mean
    variance = weights @ (mean - whole) ** 2 + weights @ (square - mean**2) / _RATERS
    return float(weights @ (mean * points) / np.sqrt(variance))


@cache
def real_systems(metric: str) -> Array:
    """Return the standardised scores of the systems of WMT20, float64[2, n_systems], people first.

    All 222 systems of the 19 settings of Mathur et al. (2020), "Results of the WMT20 Metrics Shared Task";
    scores are standardised within each setting. From the organisers' WMT-Metrics-task/wmt20-metrics
    (3e434fc), which states no licence: numbers only, no texts and no names of systems.

    Examples
    --------
    >>> people, bleu = real_systems("BLEU")
    >>> people.size, round(float(np.corrcoef(people, bleu)[0, 1]), 2)
    (222, 0.8)
    """
    text = (files("workbench") / "stats" / "simulation" / "wmt20_systems.tsv").read_text(encoding="utf-8")
    names = text.split("\n", 1)[0].split("\t")
    table = np.loadtxt(StringIO(text), delimiter="\t", skiprows=1, usecols=range(1, len(names)))
    return np.ascontiguousarray(table[:, [0, names.index(metric) - 1]].T)


@cache
def equal_systems(coefficient: str) -> Array:
    """Return people and the four metrics of `real_systems`, float64[5, n_systems], made to agree equally.

    To each metric as much of people's scores is added as gives it the coefficient of the best one over all
    systems (for ranks to about .001); what it has of its own stays what it is.

    Parameters
    ----------
    coefficient
        pearson, spearman or kendall.

    Examples
    --------
    >>> people, *metrics = equal_systems("pearson")
    >>> [round(float(np.corrcoef(people, metric)[0, 1]), 2) for metric in metrics]
    [0.88, 0.88, 0.88, 0.88]
    """
    from scipy.optimize import brentq

    function = get_coefficient(coefficient)
    people = real_systems(METRICS[0])[0]
    metrics = [real_systems(name)[1] for name in METRICS]
    best = max(float(function(people, metric)) for metric in metrics)

    def missing(share: float, metric: Array) -> float:
        return float(function(people, metric + share * people)) - best

    shares = [
        0.0 if missing(0.0, each) >= 0 else brentq(missing, 0.0, 10.0, args=(each,)) for each in metrics
    ]
    return np.array([people, *(each + some * people for each, some in zip(metrics, shares, strict=True))])


METRICS = ("BLEU", "chrF", "COMET", "YiSi-1")
_CORRELATIONS = (0.2, 0.5, 0.8, 0.95)
_KINDS = (
    World("normal", "nothing"),
    World("skewed-quality", "qualities are exponential", quality="exponential"),
    World("log-normal-quality", "qualities are log-normal", quality="log-normal"),
    World("heavy-quality", "qualities are t with 3 degrees of freedom", quality="t3"),
    World("clustered-quality", "one system of four is in a group far below", quality="clusters"),
    World("far-quality", "one system of twelve is far below", quality="outliers"),
    World("skewed-deviation", "deviations are exponential", deviation="exponential"),
    World("log-normal-deviation", "deviations are log-normal", deviation="log-normal"),
    World("heavy-deviation", "deviations are t with 3 degrees of freedom", deviation="t3"),
    World("clustered-deviation", "the metric dislikes one system of four", deviation="clusters"),
    World("far-deviation", "the metric fails on one system of twelve", deviation="outliers"),
    World(
        "heavy-both", "qualities and deviations are t with 3 degrees of freedom", quality="t3", deviation="t3"
    ),
    World(
        "clustered-both",
        "groups of qualities, others of deviations",
        quality="clusters",
        deviation="clusters",
    ),
    World("growing-deviation", "good systems deviate more, by exp(.5 q)", unequal=0.5),
    World("shrinking-deviation", "bad systems deviate more, by exp(-.8 q)", unequal=-0.8),
    World("convex", "the metric is exp(.7 quality)", curve="convex"),
    World("very-convex", "the metric is exp(quality)", curve="very convex"),
    World("saturating", "the metric cannot tell good systems apart", curve="saturating"),
    World("rated", "three raters give grades from 1 to 5", rated=True),
)
_REAL = tuple(
    World(f"wmt20-{metric.lower()}", f"222 systems of WMT20, people and {metric}", real=metric)
    for metric in METRICS
)


def _at_correlations(kind: World) -> list[World]:
    """Return the worlds of a kind; where its metric cannot reach the highest correlation, a little below."""
    reach = [r for r in _CORRELATIONS if r < kind.most - 0.02]
    if kind.most < max(_CORRELATIONS):
        reach.append(round(np.floor(100 * kind.most - 1) / 100, 2))
    return [replace(kind, r=r) for r in reach]


WORLDS: dict[str, list[World]] = {
    **{kind.name: _at_correlations(kind) for kind in _KINDS},
    **{world.name: [world] for world in _REAL},
}
"""The worlds of each kind, by correlation."""


def find_worlds(name: str) -> list[World]:
    """Return the worlds of a kind, or all of them under the name hostile.

    Raises
    ------
    SpecError
        For a name that is not known.

    Examples
    --------
    >>> [world.r for world in find_worlds("heavy-both")]
    [0.2, 0.5, 0.8, 0.95]
    """
    if name == "hostile":
        return [world for worlds in WORLDS.values() for world in worlds]
    if name not in WORLDS:
        raise SpecError(Problem("", f"unknown world {name!r}", hint=suggest(name, ["hostile", *WORLDS])))
    return WORLDS[name]
