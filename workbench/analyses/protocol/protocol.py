"""The protocol of the WMT metrics tasks on the tasks of a data set."""

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd

from workbench.analyses.protocol.averages import AVERAGE, MeasureColumn, columns_of
from workbench.analyses.protocol.cautions import (
    OF_SYSTEMS,
    caution,
    describe_cautions,
    describe_sizes,
    describe_system_scores,
)
from workbench.analyses.protocol.measures import TaskScores, system_scores
from workbench.analyses.protocol.section import ProtocolSpec
from workbench.analyses.protocol.table import has_correlations, protocol_table
from workbench.experiment.analysis import Analysis, Result, analysis
from workbench.experiment.experiment import Experiment
from workbench.experiment.plan import Plan
from workbench.experiment.rows import Row
from workbench.experiment.scored import WHOLES
from workbench.report.falling import falling
from workbench.report.layouts.protocol_tables import PROTOCOLS
from workbench.report.plot_frames import label_conditions
from workbench.report.render import render
from workbench.report.table import format_value
from workbench.schema import PROTOCOL, PROTOCOL_TESTS
from workbench.stats.tests.swaps import POPULATIONS as SWAPPED

_NAMED = 6
"""Averages that are said under a run; the files have all."""
_FORMATS = {"protocol.md": "md", "protocol.tex": "tex", "protocol.html": "html"}
MetricLabel = tuple[str, str, str, str]
_OUTPUTS = SWAPPED["both-cell"]
_BY_SEGMENTS = ": it compares p-values, which segments give"
_EVERYTHING = "all systems, all inputs"
_JACKKNIFED = dict.fromkeys(
    ("system-pearson", "pooled-pairwise-accuracy", "soft-pairwise-accuracy"), SWAPPED["systems"]
)
_POPULATIONS = {
    AVERAGE: "mixed: systems are swapped where they are correlated, else outputs",
    "system-pearson": SWAPPED["systems"],
    "pooled-pairwise-accuracy": SWAPPED["systems"],
}


@analysis("protocol")
class ProtocolOfTasks(Analysis):
    """Say which metrics are best on all tasks together, as the WMT metrics tasks do.

    Each measure of each task (language pair), their weighted average, a permutation test of each pair of
    metrics on each of these (PERM-BOTH), and clusters of metrics of which none is better than another one.
    """

    section = "protocol"
    Section = ProtocolSpec
    frames = (PROTOCOL, PROTOCOL_TESTS)
    place = 15
    positional = ("like",)
    on_wholes = True

    def compute(self, experiment: Experiment, settings: ProtocolSpec) -> Result:
        """Return a row for each metric and column of the paper's table, and the tests of all pairs."""
        plan, rows = experiment.plan, experiment.rows
        values: list[dict[str, object]] = []
        tests: list[dict[str, object]] = []
        for criterion in plan.criteria:
            labels, tasks = tasks_of(rows, criterion, settings.exact)
            columns = columns_of(
                PROTOCOLS.get(settings.like),
                settings.weights,
                tasks,
                _draws(settings),
                settings.level,
                plan.spec.seed,
                settings.coins == "together",
                settings.test == "jackknife" or (settings.test == "both" and settings.draws > 0),
            )
            wholes = {
                row.label for each in tasks.values() for row in each.rows if row.scored.wholes is not None
            }
            taken = {
                (row.label, name): system_scores(row, each.judged)
                for name, each in tasks.items()
                for row in each.rows
            }
            values += _value_rows(plan, settings, criterion, labels, wholes, columns, taken)
            tests += _test_rows(settings, criterion, labels, columns)
        frame = PROTOCOL.build(values)
        frames = {"protocol": frame, "protocol_tests": PROTOCOL_TESTS.build(tests)}
        cautions = describe_cautions(_of_average(frames["protocol_tests"]))
        lines = (*_lines(frame, settings), *describe_system_scores(frame), *describe_sizes(frame), *cautions)
        return Result(frames, (), lines, None, _brief(frame))

    def describe_methods(self, result: Result | None) -> list[str]:
        """Say what was averaged, and how it was tested."""
        return [] if result is None else list(_methods(result.frame))

    def files(self, result: Result) -> dict[str, bytes]:
        """Return the table of the paper's layout."""
        table = protocol_table(result.frame, result.frames["protocol_tests"])
        return {name: render(table, kind).encode() for name, kind in _FORMATS.items()}


