"""Rules for what the data and the records of an experiment show."""

from collections.abc import Iterator

import numpy as np
import pandas as pd

from workbench.analyses.lint.rules import Firing, Subject, rule
from workbench.experiment.judgments import Judged
from workbench.experiment.levels.base import get_level
from workbench.experiment.row_coefficients import Coefficient
from workbench.experiment.rows import Row
from workbench.metrics.external import External
from workbench.metrics.floors import FLOORS
from workbench.registry import read_name
from workbench.stats.coefficients.noise import round_noise
from workbench.stats.coefficients.plain import COEFFICIENTS, why_undefined
from workbench.stats.coefficients.tau_family import FORMULAS
from workbench.stats.levels.estimates import row_means
from workbench.stats.robustness.few_systems import CUT, WithoutOutliers, all_without_outliers
from workbench.types import Array

_MOVES = 0.1
"""A change of a coefficient by more than this is told."""
_SKEWED = 0.25
"""A share of draws farther than this from one half is told."""
_MOST_DECIMALS = 4
_SHOWN = 3
_DIGITS = 9
"""Sizes that differ behind them are equal: |.3 - .5| and |.7 - .5|, .4 - .3 and .3 - .2."""
_AVERAGED = {"document": "documents", "within-system": "systems", "domain": "domains", "block": "assignments"}
_RANKED = {"within-system": "segments", "global": "outputs"}
"""What is ranked at a level, where that is not systems."""
_ASKED = (
    "task", "metric", "component", "preprocess", "references", "criterion", "coefficient", "given", "value",
)  # fmt: skip
_FILLED = ("0", "0.0", "0.00", "1", "1.0", "zero", "one")


@rule(
    "constant-groups-dropped",
    effect="An average over the parts that have a coefficient flatters a metric that often ties all systems",
    size="1.0 instead of .5 (mt-metrics-eval's test: one of two systems has constant scores)",
    remedy="print how many parts are left out, or take a coefficient that constant scores have (acc-eq)",
)
def constant_groups_dropped(subject: Subject) -> Iterator[Firing]:
    """Find averages over fewer parts than there are."""
    records = subject.records
    lost = records[(records["n_undefined"] > 0) & records["value"].notna()]
    for (level, *asked), cells in lost.groupby(["level", "coefficient", "given"], sort=False):
        worst = cells.loc[cells["n_undefined"].idxmax()]
        parts = _AVERAGED.get(str(level), "segments")
        most = f"{_label(worst)} without {worst['n_undefined']:,}{_of_how_many(worst)}"
        yield Firing(f"{level} level, {Coefficient(*asked)}", f"{_cells(cells)} without some {parts}; {most}")
    for row in subject.reported:
        numbers = row.numbers("n_used", "n_parts")
        if numbers is not None and numbers[0].value < numbers[1].value:
            yield Firing(row.place, f"an average over {numbers[0].value:g} of {numbers[1].value:g} parts")


@rule(
    "judged-on-different-segments",
    effect="Means over different segments compare systems on different inputs, for metric and people alike",
    size="BLEU .77 became .03 when one system lost the judgments of its good segments (WMT, MQM)",
    remedy="read the value on the segments judged for every system beside it, or take missing = 'complete'",
)
def judged_on_different_segments(subject: Subject) -> Iterator[Firing]:
    """Find criteria of which the systems were not judged on the same segments."""
    records = subject.records
    apart = records[(records["n_complete"] != 0) & (records["level"] == "system") & (records["role"] == "")]
    for (task, criterion), cells in apart.groupby(["task", "criterion"], sort=False):
        if (cells["n_complete"] < 0).all():
            what = (
                "no segment was judged for every system, and what that does to coefficients cannot be checked"
            )
            remedy = (
                "have the same segments judged for every system, or take levels that hold each output "
                "against its own judgment: global, within-system"
            )
            yield Firing(f"{task}, {criterion}", what, remedy)
            continue
        changes = (cells["value"] - cells["complete"]).abs().dropna().round(_DIGITS)
        worst = cells.loc[changes.idxmax()] if len(changes) else cells.iloc[0]
        there = f"{worst['n_complete']:,} of {worst['n_segments']:,} segments were judged for every system"
        if len(changes):
            there += f"; there {_label(worst)} has {worst['complete']:.3f} instead of {worst['value']:.3f}"
        yield Firing(f"{task}, {criterion}", there)


