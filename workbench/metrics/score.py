"""Scoring texts that are at hand: the public `score`."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

import numpy as np
import pandas as pd

from workbench.errors import Problem, ScoreError, SpecError
from workbench.metrics.base import Metric, get_metric
from workbench.metrics.listed_texts import count_texts, cut_into_parts
from workbench.metrics.references import get_combination, score_candidates

Text = str | Sequence[str]


def _join(text: Text, kind: str, number: int) -> str:
    if isinstance(text, str):
        return text
    lines = list(text)
    if not all(isinstance(line, str) for line in lines):
        what = "a text is a string or a list of strings (its sentences)"
        raise SpecError(Problem(f"{kind}[{number}]", what, text))
    return "\n".join(line.replace("\n", " ") for line in lines)


def _references(given: Sequence[Text] | str, number: int) -> list[str]:
    if isinstance(given, str):
        return [given]
    texts = [text if type(text) is str else _join(text, "references", number) for text in given]
    if not texts:
        what = "a segment without a reference (an empty text would be one)"
        raise ScoreError(Problem(f"references[{number}]", what))
    return texts


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
) -> pd.DataFrame:
    """Score candidates against their references.

    As many threads count as the environment variable WORKBENCH_WORKERS says, one where it says nothing; they
    do not change a bit of the result.

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
    if len(candidates) != len(references):
        what = "candidates and references differ in number"
        raise SpecError(Problem("score", what, f"{len(candidates)} and {len(references)}"))
    choices: list[tuple[str, str, tuple[str, str]]] = [
        ("level", level, ("segment", "system")),
        ("unscorable", unscorable, ("error", "drop")),
    ]
    for name, choice, allowed in choices:
        if choice not in allowed:
            raise SpecError(Problem("score", f"unknown {name}", choice, " or ".join(allowed)))
    get_combination(combine, "combine")
    asked = [(str(metric), get_metric(metric, f"metrics[{n}]")) for n, metric in enumerate(metrics)]
    ready = [text if type(text) is str else _join(text, "candidates", n) for n, text in enumerate(candidates)]
    theirs: list[list[str]] = []
    for n, texts in enumerate(references):
        # neighbours often have the very same list
        theirs.append(theirs[-1] if n and texts is references[n - 1] else _references(texts, n))
    rated = _check_weights(weights, [len(texts) for texts in theirs])

    values: dict[tuple[str, str], list[np.ndarray]] = {}
    sums: dict[str, np.ndarray] = {}
    needed = [(metric.prepares(preprocess or metric.preprocess), metric.counter) for _, metric in asked]
    for part in cut_into_parts([len(texts) for texts in theirs], [counter for _, counter in needed]):
        weights_here = None if rated is None else rated[part]
        counted = count_texts(ready[part], theirs[part], weights_here, needed)
        for (label, metric), (read, counter) in zip(asked, needed, strict=True):
            counts = counted.counts[read, counter.name]
            for component, row in score_candidates(metric, counts, counted.layout, combine).items():
                values.setdefault((label, component), []).append(row)
            if metric.system == "pooled":
                sums[label] = sums.get(label, 0) + counts.sum(axis=0)
    columns = {key: np.concatenate(rows) if rows else np.zeros(0) for key, rows in values.items()}
    if unscorable == "error":
        _refuse_undefined(columns, dict(asked))
    if level == "segment":
        return _segment_frame(columns, len(ready), [label for label, _ in asked])
    by_label = dict(asked)
    system = []
    for (label, component), column in columns.items():
        if by_label[label].system == "pooled":
            value = float(by_label[label].score(sums[label])[component])
        else:
            value = float(np.nanmean(column)) if np.isfinite(column).any() else np.nan
        system.append((label, component, value))
    return pd.DataFrame(system, columns=["metric", "component", "value"])


def _check_weights(weights: Sequence[Sequence[float]] | None, sizes: list[int]) -> list[list[float]] | None:
    if weights is None:
        return None
    rows = [[float(weight) for weight in row] for row in weights]
    if [len(row) for row in rows] != sizes:
        raise SpecError(Problem("weights", "must have one number for each reference of each segment"))
    for segment, row in enumerate(rows):
        for weight in row:
            if not -1 <= weight <= 1:
                raise SpecError(Problem(f"weights[{segment}]", "a weight is out of range", weight, "-1 to 1"))
    return rows


def _refuse_undefined(columns: dict[tuple[str, str], np.ndarray], metrics: dict[str, Metric]) -> None:
    for (label, _), column in columns.items():
        missing = np.flatnonzero(np.isnan(column))
        if len(missing):
            where = f"{label}: segment {missing[0]}"
            more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
            what = f"cannot be scored: {metrics[label].undefined}{more}"
            raise ScoreError(Problem(where, what, hint="unscorable='drop' leaves such segments out"))


def _segment_frame(
    columns: dict[tuple[str, str], np.ndarray], n_segments: int, labels: list[str]
) -> pd.DataFrame:
    keys = list(columns)
    values = np.stack([columns[key] for key in keys], axis=1).ravel() if keys else np.zeros(0)
    components = [component for _, component in keys]
    return pd.DataFrame(
        {
            "segment": np.repeat(np.arange(n_segments), len(keys)),
            "metric": _repeated([label for label, _ in keys], dict.fromkeys(labels), n_segments),
            "component": _repeated(components, sorted(set(components)), n_segments),
            "value": values,
        }
    )


def _repeated(words: list[str], known: Iterable[str], times: int) -> pd.Categorical:
    """Return the words so many times, as categories in the order in which they are known."""
    categories = tuple(known)
    codes = np.array([categories.index(word) for word in words], np.intp)
    return pd.Categorical.from_codes(np.tile(codes, times), dtype=_categories(categories), validate=False)


@lru_cache
def _categories(names: tuple[str, ...]) -> pd.CategoricalDtype:
    """Return the type of a column of names; pandas takes longer to make one than a text to be scored."""
    return pd.CategoricalDtype(names)
