"""The protocol of Galley et al. 2015, one block after the other."""

from functools import cache

import naive
import numpy as np
from scipy import stats

COEFFICIENTS = {
    "pearson": lambda x, y: stats.pearsonr(x, y).statistic,
    "spearman": lambda x, y: stats.spearmanr(x, y).statistic,
    "kendall": lambda x, y: stats.kendalltau(x, y).statistic,
}


def unweighted(segments):
    return [(candidate, references, [1] * len(references)) for candidate, references, _ in segments]


def corpus_bleu(segments, order):
    return naive.bleu(segments, order)


def mean_bleu_plus_one(segments, order):
    return float(np.mean([naive.bleu([each], order, added=1) for each in segments]))


def texts_of(evalset, kept=None, choose=lambda references: references):
    """Return function (system, partner) -> list of (candidate, references, weights), a segment each.

    `kept` are the names of the segments, all where nothing is said; `choose` selects rows of references.
    """
    outputs = evalset.outputs.set_index(["system", "segment"])["text"]
    references = evalset.references

    @cache
    def segments(system, partner):
        found = []
        for segment in kept or evalset.segments(evalset.tasks[0]):
            rows = references[references["segment"] == segment]
            rows = rows[~rows["made_by"].isin([system, partner])]
            rows = choose(rows)
            theirs = [text.split() for text in rows["text"]]
            weights = rows["weight"].fillna(1.0).tolist()
            found.append((outputs[system, segment].split(), theirs, weights))
        return found

    return segments


def observe(segments, judgments, score, pairs, signs, orders, size):
    """Return the observations (metric, human) of one assignment.

    `orders` has for each pair the segments in their order, `judgments` by system the mean of each segment.
    """
    found = []
    for (a, b), sign, order in zip(pairs, signs, orders, strict=True):
        ours, theirs = segments(a, b), segments(b, a)
        for start in range(0, len(order) - size + 1, size):
            block = order[start : start + size]
            metric = score([ours[n] for n in block]) - score([theirs[n] for n in block])
            human = np.mean([judgments[a][n] for n in block]) - np.mean([judgments[b][n] for n in block])
            found.append((sign * metric, sign * human))
    return found


def coefficient(observations, name):
    x, y = zip(*observations, strict=True)
    return COEFFICIENTS[name](np.round(x, 11), np.round(y, 11))
