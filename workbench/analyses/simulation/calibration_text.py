"""What a calibration advises, and how it is printed."""

from collections.abc import Iterable

import numpy as np
import pandas as pd

from workbench.analyses.simulation.components import Fitted, describe
from workbench.stats.intervals.bootstrap_intervals import why_no_bca
from workbench.stats.tests.dependent import DEPENDENT_TESTS

SLACK = 0.02
"""How far a coverage, or an error rate upwards, may be from what it should be."""
_BEYOND = SLACK + 1e-9
"""A coverage of .97 is .02 from .95, whatever the subtraction makes of it."""
ENOUGH = 500
"""Replications from which a coverage of .95 is told from one of .93."""
ADVISED, REFUSED = "recommended", "refused for ranks"
_OF_PEARSON = (*DEPENDENT_TESTS, "zou2007")
"""Their formulas are of Pearson's coefficient: of others ``[test]`` says so, and has no p-value."""
_COLUMNS = {
    "interval": {"covers": "coverage", "below": "below", "above": "above", "width": "width"},
    "test": {"type I": "type_one", "power": "power"},
}


def advise(records: Iterable[dict[str, object]]) -> pd.DataFrame:
    """Return the records with a column advice.

    Recommended is, of what speaks of all systems, the narrowest interval that covers as it should, and the
    most powerful test that keeps its level, to two Monte-Carlo errors: under every shape of system qualities
    that was simulated, and on average over them. Of tests with the same power, to one Monte-Carlo error, it
    is the one that keeps its level best. What users do not get of ranks is not recommended: BCa over inputs,
    and tests and intervals of differences whose formulas are of Pearson's coefficient.

    Examples
    --------
    >>> same = {"kind": "interval", "population": "all systems, these inputs", "nominal": 0.95}
    >>> pair = [{**same, "name": "a", "coverage": 0.9, "width": 0.2}]
    >>> pair += [{**same, "name": "b", "coverage": 0.95, "width": 0.3}]
    >>> advise(pair)["advice"].tolist()
    ['covers too little', 'recommended']
    """
    frame = pd.DataFrame(list(records))
    parts = []
    for kind, rows in frame.groupby("kind", sort=False):
        judge = _judge_intervals if kind == "interval" else _judge_tests
        judged = rows.join(judge(rows))
        sound = judged.groupby("name", sort=False).filter(_is_sound)
        if len(sound):
            judged.loc[judged["name"] == _choose(sound), "advice"] = ADVISED
        parts.append(judged[[*rows.columns, "advice"]])
    return pd.concat(parts, ignore_index=True)


def _judge_intervals(rows: pd.DataFrame) -> pd.DataFrame:
    """Say what is wrong with each row, whether it may be advised, what it costs and how sure that is."""
    distance = rows["coverage"] - rows["nominal"]
    faults = np.where(
        distance < -_BEYOND, "covers too little", np.where(distance > _BEYOND, "covers too much", "")
    )
    faults = np.where(_refused(rows), REFUSED, faults)
    content = {"advice": faults, "good": faults == "", "cost": rows["width"], "unsure": 0.0}
    return pd.DataFrame({**content, "distance": distance.abs()}, rows.index)


def _refused(rows: pd.DataFrame) -> list[bool]:
    """Tell what users do not get of the coefficient: it is simulated to show what is lost."""
    coefficients = rows.get("coefficient", pd.Series("pearson", rows.index))
    split = [
        (*name.partition(", "), coefficient)
        for name, coefficient in zip(rows["name"], coefficients, strict=True)
    ]
    return [
        why_no_bca(over, True, each) != "" if method == "bca" else each != "pearson" and method in _OF_PEARSON
        for method, _, over, each in split
    ]


def _judge_tests(rows: pd.DataFrame) -> pd.DataFrame:
    """Do the same for tests: more power is no merit of one that rejects a little too often."""
    distance = rows["type_one"] - rows["nominal"]
    faults = np.where(distance > _BEYOND, "rejects too often", "")
    faults = np.where(_refused(rows), REFUSED, faults)
    # what never rejects keeps every level: nothing is defined, or the draws are too few for it
    good = (faults == "") & (distance <= 2 * rows["type_one_error"]) & (rows["power"] > 0)
    content = {"advice": faults, "good": good, "cost": -rows["power"], "unsure": rows["power_error"]}
    return pd.DataFrame({**content, "distance": distance.abs()}, rows.index)


def _choose(sound: pd.DataFrame) -> str:
    """Return the cheapest; of those that cannot be told from it, the one that keeps its level best."""
    means = sound.groupby("name", sort=False)[["cost", "unsure", "distance"]].mean()
    best = means.loc[means["cost"].idxmin()]
    near = means[means["cost"] <= best["cost"] + best["unsure"]]
    return str(near["distance"].idxmin())


def _is_sound(rows: pd.DataFrame) -> bool:
    of_all_systems = rows["population"].str.startswith("all systems")
    return bool((rows["good"] & of_all_systems & rows["cost"].notna()).all())


