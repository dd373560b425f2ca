"""What stands under a correlation table, said from the records alone."""

import pandas as pd

from workbench.report.layouts.labels import SYMBOLS
from workbench.report.table import Table, format_value

TESTED = "not shown to differ from the best by a test of the difference"
_DIRECTIONS = {
    "": "",
    "higher": "higher is better",
    "lower": "lower is better, so their sign is turned before they are correlated",
}
_JUDGES = {
    "leave one out": "each judge against the mean of the other judges, averaged over the judges",
    "split half": "the reliability of the judgments, from coefficients of two halves averaged over the "
    "splits and stepped up to all judgments (Spearman-Brown); a metric should reach its root at most",
}
_MISSING = {
    "pairwise": "",
    "error": "",
    "complete": ", on the segments that were judged for every system",
    "all": "; metrics are scored on all segments, judged or not",
}
_AMONG = {
    "column": "those of the same references and preprocessing",
    "references": "those of the same references",
    "table": "all of the same task, criterion, level and coefficient",
}
"""The key `within` of the section ``[shading]`` -> the cells that are compared."""
_AVERAGED = {
    "document": ("Documents", "n_segments"),
    "domain": ("Domains", ""),
    "within-system": ("Systems", "n_systems"),
    "block": ("Assignments", "assignments"),
}
"""Level -> what a mean is over, and the column that counts those with a coefficient ("" for none)."""


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
    combined: dict[tuple[str, str, str], list[str]] = {}
    for name, select, combine, number in panel[columns].drop_duplicates().itertuples(index=False):
        combined.setdefault((name, select, number), []).append(combine)
    settings = []
    for (name, select, number), ways in combined.items():
        how = " or ".join(way for way in ways if way)
        parts = [part for part in (select, how, f"{number} a segment" if number else "") if part]
        settings.append(f"{name} ({', '.join(parts)})" if parts else name)
    return [f"References: {'; '.join(settings)}."]


def _judged(panel: pd.DataFrame, digits: int) -> list[str]:
    """Say on which outputs the coefficients rest, and what else there would be on complete segments."""
    notes = []
    columns = ["criterion", "missing", "n_outputs", "unjudged"]
    asked = panel[panel["n_outputs"] != ""]
    for criterion, part in asked.groupby("criterion", sort=False):
        several = f" ({criterion})" if asked["criterion"].nunique() > 1 else ""
        for _, missing, number, without in part[columns].drop_duplicates().itertuples(index=False):
            said = [f"Judged outputs of a system{several}: {number.replace('-', ' to ')}{_MISSING[missing]}"]
            if without:
                said.append(f"nobody judged {without.replace('; ', ', ')}, left out")
            notes.append(f"{'; '.join(said)}.")
    apart = panel[panel["complete"].notna() & panel["value"].notna()]
    if len(apart):
        worst = apart.loc[(apart["value"] - apart["complete"]).abs().idxmax()]
        value, complete = worst["value"], worst["complete"]
        ours, theirs, most = (
            format_value(number, max(digits, 3)) for number in (value, complete, abs(value - complete))
        )
        notes.append(
            f"Systems were judged on different segments. On the {worst['n_complete']:,} judged for every "
            f"system coefficients differ by up to {most}: {worst['metric']}, {worst['coefficient']} with "
            f"{worst['criterion']}, {theirs} instead of {ours}."
        )
    elif (panel["n_complete"] > 0).any():
        notes.append("Systems were judged on different segments, and too few were judged for every system.")
    return notes


def _weights(panel: pd.DataFrame) -> list[str]:
    said: dict[str, list[str]] = {}
    columns = ["references", "weights", "ablation"]
    for name, source, ablation in panel[columns].drop_duplicates().itertuples(index=False):
        if source:
            said.setdefault(source, []).extend([f"{name}: {ablation}"] if ablation else [])
    return [f"Weights of references: {'; '.join([source, *others])}." for source, others in said.items()]


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


def _cautions(panel: pd.DataFrame) -> list[str]:
    """Say in how many cells the data look like those for which intervals were found not to hold."""
    with_one = panel[panel["low"].notna() & panel["high"].notna()]
    reasons = with_one["caution"].str.split("; ").explode()
    counts = reasons[reasons != ""].value_counts(sort=False)
    if counts.empty:
        return []
    said = "; ".join(f"{reason} ({number:,})" for reason, number in counts.items())
    return [
        "Intervals of data like these were found to be less sure than they say (reports/calibration); "
        f"cells: {said}."
    ]


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
    affected = panel[(panel["undefined_draws"] > 0) & panel["value"].notna()]
    if len(affected):
        worst = affected.loc[affected["undefined_draws"].idxmax()]
        cells = "1 cell has" if len(affected) == 1 else f"{len(affected):,} cells have"
        notes.append(
            f"{cells} draws without a defined coefficient, at most {worst['undefined_draws']:,} "
            f"of {worst['draws']:,}."
        )
    if panel["n_undefined"].max() > 0:
        level = panel["level"].iloc[0]
        name, rest = _AVERAGED.get(level, ("Segments", "n_segments"))
        whole = panel[rest] if level == "block" else panel[rest] + panel["n_undefined"] if rest else None
        of = "" if whole is None else f" of {count_range(whole)}"
        notes.append(f"{name} without a defined coefficient: {count_range(panel['n_undefined'])}{of}.")
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


