"""Scoring texts that are at hand: the public `score`."""

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np
import pandas as pd

from workbench.errors import Problem, ScoreError, SpecError
from workbench.metrics.base import Metric, get_metric
from workbench.metrics.batch import Batch, Layout
from workbench.metrics.references import get_combination, score_candidates
from workbench.text.corpus import Corpus
from workbench.text.preprocess import get_preprocess

Text = str | Sequence[str]
TEXTS_AT_ONCE = 50_000


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
    texts = [_join(text, "references", number) for text in given]
    if not texts:
        what = "a segment without a reference (an empty text would be one)"
        raise ScoreError(Problem(f"references[{number}]", what))
    return texts


def _parts(sizes: Sequence[int]) -> Iterator[slice]:
    """Cut segments into runs of about `TEXTS_AT_ONCE` texts, so that memory stays bounded."""
    start = texts = 0
    for number, size in enumerate(sizes):
        texts += size + 1
        if texts >= TEXTS_AT_ONCE:
            yield slice(start, number + 1)
            start, texts = number + 1, 0
    if start < len(sizes):
        yield slice(start, len(sizes))


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
    ready = [_join(text, "candidates", n) for n, text in enumerate(candidates)]
    theirs: list[list[str]] = []
    for n, texts in enumerate(references):
        # neighbours often have the very same list
        theirs.append(theirs[-1] if n and texts is references[n - 1] else _references(texts, n))
    rated = _check_weights(weights, [len(texts) for texts in theirs])

    values: dict[tuple[str, str], list[np.ndarray]] = {}
    sums: dict[str, np.ndarray] = {}
    for part in _parts([len(texts) for texts in theirs]):
        scorer = _Scorer(ready[part], theirs[part], None if rated is None else rated[part])
        for label, metric in asked:
            counts, layout = scorer.count(metric, preprocess or metric.preprocess)
            for component, row in score_candidates(metric, counts, layout, combine).items():
                values.setdefault((label, component), []).append(row)
            if metric.system == "pooled":
                sums[label] = sums.get(label, 0) + counts.sum(axis=0)
    columns = {key: np.concatenate(rows) if rows else np.zeros(0) for key, rows in values.items()}
    if unscorable == "error":
        _refuse_undefined(columns)
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


class _Scorer:
    """Texts cut once, encoded once for each preprocessing and counted once for each counter.

    Neighbours with the same references form a group: a reference that many candidates are compared with is
    read once.
    """

    def __init__(
        self, candidates: list[str], references: list[list[str]], weights: list[list[float]] | None
    ) -> None:
        self.n = len(candidates)
        same = [
            number > 0
            and references[number] == references[number - 1]
            and (weights is None or weights[number] == weights[number - 1])
            for number in range(self.n)
        ]
        firsts = [number for number in range(self.n) if not same[number]]
        members = np.diff([*firsts, self.n]).tolist()
        self.corpus = Corpus(candidates + [text for first in firsts for text in references[first]])
        layout = Layout.of_sizes(members, [len(references[first]) for first in firsts])
        if weights is not None:
            rated = np.array([weight for first in firsts for weight in weights[first]], np.float64)
            layout = Layout(layout.candidate_groups, layout.reference_groups, layout.chosen, rated)
        self.layout = layout
        self.batches: dict[str, Batch] = {}
        self.counts: dict[tuple[str, str], np.ndarray] = {}

    def count(self, metric: Metric, preprocess: str) -> tuple[np.ndarray, Layout]:
        if preprocess not in self.batches:
            texts = self.corpus.encode(get_preprocess(preprocess, "preprocess"))
            total = len(texts.texts) - 1
            self.batches[preprocess] = Batch(
                texts.take(np.arange(self.n)), texts.take(np.arange(self.n, total)), self.layout
            )
        key = (preprocess, metric.counter.name)
        if key not in self.counts:
            self.counts[key] = metric.counter.count(self.batches[preprocess])
        return self.counts[key], self.layout


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


def _refuse_undefined(columns: dict[tuple[str, str], np.ndarray]) -> None:
    for (label, _), column in columns.items():
        missing = np.flatnonzero(np.isnan(column))
        if len(missing):
            where = f"{label}: segment {missing[0]}"
            more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
            what = f"cannot be scored: no reference has a positive weight{more}"
            raise ScoreError(Problem(where, what, hint="unscorable='drop' leaves such segments out"))


def _segment_frame(
    columns: dict[tuple[str, str], np.ndarray], n_segments: int, labels: list[str]
) -> pd.DataFrame:
    keys = list(columns)
    codes = np.tile(np.arange(len(keys)), n_segments)
    metrics = pd.Categorical([label for label, _ in keys], dict.fromkeys(labels))
    components = pd.Categorical([component for _, component in keys])
    values = np.stack([columns[key] for key in keys], axis=1).ravel() if keys else np.zeros(0)
    return pd.DataFrame(
        {
            "segment": np.repeat(np.arange(n_segments), len(keys)),
            "metric": metrics[codes],
            "component": components[codes],
            "value": values,
        }
    )
