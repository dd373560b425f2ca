"""What tests found, in a few lines to print under a table."""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pandas as pd

from workbench.experiment.row_coefficients import Coefficient
from workbench.report.layouts.labels import COMPONENTS, RESAMPLED, metric_label
from workbench.schema import with_plain_strings
from workbench.stats.intervals.bootstrap_intervals import POPULATIONS

_LINES = 8
_NAMES = 6
_WINNERS = 4
_FAMILY = ["task", "criterion", "level", "coefficient", "given"]
_COLUMN = ["references", "preprocess"]
_WORDS = {"better": "over", "worse": "under", "not shown": "against", "out of reach": "against"}


def describe_comparisons(comparisons: pd.DataFrame) -> list[str]:
    """Return the lines about a `schema.COMPARISONS` frame: how it was tested, and what differs."""
    if comparisons.empty:
        return []
    comparisons = with_plain_strings(comparisons)
    if (comparisons["against_metric"] == "").all():
        alone = [_label(row, _varying(comparisons)) for _, row in comparisons.iterrows()]
        names = _few(list(dict.fromkeys(alone)))
        return [f"Comparisons: there is nothing to compare, no other metric is compared with {names}"]
    first = comparisons.iloc[0]
    of = first["resampled"]
    drawn = "" if of == "none" else f" of {RESAMPLED.get(of, of)}"
    asked = f" (overridden: asked for {first['population_asked']})" if first["population_asked"] else ""
    sides = "two-sided" if first["alternative"] == "two" else f"one-sided ({first['alternative']})"
    lines = [
        f"Comparisons: {first['method']}{drawn}, {sides}",
        *_direction(comparisons),
        *_what_is_compared(comparisons),
        f"  population: {first['population']}{asked}; correction: {first['correction']}; "
        f"level {first['test_level']:g}",
        *_margin(comparisons),
    ]
    families = comparisons.groupby(_FAMILY, sort=False)
    if first["correction"] != "none" and families.ngroups > 1:
        lines.append(f"  adjusted inside each of {families.ngroups} families, not for there being several")
    found = []
    for family, rows in families:
        counts = rows["verdict"].value_counts()
        shown = int(counts.get("better", 0) + counts.get("worse", 0))
        pairs = int((rows["against_metric"] != "").sum())
        differ = "differs" if pairs == 1 else "differ"
        text = f"  {_place(family)}: {shown} of {_several('pair', pairs)} {differ}, "
        text += _several("test", rows["n_family"].iloc[0])
        closest = rows.loc[rows["p_adjusted"].idxmin()] if rows["p_adjusted"].notna().any() else None
        if closest is not None:
            text += f"; least adjusted p {closest['p_adjusted']:.2g}{_by_chance(closest)}"
            text += f" ({_pair(closest, rows)})"
        without = int((rows["reason"] != "").sum())
        if without:
            text += f"; {without} without a test: {rows.loc[rows['reason'] != '', 'reason'].iloc[0]}"
        text += _near(rows)
        out_of_reach = describe_reach(rows)
        found.append(f"{text}; {out_of_reach}" if out_of_reach else text)
    return [*lines, *_cut(found, "comparisons.csv")]


def _direction(comparisons: pd.DataFrame) -> list[str]:
    """Say which metric of each pair a one-sided test takes for the better one; nothing where it has two."""
    better = {"greater": "better", "less": "worse"}.get(comparisons["alternative"].iloc[0])
    if better is None:
        return []
    mine, theirs = _both(comparisons.iloc[0], comparisons)
    return [
        f"  tested is whether the first metric of each pair (column metric) agrees {better} than the other "
        f"one (against_metric): {mine} than {theirs}" + ", ..." * (len(comparisons) > 1)
    ]


def _margin(comparisons: pd.DataFrame) -> list[str]:
    """Say by what differences are held against a margin: not by the test that the other lines are about."""
    margin, level = comparisons["margin"].iloc[0], comparisons["test_level"].iloc[0]
    if comparisons["equivalence_p"].isna().all():
        return []
    return [
        f"  below a margin of {margin:g}: two one-sided tests (TOST) with Zou's intervals, which take scores "
        f"for normal; population: {POPULATIONS['systems']}; level {level:g} for each pair, not corrected"
    ]


