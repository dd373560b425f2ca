"""How far raters agree on outputs, by each criterion, and the ceiling that follows for metrics."""

from collections.abc import Iterator

import numpy as np
import pandas as pd
from pydantic import Field

from workbench.analyses.ceiling.judges import rating_array
from workbench.datasets.evalset import natural_key
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.judged_task import JudgedTask
from workbench.experiment.judgments import Judged, find_ratings
from workbench.experiment.plan import Plan
from workbench.experiment.sections import Section
from workbench.schema import AGREEMENT, RATER_PAIRS, SINGLE_RATERS
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.plain import pearson
from workbench.stats.decisions.paired_systems import draw_segments
from workbench.stats.intervals.bootstrap_ends import percentile
from workbench.stats.judges.agreement import (
    AlphaScale,
    Intraclass,
    count_ratings,
    fleiss,
    intraclass,
    krippendorff,
    of_fleiss,
    rater_pairs,
)
from workbench.stats.judges.ceilings import rater_mean, shared_cells
from workbench.stats.judges.reliability import with_ratings
from workbench.stats.levels.estimates import row_means
from workbench.stats.resampling.streams import stream
from workbench.types import Array, Record

POPULATION = "these raters and systems, all inputs"
NOBODY = "no output has two ratings"
ALL_EQUAL = "all ratings are equal"
ONE_OUTPUT = "intraclass correlations need two outputs with two ratings"
UNEVEN = "icc2 and icc3 need every rater's rating of each output"
NOT_APART = "icc2 or icc3 is 0 / 0: outputs do not differ but by their raters"


class AgreementSpec(Section):
    """How far raters agree on outputs."""

    draws: int = Field(default=1000, ge=0, le=1_000_000)
    """Bootstrap draws of segments for the interval of Krippendorff's alpha; none with 0."""
    confidence: float = Field(default=0.95, gt=0, lt=1)
    """Coverage of that interval."""


@analysis("agreement")
class Agreement(Analysis):
    """Say how far raters agree on outputs: Krippendorff's alpha, intraclass correlations, kappa.

    Of each criterion and task, for the raters of the experiment; `frames["rater_pairs"]` has each two raters,
    `frames["single_raters"]` each one against the mean of the others.
    """

    section = "agreement"
    Section = AgreementSpec
    frames = (AGREEMENT, RATER_PAIRS, SINGLE_RATERS)
    place = 31

    def compute(self, experiment: Experiment, settings: AgreementSpec) -> Result:
        """Return a row for each criterion, columns of `AGREEMENT`, and each pair in `RATER_PAIRS`."""
        plan = experiment.plan
        found, pairs, singles = list[Record](), list[Record](), list[Record]()
        for task in dict.fromkeys(row.task for row in experiment.rows):
            for judged in task.judged:
                # a segment that nobody rated is no input to draw
                ratings = with_ratings(_without_noise(rating_array(plan, task, judged)), "segments")
                about: Record = {
                    "experiment": plan.spec.name,
                    "dataset": plan.dataset,
                    "task": task.data.name,
                    "criterion": judged.criterion,
                    "raters": plan.raters,
                    "seed": str(plan.spec.seed),
                }
                names = _raters(plan, task, judged)
                mine = list(_pairs(names, ratings))
                found.append({**about, **_agree(plan, task, judged, ratings, settings), **_mean_of(mine)})
                pairs += [{**about, **pair} for pair in mine]
                singles += [{**about, **single} for single in _singles(names, ratings)]
        frame = AGREEMENT.build(found)
        frames = {"rater_pairs": RATER_PAIRS.build(pairs), "single_raters": SINGLE_RATERS.build(singles)}
        return Result({"agreement": frame, **frames}, _SHOWN, tuple(_lines(frame)))

    def describe_methods(self, result: Result | None) -> list[str]:
        """Say how agreement was measured."""
        if result is None or result.frame["alpha_interval"].isna().all():
            return []
        return [
            "Agreement of raters on outputs is Krippendorff's alpha of squared differences "
            "[Krippendorff 2011] and the intraclass correlation of one rating [Shrout & Fleiss 1979]."
        ]


_SHOWN = (
    "task", "criterion", "n_raters", "n_outputs", "alpha_nominal", "alpha_ordinal", "alpha_interval", "low",
    "high", "icc1", "icc1_mean", "cohen", "fleiss", "n_fleiss", "ceiling", "reason",
)  # fmt: skip


def _without_noise(ratings: Array) -> Array:
    """Return ratings of which those are equal that only noise parts, as z-scores of two raters."""
    return round_noise(ratings.ravel()).reshape(ratings.shape)


