"""What stands under a correlation table, said from the records alone."""

import pandas as pd

from workbench.report.layouts.counts import (
    count_range,
    counted,
    lower_is_better,
    percent,
    references_of_segments,
)
from workbench.report.layouts.fit import OWN
from workbench.report.layouts.interval_notes import (
    caution_notes,
    critical_notes,
    drawn_apart,
    few_draws,
    undefined_draws,
    without_interval,
)
from workbench.report.layouts.labels import COMPONENTS, coefficient_label, metric_label
from workbench.report.layouts.marks import shading_rules
from workbench.report.layouts.sentence import PrintedParts, describe_rest
from workbench.report.table import format_value

_DIRECTIONS = {
    "": "",
    "higher": "higher is better",
    "lower": "lower is better, so their sign is turned before they are correlated",
}
_AVERAGED = {
    "document": ("Documents", "n_segments"),
    "domain": ("Domains", ""),
    "within-system": ("Systems", "n_systems"),
    "block": ("Assignments", "assignments"),
}
"""Level -> what a mean is over, and the column that counts those with a coefficient ("" for none)."""


def _judgments(panel: pd.DataFrame) -> list[str]:
    columns = ["judgments", "raters", "direction"]
    notes = []
    alike = panel.groupby(columns, sort=False)["criterion"].unique()
    for (judgments, raters, direction), criteria in alike.items():
        of = f" of {' and '.join(criteria)}" if len(alike) > 1 else ""
        parts = [f"Judgments{of}: {judgments}", f"raters: {raters}" if raters else "", _DIRECTIONS[direction]]
        notes.append("; ".join(part for part in parts if part) + ".")
    chosen = [name for name in panel["dataset"].unique() if ", only " in name]
    return [*notes, *(f"Data: {name}." for name in chosen)]


def _references(panel: pd.DataFrame) -> list[str]:
    settings = []
    for (name, select), mine in panel.groupby(["references", "select"], sort=False):
        how = " or ".join(way for way in mine["combine"].unique() if way)
        parts = [part for part in (select, how, references_of_segments(mine)) if part]
        settings.append(f"{name} ({', '.join(parts)})" if parts else name)
    return [f"References: {'; '.join(settings)}."]


def _elsewhere(panel: pd.DataFrame) -> list[str]:
    """Name scores computed elsewhere, which no setting changes, and say which of two a system's score is."""
    of_tables = panel[panel["profile"] == "table"]
    if of_tables.empty:
        return []
    names = ", ".join(of_tables["metric"].unique())
    notes = [f"Scores computed elsewhere, the same for all references and preprocessings: {names}."]
    both = of_tables[(of_tables["system_scores"] != "") & (of_tables["level"] == "system")]
    for said, mine in both.groupby("system_scores", sort=False):
        notes.append(f"Scores of systems of {', '.join(mine['metric'].unique())}: {said}.")
    return notes


def _signs(panel: pd.DataFrame) -> list[str]:
    """Name the metrics of which less is better: their coefficients would have the other sign."""
    names = lower_is_better(panel)
    if not names:
        return []
    labels = dict.fromkeys(metric_label(name).measure for name in names)
    whose = (
        "its sign is turned before it is" if len(labels) == 1 else "their signs are turned before they are"
    )
    return [f"Less is better of {', '.join(labels)}: {whose} correlated."]


def _components(panel: pd.DataFrame) -> list[str]:
    """Say whether rows are recall, precision or F where labels do not: of metrics with one of them alone."""
    alone = panel.groupby("metric", sort=False)["component"].agg(lambda names: "|".join(names.unique()))
    alone = alone[alone.isin(COMPONENTS)]
    said = []
    for component in alone.unique():
        names = dict.fromkeys(metric_label(metric).measure for metric in alone.index[alone == component])
        of = f" ({', '.join(names)})" if alone.nunique() > 1 else ""
        said.append(f"{'F' if component == 'f' else component}{of}")
    some = (
        "" if len(alone) == panel["metric"].nunique() or len(said) != 1 else " of the metrics that have one"
    )
    return [f"Component{some}: {'; '.join(said)}."] if said else []