@rule(
    "constant-groups-filled",
    effect="A 0 or 1 in place of an undefined coefficient cannot be told from one that was measured",
    size="a metric without a coefficient prints 0.00 (Lin 2004, Table 2, R-8 and R-9 STOP) or 1.00",
    remedy="print a dash with the reason, and count what is undefined",
)
def constant_groups_filled(subject: Subject) -> Iterator[Firing]:
    """Find a 0 or 1 that stands for an undefined coefficient."""
    records = subject.records
    suspects = records[(records["level"] == "system") & records["value"].isin([0.0, 1.0])]
    rows = {(row.task.data.name, *row.label): row for row in subject.rows}
    for record in suspects[list(_ASKED)].itertuples():
        if read_name(record.coefficient).name in FORMULAS:
            continue  # a ratio of pair counts: 0 where no pair is right, undefined where none counts
        row = rows.get((record.task, record.metric, record.component, record.preprocess, record.references))
        for judged in row.task.judged if row is not None else []:
            if row is not None and judged.criterion == record.criterion:
                reason = why_undefined(row.facing(judged).systems, row_means(judged.scores))
                if reason:
                    what = f"{Coefficient(record.coefficient, record.given)} is {record.value:g}: {reason}"
                    yield Firing(f"{record.metric}, {record.criterion}", what)
    for reported in subject.reported:
        if reported.text("undefined") in _FILLED:
            yield Firing(reported.place, f"an undefined coefficient counts as {reported.text('undefined')}")


@rule(
    "percentile-shift",
    effect="Resampling adds noise: the draws, and a percentile interval with them, lie beside the value",
    size="REALSumm ROUGE-2: .871 of the draws of both and .967 of those of inputs lie below r, not .5",
    remedy="take interval = 'fisher-jackknife' at system level, 'bias-corrected' elsewhere",
)
def percentile_shift(subject: Subject) -> Iterator[Firing]:
    """Find percentile intervals of draws that do not lie around the value."""
    records = subject.records
    asked = (records["interval"] == "percentile") & records["resampled"].isin(["inputs", "both"])
    distance = (records["shift"] - 0.5).abs().round(_DIGITS)
    floors = records["metric"].map(lambda metric: metric.partition("(")[0]).isin(FLOORS)
    skewed = records[asked & (distance > _SKEWED) & (records["role"] == "") & ~floors]
    for (level, *asked), cells in skewed.groupby(["level", "coefficient", "given"], sort=False):
        worst = cells.loc[distance[cells.index].idxmax()]
        most = f"{worst['shift']:.2f} of the draws of {_label(worst)} lie below the value"
        what = f"{_cells(cells)} shifted; {most}"
        yield Firing(f"{level} level, {Coefficient(*asked)}", what)
    for row in subject.reported:
        shift = row.number("shift")
        if shift is not None and row.text("interval") == "percentile" and abs(shift.value - 0.5) > _SKEWED:
            yield Firing(row.place, f"{row.text('shift')} of the draws lie below the value")


@rule(
    "interval-exceptions",
    effect="Few systems decide the coefficient, systems or inputs are few, or copies of systems are tied in "
    "draws: intervals cover too little",
    size="nominal 95 % intervals of Pearson cover .77 to .93 where few systems are far from the others",
    remedy="print Spearman or Kendall beside Pearson, from 12 systems on, and leave out one system at a "
    "time; judge more inputs",
)
def interval_exceptions(subject: Subject) -> Iterator[Firing]:
    """Find coefficients whose data look like worlds in which intervals were found not to hold."""
    records = subject.records
    caught = records[(records["caution"] != "") & (records["role"] == "") & records["low"].notna()]
    for (task, criterion, coefficient), cells in caught.groupby(
        ["task", "criterion", "coefficient"], sort=False
    ):
        reasons = list(dict.fromkeys("; ".join(cells["caution"]).split("; ")))
        yield Firing(f"{task}, {criterion}, {coefficient}", f"{_cells(cells)} such: {'; '.join(reasons)}")


@rule(
    "outliers",
    effect="One or two systems far from the others can make a correlation, whatever happens among the others",
    size="WMT19 en-de: BLEU .921 with all systems, .419 without two outliers",
    remedy="ask for a [robustness] section, and print the coefficient without outliers, too",
)
def outliers(subject: Subject) -> Iterator[Firing]:
    """Find coefficients that change by more than .1 without the outliers among the judgments (MAD)."""
    spec = subject.plan.spec if subject.plan else None
    if spec is not None and spec.section("robustness") is None and "system" in spec.correlation.levels:
        for task in {id(row.task): row.task for row in subject.rows}.values():
            rows = [row for row in subject.rows if row.task is task]
            for judged in task.judged:
                names = [
                    each for each in spec.correlation.coefficients if read_name(each).name in COEFFICIENTS
                ]
                yield from _outliers(rows, judged, names)
    for reported in subject.reported:
        numbers = reported.numbers("value", "value_without")
        if numbers is not None and round(abs(numbers[0].value - numbers[1].value), _DIGITS) > _MOVES:
            what = f"{reported.text('value')} with all systems, {reported.text('value_without')} without some"
            yield Firing(reported.place, what)


