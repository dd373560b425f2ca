"""Which words match: the n-grams, words on an LCS or skip-bigrams that a metric counts, one by one.

Kernels return how many there are. To show them they are found again here, slowly, for a candidate at a time;
there are exactly as many as the metric counts. Where a text has an n-gram more often than is counted, its
first ones count.
"""

from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from workbench.metrics.base import Counter, Metric
from workbench.metrics.bleu import Bleu, ClippedNGrams
from workbench.metrics.function import FunctionMetric
from workbench.metrics.matched_lcs import matched_runs
from workbench.metrics.own_matches import Matched, places_of
from workbench.metrics.rouge_counts import Lcs, NGrams, SkipBigrams, TextLcs, WeightedLcs
from workbench.metrics.rouge_family import WithUnigrams
from workbench.metrics.rouge_weighted import WeightedSums
from workbench.text.corpus import Texts

Places = dict[tuple[str, ...], list[tuple[int, ...]]]


class SplitText(NamedTuple):
    """A text as a metric reads it, sentence by sentence.

    `for_lcs` are the same sentences, but under a limit of bytes, for which ROUGE-1.5.5 reads a text twice.
    """

    sentences: list[list[str]]
    for_lcs: list[list[str]]

    @property
    def words(self) -> list[str]:
        """All words."""
        return list(chain.from_iterable(self.sentences))


class MatchKind(NamedTuple):
    """One kind of thing that a metric counts, and where its counts stand in the metric's columns.

    `reference` is -1 where the metric does not count what the reference has.
    """

    noun: str
    match: int
    reference: int
    candidate: int


class Unit(NamedTuple):
    """One match.

    Attributes
    ----------
    kind : int
        Of those that `kinds` returns.
    candidate, reference : tuple of int
        Its words: positions among all words of the candidate and of the reference.
    value : float
        What it adds to the metric's count: 1, the weight of the reference, or f of a run's length.
    """

    kind: int
    candidate: tuple[int, ...]
    reference: tuple[int, ...]
    value: float


def read_text(texts: Texts, number: int) -> SplitText:
    r"""Return one text as the metrics read it.

    Examples
    --------
    >>> from workbench.text.corpus import Corpus
    >>> from workbench.text.preprocess import get_preprocess
    >>> read_text(Corpus(["a b\nc"]).encode(get_preprocess("CASE")), 0).words
    ['a', 'b', 'c']
    """
    sentences = texts.tokens(number)
    return SplitText(sentences, sentences if texts.readings is None else texts.readings.tokens(number)[1:])


def sentences_of(metric: Metric, text: SplitText) -> list[list[str]]:
    """Return the sentences in which the positions of a metric's matches are counted."""
    if isinstance(metric.counter, FunctionMetric) and metric.counter.on == "text":
        return [line.split() for sentence in text.sentences for line in sentence]
    counter = _counter(metric)
    return text.for_lcs if counter == Lcs() or isinstance(counter, WeightedLcs) else text.sentences


def _counter(metric: Metric) -> Counter:
    """Return what a metric counts in pairs, or under all references."""
    return metric.counter.pairs if isinstance(metric.counter, WeightedSums) else metric.counter


def kinds(metric: Metric) -> tuple[MatchKind, ...]:
    """Return what a metric counts; nothing for a metric whose matches are not known here.

    What a function of your own matches it says itself, or not (`says_matches`).

    Examples
    --------
    >>> from workbench.metrics.base import get_metric
    >>> [kind.noun for kind in kinds(get_metric("rouge-su"))], kinds(get_metric("chrf"))
    (['skip-bigram', 'word'], ())
    """
    counter = _counter(metric)
    if isinstance(counter, ClippedNGrams) and isinstance(metric, Bleu):
        return tuple(MatchKind(_noun(n + 1), 2 * n, -1, 2 * n + 1) for n in range(metric.order))
    if isinstance(counter, NGrams):
        order = getattr(metric, "order", 1)
        return (MatchKind(_noun(order), *range(3 * order - 3, 3 * order)),)
    if isinstance(counter, SkipBigrams):
        both = (MatchKind("skip-bigram", 0, 1, 2), MatchKind("word", 3, 4, 5))
        return both if isinstance(metric, WithUnigrams) else both[:1]
    if isinstance(counter, WeightedLcs):
        return (MatchKind("run on the WLCS", 0, 1, 2),)
    if isinstance(counter, FunctionMetric):
        return (MatchKind("match", 0, -1, 0),)
    if isinstance(counter, Lcs) or (isinstance(counter, TextLcs) and not counter.by_sentence):
        return (MatchKind("word on the LCS", 0, 1, 2),)
    return ()


def says_matches(metric: Metric, candidate: SplitText, references: Sequence[SplitText]) -> bool:
    """Tell whether `find_matches` finds anything out: always, but for functions that only return a score."""
    counter = metric.counter
    if isinstance(counter, FunctionMetric):
        return counter.may_match and _own(counter, candidate, references) is not None
    return bool(kinds(metric))


