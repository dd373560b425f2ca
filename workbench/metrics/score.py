"""Scoring texts that are at hand: the public `score`."""

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Literal, TypeVar, cast

import numpy as np

from workbench.errors import FROM_RATINGS, Problem, ScoreError, SpecError
from workbench.executor import local_executor, workers_here
from workbench.metrics.base import Metric, get_metric
from workbench.metrics.listed_texts import cut_into_parts
from workbench.metrics.references import get_combination
from workbench.metrics.score_parts import AskedScores, ComponentOf, ListedTexts, Totals, score_parts
from workbench.text.preprocess import get_preprocess
from workbench.types import Array

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")
Text = str | Sequence[str]
_UNORDERED = Mapping, Set
"""What is no list of sentences or references: keys, or in an order that another run has not."""
_FEW_WORDS = 3
"""Words up to which a list of them may be short sentences, or short answers that are references."""
_MEAN_LETTERS = 8
"""Letters of a word on average; sentences without blanks, as in Chinese, have more."""
_ENDS = (".", "!", "?", "。", "！", "？", "…", "।", "؟")
"""What sentences end with: "Yes." and "你好吗？" are some, and no words of one."""
_Nothing = float | None
"""What a column of a table has where nothing is written."""


def _join(text: Text | _Nothing, kind: str, number: int) -> str:
    if isinstance(text, str):
        return text
    lines = list(text) if isinstance(text, Iterable) and not isinstance(text, _UNORDERED) else None
    if lines is None or not all(isinstance(line, str) for line in lines):
        what = "a text is a string or a list of strings (its sentences)"
        raise SpecError(Problem(f"{kind}[{number}]", what, "None" if text is None else text))
    return "\n".join(line.replace("\n", " ") for line in lines)


def _are_words(texts: Sequence[Sequence[Text] | str]) -> bool:
    """Tell whether all texts are lists of words, one of more than a few of them."""
    if not texts or any(isinstance(text, str) for text in texts):
        return False
    # also arrays, as a column of Parquet has them
    kinds = (text for text in texts if isinstance(text, Collection) and not isinstance(text, _UNORDERED))
    lists = [list(text) for text in kinds]
    every = list(chain.from_iterable(lists))
    if len(lists) < len(texts) or max(map(len, lists)) <= _FEW_WORDS:
        return False
    words = [word for word in every if isinstance(word, str) and len(word.split()) == 1]
    if len(words) < len(every) or all(word.endswith(_ENDS) for word in words):
        return False
    return sum(map(len, words)) <= _MEAN_LETTERS * len(words)


def _references(given: Sequence[Text] | str | _Nothing, number: int) -> list[str]:
    if isinstance(given, str):
        return [given]
    if not isinstance(given, Iterable) or isinstance(given, _UNORDERED):
        return [_join(cast("_Nothing", given), "references", number)]
    if not len(given):
        what = "a segment without a reference (an empty text would be one)"
        raise ScoreError(Problem(f"references[{number}]", what))
    return [_join(text, "references", number) for text in given]


def _listed(given: Iterable[T], where: str, of_frame: str = "") -> list[T]:
    """Return what is given in an order of its own as a list; of a pandas column its order, not its labels."""
    if isinstance(given, list):
        return given
    is_frame = hasattr(given, "columns")  # their names would be taken for texts
    if is_frame or not isinstance(given, Iterable) or isinstance(given, (*_UNORDERED, str, bytes)):
        hint = of_frame if is_frame else ""
        raise SpecError(Problem(where, "is no list", type(given).__name__, hint=hint))
    return list(given)


def _lists(references: list[Sequence[Text] | str]) -> list[list[str]]:
    # lists of strings, as a million segments have them, are looked at together and taken as they are
    lists = cast("list[list[str]]", references)
    are_lists = {type(lists), *map(type, lists)} == {list} and all(lists)
    if are_lists and {*map(type, chain.from_iterable(lists))} == {str}:
        return lists
    theirs: list[list[str]] = []
    for n, texts in enumerate(references):
        # neighbours often have the very same list
        theirs.append(theirs[-1] if n and texts is references[n - 1] else _references(texts, n))
    return theirs


