"""The slow obvious versions of ROUGE as other programs than ROUGE-1.5.5 compute it.

A text is a list of sentences, a sentence a list of words. Nothing here is shared with the package.
"""

import math
from collections import Counter
from itertools import combinations


def flat(text):
    return [word for sentence in text for word in sentence]


def ngrams(words, order):
    return [tuple(words[at : at + order]) for at in range(len(words) - order + 1)]


def within(words, gap):
    pairs = combinations(range(len(words)), 2)
    return [(words[i], words[j]) for i, j in pairs if j - i - 1 <= gap]


def share(hits, whole):
    return hits / whole if whole else 0.0


def lcs_table(x, y):
    table = [[0] * (len(y) + 1) for _ in range(len(x) + 1)]
    for i, a in enumerate(x, 1):
        for j, b in enumerate(y, 1):
            table[i][j] = table[i - 1][j - 1] + 1 if a == b else max(table[i - 1][j], table[i][j - 1])
    return table


def lcs_length(x, y):
    return lcs_table(x, y)[-1][-1]


def lcs_words(x, y):
    """Words on the LCS that pltrdy finds, from the last to the first."""
    table, i, j, found = lcs_table(x, y), len(x), len(y), []
    while i and j:
        if x[i - 1] == y[j - 1]:
            found.append(x[i - 1])
            i, j = i - 1, j - 1
        elif table[i - 1][j] > table[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return found


def wlcs(x, y, f):
    """The value of the table of Lin 2004, §4."""
    value = [[0.0] * (len(y) + 1) for _ in range(len(x) + 1)]
    run = [[0] * (len(y) + 1) for _ in range(len(x) + 1)]
    for i, a in enumerate(x, 1):
        for j, b in enumerate(y, 1):
            if a == b:
                k = run[i - 1][j - 1]
                value[i][j] = value[i - 1][j - 1] + f(k + 1) - f(k)
                run[i][j] = k + 1
            else:
                value[i][j] = max(value[i - 1][j], value[i][j - 1])
    return value[-1][-1]


def pltrdy(match, reference, candidate):
    """Recall, precision and F."""
    recall, precision = share(match, reference), share(match, candidate)
    return [recall, precision, 2 * precision * recall / (precision + recall + 1e-8)]


def pltrdy_n(candidate, reference, order, exclusive):
    ours, theirs = (ngrams(flat(text), order) for text in (candidate, reference))
    if exclusive:
        return pltrdy(len(set(ours) & set(theirs)), len(set(theirs)), len(set(ours)))
    return pltrdy((Counter(ours) & Counter(theirs)).total(), len(theirs), len(ours))


def pltrdy_l(candidate, reference, exclusive):
    found = [word for their in reference for our in candidate for word in lcs_words(their, our)]
    parts = found, flat(reference), flat(candidate)
    return pltrdy(*(len(set(words)) if exclusive else len(words) for words in parts))


def matlab_recall(match, reference):
    return match / reference if reference else math.nan


def matlab_counts(candidate, reference, grams, unclipped):
    """Match, reference and candidate; `grams` makes a list of a sentence."""
    ours = Counter(gram for sentence in candidate for gram in grams(sentence))
    theirs = [grams(sentence) for sentence in reference]
    together = Counter(gram for sentence in theirs for gram in sentence)
    match = (ours & together).total()
    if unclipped:
        match = sum(ours[gram] for sentence in theirs for gram in set(sentence))
    return match, together.total(), ours.total()