def _agree(plan: Plan, task: JudgedTask, judged: Judged, ratings: Array, settings: AgreementSpec) -> Record:
    """Return the coefficients of one criterion."""
    n_raters, _, n_segments = ratings.shape
    flat = ratings.reshape(n_raters, -1)
    found = count_ratings(flat)
    sizes = found.counts.sum(axis=1)
    icc = intraclass(flat)
    nothing = "" if found.levels.size > 1 else ALL_EQUAL if sizes.any() else NOBODY
    interval = None
    if settings.draws and not nothing:
        rng = stream(plan.spec.seed, "agreement", task.data.name, judged.criterion)
        weights = draw_segments(rng, n_segments, settings.draws)
        # all outputs of a segment are drawn together
        drawn = krippendorff(found, "interval", np.tile(weights, (1, ratings.shape[1])))
        interval = percentile(drawn, settings.confidence)
    equal = (found.counts * (found.counts - 1)).sum()
    return {
        "n_raters": int((~np.isnan(flat)).any(axis=1).sum()),
        "n_outputs": int((sizes >= 2).sum()),
        "n_single": int(((~np.isnan(flat)).sum(axis=0) == 1).sum()),
        "n_ratings": int(sizes.sum()),
        **{f"alpha_{scale}": float(krippendorff(found, scale)[0]) for scale in _SCALES},
        "low": interval.low if interval else np.nan,
        "high": interval.high if interval else np.nan,
        "confidence": settings.confidence if interval else np.nan,
        "draws": settings.draws if interval else 0,
        "population": POPULATION if interval else "",
        "icc1": icc.one,
        "icc1_mean": icc.one_mean,
        "icc2": icc.two,
        "icc3": icc.three,
        "fleiss": fleiss(found),
        "n_fleiss": int(of_fleiss(found).sum()),
        "exact": float(equal / (sizes * (sizes - 1)).sum()) if (sizes >= 2).any() else np.nan,
        "ceiling": float(np.sqrt(icc.one_mean)) if icc.one_mean > 0 else np.nan,
        "reason": nothing or _why_partly(icc),
    }


def _why_partly(icc: Intraclass) -> str:
    """Say why some coefficients are missing where others are there."""
    if np.isnan(icc.one):
        return ONE_OUTPUT
    without = np.isnan(icc.two), np.isnan(icc.three)
    return UNEVEN if all(without) else NOT_APART if any(without) else ""


_SCALES: tuple[AlphaScale, ...] = ("nominal", "ordinal", "interval")


def _raters(plan: Plan, task: JudgedTask, judged: Judged) -> list[str]:
    """Return the names of the raters, in the order of `rating_array`."""
    return sorted(find_ratings(plan, task.data, judged.criterion)["rater"].unique(), key=natural_key)


def _singles(names: list[str], ratings: Array) -> Iterator[Record]:
    """Yield how each rater who rated something rates, and agrees with the mean of the others."""
    for number, (name, own) in enumerate(zip(names, ratings, strict=True)):
        given = own[~np.isnan(own)]
        if not given.size:
            continue
        rest = np.delete(ratings, number, axis=0)
        mine, others = shared_cells(own, rater_mean(rest) if len(rest) else np.full(own.shape, np.nan))
        shared = ~np.isnan(mine)
        cells, systems = (mine[shared], others[shared]), (row_means(mine), row_means(others))
        n_systems = int(shared.any(axis=1).sum())
        yield {
            "rater": name,
            "n_ratings": given.size,
            "mean": float(given.mean()),
            "deviation": float(given.std()),
            "n_outputs": int(shared.sum()),
            "n_systems": n_systems,
            "difference": float((mine - others)[shared].mean()) if shared.any() else np.nan,
            "pearson": float(pearson(*map(round_noise, cells))) if shared.sum() > 2 else np.nan,
            "system_pearson": float(pearson(*map(round_noise, systems))) if n_systems > 2 else np.nan,
        }


def _pairs(names: list[str], ratings: Array) -> Iterator[Record]:
    """Yield how each two raters agree."""
    for pair in rater_pairs(ratings.reshape(len(ratings), -1)):
        yield {
            "rater": names[pair.one],
            "against": names[pair.other],
            "n_outputs": pair.n_units,
            "cohen": pair.cohen,
            "exact": pair.exact,
            "pearson": pair.pearson,
        }


def _mean_of(pairs: list[Record]) -> Record:
    """Return the mean kappa of the pairs of raters that have one."""
    each = pd.Series([pair["cohen"] for pair in pairs], dtype=float)
    return {"cohen": float(each.mean())}


def _lines(frame: pd.DataFrame) -> Iterator[str]:
    """Yield what agreement means for metrics, a line for each criterion."""
    for row in frame.itertuples():
        start = f"Agreement on {row.criterion} ({row.task})"
        if row.reason in (NOBODY, ALL_EQUAL):
            yield f"{start}: none, {row.reason}"
            continue
        line = f"{start}: alpha {row.alpha_interval:.3f} of {_outputs(row.n_outputs)}"
        if row.ceiling == row.ceiling:
            line += (
                f"; but for chance no correlation with the mean ratings of outputs passes {row.ceiling:.3f}"
            )
        if row.n_single and row.icc1 > 0:
            have = "has" if row.n_single == 1 else "have"
            line += f", with single ratings, which {_outputs(row.n_single)} {have}, {np.sqrt(row.icc1):.3f}"
        yield line


def _outputs(number: int) -> str:
    return "1 output" if number == 1 else f"{number:,} outputs"
