"""Floors: metrics that know nothing of quality. What cannot beat them has measured nothing."""

from dataclasses import dataclass
from hashlib import sha256
from typing import ClassVar

import numpy as np

from workbench.metrics.base import METRICS, Counts, Metric, OfCandidates
from workbench.metrics.batch import Batch
from workbench.metrics.parameters import parameter

FLOORS = ("length", "constant", "random")


class Words(OfCandidates):
    """Words of each candidate, whatever its references are."""

    columns = ("words",)

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_candidates, 1]."""
        return batch.candidate_lengths[:, np.newaxis].astype(np.float64)


class Ones(OfCandidates):
    """A 1 for each candidate."""

    columns = ("one",)

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_candidates, 1]."""
        return np.ones((batch.layout.n_candidates, 1))


@dataclass(frozen=True)
class Chances(OfCandidates):
    """A number for each candidate that its names decide, or its text where it has none."""

    seed: int
    columns = ("chance",)

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_candidates, 1] in [0, 1)."""
        texts = batch.candidates
        about: list[object] = [texts.tokens(number) for number in range(batch.layout.n_candidates)]
        keys = about if batch.keys is None else batch.keys
        return np.array([[_chance(self.seed, key)] for key in keys]).reshape(-1, 1)


def _chance(seed: int, key: object) -> float:
    """Return the first 53 bits of a digest as a fraction."""
    digest = sha256(repr((seed, key)).encode("utf-8", "surrogatepass")).digest()
    return float((int.from_bytes(digest[:8], "big") >> 11) / 2**53)


@METRICS("length")
class Length(Metric):
    """Words of the candidate, as the preprocessing makes them. A system's score is the mean.

    A metric that correlates no better than this may have counted words. `[correlation] given = "length"`
    holds the length constant instead.

    Undefined
    ---------
    Never: a text without words scores 0.

    Examples
    --------
    >>> from workbench import score
    >>> score(["the cat sat", ""], [["a cat"], ["a cat"]], metrics=["length"])["value"].tolist()
    [3.0, 0.0]
    """

    bounds = (0.0, np.inf)
    counter = Words()
    breaks: ClassVar[dict[str, str]] = dict.fromkeys(
        ("identity is best", "identity is perfect"), "a floor: references play no part, longer is more"
    )


@METRICS("constant")
class Constant(Metric):
    """1 for every candidate: what a coefficient gives to scores that say nothing.

    Most coefficients are undefined for it; `acc-eq` gives it the share of human ties.

    Undefined
    ---------
    Never.

    Examples
    --------
    >>> from workbench import score
    >>> score(["the cat sat", ""], [["a cat"], ["a cat"]], metrics=["constant"])["value"].tolist()
    [1.0, 1.0]
    """

    reads_texts = False
    counter = Ones()


@METRICS("random")
class Random(Metric):
    """A number in [0, 1) that has nothing to do with the text: how far from 0 chance alone gets.

    It is made of the names of task, segment and system, so that it is the same in every run and for every
    order of the data; of texts without names, it is made of the candidate's words.

    Parameters
    ----------
    seed : int
        0 or more; another seed, another metric.

    Undefined
    ---------
    Never.

    Examples
    --------
    >>> from workbench import score
    >>> values = [score(["a cat"], [["a"]], metrics=[f"random(seed={n})"])["value"][0] for n in (0, 0, 1)]
    >>> bool(values[0] == values[1]), bool(values[0] == values[2])
    (True, False)
    """

    seed: int = parameter(0, "0 or more", lambda seed: type(seed) is int and seed >= 0, shown=True)

    cased = True
    reads_texts = False
    breaks: ClassVar[dict[str, str]] = dict.fromkeys(
        ("identity is best", "identity is perfect", "renaming words", "empty text"), "a floor: it is drawn"
    )

    @property
    def counter(self) -> Chances:
        """What is drawn."""
        return Chances(self.seed)