def tasks_of(rows: list[Row], criterion: str, exact: bool) -> tuple[list[MetricLabel], dict[str, TaskScores]]:
    """Return the names of the metrics, and the scores of each task."""
    # what no setting changes stands once, under the first
    first = {row.scored_as: row.label for row in reversed(rows)}
    labels = list(dict.fromkeys(row.label for row in rows if first[row.scored_as] == row.label))
    of_task: dict[str, dict[MetricLabel, Row]] = {}
    for row in rows:
        of_task.setdefault(row.task.data.name, {})[row.label] = row
    tasks = {}
    for name, mine in of_task.items():
        task = next(iter(mine.values())).task
        judged = next(each for each in task.judged if each.criterion == criterion)
        tasks[name] = TaskScores([mine[label] for label in labels], judged, exact)
    return labels, tasks


def _named(label: MetricLabel, prefix: str = "") -> dict[str, object]:
    names = (f"{prefix}{name}" for name in ("metric", "component", "preprocess", "references"))
    return dict(zip(names, label, strict=True))


def _value_rows(
    plan: Plan,
    settings: ProtocolSpec,
    criterion: str,
    labels: list[MetricLabel],
    wholes: set[MetricLabel],
    columns: list[MeasureColumn],
    taken: Mapping[tuple[MetricLabel, str], str],
) -> Iterator[dict[str, object]]:
    for number, label in enumerate(labels):
        for column in columns:
            value = float(column.values[number])
            yield {
                "experiment": plan.spec.name,
                "dataset": plan.dataset,
                "criterion": criterion,
                "protocol": settings.like,
                **_named(label),
                "task": column.task,
                "measure": column.measure,
                "heading": column.heading,
                "value": value,
                "rank": int(column.ranks[number]),
                "rank_jackknife": int(column.jackknife.ranks[number]),
                "weight": column.weight,
                "n_systems": column.n_systems,
                "n_segments": column.n_segments,
                "n_pairs": column.n_pairs,
                "draws": _draws(settings),
                "test_level": settings.level,
                "population": _POPULATIONS.get(column.measure, _OUTPUTS),
                "population_jackknife": _JACKKNIFED.get(column.measure, _EVERYTHING),
                "seed": str(plan.spec.seed),
                "system_scores": _taken(label, column, taken) if column.measure in OF_SYSTEMS else "",
                "reason": _why(number, column, columns, label in wholes) if np.isnan(value) else "",
            }


def _taken(label: MetricLabel, column: MeasureColumn, taken: Mapping[tuple[MetricLabel, str], str]) -> str:
    """Return which scores of systems a measure takes of its task, or of any task where it pools them."""
    found = (said for (row, task), said in taken.items() if row == label and column.task in (task, ""))
    return next(filter(None, found), "")


def _why(number: int, column: MeasureColumn, columns: list[MeasureColumn], is_of_wholes: bool) -> str:
    if is_of_wholes and column.measure != AVERAGE:
        return f"{WHOLES}{_BY_SEGMENTS}" if column.measure == "soft-pairwise-accuracy" else WHOLES
    if column.measure != AVERAGE:
        return "no coefficient: constant scores, or none"
    counted = [each for each in columns if each.weight and each.measure != AVERAGE]
    lacking = [each.task or "all tasks" for each in counted if np.isnan(each.values[number])]
    why = f": {WHOLES}" if is_of_wholes else ""
    return f"no value on {', '.join(dict.fromkeys(lacking))}{why}"


def _test_rows(
    settings: ProtocolSpec, criterion: str, labels: list[MetricLabel], columns: list[MeasureColumn]
) -> Iterator[dict[str, object]]:
    for column in columns:
        coins = settings.coins if column.measure == AVERAGE else ""
        beside = column.jackknife
        for one, other in np.argwhere(~(np.isnan(column.p) & np.isnan(beside.p))):
            is_swapped = not np.isnan(column.p[one, other])
            yield {
                "criterion": criterion,
                "protocol": settings.like,
                "task": column.task,
                "measure": column.measure,
                **_named(labels[one]),
                **_named(labels[other], "against_"),
                "difference": float(column.values[one] - column.values[other]),
                "p": float(column.p[one, other]),
                "draws": _draws(settings),
                "coins": coins,
                "verdict": _verdict(column.p[one, other], settings.level),
                "caution": caution(settings.like, column.measure, coins) if is_swapped else "",
                "error": float(beside.errors[one, other]),
                "p_jackknife": float(beside.p[one, other]),
                "verdict_jackknife": _verdict(beside.p[one, other], settings.level),
            }


