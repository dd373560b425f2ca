"""What stands under a correlation table about its intervals, and from which value a coefficient is not 0."""

import pandas as pd

from workbench.report.layouts.counts import percent
from workbench.report.layouts.labels import SYMBOLS, coefficient_label
from workbench.report.layouts.marks import holds_zero
from workbench.report.table import format_value

_UP = ("up", "which counts as right, so that an end may lie above the value")
_TO_ZERO = ("towards 0", "and count among all pairs")
_DRAWN = {"acc-eq": _UP, "tau-eq": _UP, "kendall-a": _TO_ZERO, "kendall-c": _TO_ZERO}
"""Coefficient -> where copies of systems draw it, and why."""
_COVERED = (
    " At segment level they lie too high: 95 % ones of 8 systems held the value in .76 to .80 of simulated "
    "cases, of 12 in .82 to .89, of 20 in .85 to .92."
)
_OF_RANKS = tuple(map(coefficient_label, ("spearman", "kendall")))
"""Coefficients whose smallest values that differ from 0 are those of scores without ties."""


def count_cautions(panel: pd.DataFrame) -> str:
    """Return what speaks against intervals, each with the number of its cells; "" where nothing does."""
    with_one = panel[panel["low"].notna() & panel["high"].notna()]
    reasons = with_one["caution"].str.split("; ").explode()
    counts = reasons[reasons != ""].value_counts(sort=False)
    return "; ".join(f"{reason} ({number:,})" for reason, number in counts.items())


def caution_notes(panel: pd.DataFrame) -> list[str]:
    """Say in how many cells the data look like those for which intervals were found not to hold."""
    said = count_cautions(panel)
    return [
        "Intervals of data like these were found to be less sure than they say "
        f"(documentation, about/calibration); cells: {said}."
    ] * bool(said)


def critical_notes(panel: pd.DataFrame, digits: int) -> list[str]:
    """Say from which value on a coefficient that a column shows differs from 0."""
    known = panel[panel["critical"].notna() & panel["value"].notna()]
    tied = (known[["tied_human", "tied_metric"]] > 0).any(axis=1) & known["coefficient"].isin(_OF_RANKS)
    columns = ["coefficient", "critical", "confidence", "n_systems"]
    notes = []
    for (coefficient, critical, confidence, n_systems), ties in tied.groupby(
        [known[name] for name in columns], sort=False
    ):
        without = " without ties; with ties, as here, chance may reach it more often" if ties.any() else ""
        notes.append(
            f"|{SYMBOLS.get(coefficient, coefficient)}| ≥ {format_value(critical, max(digits, 3))} differs "
            f"from 0 at the {percent(1 - confidence)} level, two-sided, n = {n_systems:,} systems{without}."
        )
    return notes


def undefined_draws(part: pd.DataFrame, where: str = "") -> list[str]:
    """Say in how many cells some draws have no coefficient, and in how many draws at most."""
    affected = part[(part["undefined_draws"] > 0) & part["value"].notna()]
    if affected.empty:
        return []
    worst = affected.loc[affected["undefined_draws"].idxmax()]
    cells = "1 cell has" if len(affected) == 1 else f"{len(affected):,} cells have"
    return [
        f"{where}{cells} draws without a defined coefficient, at most {worst['undefined_draws']:,} "
        f"of {worst['draws']:,}."
    ]


def without_interval(panel: pd.DataFrame) -> list[str]:
    """Say why cells that have a value have no interval: none of them can be set off as holding 0."""
    bare = panel[panel["value"].notna() & panel["low"].isna() & (panel["interval_reason"] != "")]
    counts = bare["interval_reason"].value_counts(sort=False)
    said = "; ".join(f"{reason} ({number:,})" for reason, number in counts.items())
    unmarked = ", and so without °" if holds_zero(panel).any() else ""
    return [f"Values without an interval{unmarked}: {said}."] if said else []


def few_draws(panel: pd.DataFrame) -> list[str]:
    """Say of how few draws intervals are whose ends no draw lies beyond."""
    drawn = panel[panel["low"].notna() & (panel["draws"] > 0)]
    # two draws, one at each end, but for rounding
    few = drawn[drawn["draws"] * (1 - drawn["confidence"]) < 2 - 1e-9]
    return [
        f"Intervals of {draws:,} {'draw' if draws == 1 else 'draws'}: too few for {percent(confidence)}, so "
        "that their ends are the least and the largest of them."
        for draws, confidence in few[["draws", "confidence"]].drop_duplicates().itertuples(index=False)
    ]


def drawn_apart(panel: pd.DataFrame) -> list[str]:
    """Say of which coefficients a bootstrap of systems is drawn to one side."""
    drawn = panel[panel["low"].notna() & panel["resampled"].isin(["systems", "both"])]
    notes = []
    for name, level in drawn[["coefficient", "level"]].drop_duplicates().itertuples(index=False):
        where, and_so = _DRAWN.get(name.partition("(")[0], ("", ""))
        covered = _COVERED if (where, level) == ("up", "segment") else ""
        if where:
            said = f"Intervals of {name} are drawn {where}: copies of a system in a draw are tied, {and_so}."
            notes.append(said + covered)
    return notes
