"""Scores of a file for people: one aligned table, what BLEU is made of, and the signatures."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from workbench.errors import plural
from workbench.metrics.base import Counts, Metric, get_metric
from workbench.metrics.bleu import LENGTH, REFERENCE_LENGTH, Bleu
from workbench.metrics.ter import Ter

if TYPE_CHECKING:
    import pandas as pd

ScoreColumns = Mapping[str, Iterable[Any]]
"""ScoreColumns by their names, as of a frame, which a single score does not need."""


class ScoredTexts(NamedTuple):
    """A file of candidates and, for each of its lines, the references."""

    candidates: list[str]
    references: list[list[str]]


def show_scores(
    frame: "pd.DataFrame | ScoreColumns", *, percent: bool = False, details: Mapping[str, str] | None = None
) -> str:
    """Return scores as one table: a row a metric, or a line of the file; a column a component.

    Parameters
    ----------
    frame : DataFrame, or columns by their names
        As `workbench.experiment.files.FileScores` gives it; with a column half, of the width of an
        interval, that stands behind ±.
    percent : bool
        Multiply by 100 what people write so (`is_in_percent`); length, NIST and the like stay.
    details : mapping of str to str, optional
        What stands under the table about a metric, by its name.

    Examples
    --------
    >>> rows = [("rouge-1", "recall", 2 / 3, "a"), ("rouge-1", "f", 0.8, "a"), ("bleu", "score", 0.25, "b")]
    >>> names = ["metric", "component", "value", "signature"]
    >>> frame = dict(zip(names, zip(*rows, strict=True), strict=True))
    >>> print(show_scores(frame, percent=True))
    metric   recall      f  score
    rouge-1   66.67  80.00
    bleu                    25.00
    <BLANKLINE>
    signatures
      a
      b
    """
    metrics = list(dict.fromkeys(frame["metric"]))
    of_lines = "segment" in frame
    # of lines a column is a component of a metric, of a whole file a component
    keys = zip(frame["metric"], frame["component"], strict=True)
    heads_of = [(metric, component) if of_lines else ("", component) for metric, component in keys]
    columns = list(dict.fromkeys(heads_of))
    named = [str(number + 1) for number in frame["segment"]] if of_lines else list(frame["metric"])
    rows = list(dict.fromkeys(named))
    shown = [frame[name] for name in ("value", "half") if name in frame]
    written = {
        (row, head): " ± ".join(write_score(each, get_metric(metric), percent) for each in numbers)
        for row, head, metric, *numbers in zip(named, heads_of, frame["metric"], *shown, strict=True)
    }
    single = {name for name in metrics if sum(column[0] == name for column in columns) == 1}
    heads = [column[0] if column[0] in single else " ".join(column).strip() for column in columns]
    grid = [["line" if of_lines else "metric", *heads]]
    grid += [[row, *(written.get((row, column), "") for column in columns)] for row in rows]
    signatures = dict(zip(frame["metric"], frame["signature"], strict=True))
    below = [f"{name}: {said}" for name, said in (details or {}).items() if said]
    below += ["signatures", *(f"  {signatures[name]}" for name in metrics)]
    return "\n".join([*_aligned(grid), "", *below])


def is_in_percent(metric: Metric) -> bool:
    """Tell whether people write the scores of a metric times 100: shares, BLEU and TER."""
    return metric.bounds[1] <= 1 or isinstance(metric, Bleu | Ter)


def write_score(value: float, metric: Metric, percent: bool) -> str:
    """Return a score for people, times 100 on request where it is one that they write so."""
    if not np.isfinite(value):
        return "undefined"
    scaled = percent and is_in_percent(metric)
    return f"{100 * value:.2f}" if scaled else f"{value:.2f}" if percent else f"{value:.5f}"


def _aligned(grid: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    for first, *cells in grid:
        numbers = (f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True))
        yield "  ".join([f"{first:{widths[0]}}", *numbers]).rstrip()


def explain_bleu(sums: Mapping[str, Counts]) -> dict[str, str]:
    """Return what the BLEU of a file is made of, by name of the metric, as sacrebleu prints it.

    Precisions are those before anything is added, in percent; of an order that matches nothing, which makes
    an unsmoothed score 0, the remedy is said. Nothing is said of metrics that are no BLEU of a whole file.

    Parameters
    ----------
    sums : mapping of str to float64[n_columns]
        By the name of a metric, its counts summed over the file.

    Examples
    --------
    All 3 words and 1 of 2 bigrams, and 3 words against 4.

    >>> from workbench.metrics.score_parts import AskedScores, ListedTexts, score_part
    >>> asked = AskedScores((("bleu(order=2)", get_metric("bleu(order=2)")),), None, "pooled")
    >>> sums = score_part(asked, ListedTexts(["the cat down"], [["the cat sat down"]])).sums
    >>> print(explain_bleu(sums)["bleu(order=2)"])
    precisions 100.0/50.0, brevity penalty 0.717, ratio 0.750, 3 words, reference length 4
    """
    return {
        name: _made_of(metric, counts)
        for name, counts in sums.items()
        if isinstance(metric := get_metric(name), Bleu) and not metric.weighted
    }


def _made_of(metric: Bleu, counts: Counts) -> str:
    match, total = metric.matches(counts), metric.totals(counts)
    precisions = "/".join(f"{100 * m / t:.1f}" if t else "-" for m, t in zip(match, total, strict=True))
    words, reference = counts[LENGTH], counts[REFERENCE_LENGTH]
    said = (
        f"precisions {precisions}, brevity penalty {float(metric.penalty(counts)):.3f}, "
        f"ratio {words / reference if reference else float('nan'):.3f}, {plural('word', round(words))}, "
        f"reference length {reference:,.0f}"
    )
    missed = [str(order) for order, m in enumerate(match, start=1) if m == 0]
    if missed and float(metric.score(counts)["score"]) == 0:
        said += (
            f"\n  hint: no {missed[0]}-gram of the file is in its references, which makes unsmoothed "
            "BLEU 0; bleu(profile=sacrebleu) smooths as sacrebleu does, sentence-bleu is for single lines"
        )
    return said