def find_matches(
    metric: Metric, candidate: SplitText, references: Sequence[SplitText], weights: Sequence[float]
) -> list[list[Unit]]:
    """Return what matches between a candidate and each of its references.

    Parameters
    ----------
    metric : Metric
        One that has `kinds`.
    candidate : SplitText
    references : sequence of SplitText
        Those that are chosen.
    weights : sequence of float
        Of the references; used by metrics that use them.

    Returns
    -------
    list of list of Unit, one for each reference
        For each kind the values add up to the metric's count: for each reference, or, for a metric that
        counts a candidate under all its references (BLEU), over the references. There an n-gram stands with
        the first of the references from which its clipped count is taken.

    Examples
    --------
    The second "the" is one more than the reference has.

    >>> from workbench.metrics.base import get_metric
    >>> ours, theirs = (SplitText([words], [words]) for words in (["the", "the", "cat"], ["cat", "the"]))
    >>> [units] = find_matches(get_metric("rouge-1"), ours, [theirs], [1.0])
    >>> [unit.candidate for unit in units]
    [(0,), (2,)]
    """
    counter = metric.counter
    if isinstance(counter, FunctionMetric):
        return _own(counter, candidate, references) or [[] for _ in references]
    if isinstance(counter, ClippedNGrams):
        return _clipped(counter, len(kinds(metric)), candidate.words, references, weights)
    if isinstance(counter, WeightedSums):
        return [
            [unit._replace(value=weight * unit.value) for unit in _pair(metric, candidate, reference)]
            for reference, weight in zip(references, weights, strict=True)
        ]
    return [_pair(metric, candidate, reference) for reference in references]


def _own(
    counter: FunctionMetric, candidate: SplitText, references: Sequence[SplitText]
) -> list[list[Unit]] | None:
    """Return what a function says that it matches; None where it only returns a score."""
    ours, *theirs = (counter.read(each.sentences) for each in (candidate, *references))
    found = counter.returned(ours, theirs)
    if not isinstance(found, Matched):
        return None
    said = places_of(found, counter.name, ours, theirs)
    return [[Unit(0, *places, 1.0) for places in pairs] for pairs in said]


def _noun(order: int) -> str:
    return {1: "word", 2: "bigram", 3: "trigram"}.get(order, f"{order}-gram")


def _pair(metric: Metric, candidate: SplitText, reference: SplitText) -> list[Unit]:
    counter = _counter(metric)
    ours, theirs = candidate.words, reference.words
    sides, power = (candidate.for_lcs, reference.for_lcs), []
    room: Tally[str] | None = Tally(ours) & Tally(theirs)
    match counter:
        case NGrams():
            order = getattr(metric, "order", 1)
            return _common(0, _ngrams(ours, order), _ngrams(theirs, order))
        case SkipBigrams():
            units = _common(0, _skip_bigrams(ours, counter.gap), _skip_bigrams(theirs, counter.gap))
            if len(kinds(metric)) > 1:
                # for ROUGE-1.5.5 the last word of a text is no unigram
                end = None if counter.all_words else -1
                units += _common(1, _ngrams(ours[:end], 1), _ngrams(theirs[:end], 1))
            return units
        case WeightedLcs(weight=weight):
            power = [float(k) ** weight for k in range(max(map(len, (*reference.for_lcs, ()))) + 2)]
        case TextLcs():
            sides = [ours], [theirs]
        case Lcs(clipped=False):
            sides, room = (candidate.sentences, reference.sentences), None
    runs = matched_runs(*sides, room, power)
    return [Unit(0, *run, power[len(run.reference)] if power else 1.0) for run in runs]


def _gather(words: list[str], every: Iterable[tuple[int, ...]]) -> Places:
    """Return the places of each gram."""
    places: Places = defaultdict(list)
    for place in every:
        places[tuple(words[at] for at in place)].append(place)
    return places


def _ngrams(words: list[str], order: int) -> Places:
    """Return where each n-gram stands."""
    return _gather(words, (tuple(range(at, at + order)) for at in range(len(words) - order + 1)))


def _skip_bigrams(words: list[str], gap: int | None) -> Places:
    """Return where each skip-bigram stands."""
    reach, end = len(words) if gap is None else gap + 1, len(words)
    return _gather(words, ((i, j) for i in range(end) for j in range(i + 1, min(i + reach + 1, end))))


def _common(kind: int, ours: Places, theirs: Places, value: float = 1.0) -> list[Unit]:
    """Return as many of each as both texts have."""
    return [
        Unit(kind, mine, other, value)
        for gram, places in ours.items()
        if gram in theirs
        for mine, other in zip(places, theirs[gram], strict=False)
    ]


def _clipped(
    counter: ClippedNGrams,
    orders: int,
    words: list[str],
    references: Sequence[SplitText],
    weights: Sequence[float],
) -> list[list[Unit]]:
    """Return the n-grams of orders 1 to `orders` that count, each with the reference that makes it count."""
    found: list[list[Unit]] = [[] for _ in references]
    rated = np.asarray(weights if counter.weighted else np.ones(len(references)), np.float64)
    if rated.max(initial=0) <= 0:
        return found
    for kind in range(orders):
        theirs = [_ngrams(reference.words, kind + 1) for reference in references]
        for gram, places in _ngrams(words, kind + 1).items():
            clipped = np.array([min(len(places), len(each.get(gram, ()))) for each in theirs])
            if not clipped.any():
                continue
            worth = clipped if counter.apart else np.where(clipped > 0, rated * clipped, -np.inf)
            chosen = int(worth.argmax())
            value = float(rated[clipped > 0].max() if counter.apart else rated[chosen])
            found[chosen] += _common(kind, {gram: places}, theirs[chosen], value)
    return found
