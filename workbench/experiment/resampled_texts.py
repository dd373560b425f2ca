"""Files of texts under draws of their lines: intervals of scores, tests of systems against the first one."""

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
import pandas as pd

from workbench.errors import Problem, SpecError
from workbench.experiment.score_table import ScoredTexts
from workbench.metrics.base import Metric, get_metric
from workbench.metrics.listed_texts import count_texts, cut_into_parts
from workbench.metrics.references import score_candidates
from workbench.stats.decisions.paired_systems import (
    PairedMethod,
    Summed,
    compare_two,
    draw_segments,
    draw_swaps,
    drawn_scores,
    interval_of_draws,
    summed_means,
)
from workbench.types import Array

SEED = 12345
"""That of sacrebleu, so that the draws are its own."""
DRAWS = 1000


def score_intervals(
    texts: ScoredTexts, names: Sequence[str], confidence: float, *, preprocess: str | None, combine: str
) -> pd.DataFrame:
    """Return an interval of the score of a file under each metric, from 1,000 draws of its lines.

    Returns
    -------
    DataFrame
        Columns metric, component, low, high, half; the draws are those of sacrebleu.
    """
    weights = draw_segments(np.random.default_rng(SEED), len(texts.candidates), DRAWS)
    rows = []
    for name in names:
        for component, summed in sum_texts([texts], name, preprocess, combine).items():
            found = interval_of_draws(drawn_scores(summed, weights)[:, 0], confidence)
            rows.append((name, component, found.low, found.high, found.half))
    return pd.DataFrame(rows, columns=["metric", "component", "low", "high", "half"])


def compare_texts(
    systems: Mapping[str, ScoredTexts], names: Sequence[str], *, method: PairedMethod, draws: int, seed: int
) -> pd.DataFrame:
    """Test each system against the first one, under each metric, on the same draws of lines.

    Parameters
    ----------
    systems
        By name; all of them against the same references.
    names
        Of metrics.
    method
        bootstrap or randomisation.
    draws, seed
        With sacrebleu's seed 12345 they are its draws.

    Returns
    -------
    DataFrame
        A row for each metric, component and system: columns system, metric, component, score, mean and half
        (of the 95 % interval, by the bootstrap), higher_is_better, difference, p, p_error, wins, the share of
        draws in which the score is larger than that of the first system, which has no p, and undefined_draws:
        of a test those in which one of the two has no score, of the first system those of its interval. They
        are left out.

    Raises
    ------
    SpecError
        If there are fewer than two systems, or one has no score: no draw would tell it from the others.
    """
    if len(systems) < 2:
        raise SpecError(
            Problem("", "one system has nothing to be compared with", hint="Name two files or more")
        )
    files = list(systems.values())
    n_lines = len(files[0].candidates)
    weights = draw_segments(
        np.random.default_rng(seed), n_lines, DRAWS if method == "randomisation" else draws
    )
    keeps = draw_swaps(np.random.default_rng(seed), n_lines, draws if method == "randomisation" else 0)
    rows = []
    for name in names:
        for component, summed in sum_texts(files, name, None, "pooled").items():
            scores, whole = drawn_scores(summed, weights), summed.whole
            if np.isnan(whole).any():
                raise SpecError(Problem(name, f"some files have no score: {get_metric(name).undefined}"))
            for at, system in enumerate(systems):
                interval = interval_of_draws(scores[:, at], 0.95)
                row = {"system": system, "metric": name, "component": component, "score": whole[at],
                       "mean": interval.mean, "half": interval.half,
                       "higher_is_better": get_metric(name).higher_is_better,
                       "undefined_draws": interval.undefined}  # fmt: skip
                if at:
                    found = compare_two(summed, at, 0, scores, keeps)
                    row |= {"undefined_draws": found.undefined, "difference": found.difference,
                            "p": found.p, "p_error": found.error, "wins": found.wins}  # fmt: skip
                rows.append(row)
    frame = pd.DataFrame(rows)
    return frame.assign(undefined_draws=frame.pop("undefined_draws"))


def sum_texts(
    files: Sequence[ScoredTexts], name: str, preprocess: str | None, combine: str
) -> dict[str, Summed]:
    """Return what is summed for the score of each file, by component of the metric.

    Raises
    ------
    SpecError
        If a line has no score.
    """
    metric = get_metric(name)
    counts, segments = zip(*(_counted(texts, metric, preprocess, combine) for texts in files), strict=True)
    if metric.system == "pooled":
        stacked = np.stack(counts)
        return {key: Summed(stacked, partial(_pooled, metric, key)) for key in segments[0]}
    found = {key: np.stack([each[key] for each in segments]) for key in segments[0]}
    if any(np.isnan(values).any() for values in found.values()):
        raise SpecError(Problem(name, f"some lines have no score: {metric.undefined}"))
    return {key: summed_means(values) for key, values in found.items()}


def _pooled(metric: Metric, component: str, sums: Array) -> Array:
    return metric.score(sums)[component]


def _counted(
    texts: ScoredTexts, metric: Metric, preprocess: str | None, combine: str
) -> tuple[Array, dict[str, Array]]:
    """Return the counts of each line, float64[lines, n], and its score by component, float64[lines]."""
    read = metric.prepares(preprocess or metric.preprocess)
    counts, scores = [], []
    for part in cut_into_parts(texts.references, [metric.counter]):
        counted = count_texts(texts.candidates[part], texts.references[part], None, [(read, metric.counter)])
        mine = counted.counts[read, metric.counter.name]
        scores.append(score_candidates(metric, mine, counted.layout, combine))
        is_pair = metric.counter.rows != "candidate"
        counts.append(np.nansum(counted.layout.spread(mine), axis=1) if is_pair else mine)
    by_component = {key: np.concatenate([each[key] for each in scores]) for key in scores[0]}
    return np.concatenate(counts).astype(np.float64), by_component
