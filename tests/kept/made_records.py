"""Records made up by hand, by a name: what no small experiment brings together in one table."""

import math
from itertools import product

import pandas as pd
from report.test_word_for_word import record

from workbench.analyses.shading import ShadingSpec, shade_records
from workbench.schema import RECORDS

NAN = math.nan
NONE = {"low": NAN, "high": NAN, "interval": "none", "resampled": "none", "population": "", "draws": 0}
BARE = {**NONE, "critical": NAN, "tied_human": NAN, "judgments": "human", "direction": "higher", "seed": ""}


def wide() -> pd.DataFrame:
    """Return two criteria, three coefficients and two reference settings: too wide for one panel."""
    rows = []
    for number, (criterion, coefficient, references, metric) in enumerate(
        product(
            ("fluency", "coverage"),
            ("pearson", "kendall", "acc-eq"),
            ("1 ref", "4 refs"),
            (
                ("rouge-1", "f", "CASE"), ("rouge-1", "recall", "CASE"), ("rouge-1", "f", "STEM"),
                ("bleu(order=4)", "score", "13a"), ("meteor", "score", "CASE"),
            ),
        )
    ):  # fmt: skip
        name, component, preprocess = metric
        value = round(math.sin(number + 1), 4)
        rows.append(
            record(
                name, component=component, preprocess=preprocess, criterion=criterion, raters="all",
                coefficient=coefficient, references=references, value=value, low=value - 0.2,
                high=value + 0.3,
                chance=0.5 if coefficient == "acc-eq" else NAN, critical=NAN, n_references=references[0],
                select="all", combine="pooled", direction="higher", profile="p",
            )
        )  # fmt: skip
    return RECORDS.build(rows)


def swept() -> pd.DataFrame:
    """Return metrics under three preprocessings, but for one that has its own."""
    conditions = [*product(("rouge-1", "rouge-2"), ("STEM", "CASE", "STOP")), ("bleu(order=4)", "13a")]
    rows = [
        record(name, preprocess=preprocess, value=0.5 + number / 16, **{**BARE, "seed": "5"})
        for number, (name, preprocess) in enumerate(conditions)
    ]
    return RECORDS.build([*rows, record("ter", preprocess="", value=NAN, reason="constant", **BARE)])


def blocks() -> pd.DataFrame:
    """Return coefficients on blocks of two sizes, both orientations, an undefined assignment."""
    made = {"level": "block", "n_pairs": 12, "assignments": 7, "critical": NAN, "tied_human": 0.0}
    rows = [
        record(
            metric, block_size=size, n_blocks=1200 // size, value=value, low=low, high=low + 0.5,
            orientation=orientation, n_undefined=lost, interval="fisher", resampled="none", draws=0,
            population="all pairs", select=f"threshold(weight={size / 100:g})", **made,
        )
        for metric, size, value, low, orientation, lost in (
            ("bleu(order=2)", 10, 0.25, 0.0, "random", 0), ("bleu(order=2)", 100, 0.375, 0.125, "random", 2),
            ("delta-bleu(order=2)", 10, 0.25, -0.125, "first minus second", 0),
            ("delta-bleu(order=2)", 100, 0.625, 0.25, "random", 0),
        )
    ]  # fmt: skip
    return RECORDS.build(rows)


def judges() -> pd.DataFrame:
    """Return metrics with ceilings under them, one of raters that are too sparse."""
    rows = [record(references=name, value=value) for name, value in (("1 ref", 0.5), ("2 refs", 0.75))]
    under = {"metric": "judges", "component": "", "references": "", "preprocess": "", "n_raters": 3}
    rows += [
        record(**{**under, "role": "leave one out", "value": 0.875, "n_ratings": "12-30", **NONE}),
        record(**{**under, "role": "split half", "value": 0.9, "n_ratings": "12", "resampled": "systems"}),
        record(
            **{**under, "role": "leave one out", "criterion": "coverage", "value": NAN, "n_ratings": "1-2"},
            reason="raters are too sparse: 2 of them",
        ),
        record(references="2 refs", role="disattenuated", value=1.25, low=0.5, high=1.5, resampled="systems"),
        record(criterion="coverage", references="2 refs", value=0.125, n_raters=3),
    ]
    return RECORDS.build(rows)


def judged() -> pd.DataFrame:
    """Return records of people who judged some outputs only, with weights, cautions and shifts."""
    rows = [
        record(unjudged="A; B", complete=0.25, n_complete=9, n_outputs="20-31", missing="pairwise",
               caution="fewer than 12 systems; ties", weights="rated", error=0.0625),
        record("rouge-2", unjudged="C", criterion="coverage", complete=0.5, value=0.375, n_complete=8,
               n_outputs="31", missing="complete", caution="ties", weights="rated", ablation="flat"),
        record("chrf", complete=NAN, n_complete=0, n_outputs="1-2", missing="all", weights="mined",
               caution="low", low=NAN),
        record("ter", criterion="coverage", references="other", n_complete=3, value=NAN, reason="x", low=NAN),
    ]  # fmt: skip
    return RECORDS.build(rows)