def ceiling_notes(foot: pd.DataFrame) -> tuple[str, ...]:
    """Return the notes of the rows under the metrics, if there are any."""
    notes = []
    judges = foot[foot["role"].isin(list(_JUDGES))]
    for (name, role), mine in judges.groupby(["metric", "role"], sort=False):
        resting = dict.fromkeys(zip(mine["n_raters"], mine["n_ratings"], strict=True))
        each = " or ".join(
            f"{raters:,} raters of {ratings.replace('-', ' to ')} outputs" for raters, ratings in resting
        )
        about = f"{_JUDGES[role]}; {each}; the same for all references and preprocessings"
        notes.append(f"{name} ({role}): {about}.")
        why = [reason for reason in mine["reason"].unique() if reason.startswith("raters are too sparse")]
        notes += [f"{name} ({role}) has no value: {reason}." for reason in why]
    if (foot["role"] == "disattenuated").any():
        notes.append(
            "(disattenuated): the coefficient divided by the root of the split-half reliability, what it "
            "would be with judgments free of noise; it may exceed 1."
        )
    drawn = foot[(foot["resampled"] == "systems") & foot["low"].notna()]
    drawn = drawn[drawn["role"].isin(["split half", "disattenuated"])]
    for confidence, draws, population in (
        drawn[["confidence", "draws", "population"]].drop_duplicates().itertuples(index=False)
    ):
        notes.append(
            f"{_percent(confidence)} intervals of these (percentile, resampled: systems, {draws:,} draws); "
            f"population: {population}."
        )
    return tuple(notes)


def _blocks(panel: pd.DataFrame) -> list[str]:
    notes = []
    for orientation, made in panel[panel["level"] == "block"].groupby("orientation", sort=False):
        columns = ("block_size", "n_pairs", "n_blocks", "assignments")
        size, n_pairs, n_blocks, assignments = (count_range(made[name]) for name in columns)
        notes.append(
            f"An observation is the difference of two systems on a block of {size} segments: {n_pairs} "
            f"pairs, {n_blocks} blocks, mean coefficient over {assignments} assignments; "
            f"orientation: {orientation}."
        )
    return notes


def _tests(panel: pd.DataFrame) -> list[str]:
    return [f"Compared with the best: {how}." for how in panel["standing_test"].unique() if how]


def panel_notes(panel: pd.DataFrame, digits: int) -> tuple[str, ...]:
    """Return the notes of the records of one panel (columns of `RECORDS`)."""
    return (
        *_judgments(panel),
        *_judged(panel, digits),
        *_references(panel),
        *_weights(panel),
        *_blocks(panel),
        *_intervals(panel),
        *_cautions(panel),
        *_tests(panel),
        *_critical(panel, digits),
        *_undefined(panel),
        *_ties(panel, max(digits, 3)),
    )


def describe_best(records: pd.DataFrame, within: str) -> str:
    """Return what the best of the shading is the best of, in a table whose columns share `within`."""
    among = [_AMONG[name] for name in records["shade_within"].unique() if name not in ("", within)]
    return f"best among {' or '.join(among)}" if among else Table.best


def _shading(records: pd.DataFrame, within: str) -> list[str]:
    """Return the rule of the shading."""
    made = records.loc[records["shade_within"] != "", ["shade_within", "shade_digits"]].drop_duplicates()
    notes = []
    for name, digits in made.itertuples(index=False):
        among = "In a column of two cells or more"
        if name != within:
            among = f"Among {_AMONG[name]}, if there are two cells or more"
        rule = f"{among}, the best print equal to the highest at {digits} decimals"
        if records["low"].notna().any():
            rule += (
                "; equivalent are those at or above the lowest lower bound among the best, before rounding"
            )
        notes.append(f"{rule}.")
    return notes


def table_notes(records: pd.DataFrame, within: str, *, is_marked: bool, is_tested: bool) -> tuple[str, ...]:
    """Return the notes that hold for all panels: what marks mean, and the seed.

    `within` is what a column of the table shares (`TableLayout.within`); marks are those of a test or of the
    shading.
    """
    notes = ["Coefficients are signed, never absolute values."]
    if is_marked and is_tested:
        notes.append("The best has the highest value before rounding.")
    elif is_marked:
        notes += _shading(records, within)
    seeds = ", ".join(seed for seed in records["seed"].unique() if seed)
    if seeds:
        notes.append(f"Seed: {seeds}.")
    return tuple(notes)