def _draws(settings: ProtocolSpec) -> int:
    return 0 if settings.test == "jackknife" else settings.draws


def _verdict(p: float, level: float) -> str:
    return "" if np.isnan(p) else "better" if p <= level else "not shown"


def _of_average(tests: pd.DataFrame) -> pd.DataFrame:
    return tests[tests["measure"] == AVERAGE]


def _brief(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the averages with their clusters, best first."""
    averages = frame[frame["measure"] == AVERAGE]
    shown = averages.iloc[falling(averages["value"])]
    names = [
        "rank",
        "rank_jackknife",
        "metric",
        "component",
        "preprocess",
        "references",
        "criterion",
        "value",
        "reason",
    ]
    return shown[names]


def _lines(frame: pd.DataFrame, settings: ProtocolSpec) -> Iterator[str]:
    without = frame.loc[frame["reason"].str.startswith(WHOLES), "metric"].unique()
    if len(without):
        yield f"{', '.join(without)}: {WHOLES}, so a dash where segments are asked for."
    averages = frame[frame["measure"] == AVERAGE]
    named = averages.assign(label=label_conditions(averages))
    for criterion, mine in named.groupby("criterion", sort=False):
        ordered = mine.iloc[falling(mine["value"])].dropna(subset="value")
        best = [f"{each.label} {format_value(each.value, 3)}" for each in ordered[:_NAMED].itertuples()]
        if best:
            more = f" and {len(ordered) - _NAMED:,} more" if len(ordered) > _NAMED else ""
            yield f"{criterion}: averages of {frame['protocol'].iloc[0]}: {', '.join(best)}{more}."
        tests = {"rank": f"PERM-BOTH, {settings.draws:,} swaps", "rank_jackknife": "jackknife over systems"}
        for rank, test in tests.items():
            first = mine[mine[rank] == 1]["label"].tolist()
            if first:
                yield (
                    f"{criterion}: {', '.join(first)}: no metric has a higher average that is shown to be "
                    f"better ({test}, one-sided, level {settings.level:g})."
                )


def _methods(frame: pd.DataFrame) -> Iterator[str]:
    used = frame[(frame["measure"] != AVERAGE) & (frame["weight"] > 0)]
    parts = used.drop_duplicates(["measure", "task"])
    tasks = ", ".join(name for name in parts["task"].unique() if name) or "all"
    name = frame["protocol"].iloc[0]
    shares = parts.groupby(["measure", "heading"], sort=False)["weight"].sum()
    is_theirs = np.allclose(*_shares(name, shares.droplevel("heading").to_dict()))
    whose = f"is that of the protocol {name} of the WMT metrics tasks"
    if not is_theirs:
        each = ", ".join(f"{heading} {share:.3g}" for (_, heading), share in shares.items())
        whose = f"is of measures of the protocol {name} of the WMT metrics tasks in other shares ({each})"
    bent = "; correlations are put on [0, 1]" * has_correlations(used)
    over = "1 task" if len(parts) == 1 else f"{len(parts)} tasks"
    headings = ", ".join(parts["heading"].unique())
    yield f"The average over {over} ({headings} of {tasks}) {whose}{bent}."
    if frame["draws"].iloc[0]:
        yield (
            f"Pairs of metrics were tested by PERM-BOTH, one-sided, with {frame['draws'].iloc[0]:,} swaps "
            f"[Deutsch et al. 2021]; clusters are at level {frame['test_level'].iloc[0]:g}."
        )
    if frame["rank_jackknife"].any():
        yield (
            "Whether the order would hold for other systems and other inputs was tested by a jackknife over "
            "systems, which are left out of all tasks together, with Student's t, one-sided; measures of "
            "segments also vary with these [Arvesen 1969; Cameron et al. 2011]."
        )


def _shares(protocol: str, found: dict[str, float]) -> tuple[list[float], list[float]]:
    """Return the share of each measure in the average of a protocol, and that in ours."""
    measures = PROTOCOLS.get(protocol).measures
    total = sum(use.weight for use in measures)
    return [use.weight / total for use in measures], [found.get(use.name, 0.0) for use in measures]
