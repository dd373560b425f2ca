"""Counting through sacrebleu, which is TER alone: its statistics of each segment, summed for a corpus."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from workbench.metrics.base import Counts
from workbench.metrics.batch import Batch
from workbench.metrics.word_bags import chosen_references
from workbench.text.corpus import Texts

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric as SacrebleuMetric


def _strings(texts: Texts) -> list[str]:
    """Return texts as strings: untouched, or their words with a blank between, as they were preprocessed."""
    return [
        "\n".join(" ".join(words) for words in texts.tokens(number)) for number in range(len(texts.texts) - 1)
    ]


def statistics(metric: "SacrebleuMetric", batch: Batch, columns: Sequence[str]) -> Counts:
    """Return a metric's statistics of each candidate under its chosen references, and 1; 0 without any.

    Parameters
    ----------
    metric : sacrebleu's TER
    batch : Batch
    columns : sequence of str
        Names of the statistics and of the last column.

    Returns
    -------
    float64[n_candidates, n_columns]
    """
    candidates, references = _strings(batch.candidates), _strings(batch.references)
    rows = np.zeros((len(candidates), len(columns)))
    using: dict[tuple[int, ...], list[int]] = {}
    for number, chosen in enumerate(chosen_references(batch.layout)):
        using.setdefault(chosen, []).append(number)
    using.pop((), None)
    for chosen, numbers in using.items():
        # the only doors to what sacrebleu adds up: its public functions give the score alone, and look at
        # the references again for each system
        metric._ref_cache = metric._cache_references([[references[reference]] for reference in chosen])
        for number in numbers:
            (found,) = metric._extract_corpus_statistics([candidates[number]], None)
            rows[number] = (*found, 1)
    return rows