def _outliers(rows: list[Row], judged: Judged, coefficients: list[str]) -> Iterator[Firing]:
    """Tell the largest change of a coefficient when the outliers among the judgments are left out."""
    means, worst, change = row_means(judged.scores), "", _MOVES
    found: WithoutOutliers | None = None
    scores, n_segments = np.stack([row.facing(judged).systems for row in rows]), judged.scores.shape[1]
    every = [all_without_outliers(scores, means, name, n_segments, CUT) for name in coefficients]
    for row, *of_row in zip(rows, *every, strict=True):
        for coefficient, both in zip(coefficients, of_row, strict=True):
            difference = round(abs(both.every.value - both.without.value), _DIGITS)
            if difference > change:
                worst, change, found = f"{row.label[0]} ({coefficient})", difference, both
    if found is not None:
        systems = np.array(rows[0].task.data.systems, object)[found.outliers.outlier]
        shown = ", ".join(systems[:_SHOWN]) + (
            f" and {len(systems) - _SHOWN} more" if len(systems) > _SHOWN else ""
        )
        what = f"without {shown}: {worst} from {found.every.value:.2f} to {found.without.value:.2f}"
        yield Firing(f"{rows[0].task.data.name}, {judged.criterion}", what)


@rule(
    "rounded-before-ranks",
    effect="Rounding before ranking makes ties of systems that differ",
    size="changes tau: what rounds alike becomes a tie (CapEval, issues 2 and 4)",
    remedy="rank the scores as they were computed, and round only what is printed",
)
def rounded_before_ranks(subject: Subject) -> Iterator[Firing]:
    """Find scores with few decimals that tie systems."""
    spec = subject.plan.spec if subject.plan else None
    levels = spec.correlation.levels if spec else []
    if spec is not None and any(name != "pearson" for name in spec.correlation.coefficients):
        for row in subject.rows:
            if isinstance(row.scored.condition.metric, External):
                for level in levels:
                    yield from _rounded(row, level)
    for reported in subject.reported:
        rounded = reported.number("rounded")
        if rounded is not None and reported.text("coefficient") != "pearson":
            yield Firing(reported.place, f"scores were rounded to {rounded.value:g} decimals before ranking")


def _rounded(row: Row, level: str) -> Iterator[Firing]:
    """Tell scores with few decimals that tie systems; whole numbers may be meant as a scale of few steps."""
    found = {judged.criterion: _ties_of(row, judged, level) for judged in row.task.judged}
    for what in dict.fromkeys(filter(None, found.values())):
        place = f"{row.task.data.name}, {row.label[0]}, {level} level"
        of = [criterion for criterion, said in found.items() if said == what]
        yield Firing(place if len(of) == len(found) else f"{place}, {', '.join(of)}", what)


def _ties_of(row: Row, judged: Judged, level: str) -> str:
    """Say how many decimals tie how many pairs of what is ranked beside these judgments; "" for none."""
    # blocks are made of the outputs of segments
    observed = get_level("segment" if level == "block" else level).observe_judged(
        row.task, judged, row.facing(judged)
    )
    values = np.where(np.isnan(observed[-1]), np.nan, round_noise(observed[0]))
    if np.unique(values[~np.isnan(values)]).size < 2:
        return ""  # one score everywhere is constant, not rounded
    ties = sum(_tied_pairs(group) for group in values)
    decimals = next((d for d in range(_MOST_DECIMALS + 1) if _has_decimals(values, d)), 0)
    if not ties or not decimals:
        return ""
    pairs = "1 pair" if ties == 1 else f"{ties:,} pairs"
    digits = "1 decimal ties" if decimals == 1 else f"{decimals} decimals tie"
    return f"{digits} {pairs} of {_RANKED.get(level, 'systems')}"


def _tied_pairs(scores: Array) -> int:
    _, counts = np.unique(scores[~np.isnan(scores)], return_counts=True)
    return int((counts * (counts - 1) // 2).sum())


def _has_decimals(values: Array, decimals: int) -> bool:
    present = values[~np.isnan(values)]
    return bool(np.all(present == np.round(present, decimals)))


def _cells(cells: pd.DataFrame) -> str:
    return "1 cell is" if len(cells) == 1 else f"{len(cells):,} cells are"


def _label(record: pd.Series) -> str:
    about = [record[name] for name in ("references", "preprocess", "criterion") if record[name]]
    return f"{record['metric']} ({', '.join(about)})"


def _of_how_many(record: pd.Series) -> str:
    """Say how many parts an average might have; "" for domains, whose number no record has."""
    level, rest = record["level"], {"within-system": "n_systems", "block": "assignments"}
    if level == "domain":
        return ""
    whole = int(record[rest.get(level, "n_segments")])
    return f" of {whole if level == 'block' else whole + int(record['n_undefined']):,}"
