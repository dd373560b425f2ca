"""What tests found, in a few lines to print under a table."""

import pandas as pd

from workbench.report.recipes.labels import COMPONENTS, metric_label

_LINES = 8
_NAMES = 6
_FAMILY = ["task", "criterion", "level", "coefficient"]
_COLUMN = ["references", "preprocess"]
_WORDS = {"better": "over", "worse": "under", "not shown": "against"}


def describe_comparisons(comparisons: pd.DataFrame) -> list[str]:
    """Return the lines about a `schema.COMPARISONS` frame: how it was tested, and what differs."""
    if comparisons.empty:
        return []
    first = comparisons.iloc[0]
    drawn = "" if first["resampled"] == "none" else f" of {first['resampled']}"
    asked = f" (overridden: asked for {first['population_asked']})" if first["population_asked"] else ""
    sides = "two-sided" if first["alternative"] == "two" else first["alternative"]
    lines = [
        f"Comparisons: {first['method']}{drawn}, {sides}",
        f"  population: {first['population']}{asked}; correction: {first['correction']}; "
        f"level {first['test_level']:g}",
    ]
    found = []
    for family, rows in comparisons.groupby(_FAMILY, sort=False):
        counts = rows["verdict"].value_counts()
        shown = int(counts.get("better", 0) + counts.get("worse", 0))
        text = f"  {_place(family)}: {shown} of {len(rows)} pairs differ, {rows['n_family'].iloc[0]:,} tests"
        closest = rows.loc[rows["p_adjusted"].idxmin()] if rows["p_adjusted"].notna().any() else None
        if closest is not None:
            text += f"; least adjusted p {closest['p_adjusted']:.2g} ({_pair(closest)})"
        without = int((rows["reason"] != "").sum())
        if without:
            text += f"; {without} without a test: {rows.loc[rows['reason'] != '', 'reason'].iloc[0]}"
        if rows["margin"].notna().any():
            near = int((rows["equivalence_p"] <= rows["test_level"]).sum())
            text += f"; {near} shown to differ by less than {rows['margin'].iloc[0]:g}"
        found.append(text)
    return [*lines, *_cut(found, "comparisons.csv")]


def describe_rankings(rankings: pd.DataFrame) -> list[str]:
    """Return the lines about a `schema.RANKINGS` frame: the first cluster, and the ranks it may have."""
    if rankings.empty:
        return []
    first = rankings.iloc[0]
    head = f"Ranking: {100 * first['confidence']:g} % intervals of ranks ({first['rank_population']})"
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
        best = ranked[ranked["cluster"] == 1]
        names = [f"{_label(row)} {_ranks(row)}" for _, row in best.head(_NAMES).iterrows()]
        more = f" and {len(best) - _NAMES} more" if len(best) > _NAMES else ""
        found.append(
            f"  {_place(place)}: first of {ranked['cluster'].max()} clusters {', '.join(names)}{more}"
        )
    return [head, *_cut(found, "rankings.csv")]


def _cut(lines: list[str], file: str) -> list[str]:
    if len(lines) <= _LINES:
        return lines
    return [*lines[:_LINES], f"  and {len(lines) - _LINES} more in {file}"]


def _place(names: object) -> str:
    return ", ".join(str(name) for name in names) if isinstance(names, tuple) else str(names)


def _label(row: pd.Series) -> str:
    component = row["component"]
    label = str(metric_label(row["metric"]))
    return label if component == "score" else f"{label} ({COMPONENTS.get(component, component)})"


def _pair(row: pd.Series) -> str:
    theirs = pd.Series({"metric": row["against_metric"], "component": row["against_component"]})
    return f"{_label(row)} {_WORDS[row['verdict']]} {_label(theirs)}"


def _ranks(row: pd.Series) -> str:
    if row["rank_low"] == 0:
        return f"{row['rank']}"
    return f"{row['rank']} [{row['rank_low']}-{row['rank_high']}]"
