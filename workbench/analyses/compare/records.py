"""From tested pairs to records, one for each comparison."""

from functools import partial

import numpy as np
import pandas as pd

from workbench.analyses.compare.compared import Compared
from workbench.analyses.compare.pair_intervals import (
    Equivalent,
    PairInterval,
    find_equivalence,
    find_intervals,
)
from workbench.analyses.compare.populations import population_asked, population_of, resampled_by
from workbench.analyses.compare.rivals import Rivals, RowPair
from workbench.executor import Executor
from workbench.experiment.plan import Plan
from workbench.schema import COMPARISONS

ALONE = "no other metric is compared with it"
_NAMES = "metric", "component", "preprocess", "references"


def comparison_frame(plan: Plan, compared: list[Compared], executor: Executor) -> pd.DataFrame:
    """Return what was compared, a `schema.COMPARISONS` frame."""
    found = executor.map(partial(_records, plan, compared), range(len(compared)))
    return COMPARISONS.build([record for records in found for record in records])


def _records(plan: Plan, every: list[Compared], number: int) -> list[dict[str, object]]:
    compared = every[number]
    rivals, test, settings = compared.rivals, compared.test, plan.spec.correlation
    shown = compared.shown
    pairs = [pair for _, pair in shown]
    population = population_of(test, settings.resample)
    intervals = find_intervals(compared, settings, population)
    equivalents = find_equivalence(rivals, pairs, test.margin, test.level)
    shared = {
        "experiment": plan.spec.name,
        "dataset": plan.dataset,
        **rivals.place,
        "confidence": 1 - test.level,
        "method": test.method,
        "resampled": resampled_by(test, settings.resample),
        "alternative": test.alternative,
        "correction": test.adjusted_by,
        "n_family": compared.n_family,
        "test_level": test.level,
        "population": population,
        "population_asked": population_asked(test, settings.resample),
        "margin": test.margin,
        "seed": str(plan.spec.seed),
    }
    if len(rivals.rows) == 1:
        return [{**shared, **_alone(rivals)}]
    return [
        {**shared, **_about(compared, at, pair), **_sizes(interval, equivalent)}
        for (at, pair), interval, equivalent in zip(shown, intervals, equivalents, strict=True)
    ]


def _sizes(interval: PairInterval, equivalent: Equivalent) -> dict[str, object]:
    return {
        "low": interval.low,
        "high": interval.high,
        "interval": interval.method,
        "interval_population": interval.population,
        "interval_reason": interval.reason,
        "equivalence_p": equivalent.p,
        "equivalence_reason": equivalent.reason,
    }


def _alone(rivals: Rivals) -> dict[str, object]:
    """Return what is known of a row that has no other one to be compared with."""
    nothing = PairInterval(np.nan, np.nan, "none", "", ALONE)
    [estimate] = rivals.estimates
    return {
        **dict(zip(_NAMES, rivals.rows[0].label, strict=True)),
        **{f"against_{name}": "" for name in _NAMES},
        **_sizes(nothing, Equivalent(np.nan, "")),
        **dict.fromkeys(
            ("difference", "against_value", "statistic", "p", "p_error", "p_adjusted", "smallest_p"), np.nan
        ),
        "value": estimate.value,
        "verdict": "",
        "compared": "",
        "draws": 0,
        "exact": "",
        "undefined_draws": 0,
        "n_systems": estimate.n_systems,
        "n_segments": estimate.n_segments,
        "reason": ALONE,
    }


def _about(compared: Compared, at: int, pair: RowPair) -> dict[str, object]:
    """Return what is known of one pair: which, how far apart, and its test."""
    rivals, outcome, adjusted = compared.rivals, compared.outcomes[at], float(compared.adjusted[at])
    first, second = (rivals.estimates[row] for row in pair)
    mine, other = (rivals.rows[row].label for row in pair)
    turned = -1.0 if pair != compared.pairs[at] else 1.0
    difference = first.value - second.value
    verdict = ""
    if not np.isnan(adjusted):
        shown = adjusted <= compared.test.level
        hidden = "out of reach" if outcome.smallest > compared.test.level else "not shown"
        verdict = hidden if not shown else "better" if difference > 0 else "worse"
    return {
        **dict(zip(_NAMES, mine, strict=True)),
        **{f"against_{name}": value for name, value in zip(_NAMES, other, strict=True)},
        "value": first.value,
        "against_value": second.value,
        "difference": difference,
        "statistic": turned * outcome.statistic,
        "compared": outcome.compared,
        "p": outcome.p,
        "p_error": outcome.error,
        "p_adjusted": adjusted,
        "smallest_p": outcome.smallest,
        "verdict": verdict,
        "draws": outcome.draws,
        # a formula draws nothing, so that there is no draw to be random or not
        "exact": ("yes" if outcome.exact else "no") if outcome.draws else "",
        "undefined_draws": outcome.undefined,
        "n_systems": min(first.n_systems, second.n_systems),
        "n_segments": min(first.n_segments, second.n_segments),
        "reason": outcome.reason,
    }