def _near(rows: pd.DataFrame) -> str:
    """Say how many differences of a family are below the margin; "" where there is none."""
    margin, held = rows["margin"].iloc[0], rows["equivalence_p"].notna()
    if np.isnan(margin):
        return ""
    if not held.any():
        [(why, _)] = Counter(rows["equivalence_reason"]).most_common(1)
        return f"; not held against {margin:g}: {why}" if why else ""
    near = int((rows["equivalence_p"] <= rows["test_level"]).sum())
    of = f" (of {held.sum()} held against it)" if not held.all() else ""
    return f"; {near} shown to differ by less than {margin:g}{of}"


def _what_is_compared(comparisons: pd.DataFrame) -> list[str]:
    """Say what swaps compare: for each coefficient and level, where that is not one thing."""
    known = comparisons[(comparisons["method"] == "permutation") & (comparisons["compared"] != "")]
    kinds = known.groupby("compared", sort=False)
    parts = []
    for what, part in kinds:
        cells = part[["level", "coefficient", "given"]].drop_duplicates().itertuples(index=False)
        places = [f"{Coefficient(name, given)} ({level})" for level, name, given in cells]
        parts.append(f"{what}: {', '.join(places)}" if kinds.ngroups > 1 else str(what))
    return [f"  compared: {'; '.join(parts)}"] if parts else []


def _by_chance(row: pd.Series) -> str:
    """Return the Monte-Carlo error of an adjusted p-value that is itself a share of random swaps."""
    draws = row["draws"] - row["undefined_draws"]
    if row["correction"] != "max-t" or row["exact"] == "yes" or not draws:
        return ""
    return f" ± {math.sqrt(row['p_adjusted'] * (1 - row['p_adjusted']) / draws):.1g}"


def describe_reach(rows: pd.DataFrame) -> str:
    """Say of a family whose tests cannot reach their level why, and what it takes; "" where they can."""
    hidden = rows[rows["smallest_p"] > rows["test_level"]]
    if hidden.empty:
        return ""
    most = hidden.loc[hidden["smallest_p"].idxmin()]
    exact = most["exact"] == "yes"
    units = most["resampled"] if most["resampled"] in ("systems", "inputs") else "systems or inputs"
    remedy = f"more {units}" if exact else "more draws"
    if most["correction"] not in ("max-t", "none") and most["method"] == "permutation":
        remedy += ", or correction = 'max-t'"
    if exact and most["resampled"] == "systems" and most["n_segments"] > most["n_systems"]:
        remedy += ", or swap = 'inputs', which asks about these systems alone"
    what = f"all {most['draws']:,} patterns" if exact else f"{most['draws']:,} draws"
    number = f"{len(hidden)} difference{'s' * (len(hidden) > 1)}"
    number = "no difference" if len(hidden) == rows["p"].notna().sum() else number
    can = "can be" if number == "no difference" else "cannot be"
    tests = _several("test", most["n_family"])
    return (
        f"{number} {can} shown at {most['test_level']:g}, whatever the scores are: {what} and the correction "
        f"for {tests} allow no p below {most['smallest_p']:.2g}; it takes {remedy}"
    )


def _several(noun: str, number: int) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def describe_rankings(rankings: pd.DataFrame) -> list[str]:
    """Return the lines about a `schema.RANKINGS` frame: the first cluster, and the ranks it may have."""
    if rankings.empty:
        return []
    rankings = with_plain_strings(rankings)
    first = rankings.iloc[0]
    lines = [
        f"Ranking: {100 * first['confidence']:g} % intervals of ranks; "
        f"population: {first['rank_population']}",
        f"  Who is better: {first['test'].rpartition('; ')[0]}",
    ]
    groups = rankings.groupby(_FAMILY + _COLUMN, sort=False)
    together = rankings.groupby(_FAMILY, sort=False)
    if (together["n_ranked"].first() > groups.size().groupby(_FAMILY, sort=False).max()).any():
        groups = together
    found = []
    for place, rows in groups:
        ranked = rows[rows["rank"] > 0].sort_values("rank", kind="stable")
        if ranked.empty:
            found.append(f"  {_place(place)}: no metric has a coefficient")
            continue
        if len(ranked) == 1:
            found.append(f"  {_place(place)}: {_label(ranked.iloc[0])} alone")
            continue
        varying = _varying(ranked)
        labels = {_name(row): _label(row, _of_texts(row, varying, ranked)) for _, row in ranked.iterrows()}
        best = ranked[ranked["cluster"] == 1]
        names = [f"{labels[_name(row)]} {_ranks(row)}" for _, row in best.iterrows()]
        number = int(ranked["cluster"].max())
        clusters = "one cluster:" if number == 1 else f"first of {number} clusters:"
        found += [f"  {_place(place)}: {clusters} {_few(names)}", f"    {_wins(ranked, labels)}"]
    return [*lines, *_cut(found, "rankings.csv and winners.csv")]