def _judged(panel: pd.DataFrame, digits: int) -> list[str]:
    """Say who was not judged, and what else there would be on complete segments."""
    notes = []
    without = panel[panel["unjudged"] != ""]
    for criterion, names in without[["criterion", "unjudged"]].drop_duplicates().itertuples(index=False):
        of = f" ({criterion})" if panel["criterion"].nunique() > 1 else ""
        notes.append(f"Left out, because nobody judged them{of}: {names.replace('; ', ', ')}.")
    apart = panel[panel["complete"].notna() & panel["value"].notna()]
    if len(apart):
        worst = apart.loc[(apart["value"] - apart["complete"]).abs().round(9).idxmax()]
        value, complete = worst["value"], worst["complete"]
        ours, theirs, most = (
            format_value(number, max(digits, 3)) for number in (value, complete, abs(value - complete))
        )
        which = f"{metric_label(worst['metric'])}, {worst['coefficient']}"
        notes.append(
            f"Systems were judged on different segments. On the {worst['n_complete']:,} judged for every "
            f"system coefficients differ by up to {most}: {which} with "
            f"{worst['criterion']}, {theirs} instead of {ours}."
        )
    elif (panel["n_complete"] > 0).any():
        notes.append("Systems were judged on different segments, and too few were judged for every system.")
    nowhere = panel.loc[panel["n_complete"] < 0, "criterion"].unique()
    if len(nowhere):
        of = f" ({', '.join(nowhere)})" if panel["criterion"].nunique() > 1 else ""
        notes.append(
            f"No segment was judged for every system{of}: systems are compared on different segments, and "
            "what that does to coefficients cannot be checked."
        )
    return notes


def weight_notes(panel: pd.DataFrame) -> list[str]:
    """Say where weights of references come from, and in which settings they are others."""
    said: dict[str, list[str]] = {}
    columns = ["references", "weights", "ablation"]
    for name, source, ablation in panel[columns].drop_duplicates().itertuples(index=False):
        if source:
            said.setdefault(source, []).extend([f"{name}: {ablation}"] if ablation else [])
    return [f"Weights of references: {'; '.join([source, *others])}." for source, others in said.items()]


def _undefined(panel: pd.DataFrame) -> list[str]:
    notes = []
    of_pairs = panel["coefficient"] == coefficient_label("soft-pairwise-accuracy")
    if panel.loc[of_pairs, "n_undefined"].max() > 0:
        lost = count_range(panel.loc[of_pairs, "n_undefined"])
        notes.append(f"Pairs of systems without a segment in common, which count nowhere: {lost}.")
    others = panel[~of_pairs]
    if others["n_undefined"].max() > 0:
        level = panel["level"].iloc[0]
        name, rest = _AVERAGED.get(level, ("Segments", "n_segments"))
        whole = others[rest] if level == "block" else others[rest] + others["n_undefined"] if rest else None
        of = "" if whole is None else f" of {count_range(whole)}"
        notes.append(f"{name} without a defined coefficient: {count_range(others['n_undefined'])}{of}.")
    if panel["n_dropped"].max() > 0:
        dropped = count_range(panel["n_dropped"])
        notes.append(f"Segments left out because some condition could not score them: {dropped}.")
    return notes


def _ties(panel: pd.DataFrame, digits: int) -> list[str]:
    notes = []
    has_chance = panel[panel["chance"].notna() & panel["value"].notna()]
    said = []
    for name, chance in has_chance.groupby("coefficient", sort=False)["chance"]:
        ends = dict.fromkeys(format_value(value, digits) for value in (chance.min(), chance.max()))
        named = f" ({name})" if has_chance["coefficient"].nunique() > 1 else ""
        said.append(f"{' to '.join(ends)}{named}")
    notes += [f"Chance, what constant scores get: {', '.join(said)}."] if said else []
    people = panel["tied_human"].dropna()
    if len(people) and people.max() > 0:
        notes.append(f"Pairs of systems that people tie: up to {percent(round(people.max(), 4))}.")
    return notes


