"""What stands under a correlation table, said from the records alone."""

import pandas as pd

from workbench.report.recipes.labels import SYMBOLS
from workbench.report.table import format_value

TESTED = "not shown to differ from the best by a test of the difference"
_DIRECTIONS = {
    "": "",
    "higher": "higher is better",
    "lower": "lower is better, so their sign is turned before they are correlated",
}


def count_range(values: pd.Series) -> str:
    """Return the counts as one number, or as least to most.

    Examples
    --------
    >>> count_range(pd.Series([16, 16])), count_range(pd.Series([12, 1600]))
    ('16', '12 to 1,600')
    """
    least, most = int(values.min()), int(values.max())
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _percent(fraction: float) -> str:
    return f"{100 * fraction:.6g} %"


def _judgments(panel: pd.DataFrame) -> list[str]:
    columns = ["judgments", "raters", "direction"]
    notes = []
    for judgments, raters, direction in panel[columns].drop_duplicates().itertuples(index=False):
        parts = [f"Judgments: {judgments}", f"raters: {raters}" if raters else "", _DIRECTIONS[direction]]
        notes.append("; ".join(part for part in parts if part) + ".")
    return notes


def _references(panel: pd.DataFrame) -> list[str]:
    columns = ["references", "select", "combine", "n_references"]
    settings = []
    for name, select, combine, number in panel[columns].drop_duplicates().itertuples(index=False):
        parts = [part for part in (select, combine, f"{number} a segment" if number else "") if part]
        settings.append(f"{name} ({', '.join(parts)})" if parts else name)
    return [f"References: {'; '.join(settings)}."]


def _intervals(panel: pd.DataFrame) -> list[str]:
    columns = ["interval", "confidence", "resampled", "draws", "population"]
    made = panel[panel["low"].notna() & panel["high"].notna()][columns].drop_duplicates()
    notes = []
    for interval, confidence, resampled, draws, population in made.itertuples(index=False):
        how = [interval]
        if resampled not in ("", "none"):
            how += [f"resampled: {resampled}", f"{draws:,} draws"]
        about = f"; population: {population}" if population else ""
        notes.append(f"{_percent(confidence)} intervals ({', '.join(how)}){about}.")
    if made.empty:
        notes += [f"Population: {population}." for population in panel["population"].unique() if population]
    return notes


def _critical(panel: pd.DataFrame, digits: int) -> list[str]:
    columns = ["coefficient", "critical", "confidence", "n_systems"]
    known = panel[panel["critical"].notna()][columns].drop_duplicates()
    return [
        f"|{SYMBOLS.get(coefficient, coefficient)}| ≥ {format_value(critical, max(digits, 3))} differs "
        f"from 0 at the {_percent(1 - confidence)} level, two-sided, n = {n_systems:,} systems."
        for coefficient, critical, confidence, n_systems in known.itertuples(index=False)
    ]


def _undefined(panel: pd.DataFrame) -> list[str]:
    notes = []
    affected = panel[panel["undefined_draws"] > 0]
    if len(affected):
        worst = affected.loc[affected["undefined_draws"].idxmax()]
        cells = "1 cell has" if len(affected) == 1 else f"{len(affected):,} cells have"
        notes.append(
            f"{cells} draws without a defined coefficient, at most {worst['undefined_draws']:,} "
            f"of {worst['draws']:,}."
        )
    if panel["n_undefined"].max() > 0:
        in_blocks = panel["n_blocks"].max() > 0
        whole = panel["assignments" if in_blocks else "n_segments"]
        notes.append(
            f"{'Assignments' if in_blocks else 'Segments'} without a defined coefficient: "
            f"{count_range(panel['n_undefined'])} of {count_range(whole)}."
        )
    if panel["n_dropped"].max() > 0:
        dropped = count_range(panel["n_dropped"])
        notes.append(f"Segments left out because some condition could not score them: {dropped}.")
    return notes


def _ties(panel: pd.DataFrame, digits: int) -> list[str]:
    notes = []
    chance = panel["chance"].dropna()
    if len(chance):
        ends = dict.fromkeys(format_value(value, digits) for value in (chance.min(), chance.max()))
        notes.append(f"Chance, what constant scores get: {' to '.join(ends)}.")
    people = panel["tied_human"].dropna()
    if len(people) and people.max() > 0:
        notes.append(f"Pairs of systems that people tie: up to {_percent(round(people.max(), 4))}.")
    return notes


def ceiling_notes(ceilings: pd.DataFrame) -> tuple[str, ...]:
    """Return the note of the judges' rows, if there are any."""
    if ceilings.empty:
        return ()
    names = ", ".join(ceilings["metric"].unique())
    return (
        f"{names}: each judge against the mean of the other judges, averaged over the judges; the same for "
        "all references and preprocessings, and no part of the marking.",
    )


def _blocks(panel: pd.DataFrame) -> list[str]:
    columns = ["block_size", "n_pairs", "n_blocks", "assignments", "orientation"]
    made = panel[panel["level"] == "block"][columns].drop_duplicates()
    return [
        f"An observation is the difference of two systems on a block of {size:,} segments: "
        f"{n_pairs:,} pairs, {n_blocks:,} blocks, mean coefficient over {assignments:,} assignments; "
        f"orientation: {orientation}."
        for size, n_pairs, n_blocks, assignments, orientation in made.itertuples(index=False)
    ]


def _tests(panel: pd.DataFrame) -> list[str]:
    return [f"Compared with the best: {how}." for how in panel["standing_test"].unique() if how]


def panel_notes(panel: pd.DataFrame, digits: int) -> tuple[str, ...]:
    """Return the notes of the records of one panel (columns of `RECORDS`)."""
    return (
        *_judgments(panel),
        *_references(panel),
        *_blocks(panel),
        *_intervals(panel),
        *_tests(panel),
        *_critical(panel, digits),
        *_undefined(panel),
        *_ties(panel, max(digits, 3)),
    )


def table_notes(records: pd.DataFrame, digits: int, *, is_marked: bool) -> tuple[str, ...]:
    """Return the notes that hold for all panels: what marks mean, and the seed."""
    notes = ["Coefficients are signed, never absolute values."]
    if is_marked and records["standing_test"].any():
        notes.append("The best has the highest value before rounding.")
    elif is_marked:
        rule = f"In a column of two cells or more, the best print equal to the highest at {digits} decimals"
        if records["low"].notna().any():
            rule += (
                "; equivalent are those at or above the lowest lower bound among the best, before rounding"
            )
        notes.append(rule + ".")
    seeds = ", ".join(seed for seed in records["seed"].unique() if seed)
    if seeds:
        notes.append(f"Seed: {seeds}.")
    return tuple(notes)