def _wins(ranked: pd.DataFrame, labels: dict[str, str]) -> str:
    """Say which metrics are better than which: the winner matrix in words."""
    winners = ranked[ranked["wins"] > 0]
    if winners.empty:
        return "none is shown to be better than another"
    beaten = [
        f"{labels[_name(row)]} > {_few([labels.get(name, name) for name in row['beats'].split('; ')])}"
        for _, row in winners.iterrows()
    ]
    number, pairs = int(winners["wins"].sum()), len(ranked) * (len(ranked) - 1) // 2
    differ = "differs" if pairs == 1 else "differ"
    return f"{number:,} of {_several('pair', pairs)} {differ}: {'; '.join(beaten[:_WINNERS])}" + (
        f"; and {len(beaten) - _WINNERS} more" if len(beaten) > _WINNERS else ""
    )


def _few(names: list[str]) -> str:
    more = f" and {len(names) - _NAMES} more" if len(names) > _NAMES else ""
    return ", ".join(names[:_NAMES]) + more


def _varying(rows: pd.DataFrame) -> list[str]:
    """Return the settings that a name needs among these rows."""
    return [column for column in _COLUMN if rows[column].nunique() > 1]


def _name(row: pd.Series) -> str:
    return " · ".join(row[each] for each in ("metric", "component", "preprocess", "references"))


def _cut(lines: list[str], file: str) -> list[str]:
    if len(lines) <= _LINES:
        return lines
    return [*lines[:_LINES], f"  and {len(lines) - _LINES} more in {file}"]


def _place(names: tuple[str, ...]) -> str:
    """Say of what the lines are: the columns of a family, and others behind them."""
    task, criterion, level, coefficient, given, *others = names
    return ", ".join([task, criterion, level, str(Coefficient(coefficient, given)), *others])


def _label(row: pd.Series, settings: Sequence[str] = ()) -> str:
    """Return a metric's printed name, with its component and the settings that tell it from others."""
    component = row["component"]
    inside = [] if component == "score" else [COMPONENTS.get(component, component)]
    inside += [row[name] for name in settings]
    label = str(metric_label(row["metric"]))
    return f"{label} ({', '.join(inside)})" if inside else label


def _both(row: pd.Series, rows: pd.DataFrame) -> tuple[str, str]:
    """Return the labels of the metrics of a pair, with the settings that tell them from others."""
    names = ["metric", "component", *_COLUMN]
    theirs = pd.Series({name: row[f"against_{name}"] for name in names})
    settings = [name for name in _COLUMN if {*rows[name], *rows[f"against_{name}"]} != {row[name]}]
    ours, other = (_label(each, _of_texts(each, settings, rows)) for each in (row, theirs))
    return ours, other


def _of_texts(row: pd.Series, settings: list[str], rows: pd.DataFrame) -> list[str]:
    """Return the settings without the preprocessing of what has none, as of scores computed elsewhere."""
    used = {
        preprocess
        for side in ("", "against_")
        if f"{side}metric" in rows
        for preprocess in rows.loc[rows[f"{side}metric"] == row["metric"], f"{side}preprocess"]
    }
    return [name for name in settings if name != "preprocess" or used != {"none"}]


def _pair(row: pd.Series, rows: pd.DataFrame) -> str:
    return f" {_WORDS[row['verdict']]} ".join(_both(row, rows))


def _ranks(row: pd.Series) -> str:
    if row["rank_low"] == 0:
        return f"{row['rank']}"
    return f"{row['rank']} [{row['rank_low']}-{row['rank_high']}]"
