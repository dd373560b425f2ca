"""Bags: the distinct n-grams or skip-bigrams of each text, and what two bags have in common."""

from typing import NamedTuple

import numpy as np

from workbench.kernels.compile import word_kernel
from workbench.types import Integers, Masks


class Bags(NamedTuple):
    """The grams of each text, each gram once.

    Attributes
    ----------
    starts : int64[n_texts + 1]
        Where each text starts in what follows.
    grams : int64
        Numbers of the grams, rising in each text.
    counts : int64
        How often the text has the gram.
    sentences : int64
        In how many of its sentences.
    """

    starts: Integers
    grams: Integers
    counts: Integers
    sentences: Integers


@word_kernel
def meet_bags(
    candidates: Bags, references: Bags, pair_candidate: Integers, pair_reference: Integers, chosen: Masks
) -> Integers:
    """Compare the bags of each chosen pair.

    Returns int64[n_pairs, 3]: the grams that both have; the sum of the smaller of their two counts; the sum
    over reference sentences, over the distinct grams of each, of the candidate's count.
    """
    common = np.zeros((chosen.size, 3), np.int64)
    for pair in range(chosen.size):
        if not chosen[pair]:
            continue
        candidate, reference = pair_candidate[pair], pair_reference[pair]
        ours, theirs = candidates.starts[candidate], references.starts[reference]
        while ours < candidates.starts[candidate + 1] and theirs < references.starts[reference + 1]:
            if candidates.grams[ours] < references.grams[theirs]:
                ours += 1
            elif candidates.grams[ours] > references.grams[theirs]:
                theirs += 1
            else:
                common[pair, 0] += 1
                common[pair, 1] += min(candidates.counts[ours], references.counts[theirs])
                common[pair, 2] += references.sentences[theirs] * candidates.counts[ours]
                ours += 1
                theirs += 1
    return common
