"""A batch: all that a metric ever sees."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from workbench.kernels.ragged import RaggedTexts, TextPairs, share_words
from workbench.text.corpus import Texts, keep_sentences
from workbench.types import Array, Integers, Masks

T = TypeVar("T", bound=np.generic)
ReferenceIds = tuple[int, ...]


class Shared(NamedTuple):
    """A batch renumbered for the kernels: words that cannot match are -1 (see `share_words`)."""

    candidates: RaggedTexts
    references: RaggedTexts
    shared: Integers

    @property
    def n_words(self) -> int:
        """The most words that a group shares."""
        return int(self.shared.max(initial=0))


class SharedSentences(NamedTuple):
    """A batch renumbered for the LCS kernels: its sentences, and the words whose number bounds the hits."""

    sentences: Shared
    words: Shared


@dataclass(frozen=True, eq=False)
class BatchLayout:
    """Which candidates meet which references, whatever is done to their texts.

    Candidates and references stand in groups; in a group each candidate meets each reference. A *pair* is
    such a meeting; pairs run over groups, then candidates, then references.

    Parameters
    ----------
    candidate_groups, reference_groups : int64[n_groups + 1]
        Where each group starts among the candidates and among the references.
    chosen : bool[n_pairs]
        Pairs to be counted; the others are treated as if they were not there.
    weights : float64[n_references]
        Human ratings of the references in [-1, 1]; 1 where there are none.
    corpus : bool[n_pairs] or None
        Pairs whose references tell a metric how often n-grams are in all of them; None for the chosen ones.
    """

    candidate_groups: Integers
    reference_groups: Integers
    chosen: Masks
    weights: Array
    corpus: Masks | None = None

    @classmethod
    def of_sizes(cls, candidates: Sequence[int] | Integers, references: Sequence[int]) -> "BatchLayout":
        """Lay out groups of these numbers of candidates and references, all chosen, of weight 1."""
        sizes = [np.array(side, np.int64) for side in (candidates, references)]
        bounds = [np.concatenate(([0], np.cumsum(side))).astype(np.int64) for side in sizes]
        n_pairs = int((sizes[0] * sizes[1]).sum())
        return cls(bounds[0], bounds[1], np.ones(n_pairs, bool), np.ones(int(bounds[1][-1])))

    @cached_property
    def n_candidates(self) -> int:
        """Number of candidates."""
        return int(self.candidate_groups[-1])

    @cached_property
    def n_pairs(self) -> int:
        """Number of pairs, chosen or not."""
        return int(self.pair_groups[-1])

    @cached_property
    def pair_groups(self) -> Integers:
        """Where each group starts among the pairs, int64[n_groups + 1]."""
        pairs = np.diff(self.candidate_groups) * np.diff(self.reference_groups)
        return np.concatenate(([0], np.cumsum(pairs))).astype(np.int64)

    @cached_property
    def pairs_of(self) -> Integers:
        """How many pairs each candidate has, int64[n_candidates]."""
        return np.repeat(np.diff(self.reference_groups), np.diff(self.candidate_groups))

    @cached_property
    def pair_candidate(self) -> Integers:
        """The candidate of each pair, int64[n_pairs]."""
        return np.repeat(np.arange(self.n_candidates), self.pairs_of)

    @cached_property
    def pair_position(self) -> Integers:
        """The position of each pair's reference in its group, from 0, int64[n_pairs]."""
        starts = np.cumsum(self.pairs_of) - self.pairs_of
        return np.arange(self.n_pairs) - np.repeat(starts, self.pairs_of)

    @cached_property
    def pair_reference(self) -> Integers:
        """The reference of each pair, int64[n_pairs]."""
        first = np.repeat(self.reference_groups[:-1], np.diff(self.candidate_groups))
        return first[self.pair_candidate] + self.pair_position

    @cached_property
    def pairs(self) -> TextPairs:
        """The chosen pairs."""
        return TextPairs(self.pair_candidate[self.chosen], self.pair_reference[self.chosen])

    @cached_property
    def chosen_references(self) -> list[ReferenceIds]:
        """The numbers of each candidate's chosen references."""
        return self._references(self.chosen)

    @cached_property
    def corpus_references(self) -> list[ReferenceIds]:
        """The numbers of the references that each candidate has in the corpus."""
        return self.chosen_references if self.corpus is None else self._references(self.corpus)

    def _references(self, pairs: Masks) -> list[ReferenceIds]:
        found: list[list[int]] = [[] for _ in range(self.n_candidates)]
        sides = self.pair_candidate[pairs].tolist(), self.pair_reference[pairs].tolist()
        for candidate, reference in zip(*sides, strict=True):
            found[candidate].append(reference)
        return [tuple(references) for references in found]

    def place(self, rows: NDArray[T]) -> NDArray[T]:
        """Return values of the chosen pairs among those of all, which are 0, array[n_pairs, ...]."""
        placed = np.zeros((self.n_pairs, *rows.shape[1:]), rows.dtype)
        placed[self.chosen] = rows
        return placed

    def choose(self, chosen: Masks) -> "BatchLayout":
        """Return the same layout with only these of the chosen pairs, bool[n_pairs]."""
        return replace(self, chosen=self.chosen & chosen)

    def part(self, groups: slice) -> "BatchLayout":
        """Return the layout of neighbouring groups, numbered from 0."""
        bounds = slice(groups.start, groups.stop + 1)
        ours, theirs = self.candidate_groups[bounds], self.reference_groups[bounds]
        pairs = slice(self.pair_groups[groups.start], self.pair_groups[groups.stop])
        return BatchLayout(
            ours - ours[0],
            theirs - theirs[0],
            self.chosen[pairs],
            self.weights[theirs[0] : theirs[-1]],
            None if self.corpus is None else self.corpus[pairs],
        )

    def spread(self, rows: NDArray[T]) -> NDArray[T]:
        """Lay values of pairs out by candidate and position.

        Parameters
        ----------
        rows : array[n_pairs, ...]

        Returns
        -------
        array[n_candidates, most references of a candidate, ...]
            Zero where a candidate has fewer references. It may share memory with `rows`.
        """
        most = int(self.pairs_of.max(initial=0))
        if self.n_pairs == self.n_candidates * most:
            return rows.reshape(self.n_candidates, most, *rows.shape[1:])
        table = np.zeros((self.n_candidates, most, *rows.shape[1:]), rows.dtype)
        table[self.pair_candidate, self.pair_position] = rows
        return table


