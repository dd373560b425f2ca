"""Counts of candidates that are made of counts of pairs, so that other references need no recount."""

from abc import ABC, abstractmethod

from workbench.metrics.base import Counter, Counts, OfCandidates
from workbench.metrics.batch import Batch, BatchLayout


class MadeOfPairs(OfCandidates, ABC):
    """Base of counters that see the whole reference set of a candidate, but only through its pairs.

    An experiment counts and keeps the pairs once; the candidates under each reference setting, and under
    each subset of the references, are made of them.
    """

    @property
    @abstractmethod
    def pairs(self) -> Counter:
        """What is counted of each pair."""

    @abstractmethod
    def choose(self, pairs: Counts, layout: BatchLayout) -> Counts:
        """Return float64[n_candidates, n_columns] under the chosen references.

        Parameters
        ----------
        pairs : float64[n_pairs, n_pair_columns]
            As `pairs` counts them. They may include pairs that the layout does not choose.
        layout : BatchLayout
        """

    def count(self, batch: Batch) -> Counts:
        """Return float64[n_candidates, n_columns]."""
        return self.choose(self.pairs.count(batch), batch.layout)
