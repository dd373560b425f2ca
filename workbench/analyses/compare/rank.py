"""Ranking: which metrics are tied with the best, who beats whom, and which ranks a metric may have."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from workbench.analyses.compare.compare import Compared, compare_rows
from workbench.analyses.compare.groups import settle
from workbench.analyses.compare.records import comparison_frame
from workbench.analyses.compare.winners import winner_frame
from workbench.executor import Executor
from workbench.experiment.analyses import RankingSpec
from workbench.experiment.plan import Plan
from workbench.experiment.populations import describe_test
from workbench.experiment.sides import Row
from workbench.schema import COMPARISONS, RANKINGS, WINNERS
from workbench.stats.bootstrap_intervals import POPULATIONS
from workbench.stats.noise import round_noise
from workbench.stats.rank_intervals import rank_intervals
from workbench.stats.system_ranks import assign_ranks

_CELL = [
    "task", "criterion", "level", "coefficient", "given", "metric", "component", "preprocess", "references",
]  # fmt: skip
_SEPARATOR = "; "


class Verdicts(NamedTuple):
    """What tests say about the rows of a table.

    Attributes
    ----------
    comparisons, rankings : DataFrame
        Columns of `schema.COMPARISONS` and `schema.RANKINGS`; empty where the experiment does not ask.
    records : DataFrame
        The records, with their standing where the experiment compares with the best.
    winners : DataFrame
        Columns of `schema.WINNERS`, of what is ranked.
    """

    comparisons: pd.DataFrame
    rankings: pd.DataFrame
    records: pd.DataFrame
    winners: pd.DataFrame


def judge_rows(plan: Plan, rows: list[Row], records: pd.DataFrame, executor: Executor) -> Verdicts:
    """Compare and rank the rows of an experiment, as far as it has the sections ``test`` and ``ranking``."""
    spec, test = plan.experiment, settle(plan.experiment)
    comparisons, rankings, winners = COMPARISONS.build([]), RANKINGS.build([]), WINNERS.build([])
    compared: list[Compared] = []
    if spec.test is not None:
        compared = compare_rows(plan, rows, test, executor, resample=spec.ranking is not None)
        comparisons = comparison_frame(plan, compared, executor)
        if test.rivals == "best":
            records = _with_standings(plan, records, compared)
    if spec.ranking is not None:
        everyone = test.model_copy(update={"against": "all", "pairs": None, "alternative": "two"})
        if spec.test is None or test.rivals not in ("all", "best") or test.alternative != "two":
            compared = compare_rows(plan, rows, everyone, executor, resample=True)
        rankings, winners = rank_rows(plan, compared, spec.ranking, executor), winner_frame(compared)
    return Verdicts(comparisons, rankings, records, winners)


def _describe(plan: Plan, compared: Compared) -> str:
    how = describe_test(compared.test, plan.experiment.correlation.resample)
    return f"{how}; {compared.n_family:,} tests"


def _with_standings(plan: Plan, records: pd.DataFrame, compared: list[Compared]) -> pd.DataFrame:
    """Return the records with what the test says of each cell."""
    found: dict[tuple[str, ...], tuple[str, str]] = {}
    for each in compared:
        rivals = each.rivals
        how = _describe(plan, each)
        for row, standing in zip(rivals.rows, each.standings(), strict=True):
            found[(*rivals.place.values(), *row.label)] = standing, how
    keys = records[_CELL].itertuples(index=False, name=None)
    standings = [found.get(key, ("", "")) for key in keys]
    return records.assign(
        standing=pd.Series([standing for standing, _ in standings], records.index, "str"),
        standing_test=pd.Series([how for _, how in standings], records.index, "str"),
    )


def rank_rows(
    plan: Plan, compared: list[Compared], settings: RankingSpec, executor: Executor
) -> pd.DataFrame:
    """Rank the rows of each group whose pairs were all tested, a `schema.RANKINGS` frame."""
    found = executor.map(lambda each: _records(plan, each, settings), compared)
    return RANKINGS.build([record for records in found for record in records])


def _records(plan: Plan, compared: Compared, settings: RankingSpec) -> list[dict[str, object]]:
    rivals, card = compared.rivals, plan.evalset.card
    values = round_noise(rivals.values)
    defined = np.flatnonzero(~np.isnan(values))
    drawn = np.empty((0, values.size)) if rivals.why_not_drawn else rivals.drawn
    intervals = rank_intervals(values, drawn, settings.confidence)
    p = compared.p_matrix()
    order = defined[np.argsort(-values[defined], kind="stable")]
    clusters = np.zeros(values.size, np.int64)
    clusters[order] = assign_ranks(p[np.ix_(order, order)], compared.test.level)
    wins = (p <= compared.test.level) & (values[:, np.newaxis] > values)
    standings = compared.standings()
    records = []
    for row, estimate in enumerate(rivals.estimates):
        metric, component, preprocess, references = rivals.rows[row].label
        records.append(
            {
                "experiment": plan.experiment.name,
                "dataset": f"{card.name} {card.version}",
                **rivals.place,
                "metric": metric,
                "component": component,
                "preprocess": preprocess,
                "references": references,
                "value": estimate.value,
                "rank": int(intervals.ranks[row]),
                "n_ranked": defined.size,
                "rank_low": int(intervals.low[row]),
                "rank_high": int(intervals.high[row]),
                "confidence": settings.confidence,
                "rank_population": POPULATIONS[plan.experiment.correlation.resample],
                "draws": intervals.draws,
                "undefined_draws": intervals.undefined,
                "cluster": int(clusters[row]),
                "standing": standings[row],
                "wins": int(wins[row].sum()),
                "losses": int(wins[:, row].sum()),
                "beats": _SEPARATOR.join(
                    _name(rivals.rows[other].label) for other in np.flatnonzero(wins[row])
                ),
                "test": _describe(plan, compared),
                "seed": str(plan.experiment.seed),
                "reason": estimate.reason or rivals.why_not_drawn or intervals.reasons[row],
            }
        )
    return records


def _name(label: tuple[str, ...]) -> str:
    return " · ".join(label)
