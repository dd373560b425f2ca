"""Which metrics are tied with the best, who beats whom, and which ranks a metric may have."""

from functools import partial

import numpy as np
import pandas as pd
from pydantic import Field

from workbench.analyses.compare.compare import compare_as_asked
from workbench.analyses.compare.compared import Compared
from workbench.analyses.compare.section import TestSpec
from workbench.analyses.compare.standings import describe_compared
from workbench.analyses.compare.verdict_lines import describe_rankings
from workbench.analyses.compare.winners import winner_frame
from workbench.executor import Executor
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.plan import Plan
from workbench.experiment.sections import Section
from workbench.report.methods_inference import describe_ranking
from workbench.report.plot_frames import plot_rankings
from workbench.schema import RANKINGS, WINNERS
from workbench.stats.coefficients.noise import tie_coefficients
from workbench.stats.intervals.bootstrap_intervals import POPULATIONS
from workbench.stats.ranking.rank_intervals import rank_intervals
from workbench.stats.ranking.system_ranks import assign_ranks

_SEPARATOR = "; "


class RankingSpec(Section):
    """Which metrics rank as equals: clusters, intervals of ranks, who beats whom.

    Tests, their correction and the rows that are ranked together are those of the section `test`.
    """

    confidence: float = Field(default=0.95, gt=0, lt=1)
    """Nominal coverage of the intervals of ranks."""


@analysis("rank")
class Rank(Analysis):
    """Rank metrics: clusters in which none beats another, intervals of ranks, who beats whom.

    The tests of all pairs, their correction and the rows that are ranked together are those of the section
    ``[test]``. A metric without a coefficient has the rank 0, and a reason.
    """

    section = "ranking"
    Section = RankingSpec
    frames = (RANKINGS, WINNERS)
    place = 20

    def compute(self, experiment: Experiment, settings: RankingSpec) -> Result:
        """Return a row for each metric, columns of `RANKINGS`, and every ordered pair, of `WINNERS`."""
        asked = experiment.spec.section("test")
        test = asked if isinstance(asked, TestSpec) else TestSpec()
        if test.rivals not in ("all", "best") or test.alternative != "two":
            test = test.model_copy(update={"against": "all", "pairs": None, "alternative": "two"})
        compared = compare_as_asked(experiment, test, resample=True)
        rankings = rank_rows(experiment.plan, compared, settings, experiment.resources.executor)
        frames = {"rankings": rankings, "winners": winner_frame(compared)}
        lines = tuple(describe_rankings(rankings))
        return Result(frames, _SHOWN, lines, partial(plot_rankings, rankings), _best_first(rankings))

    def describe_methods(self, result: Result | None) -> list[str]:
        """Say how metrics were ranked."""
        return describe_ranking(None if result is None else result.frame)


def _best_first(rankings: pd.DataFrame) -> pd.DataFrame:
    """Sort each group by rank; what has none comes last."""
    group = rankings.groupby(["task", "criterion", "level", "coefficient", "given"], sort=False).ngroup()
    order = np.lexsort((rankings["rank"].where(rankings["rank"] > 0, len(rankings)), group))
    return rankings.iloc[order]


_SHOWN = (
    "rank", "rank_low", "rank_high", "metric", "component", "preprocess", "references",
    "task", "criterion", "level", "coefficient", "given", "value", "cluster", "wins", "losses", "reason",
)  # fmt: skip


def rank_rows(
    plan: Plan, compared: list[Compared], settings: RankingSpec, executor: Executor
) -> pd.DataFrame:
    """Rank the rows of each group whose pairs were all tested, a `schema.RANKINGS` frame."""
    found = executor.map(partial(_records, plan, compared, settings), range(len(compared)))
    return RANKINGS.build([record for records in found for record in records])


def _records(
    plan: Plan, every: list[Compared], settings: RankingSpec, number: int
) -> list[dict[str, object]]:
    compared = every[number]
    rivals = compared.rivals
    values = tie_coefficients(rivals.values)
    defined = np.flatnonzero(~np.isnan(values))
    resample = plan.spec.correlation.resample
    # an interval is one of the ranks among all metrics, so that one without draws leaves none
    alone = ((row.label[0], row.why_not_drawn(resample)) for row in rivals.rows)
    why = rivals.why_not_drawn or next((f"{name} has {why}" for name, why in alone if why), "")
    drawn = np.empty((0, values.size)) if why else rivals.drawn
    intervals = rank_intervals(values, drawn, settings.confidence)
    p = compared.p_matrix()
    order = defined[np.argsort(-values[defined], kind="stable")]
    clusters = np.zeros(values.size, np.int64)
    clusters[order] = assign_ranks(p[np.ix_(order, order)], compared.test.level)
    wins = (p <= compared.test.level) & (values[:, np.newaxis] > values)
    standings = compared.standings()
    records = []
    for row, estimate in enumerate(rivals.estimates):
        records.append(
            {
                **rivals.rows[row].facts(plan),
                **rivals.place,
                "value": estimate.value,
                "rank": int(intervals.ranks[row]),
                "n_ranked": defined.size,
                "rank_low": int(intervals.low[row]),
                "rank_high": int(intervals.high[row]),
                "confidence": settings.confidence,
                "rank_population": POPULATIONS[resample],
                "draws": intervals.draws,
                "undefined_draws": intervals.undefined,
                "cluster": int(clusters[row]),
                "standing": standings[row],
                "wins": int(wins[row].sum()),
                "losses": int(wins[:, row].sum()),
                "beats": _SEPARATOR.join(
                    _name(rivals.rows[other].label) for other in np.flatnonzero(wins[row])
                ),
                "test": describe_compared(plan, compared),
                "seed": str(plan.spec.seed),
                "reason": estimate.reason or why or intervals.reasons[row],
            }
        )
    return records


def _name(label: tuple[str, ...]) -> str:
    return " · ".join(label)