def _blocks(panel: pd.DataFrame) -> list[str]:
    notes = []
    for orientation, made in panel[panel["level"] == "block"].groupby("orientation", sort=False):
        nouns = {"block_size": "segment", "n_pairs": "pair", "n_blocks": "block", "assignments": "assignment"}
        size, n_pairs, n_blocks, assignments = (counted(made[name], noun) for name, noun in nouns.items())
        notes.append(
            f"An observation is the difference of two systems on a block of {size}: {n_pairs}, {n_blocks}, "
            f"mean coefficient over {assignments}; orientation: {orientation}."
        )
    return notes


def _tests(panel: pd.DataFrame) -> list[str]:
    marked = panel[panel["marked_by"] == "standing"]
    return [f"Compared with the best: {how}." for how in marked["standing_test"].unique() if how]


def _preprocessing(panel: pd.DataFrame, is_column: bool) -> list[str]:
    """Say how texts were prepared, where no header says it; labels name what metrics have of their own."""
    if is_column:
        known = [OWN] if (panel["preprocess"] == OWN).any() else []
        return [f"{name}: the preprocessing that the label names." for name in known]
    is_usual = (panel["own"] == "") & (panel["profile"] != "table")
    usual = [name for name in panel.loc[is_usual, "preprocess"].unique() if name]
    besides = " where the label says nothing else" if (panel["own"] != "").any() else ""
    return [f"Preprocessing: {', '.join(usual)}{besides}."] if usual else []


def panel_notes(panel: pd.DataFrame, shown: PrintedParts, is_column: bool | None = None) -> tuple[str, ...]:
    """Return the notes of the records of one panel (columns of `RECORDS`, and those of `with_marks`).

    Parameters
    ----------
    panel : DataFrame
    shown : PrintedParts
        What of the records the table shows.
    is_column : bool, optional
        Of a layout that was fitted to the records: whether preprocessings have columns.
    """
    has_interval = panel["low"].notna().groupby(panel["coefficient"]).transform("any")
    return (
        describe_rest(panel, shown),
        *_judgments(panel),
        *_judged(panel, shown.digits),
        *_references(panel),
        *_elsewhere(panel),
        *_signs(panel),
        *weight_notes(panel),
        *_components(panel),
        *([] if is_column is None else _preprocessing(panel, is_column)),
        *_blocks(panel),
        *caution_notes(panel),
        *_tests(panel),
        *critical_notes(panel if shown.critical else panel[~has_interval], shown.digits),
        *undefined_draws(panel),
        *_undefined(panel),
        *without_interval(panel),
        *few_draws(panel),
        *drawn_apart(panel),
        *_ties(panel, max(shown.digits, 3)),
    )


def _at_some_levels(marked: pd.DataFrame) -> list[str]:
    """Say which coefficients have no column at some levels of the table, for which they are not made."""
    every = list(marked["level"].unique())
    known = marked.groupby("coefficient", sort=False)["level"].unique()
    without = {name: [each for each in every if each not in there] for name, there in known.items()}
    return [
        f"{name} is not computed at {'level' if len(levels) == 1 else 'levels'} {', '.join(levels)}."
        for name, levels in without.items()
        if levels
    ]


def table_notes(marked: pd.DataFrame, within: str) -> tuple[str, ...]:
    """Return the notes that hold for all panels: signs, what the shading rests on, and the seed.

    `within` is what a column of the table shares (`TableLayout.within`).
    """
    notes = _at_some_levels(marked)
    notes += ["Coefficients are signed, never absolute values."] if (marked["value"] < 0).any() else []
    if (marked["mark"] != "").any():
        notes += shading_rules(marked, within)
    seeds = ", ".join(seed for seed in marked["seed"].unique() if seed)
    if seeds:
        notes.append(f"Seed: {seeds}.")
    return tuple(notes)