def write_calibration(frame: pd.DataFrame, fitted: Fitted | None = None) -> str:
    """Return a calibration as text for people."""
    lines = [] if fitted is None else [*describe(fitted), ""]
    first = frame.iloc[0]
    rounded = f"; judgments rounded to multiples of {first['step']:g}" if first["step"] else ""
    lines.append(
        f"{first['replications']:,} replications of {first['n_systems']} systems × {first['n_inputs']} "
        f"inputs, {first['draws']} draws each; system-level {first['coefficient']}{rounded}"
    )
    for (kind, shape), rows in frame.groupby(["kind", "shape"], sort=False):
        lines += ["", _title(rows, str(shape)), *_table(rows, _COLUMNS[str(kind)])]
    lines += ["", *recommend(frame)]
    error = np.nanmax(frame[["coverage_error", "type_one_error", "power_error"]].to_numpy())
    return "\n".join(
        [
            *lines,
            "below, above: intervals that miss the correlation on that side; type I: rejections of equal "
            "metrics.",
            f"Monte-Carlo standard errors of these shares are {error:.3f} or less.",
            "Every replication draws new systems. What speaks of these systems only is not meant for that: "
            "its numbers show what is lost when it is read as if it spoke of all systems.",
        ]
    )


_SHAPES = {
    "normal": "normal system qualities",
    "exponential": "exponential system qualities: a few systems stand out",
    "outliers": "outliers: one system of twelve falls far behind",
}


def _title(rows: pd.DataFrame, shape: str) -> str:
    first = rows.iloc[0]
    if first["kind"] == "interval":
        value = f"that is {first['target']:.3f}"
        if pd.isna(first["target"]):
            value = "that rounded judgments do not have"
        of = f"{100 * first['nominal']:.6g}% intervals of a correlation {value}"
    else:
        # what is simulated are components, and their correlations are Pearson's
        of_whom = "" if first["coefficient"] == "pearson" else "Pearson "
        of = (
            f"Tests at level {first['nominal']:g}; power is for {of_whom}correlations "
            f"{first['difference']:g} apart" + " before judgments are rounded" * bool(first["step"])
        )
    return f"{of}; {_SHAPES[shape]}"


def _table(rows: pd.DataFrame, columns: dict[str, str]) -> list[str]:
    head = "".join(f"{title:>9}" for title in columns)
    wide = max(24, rows["name"].str.len().max())
    lines = [f"{'':{wide}}{head}  {'speaks of':26} advice"]
    for row in rows.to_dict("records"):
        numbers = "".join(f"{row[column]:>9.3f}" for column in columns.values())
        # of a test those of equal metrics, and those of metrics that differ
        simulated = row["replications"] * (1 if row["kind"] == "interval" else 2)
        undefined = f" ({row['undefined']:,} of {simulated:,} undefined)" if row["undefined"] else ""
        line = f"{row['name']:{wide}}{numbers}  {row['population']:26} {row['advice']}{undefined}"
        lines.append(line.rstrip())
    return lines


def recommend(frame: pd.DataFrame) -> list[str]:
    """Say which interval and which test a calibration recommends."""
    lines = [_recommend(rows, str(kind)) for kind, rows in frame.groupby("kind", sort=False)]
    if frame.iloc[0]["replications"] < ENOUGH:
        lines.append(f"With fewer than {ENOUGH} replications these recommendations are mostly chance.")
    return lines


def _recommend(rows: pd.DataFrame, kind: str) -> str:
    chosen = rows.loc[rows["advice"] == ADVISED, "name"]
    shapes = " and ".join(rows["shape"].unique())
    nominal = float(rows["nominal"].iloc[0])
    of_all = rows[rows["population"].str.startswith("all systems")]
    if of_all.empty:
        return f"No {kind} that was simulated speaks of all systems."
    refuses = (of_all["advice"] == REFUSED).any()
    if kind == "interval":
        if chosen.empty:
            given = " and is not refused for ranks" if refuses else ""
            return (
                f"No interval that speaks of all systems{given} covers {100 * nominal:.6g}% ± {SLACK:.0%} "
                f"with {shapes} system qualities."
            )
        return (
            f"Recommended interval: {chosen.iloc[0]}, the narrowest of those that speak of all systems and "
            f"cover {100 * nominal:.6g}% ± {SLACK:.0%} with {shapes} system qualities."
        )
    finds_none = of_all["power"] == 0
    if finds_none.all():
        return f"No test of all systems found any difference with {shapes} system qualities."
    if chosen.empty:
        finds = " and finds differences" if finds_none.any() else ""
        given = " that is not refused for ranks" if refuses else ""
        return (
            f"No test of all systems{given} keeps its level of {nominal:g}{finds} with {shapes} system "
            "qualities."
        )
    return (
        f"Recommended test: {chosen.iloc[0]}, the most powerful (to one Monte-Carlo error) of those "
        f"that speak of all systems and keep their level of {nominal:g} (to two) with "
        f"{shapes} system qualities."
    )
