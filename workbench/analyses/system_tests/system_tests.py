"""Which systems are better: paired tests of pairs, or against a baseline, by every metric and by people."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal, NamedTuple

import numpy as np
import pandas as pd
from pydantic import Field

from workbench.errors import Problem, SpecError, listed, plural, suggest
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.judged_task import JudgedTask
from workbench.experiment.plan import Plan
from workbench.experiment.rows import Row
from workbench.experiment.sections import Section
from workbench.report.plot_frames import CONDITION, label_conditions
from workbench.schema import SYSTEM_COMPARISONS
from workbench.stats.decisions.paired_systems import (
    DrawnInterval,
    PairedMethod,
    PairedTest,
    Summed,
    caution_of_test,
    compare_two,
    draw_segments,
    draw_swaps,
    drawn_scores,
    interval_of_draws,
    summed_means,
)
from workbench.stats.resampling.streams import stream
from workbench.stats.tests.multiplicity import adjust
from workbench.types import Array, Masks, Record

JUDGMENTS = "judgments"
POPULATION = "these systems, all inputs"
NOTHING_SHARED = "no segment has an output of every system"
NO_SCORE = "a system has no score"
_BOOTSTRAP = 1000


class SystemTestSpec(Section):
    """Which systems are better than which: paired tests over segments."""

    baseline: str = ""
    """The system that the others are compared with; every pair where nothing is said."""
    method: PairedMethod = "bootstrap"
    """bootstrap (Koehn 2004) or randomisation, with the p-values of sacrebleu, but that draws count which
    equal the observed difference. Those of the bootstrap call
    equal systems different at least twice as often as their level says, also with many segments."""
    draws: int = Field(default=1000, ge=1, le=1_000_000)
    """Bootstrap samples, or swaps of the randomisation, whose intervals are from 1,000 samples."""
    confidence: float = Field(default=0.95, gt=0, lt=1)
    """Coverage of the intervals of differences."""
    correction: Literal["none", "bonferroni", "holm", "bh", "by"] = "holm"
    """For the pairs of a task under one metric."""
    level: float = Field(default=0.05, gt=0, lt=1)
    """Adjusted p-values up to it show a difference."""


@analysis("compare_systems")
class CompareSystems(Analysis):
    """Test which systems are better, by every metric and by people.

    Paired bootstrap (Koehn 2004) or approximate randomisation over segments, the same draws for all metrics;
    counts are pooled anew in every draw where a metric pools them, as corpus BLEU does.
    """

    section = "system_test"
    Section = SystemTestSpec
    frames = (SYSTEM_COMPARISONS,)
    place = 46
    positional = ("baseline",)

    def check_plan(self, plan: Plan, settings: SystemTestSpec) -> None:
        """Refuse a baseline that no task has."""
        known = list(dict.fromkeys(name for task in plan.tasks.values() for name in task.systems))
        if settings.baseline and settings.baseline not in known:
            hint = suggest(settings.baseline, known)
            raise SpecError(Problem("system_test.baseline", "no such system", settings.baseline, hint=hint))

    def compute(self, experiment: Experiment, settings: SystemTestSpec) -> Result:
        """Return a row for each pair and metric, columns of `SYSTEM_COMPARISONS`."""
        plan = experiment.plan
        jobs = list(_jobs(plan, experiment.rows))
        compare = partial(_compare, plan, jobs, settings)
        made = experiment.resources.executor.map(compare, range(len(jobs)))
        frame = SYSTEM_COMPARISONS.build([record for each in made for record in each])
        return Result({"system_comparisons": frame}, _SHOWN, tuple(_lines(frame)))

    def describe_methods(self, result: Result | None) -> list[str]:
        """Say how systems were compared."""
        if result is None or result.frame.empty:
            return []
        first = result.frame.iloc[0]
        how, cited = {
            "bootstrap": ("the paired bootstrap, with the p-value of sacrebleu,", "Koehn 2004"),
            "randomisation": ("approximate randomisation", "Riezler & Maxwell 2005"),
        }[first["method"]]
        corrected = (
            "not adjusted"
            if first["correction"] == "none"
            else f"adjusted by {first['correction']} for each metric in each task"
        )
        return [
            f"Systems were compared by {how} over segments [{cited}] ({first['draws']:,} draws), with "
            f"p-values {corrected}; these tests speak of {POPULATION}."
        ]


_SHOWN = (
    "task", "metric", "component", "preprocess", "references", "direction", "system", "against",
    "difference", "low", "high", "p", "p_adjusted", "verdict", "reason",
)  # fmt: skip


class _Compared(NamedTuple):
    """What is compared: about what, in which task, which outputs there are, and what is summed for a score.

    Higher scores are better here; `score` is None where a score is the mean of the summands.
    """

    about: Record
    task: JudgedTask
    there: Masks
    summands: Array
    score: Callable[[Array], Array] | None


def _jobs(plan: Plan, rows: list[Row]) -> Iterator[_Compared]:
    """Yield each metric of each task, and then the judgments."""
    for row in rows:
        summands, score = row.pooled or (row.segments[..., np.newaxis], None)
        there = row.task.outputs if row.pools else ~np.isnan(row.segments)
        direction = "higher" if row.scored.condition.metric.higher_is_better else "lower"
        about: Record = {**row.facts(plan), "direction": direction, "reason": row.why_nothing}
        yield _Compared(about, row.task, there, summands, score)
    for task in dict.fromkeys(row.task for row in rows):
        facts = next(row.facts(plan) for row in rows if row.task is task)
        for judged in task.judged:
            about = {
                **facts, "metric": JUDGMENTS, "component": judged.criterion, "preprocess": "",
                "references": "", "direction": judged.direction, "reason": "",
            }  # fmt: skip
            cells = judged.segments[..., np.newaxis]
            yield _Compared(about, task, ~np.isnan(judged.segments), cells, None)


def _compare(plan: Plan, jobs: list[_Compared], settings: SystemTestSpec, number: int) -> list[Record]:
    """Return a record for each pair of systems."""
    return list(_compare_pairs(plan, jobs[number], settings))


def _compare_pairs(plan: Plan, job: _Compared, settings: SystemTestSpec) -> Iterator[Record]:
    """Yield a record for each pair of systems."""
    present = np.flatnonzero(job.there.any(axis=1))
    shared = job.there[present].all(axis=0)
    number = int(shared.sum())
    names = [job.task.data.systems[at] for at in present]
    about: Record = {
        **job.about,
        "method": settings.method,
        "correction": settings.correction,
        "test_level": settings.level,
        "population": POPULATION,
        "draws": settings.draws,
        "n_segments": number,
        "caution": "",
        "verdict": "",
        "reason": job.about["reason"] or ("" if number else NOTHING_SHARED),
        "seed": str(plan.spec.seed),
    }
    pairs = _pairs(names, settings.baseline)
    if not pairs:
        return
    if about["reason"]:
        yield from ({**about, "system": names[one], "against": names[other]} for one, other in pairs)
        return
    of_test = caution_of_test(
        settings.method, number, level=settings.level, n_tests=len(pairs), correction=settings.correction
    )
    about["caution"] = "; ".join(filter(None, (_left_out(job, names, job.there[present]), of_test)))
    kept = job.summands[present][:, shared]
    summed = summed_means(kept[..., 0]) if job.score is None else Summed(kept, job.score)
    # one stream for a task: every metric sees the same draws
    rng = stream(plan.spec.seed, "systems", job.task.data.name)
    is_bootstrap = settings.method == "bootstrap"
    scores = drawn_scores(summed, draw_segments(rng, number, settings.draws if is_bootstrap else _BOOTSTRAP))
    keeps = draw_swaps(rng, number, 0 if is_bootstrap else settings.draws)
    # tests look at scores of which higher is better; people read them as the metric has them, and no -0
    sign = -1.0 if about["direction"] == "lower" else 1.0
    whole = sign * summed.whole + 0.0
    found = [compare_two(summed, one, other, scores, keeps) for one, other in pairs]
    p = np.array([each.p for each in found])
    adjusted = p if settings.correction == "none" else adjust(p, settings.correction)
    for (one, other), test, corrected in zip(pairs, found, adjusted, strict=True):
        every = scores[:, one] - scores[:, other]
        ends = interval_of_draws(sign * every + 0.0, settings.confidence)
        gaps = every[~np.isnan(every)]
        better = "better" if test.difference > 0 else "worse"
        decided = better if corrected <= settings.level else "no difference shown"
        yield {
            **about,
            "system": names[one],
            "against": names[other],
            "score": whole[one],
            "against_score": whole[other],
            "caution": "; ".join(
                filter(None, (str(about["caution"]), *_undefined(test, ends, settings.method)))
            ),
            "reason": NO_SCORE if np.isnan(test.p) else "",
            "difference": sign * test.difference + 0.0,
            "low": ends.low,
            "high": ends.high,
            "confidence": settings.confidence,
            "p": test.p,
            "p_error": test.error,
            "p_adjusted": corrected,
            "wins": float((gaps > 0).mean()) if gaps.size else np.nan,
            "verdict": "" if np.isnan(test.p) else decided,
        }


def _undefined(test: PairedTest, ends: DrawnInterval, method: PairedMethod) -> Iterator[str]:
    """Say how many draws count nowhere, of the test and, where it swaps, of the interval."""
    left = "left out, in which a system has no score"
    if test.undefined:
        yield f"{plural('draw', test.undefined)} {'is' if test.undefined == 1 else 'are'} {left}"
    if ends.undefined and method == "randomisation":
        are = "is" if ends.undefined == 1 else "are"
        yield f"{plural('draw of the interval', ends.undefined)} {are} {left}"


def _left_out(job: _Compared, names: list[str], there: Masks) -> str:
    """Say how many segments no pair is compared on, since one of the systems has nothing there."""
    known = there[:, there.any(axis=0)]
    lacks = known.shape[1] - known.sum(axis=1)
    lost = int((~known.all(axis=0)).sum())
    if not lost:
        return ""
    what = "judgment" if job.about["metric"] == JUDGMENTS else "score"
    most = sorted(np.flatnonzero(lacks).tolist(), key=lambda at: -lacks[at])
    systems = listed([f"{names[at]} {lacks[at]}" for at in most])
    are = "is" if lost == 1 else "are"
    of = f"{lost} of {plural('segment', known.shape[1])}"
    return f"{of}, where a {what} is missing ({systems}), {are} in no comparison"


def _pairs(names: list[str], baseline: str) -> list[tuple[int, int]]:
    if baseline:
        first = names.index(baseline) if baseline in names else None
        return [] if first is None else [(at, first) for at in range(len(names)) if at != first]
    return [(one, other) for one in range(len(names)) for other in range(one + 1, len(names))]


def _lines(frame: pd.DataFrame) -> Iterator[str]:
    """Yield how many pairs each metric tells apart, and of how many of these people say the opposite.

    A metric under several settings has a line for each.
    """
    people, scored = frame[frame["metric"] == JUDGMENTS], frame[frame["metric"] != JUDGMENTS]
    conditions = scored[list(CONDITION)].drop_duplicates()
    keys = conditions.itertuples(index=False, name=None)
    names = dict(zip(keys, label_conditions(conditions), strict=True))
    for (task, *condition), part in scored.groupby(["task", *CONDITION], sort=False):
        tested = part[part["p"].notna()]
        told = tested[tested["verdict"] != "no difference shown"]
        line = f"{names[tuple(condition)]} ({task}): {len(told)} of {len(tested)} differences shown"
        both = told.merge(people, on=["task", "system", "against"], suffixes=("", "_people"))
        opposed = both[(both["verdict_people"] != both["verdict"]) & both["verdict_people"].isin(_DECIDED)]
        criteria = people.loc[people["task"] == task, "component"].unique()
        counts = {name: (opposed["component_people"] == name).sum() for name in criteria}
        said = [f"{number} ({name})" if len(counts) > 1 else f"{number}" for name, number in counts.items()]
        yield f"{line}; people show the opposite of {listed(said)}" if said else line
    for caution, part in frame[frame["caution"] != ""].groupby("caution", sort=False):
        yield f"caution ({', '.join(dict.fromkeys(part['task']))}): {caution}"


_DECIDED = ("better", "worse")