def score(
    candidates: Sequence[Text],
    references: Sequence[Sequence[Text] | str],
    *,
    metrics: Sequence[str | Metric],
    preprocess: str | None = None,
    combine: str = "pooled",
    level: Literal["segment", "system"] = "segment",
    weights: Sequence[Sequence[float]] | None = None,
    unscorable: Literal["error", "drop"] = "error",
) -> "pd.DataFrame":
    """Score candidates against their references.

    As many threads score as the environment variable WORKBENCH_WORKERS says, one where it says nothing or a
    metric looks at all texts at once (CIDEr, NIST); they do not change a bit of the result.

    Parameters
    ----------
    candidates : sequence of texts
        A text is a string, whose lines are its sentences, or a list of sentences.
    references : sequence, as long as `candidates`
        For each candidate its reference, a string, or a list of references, each of them a text.
    metrics : sequence of str or Metric
        Names as in ``rouge-w(weight=1.2)``, or metric objects.
    preprocess : str, optional
        CASE, STEM, STOP, STEM+STOP, 13a or none; where nothing is said each metric takes its own (CASE for
        ROUGE, 13a for BLEU).
    combine : str
        How ROUGE combines several references: pooled, best, mean, jackknife, jackknife(over=best).
    level : "segment" or "system"
        One row for each candidate, or the pooled value of all: corpus BLEU, mean ROUGE.
    weights : sequence of sequences of float, optional
        A rating in [-1, 1] for each reference, for ΔBLEU. Without them every weight is 1.
    unscorable : "error" or "drop"
        What to do with a segment that a metric cannot score (ΔBLEU: no positive weight). Dropped, its value
        is NaN and the system's value is that of the others.

    Returns
    -------
    DataFrame
        Columns segment (position of the candidate, from 0; not with ``level="system"``), metric (as it was
        named in `metrics`), component (recall, precision and f, or score) and value (a fraction).

    Raises
    ------
    SpecError
        Unknown names, or lists whose lengths differ.
    ScoreError
        A segment that cannot be scored, unless it is dropped.

    Examples
    --------
    >>> score(["the cat sat"], [["the cat"]], metrics=["rouge-1"])
       segment   metric  component     value
    0        0  rouge-1     recall  1.000000
    1        0  rouge-1  precision  0.666667
    2        0  rouge-1          f  0.800000
    """
    if isinstance(candidates, str) or isinstance(references, str) or isinstance(metrics, str):
        raise SpecError(Problem("score", "candidates, references and metrics are lists, not one string"))
    ours = _listed(candidates, "candidates", "frame['text'] is the column of that name")
    of_frame = "frame.values.tolist() is a list of the references of each row"
    given = _listed(references, "references", of_frame)
    if len(ours) != len(given):
        what = "candidates and references differ in number"
        raise SpecError(Problem("score", what, f"{len(ours)} and {len(given)}"))
    choices = (("level", level, "segment or system"), ("unscorable", unscorable, "error or drop"))
    for name, choice, allowed in choices:
        if choice not in allowed.split(" or "):
            raise SpecError(Problem("score", f"unknown {name}", choice, allowed))
    get_combination(combine, "combine")
    if preprocess is not None:
        get_preprocess(preprocess, "preprocess")
    named = enumerate(_listed(metrics, "metrics"))
    asked = [(str(metric), get_metric(metric, f"metrics[{n}]")) for n, metric in named]
    if not asked:
        raise SpecError(Problem("metrics", "too few", 0, "1 or more"))
    if _are_words(ours) and _are_words(given):
        what = "lists of words: a list is taken for the sentences of a candidate, and for several references"
        hint = "Join the words with blanks: ' '.join(words)"
        raise SpecError(Problem("score", what, list(map(str, given[0])), hint=hint))
    ready = [text if isinstance(text, str) else _join(text, "candidates", n) for n, text in enumerate(ours)]
    theirs = _lists(given)
    rated = _check_weights(weights, theirs)

    wanted = AskedScores(tuple(asked), preprocess, combine)
    totals, scored = Totals(wanted), []
    workers = workers_here()
    runs = cut_into_parts(theirs, [counter for _, counter in wanted.needed], workers)
    parts = (ListedTexts(ready[run], theirs[run], None if rated is None else rated[run]) for run in runs)
    for part in score_parts(wanted, parts, totals, local_executor(workers)):
        if level == "segment":
            scored.append(part.values)
    if unscorable == "error":
        totals.refuse_undefined()
    return totals.frame() if level == "system" else segment_frame(scored)


def _check_weights(
    weights: Sequence[Sequence[float]] | None, references: list[list[str]]
) -> list[list[float]] | None:
    if weights is None:
        return None
    try:
        rows = [[float(weight) for weight in row] for row in weights]
    except (TypeError, ValueError):
        rows = []
    if list(map(len, rows)) != list(map(len, references)):
        raise SpecError(Problem("weights", "must have one number for each reference of each segment"))
    for segment, row in enumerate(rows):
        for weight in row:
            if not -1 <= weight <= 1:
                what = "a weight is out of range"
                raise SpecError(Problem(f"weights[{segment}]", what, weight, "-1 to 1", FROM_RATINGS))
    return rows


def segment_frame(parts: Sequence[Mapping[ComponentOf, Array]], start: int = 0) -> "pd.DataFrame":
    """Return a row for each segment, metric and component, of parts that follow each other."""
    import pandas as pd

    keys = list(parts[0]) if parts else []
    rows = [np.stack([part[key] for key in keys], axis=1) for part in parts]
    n_segments = sum(map(len, rows))
    components = [component for _, component in keys]
    labels = [label for label, _ in keys]
    return pd.DataFrame(
        {
            "segment": np.repeat(np.arange(start, start + n_segments), len(keys)),
            "metric": _repeated(labels, dict.fromkeys(labels), n_segments),
            "component": _repeated(components, sorted(set(components)), n_segments),
            "value": np.concatenate([part.ravel() for part in rows]) if rows else np.zeros(0),
        }
    )


def _repeated(words: list[str], known: Iterable[str], times: int) -> "pd.Categorical":
    """Return the words so many times, as categories in the order in which they are known."""
    import pandas as pd

    categories = tuple(known)
    codes = np.array([categories.index(word) for word in words], np.intp)
    return pd.Categorical.from_codes(np.tile(codes, times), dtype=_categories(categories), validate=False)


@lru_cache
def _categories(names: tuple[str, ...]) -> "pd.CategoricalDtype":
    """Return the type of a column of names; pandas takes longer to make one than a text to be scored."""
    import pandas as pd

    return pd.CategoricalDtype(names)
