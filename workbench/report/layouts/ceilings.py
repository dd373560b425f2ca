"""What stands under the metrics: judges, and metrics without the judges' noise."""

import pandas as pd

from workbench.report.layouts.counts import percent

SPARSE = "raters are too sparse"
_JUDGES = {
    "leave one out": "each judge against the mean of the other judges, averaged over the judges",
    "split half": "the reliability of the judgments, from coefficients of two halves averaged over the "
    "splits and stepped up to all judgments (Spearman-Brown); a metric should reach its root at most",
}


def without_sparse(foot: pd.DataFrame) -> pd.DataFrame:
    """Return the records of a foot without the ceilings that raters are too sparse for."""
    key = ["metric", "role"]
    has_value = foot["value"].notna() | ~foot["reason"].str.startswith(SPARSE)
    return foot[has_value.groupby([foot[name] for name in key]).transform("any")] if len(foot) else foot


def _resting_on(judges: pd.DataFrame) -> str:
    """Say how many raters there are of how many outputs; of each criterion, where they differ in that."""
    resting = list(judges.groupby(["n_raters", "n_ratings"], sort=False)["criterion"])
    said = []
    for (raters, ratings), criteria in resting:
        who = "1 rater, who rated" if raters == 1 else f"{raters:,} raters, each of"
        of = f" ({', '.join(criteria.unique())})" if len(resting) > 1 else ""
        said.append(f"{who} {ratings.replace('-', ' to ')} outputs{of}")
    return " or ".join(said)


def ceiling_notes(foot: pd.DataFrame) -> tuple[str, ...]:
    """Return the notes of the rows under the metrics, if there are any."""
    notes = []
    judges = foot[foot["role"].isin(list(_JUDGES))]
    for (name, role), mine in judges.groupby(["metric", "role"], sort=False):
        about = f"{_JUDGES[role]}; {_resting_on(mine)}; the same for all references and preprocessings"
        notes.append(f"{name} ({role}): {about}.")
        why = [reason for reason in mine["reason"].unique() if reason.startswith(SPARSE)]
        notes += [f"{name} ({role}): left out, {reason}." for reason in why]
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
            f"{percent(confidence)} intervals of these (percentile, resampled: systems, {draws:,} draws); "
            f"population: {population}."
        )
    return tuple(notes)