@dataclass(frozen=True, eq=False)
class Batch:
    """Candidates and references as word ids, and how they meet.

    Parameters
    ----------
    candidates, references : Texts
        Of one corpus, so that equal words have equal ids.
    layout : BatchLayout
    keys : list of (task, segment, system), optional
        Names of the candidates, where they come from a data set.
    """

    candidates: Texts
    references: Texts
    layout: BatchLayout
    keys: Sequence[tuple[str, str, str]] | None = None

    @cached_property
    def shared(self) -> Shared:
        """The batch as the matching kernels want it."""
        ours = RaggedTexts(*self.candidates[:3], self.layout.candidate_groups)
        theirs = RaggedTexts(*self.references[:3], self.layout.reference_groups)
        candidates, references, shared = share_words(ours, theirs, len(self.candidates.vocabulary))
        return Shared(ours._replace(words=candidates), theirs._replace(words=references), shared)

    @cached_property
    def shared_sentences(self) -> SharedSentences:
        """The batch as the LCS kernels want it; under a limit of bytes they read it in two ways."""
        ours, theirs = self.candidates.readings, self.references.readings
        if ours is None or theirs is None:
            return SharedSentences(self.shared, self.shared)
        both = Batch(ours, theirs, self.layout).shared
        sentences, words = (
            both._replace(
                candidates=keep_sentences(both.candidates, first),
                references=keep_sentences(both.references, first),
            )
            for first in (False, True)
        )
        return SharedSentences(sentences, words)

    @cached_property
    def candidate_lengths(self) -> Integers:
        """Words of each candidate, int64[n_candidates]."""
        return text_lengths(self.candidates)

    @cached_property
    def reference_lengths(self) -> Integers:
        """Words of each reference, int64[n_references]."""
        return text_lengths(self.references)

    def under(self, layout: BatchLayout) -> "Batch":
        """Return the same texts with other pairs chosen; what was renumbered stays so."""
        batch = Batch(self.candidates, self.references, layout, self.keys)
        batch.__dict__["shared"] = self.shared
        return batch


def text_lengths(texts: Texts | RaggedTexts) -> Integers:
    """Return the number of words of each text, int64[n_texts]."""
    return np.diff(texts.sentences[texts.texts])