def levels() -> pd.DataFrame:
    """Return each level with what is lost at it."""
    rows = []
    for number, level in enumerate(
        ("system", "segment", "within-system", "document", "domain", "global", "own level")
    ):
        rows += [
            record(level=level, n_undefined=number, n_dropped=number % 3, undefined_draws=2 * number),
            record("rouge-2", level=level, value=0.25 + number / 16, given="length" * (number % 2)),
            record("rouge-3", level=level, n_undefined=3, value=NAN, reason="all tie", undefined_draws=99),
        ]
    return RECORDS.build(rows)


def tested() -> pd.DataFrame:
    """Return two data sets and three tasks, marked by a test in one of them and by shading in another."""
    rows = [
        record(metric, task=task, dataset=data, value=value, standing=standing, n_systems=systems,
               standing_test="williams1959" if standing else "", interval=interval)
        for metric, task, data, value, standing, systems, interval in (
            ("rouge-1", "t", "d 1", 0.5, "best", 12, "basic"),
            ("rouge-2", "t", "d 1", 0.475, "tied", 12, "basic"),
            ("rouge-3", "t", "d 1", 0.125, "", 11, "basic"), ("rouge-1", "u", "d 1", 0.5, "", 9, "basic"),
            ("rouge-2", "u", "d 1", 0.5, "", 9, "none"), ("rouge-1", "v", "d 2", -0.25, "", 7, "basic"),
            ("rouge-l(alpha=0.5)", "v", "d 2", -0.75, "", 7, "basic"),
            ("[odd", "v", "d 2", 0.0, "", 7, "basic"),
        )
    ]  # fmt: skip
    return shade_records(RECORDS.build(rows), ShadingSpec(within="table", digits=1))


def lin() -> pd.DataFrame:
    """Return tasks of Lin's third table and one of none, with measures that share a profile."""
    rows = [
        record(f"{metric}(profile=lin2004)", task=task, references=references, n_references=number,
               preprocess=preprocess, value=value)
        for value, (task, (references, number), metric, preprocess) in zip(
            (round(0.9 - at / 32, 3) for at in range(48)),
            product(
                ("DUC 2002 100 words multi doc", "DUC 2001 100 words multi doc",
                 "DUC 2001 400 words multi doc", "another"),
                (("one", "1"), ("all", "1-4")), ("rouge-l", "rouge-2"), ("CASE", "STOP"),
            ),
            strict=False,
        )
    ]  # fmt: skip
    return shade_records(RECORDS.build(rows), ShadingSpec())


def drawn() -> pd.DataFrame:
    """Return intervals that a bootstrap of systems draws to one side, of few draws, or that are not there."""
    rows = [
        record(metric, coefficient=name, level=level, value=0.25 + at / 16, low=0.125, draws=draws,
               resampled=resampled, chance=0.5 if "eq" in name else NAN, caution=caution, critical=NAN)
        for name, level, resampled, caution in (
            ("kendall-a", "system", "systems", ""), ("kendall-c", "system", "both", "ties"),
            ("tau-eq", "system", "both", ""), ("acc-eq(epsilon=0.5)", "system", "inputs", "ties; few"),
            ("acc-eq", "segment", "both", ""), ("kendall-a", "segment", "systems", ""),
        )
        for at, (metric, draws) in enumerate((("rouge-1", 19), ("rouge-2", 20), ("rouge-3", 1)))
    ]  # fmt: skip
    bare = {**BARE, "task": "u", "coefficient": "kendall"}
    rows += [
        record("rouge-1", interval_reason="too few systems", value=-0.5, **bare),
        record(
            "rouge-2", interval_reason="too few systems", **{**bare, "tied_metric": 0.25, "critical": 0.5}
        ),
        record("rouge-3", interval_reason="no draws", undefined_draws=3, **{**bare, "critical": 0.5}),
        record("ter", value=NAN, reason="x", interval_reason="y", **bare),
    ]
    return RECORDS.build(rows)


def elsewhere() -> pd.DataFrame:
    """Return scores that were computed elsewhere, segments that not all were judged on, and no blocks."""
    table = {"component": "score", "preprocess": "", "profile": "table", "cites": ""}
    rows = [
        record("comet", system_scores="their own", **table),
        record("comet", system_scores="their own", references="1 ref", **table),
        record("chrf"), record("bleu(order=4)"),
        record("bleurt", system_scores="means of segments", value=0.25, **table),
        record("comet", system_scores="their own", level="segment", critical=NAN, **table),
        record("prism", system_scores="their own", task="u", value=0.375, n_complete=-1, **table),
        record("prism", task="u", criterion="coverage", n_complete=-1, unjudged="A", **table),
        record("chrf", task="u", criterion="style", value=0.0625, unjudged="B; C"),
        record("chrf", task="v", n_complete=2),
        record("chrf", task="w", n_complete=-1, unjudged="D", coefficient="soft-pairwise-accuracy",
               chance=0.5, n_undefined=7),
        record("ter", task="w", coefficient="soft-pairwise-accuracy", chance=0.25, n_undefined=2),
        record("ter", task="w", n_undefined=4),
        record(task="x", level="block", block_size=10, n_systems=0, orientation="random", value=NAN,
               reason="too few", **NONE),
    ]  # fmt: skip
    return RECORDS.build(rows)


MADE = {
    each.__name__: each
    for each in (wide, swept, blocks, judges, judged, levels, tested, lin, drawn, elsewhere)
}
