"""In how many tasks is one metric better than another? The partial conjunction of the tests of the tasks."""

import pandas as pd
from pydantic import Field

from workbench.analyses.compare.compare import Compare
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.sections import Section
from workbench.report.layouts.labels import RESAMPLED
from workbench.schema import REPLICABILITY
from workbench.stats.tests.multiplicity import partial_conjunction
from workbench.stats.tests.reach import smallest_p
from workbench.types import Record

_SIDES = ["metric", "component", "preprocess", "references"]
_PAIR = [*_SIDES, *(f"against_{name}" for name in _SIDES)]
_ABOUT = ["criterion", "level", "coefficient"]


class ReplicabilitySpec(Section):
    """In how many tasks a metric is better than another one."""

    level: float = Field(default=0.05, gt=0, lt=0.5)
    """Chance that the number of tasks is too large, of each pair of metrics: not corrected for how many pairs
    there are."""


@analysis("replicability")
class Replicability(Analysis):
    """Say in how many tasks a metric is better than another one, at least (Dror et al. 2017).

    From the two-sided p-values of each task, of pairs that do not depend on the data: the test of the
    experiment with all pairs. A task whose difference has the other sign counts for the other metric, and one
    without a test for none. Coefficients with the length held constant are left out.
    """

    section = "replicability"
    Section = ReplicabilitySpec
    frames = (REPLICABILITY,)
    place = 22

    def compute(self, experiment: Experiment, settings: ReplicabilitySpec) -> Result:
        """Return a row for each ordered pair that has a test somewhere, columns of `REPLICABILITY`."""
        asked = experiment.spec.section("test") or Compare.Section()
        every = {"against": "all", "pairs": None, "alternative": "two"}
        tested = experiment.result(Compare, asked.model_copy(update=every)).frame
        tested = tested[(tested["given"] == "") & tested["p"].notna()]
        swapped = {f"against_{name}": name for name in _SIDES} | {name: f"against_{name}" for name in _SIDES}
        turned = tested.rename(columns=swapped).assign(difference=-tested["difference"])
        both = pd.concat([tested, turned[tested.columns]], ignore_index=True)
        facts: Record = {"experiment": experiment.plan.spec.name, "dataset": experiment.plan.dataset}
        found, beyond = [], 0
        for about, part in both.groupby([*_ABOUT, *_PAIR], sort=False):
            # against the other sign nothing is shown
            p = part["p"].where(part["difference"] > 0, 1.0).to_numpy()
            count = partial_conjunction(p, settings.level)
            beyond += len(part) * _least(part) > settings.level
            found.append(
                {
                    **facts,
                    **dict(zip([*_ABOUT, *_PAIR], about, strict=True)),
                    "n_tasks": len(part),
                    "replicated": count.number,
                    "tasks": "; ".join(part["task"].iloc[list(count.which)]),
                    "test_level": settings.level,
                }
            )
        frame = REPLICABILITY.build(found)
        lines = _describe(tested, settings.level, beyond // 2)
        return Result({"replicability": frame}, (*_PAIR, *_ABOUT, "replicated", "n_tasks", "tasks"), lines)

    def describe_methods(self, result: Result | None) -> list[str]:
        """Say how tasks were counted."""
        if result is None or result.frame.empty:
            return []
        level = result.frame["test_level"].iloc[0]
        return [
            "Tasks in which a metric is better were counted by partial conjunction of two-sided p-values, at "
            f"the level {level:g} for each pair of metrics [Dror et al. 2017]."
        ]


def _least(tests: pd.DataFrame) -> float:
    """Return the smallest p-value that draws and patterns of tests of one pair allow; 0 of a formula."""
    return min(
        smallest_p(
            row["draws"] - row["undefined_draws"], row["exact"] == "yes", 1, "none", swap=row["resampled"]
        )
        if row["draws"]
        else 0.0
        for row in tests.to_dict("records")
    )


def _describe(tested: pd.DataFrame, level: float, beyond: int) -> tuple[str, ...]:
    """Say how tasks were counted, and of how many pairs none could be: `beyond`, each pair once."""
    if tested.empty:
        return ()
    first, pairs = tested.iloc[0], len(tested.drop_duplicates([*_ABOUT, *_PAIR]))
    of = RESAMPLED.get(first["resampled"], first["resampled"])
    how = first["method"] if of == "none" else f"{first['method']} of {of}"
    lines = [
        "Tasks in which the first metric of a pair is better, at least so many (replicated): partial "
        f"conjunction of two-sided p-values, {how}; population: {first['population']}",
        f"  level {level:g} for each pair, not corrected for there being {pairs:,} pair"
        f"{'s' * (pairs > 1)}; tasks may depend on each other",
    ]
    if beyond:
        lines.append(
            f"  of {beyond:,} of {pairs:,} pairs no task can be counted, whatever the scores are: the least "
            "p-value that swaps or draws allow, times the tasks, is above the level"
        )
    return tuple(lines)
