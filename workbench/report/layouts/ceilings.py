"""What stands under the metrics: judges, and metrics without the judges' noise."""

import pandas as pd

from workbench.report.layouts.counts import percent
from workbench.report.layouts.interval_notes import count_cautions, undefined_draws
from workbench.report.layouts.labels import coefficient_label
from workbench.report.layouts.marks import holds_zero

SPARSE = "raters are too sparse"
OF_SEGMENTS = "split half of segments"
"""What the signature of a reliability says whose halves are of segments, not of raters."""
_JUDGES = {
    "leave one out": "each judge against the mean of the other judges, averaged over the judges",
    "split half": "the reliability of the judgments, from coefficients of two halves averaged over the "
    "splits and stepped up to all judgments (Spearman-Brown); a metric should reach its root at most",
}


_SAME = (
    "task", "criterion", "level", "coefficient", "metric", "component", "preprocess", "references",
)  # fmt: skip
"""What a metric's record without the judges' noise shares with its plain one."""


def with_zeros(foot: pd.DataFrame, marked: pd.DataFrame) -> pd.DataFrame:
    """Return the records under the metrics, with what is not shown to differ from 0 in `holds_zero`.

    That is a record whose interval holds 0. To divide a coefficient by a root is no evidence of anything, so
    that it is a metric without the judges' noise, too, whose plain interval holds 0.

    Parameters
    ----------
    foot : DataFrame
        The records of other roles.
    marked : DataFrame
        From `with_marks`: those of the metrics, coefficients named alike.
    """

    def keys(records: pd.DataFrame) -> pd.MultiIndex:
        return pd.MultiIndex.from_frame(records[list(_SAME)])

    plain = keys(foot).isin(keys(marked[marked["holds_zero"]]))
    is_clean = (foot["role"] == "disattenuated") & foot["value"].notna()
    return foot.assign(holds_zero=holds_zero(foot) | (is_clean & plain))


def without_sparse(foot: pd.DataFrame) -> pd.DataFrame:
    """Return the records of a foot without the ceilings that raters are too sparse for."""
    key = ["metric", "role"]
    has_value = foot["value"].notna() | ~foot["reason"].str.startswith(SPARSE)
    return foot[has_value.groupby([foot[name] for name in key]).transform("any")] if len(foot) else foot


def _resting_on(judges: pd.DataFrame) -> str:
    """Say how many raters there are of how many outputs; by criterion or task where these differ in it."""
    numbers = ["n_raters", "n_ratings"]
    for names in (judges["criterion"], judges["task"], judges["task"] + ": " + judges["criterion"]):
        if judges[numbers].assign(name=names).drop_duplicates()["name"].is_unique:
            break
    resting = list(names.groupby([judges[number] for number in numbers], sort=False))
    said = []
    for (raters, ratings), named in resting:
        who = "1 rater, who rated" if raters == 1 else f"{raters:,} raters, each of"
        of = f" ({', '.join(named.unique())})" if len(resting) > 1 else ""
        said.append(f"{who} {ratings.replace('-', ' to ')} outputs{of}")
    return " or ".join(said)


def ceiling_notes(foot: pd.DataFrame) -> tuple[str, ...]:
    """Return the notes of the rows under the metrics, if there are any."""
    notes = []
    judges = foot[foot["role"].isin(list(_JUDGES))]
    for (name, role), mine in judges.groupby(["metric", "role"], sort=False):
        how = _JUDGES[role]
        if mine["signature"].str.contains(OF_SEGMENTS, regex=False).any():
            how = how.replace("two halves", "two halves of the segments")
        about = f"{how}; {_resting_on(mine)}; the same for all references and preprocessings"
        notes.append(f"{name} ({role}): {about}.")
        why = [reason for reason in mine["reason"].unique() if reason.startswith(SPARSE)]
        notes += [f"{name} ({role}): left out, {reason}." for reason in why]
    clean = foot[foot["role"] == "disattenuated"]
    if len(clean):
        of_ranks = set(clean["coefficient"]) - {coefficient_label("pearson")}
        formula = "; the formula is one of Pearson's r, and customary for others" if of_ranks else ""
        zero = (
            " ° stands where the interval of the coefficient itself holds 0, too."
            if clean["low"].notna().any()
            else ""
        )
        notes.append(
            "(disattenuated): the coefficient divided by the root of the split-half reliability, what it "
            f"would be with judgments free of noise; it may exceed 1{formula}.{zero}"
        )
    drawn = foot[(foot["resampled"] == "systems") & foot["low"].notna()]
    drawn = drawn[drawn["role"].isin(["split half", "disattenuated"])]
    for confidence, draws, population in (
        drawn[["confidence", "draws", "population"]].drop_duplicates().itertuples(index=False)
    ):
        roles = " and ".join(f"({role})" for role in drawn["role"].unique())
        notes.append(
            f"{percent(confidence)} intervals of the {roles} rows, whatever those of the metrics are: "
            f"percentile, resampled: systems, {draws:,} draws; population: {population}."
        )
    notes += [
        f"{whose} were found to be less sure than they say; cells: {said}."
        for whose, mine in (
            ("Such intervals", drawn),
            ("Intervals of the (leave one out) rows", foot[foot["role"] == "leave one out"]),
        )
        if (said := count_cautions(mine))
    ]
    return (*notes, *undefined_draws(foot, "Judges, and metrics without their noise: "))
