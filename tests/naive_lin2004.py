"""The slow obvious version of the printed equations of Lin 2004.

A text is a list of sentences, a sentence a list of words. Each function returns what a candidate and a
reference have in common, what the reference has and what the candidate has.
"""

from naive import flat, rouge_n, rouge_s, weighted_lcs_marks


def lcs(x, y):
    """The longest common subsequence by its textbook table."""
    table = [[0] * (len(y) + 1) for _ in range(len(x) + 1)]
    for i, a in enumerate(x, 1):
        above, row = table[i - 1], table[i]
        for j, b in enumerate(y, 1):
            if a == b:
                row[j] = above[j - 1] + 1
            else:
                up, left = above[j], row[j - 1]
                row[j] = up if up >= left else left
    return table[-1][-1]


def wlcs(x, y, f):
    """The program of section 4, line by line."""
    m, n = len(x), len(y)
    c = [[0.0] * (n + 1) for _ in range(m + 1)]
    w = [[0] * (n + 1) for _ in range(m + 1)]
    for i in range(1, m + 1):
        for j in range(1, n + 1):
            if x[i - 1] == y[j - 1]:
                k = w[i - 1][j - 1]
                c[i][j] = c[i - 1][j - 1] + f(k + 1) - f(k)
                w[i][j] = k + 1
            elif c[i - 1][j] > c[i][j - 1]:
                c[i][j] = c[i - 1][j]
            else:
                c[i][j] = c[i][j - 1]
    return c[m][n]


def union(sentence, candidate, f):
    """Positions of a reference sentence on its (weighted) LCS with any candidate sentence."""
    return set().union(*(weighted_lcs_marks(sentence, other, f) for other in candidate))


def rouge_l(candidate, reference):
    hits = sum(len(union(sentence, candidate, float)) for sentence in reference)
    return hits, len(flat(reference)), len(flat(candidate))


def rouge_w(candidate, reference, weight):
    def f(k):
        return float(k) ** weight

    ours, theirs = ([sentence for sentence in text if sentence] for text in (candidate, reference))
    totals = sum(f(len(sentence)) for sentence in theirs), sum(f(len(sentence)) for sentence in ours)
    if len(ours) == len(theirs) == 1:
        return wlcs(theirs[0], ours[0], f), *totals
    hits = 0.0
    for sentence in theirs:
        marks = union(sentence, ours, f)
        for start in marks:
            if start - 1 not in marks:
                end = start
                while end in marks:
                    end += 1
                hits += f(end - start)
    return hits, *totals


def rouge_su(candidate, reference, gap=None):
    pairs, words = rouge_s(candidate, reference, gap), rouge_n(candidate, reference, 1)
    return tuple(a + b for a, b in zip(pairs, words, strict=True))


def f_measure(recall, precision, beta):
    if beta == float("inf"):
        return recall
    below = recall + beta**2 * precision
    return (1 + beta**2) * recall * precision / below if below else 0.0


def mead(candidate, reference):
    """Equations 8, 10, 11 and 12."""
    by_reference = sum(max(lcs(r, c) for c in candidate) for r in reference)
    by_candidate = sum(max(lcs(r, c) for r in reference) for c in candidate)
    m, n = len(flat(reference)), len(flat(candidate))
    recall, precision = (by_reference / k if k else 0.0 for k in (m, n))
    score = (by_reference + by_candidate) / (m + n) if m + n else 0.0
    return score, recall, precision, f_measure(recall, precision, 1)
