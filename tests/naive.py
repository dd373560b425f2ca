"""The slow obvious version of everything that a kernel computes: the oracle of the kernels.

A text is a list of sentences, a sentence a list of words. Nothing here is shared with the package.
"""

import math
import re
from collections import Counter
from functools import cache
from itertools import combinations


def tokens155(text):
    """Sentences of lower-case runs of ASCII letters and digits, by bytes."""
    return [
        re.findall(rb"[a-z0-9]+", line.encode("utf-8", "surrogatepass").lower()) for line in text.split("\n")
    ]


def flat(text):
    return [word for sentence in text for word in sentence]


def ngrams(words, order):
    return Counter(tuple(words[at : at + order]) for at in range(len(words) - order + 1))


def skip_bigrams(words, gap=None):
    pairs = combinations(range(len(words)), 2)
    return Counter((words[i], words[j]) for i, j in pairs if gap is None or j - i - 1 <= gap)


def common(ours, theirs):
    return sum((ours & theirs).values())


def rouge_n(candidate, reference, order):
    ours, theirs = ngrams(flat(candidate), order), ngrams(flat(reference), order)
    return common(ours, theirs), sum(theirs.values()), sum(ours.values())


def rouge_s(candidate, reference, gap=None):
    ours, theirs = skip_bigrams(flat(candidate), gap), skip_bigrams(flat(reference), gap)
    return common(ours, theirs), sum(theirs.values()), sum(ours.values())


def rouge_su(candidate, reference, gap=None):
    words = rouge_n([flat(candidate)[:-1]], [flat(reference)[:-1]], 1)
    return tuple(a + b for a, b in zip(rouge_s(candidate, reference, gap), words, strict=True))


def weighted_lcs_marks(reference, candidate, power):
    """Positions of the reference sentence on its (weighted) LCS with a candidate sentence."""
    m, n = len(reference), len(candidate)
    value = [[0.0] * (n + 1) for _ in range(m + 1)]
    run = [[0] * (n + 1) for _ in range(m + 1)]
    for i, word in enumerate(reference, 1):
        above, row, run_above, run_row = value[i - 1], value[i], run[i - 1], run[i]
        for j, other in enumerate(candidate, 1):
            if word == other:
                k = run_above[j - 1]
                row[j] = above[j - 1] + power(k + 1) - power(k)
                run_row[j] = k + 1
            else:
                up, left = above[j], row[j - 1]
                row[j] = up if up >= left else left
    marks, i, j = set(), m, n
    while i and j:
        if reference[i - 1] == candidate[j - 1]:
            marks.add(i - 1)
            i, j = i - 1, j - 1
        elif value[i - 1][j] >= value[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return marks


def union_hits(candidate, reference, power, cut=None):
    """Words (power = identity) or powered runs on the union LCS, clipped as ROUGE-1.5.5 does.

    `cut` is both texts where the clip reads less of them, under a limit of bytes.
    """
    ours, theirs = (Counter(flat(text)) for text in cut or (candidate, reference))
    total = 0
    for sentence in reference:
        marks = set().union(*(weighted_lcs_marks(sentence, other, power) for other in candidate))
        run = 0
        for at in sorted(marks):
            word = sentence[at]
            if ours[word] and theirs[word]:
                ours[word] -= 1
                theirs[word] -= 1
                run += 1
                if at + 1 not in marks:
                    total += power(run)
                    run = 0
    return total


def rouge_l(candidate, reference, cut=None):
    ours, theirs = (Counter(flat(text)) for text in cut or (candidate, reference))
    hits = 0
    for sentence in reference:
        marks = set().union(*(weighted_lcs_marks(sentence, other, float) for other in candidate))
        for at in sorted(marks):
            if ours[sentence[at]] and theirs[sentence[at]]:
                ours[sentence[at]] -= 1
                theirs[sentence[at]] -= 1
                hits += 1
    return hits, len(flat(reference)), len(flat(candidate))


def rouge_w(candidate, reference, weight):
    def power(k):
        return float(k) ** weight

    hits = union_hits(candidate, reference, power)
    return hits, sum(power(len(s)) for s in reference) ** weight, power(len(flat(candidate)))


def ratios(hits, of_reference, of_candidate, alpha=0.5, root=1.0):
    recall = (hits / of_reference) ** (1 / root) if of_reference else 0.0
    precision = (hits / of_candidate) ** (1 / root) if of_candidate else 0.0
    below = (1 - alpha) * precision + alpha * recall
    return recall, precision, precision * recall / below if below else 0.0


@cache  # blocks and draws have the same segments again and again
def _clipped(candidate, references, weights, n):
    ours = ngrams(candidate, n)
    theirs = [ngrams(reference, n) for reference in references]
    held = 0.0
    for gram, count in ours.items():
        each = [w * min(count, r[gram]) for r, w in zip(theirs, weights, strict=True) if gram in r]
        held += max(each, default=0)
    return held, max(weights) * sum(ours.values())


def bleu(segments, order, added=0):
    """BLEU of (candidate, references, weights) triples; with weights other than 1 it is ΔBLEU."""
    above, below = [0.0] * order, [0.0] * order
    length = closest = 0
    for candidate, references, weights in segments:
        length += len(candidate)
        closest += min((len(reference) for reference in references),
                       key=lambda n: (abs(n - len(candidate)), n))  # fmt: skip
        for n in range(1, order + 1):
            held, all_of_them = _clipped(tuple(candidate), tuple(map(tuple, references)), tuple(weights), n)
            above[n - 1] += held
            below[n - 1] += all_of_them
    precisions = []
    for n in range(order):
        k = added if n else 0
        precisions.append((above[n] + k) / (below[n] + k) if below[n] + k else 0.0)
    if min(precisions) <= 0 or length == 0:
        return 0.0
    penalty = min(1.0, math.exp(1 - closest / length))
    return penalty * math.exp(sum(map(math.log, precisions)) / order)


def pair_counts(metric, human, epsilon=0.0, threshold=0.0):
    """Pairs that are concordant, discordant, tied in human only, in metric only, in both; None is missing."""
    counts = [0] * 5
    complete = [pair for pair in zip(metric, human, strict=True) if None not in pair]
    for (x1, z1), (x2, z2) in combinations(complete, 2):
        if abs(z1 - z2) < threshold:
            continue
        x_sign = 0 if abs(x1 - x2) <= epsilon else 1 if x1 > x2 else -1
        z_sign = (z1 > z2) - (z1 < z2)
        if x_sign and z_sign:
            counts[0 if x_sign == z_sign else 1] += 1
        else:
            counts[2 if x_sign else 3 if z_sign else 4] += 1
    return counts
