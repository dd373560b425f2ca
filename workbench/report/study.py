"""The page of a study: what was asked of several data sets, what holds, and what the data do not decide."""

from collections.abc import Sequence
from dataclasses import dataclass

import jinja2
import numpy as np
import pandas as pd

from workbench.report.layouts.labels import COMPONENTS, coefficient_label, metric_label
from workbench.report.page.page import Page
from workbench.report.render import escape_markdown
from workbench.report.table import format_value

DIGITS = 3
UNSETTLED = (
    "†: its interval holds 0, so that the test and the interval, which assume different things, disagree."
)
_SETTING = ("references", "preprocess")


@dataclass(frozen=True, eq=False)
class StudyPart:
    """One experiment of a study.

    Attributes
    ----------
    name, title, about : str
        `about` is what the experiment asks.
    table : str
        Its table as Markdown.
    comparisons, choices, sources : DataFrame
        Columns of `schema.COMPARISONS`, `schema.REFERENCE_CHOICE` and `schema.ERROR_SOURCES`.
    figure : str
        Path of its figure, beside the page; empty where it has none.
    missing : str
        What is not there and how to get it; empty where the experiment was run.
    said : tuple of str
        Further sentences, of analyses that say what they come to.
    page : Page, optional
        What is on the page of its report, ``index.html`` in the folder of its name.
    """

    name: str
    title: str
    about: str
    table: str
    comparisons: pd.DataFrame
    choices: pd.DataFrame
    sources: pd.DataFrame
    figure: str = ""
    missing: str = ""
    said: tuple[str, ...] = ()
    page: Page | None = None


def difference_label(row: pd.Series) -> str:
    """Return what is taken off what, with the settings in which the two differ.

    Examples
    --------
    >>> names = ["metric", "component", "references", "preprocess"]
    >>> row = dict(zip(names, ["rouge-2", "f", "all", "CASE"]))
    >>> row |= {f"against_{name}": value for name, value in zip(names, ["rouge-2", "f", "one", "CASE"])}
    >>> difference_label(pd.Series(row))
    'R-2 (all) − R-2 (one)'
    """
    sides = []
    same_metric = row["metric"] == row["against_metric"]
    for side in ("", "against_"):
        inside = []
        if (
            row["component"] != row["against_component"]
            and row[f"{side}component"] != "score"
            and same_metric
        ):
            inside.append(COMPONENTS.get(row[f"{side}component"], row[f"{side}component"]))
        for name in _SETTING:
            differs = row[name] != row[f"against_{name}"]
            if differs and (name == "references" or same_metric):
                inside.append(row[f"{side}{name}"])
        label = str(metric_label(row[f"{side}metric"]))
        sides.append(f"{label} ({', '.join(inside)})" if inside else label)
    return " − ".join(sides)


def difference_labels(rows: pd.DataFrame) -> list[str]:
    """Return the label of each row; of one that is there under several settings, with these."""
    labels = [difference_label(row) for _, row in rows.iterrows()]
    for name in ("component", *reversed(_SETTING)):
        each = zip(rows[name], rows[f"against_{name}"], strict=True)
        settings = [own if own == other else f"{own} against {other}" for own, other in each]
        known: dict[str, set[str]] = {}
        for label, setting in zip(labels, settings, strict=True):
            known.setdefault(label, set()).add(setting)
        labels = [
            f"{label}, {setting}" if len(known[label]) > 1 else label
            for label, setting in zip(labels, settings, strict=True)
        ]
    return labels


def block_differences(tested: pd.DataFrame, level: float = 0.05) -> pd.DataFrame:
    """Return differences on blocks (`schema.BLOCK_COMPARISONS`) with what the page says of `COMPARISONS`."""
    shown = tested["p_adjusted"] <= level
    better = np.where(tested["difference"] > 0, "better", "worse")
    return tested.assign(
        level=[f"{size}-segment block" for size in tested["block_size"]],
        given="",
        verdict=np.where(shown, better, "not shown"),
        method="paired bootstrap",
        resampled=tested["population"].str.replace("all ", "").str.replace(", ", " and "),
        correction="holm",
        interval_reason=np.where(tested["low"].notna(), "", "no interval"),
    )


def _signed(value: float) -> str:
    text = format_value(value, DIGITS)
    return text if value < 0 or value != value else f"+{text}"


def is_shown(row: pd.Series) -> bool:
    """Tell whether the test shows a difference."""
    return row["verdict"] in ("better", "worse")


def is_unsettled(row: pd.Series) -> bool:
    """Tell whether the test shows a difference whose interval holds 0.

    Examples
    --------
    >>> is_unsettled(pd.Series({"verdict": "better", "low": -0.1, "high": 0.3}))
    True
    >>> is_unsettled(pd.Series({"verdict": "better", "low": 0.1, "high": 0.3}))
    False
    """
    return is_shown(row) and row["low"] <= 0 <= row["high"]


def _difference(row: pd.Series) -> str:
    """Return a difference with its interval: bold where the test shows it, with † where the two disagree."""
    if pd.isna(row["difference"]):
        return "–"
    value = _signed(row["difference"])
    value = f"**{value}**" if is_shown(row) else value
    value += "†" if is_unsettled(row) else ""
    low, high = (format_value(row[end], DIGITS) for end in ("low", "high"))
    value = value if row["interval_reason"] else f"{value} [{low}, {high}]"
    return f"{value} (no test)" if row["reason"] else value


def _p(value: float) -> str:
    return "–" if value != value else f"{value:.2g}" if value >= 0.001 else f"{value:.1e}"


def differences_of(parts: Sequence[StudyPart]) -> dict[str, dict[str, pd.Series]]:
    """Return the comparisons of all parts in each part's first coefficient, by a heading and a label."""
    columns: dict[str, dict[str, pd.Series]] = {}
    for part in parts:
        apart = [name for name in ("task", "criterion") if part.comparisons[name].nunique() > 1]
        for _, rows in part.comparisons.groupby(["task", "criterion"], sort=False):
            head = ", ".join([part.name, *rows[apart].iloc[0]])
            measure = rows[["level", "coefficient", "given"]]
            first = rows[(measure == measure.iloc[0]).all(axis=1)]
            each = zip(difference_labels(first), first.iterrows(), strict=True)
            columns[head] = {label: row for label, (_, row) in each}
    return columns


def note_unsettled(columns: dict[str, dict[str, pd.Series]]) -> str:
    """Return what † means, of comparisons as `differences_of` returns them; "" where none has it."""
    return UNSETTLED if any(is_unsettled(row) for rows in columns.values() for row in rows.values()) else ""


def summary(parts: Sequence[StudyPart]) -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows of the differences of all parts, in each part's first coefficient."""
    columns = differences_of(parts)
    labels = dict.fromkeys(label for cells in columns.values() for label in cells)
    return ["Difference", *columns], [
        [label, *(_difference(cells[label]) if label in cells else "" for cells in columns.values())]
        for label in labels
    ]


def verdicts(comparisons: pd.DataFrame) -> list[str]:
    """Return what a part's tests show, and what they leave open, a sentence for each task and criterion."""
    said = []
    several = comparisons["task"].nunique() > 1
    for (task, criterion, level), rows in comparisons.groupby(["task", "criterion", "level"], sort=False):
        shown: dict[str, list[str]] = {}
        others: dict[str, str] = {}
        for label, (_, row) in zip(difference_labels(rows), rows.iterrows(), strict=True):
            others.setdefault(label, f"{label} {_difference(row)}")
            if is_shown(row):
                which = f"{coefficient_label(row['coefficient'], row['given'])} {_signed(row['difference'])}"
                shown.setdefault(label, []).append(f"{which}, p = {_p(row['p_adjusted'])}")
        first = rows.iloc[0]
        drawn = f" of {first['resampled']}" if first["resampled"] != "none" else ""
        how = f"{first['method']}{drawn}, {first['correction']}, {first['population']}"
        size = (
            f"{first['n_pairs']} pairs of systems, {first['n_blocks']:,} blocks"
            if "n_pairs" in rows
            else (f"{first['n_systems']} systems and {first['n_segments']:,} segments")
        )
        holds = "; ".join(f"{label} ({', '.join(values)})" for label, values in shown.items())
        opened = "; ".join(text for label, text in others.items() if label not in shown)
        where = f"{f'{task}: ' if several else ''}{criterion}, {level} level, {size} ({how})"
        found = f"Shown: {holds or 'none of the differences'}"
        if rows["p_adjusted"].isna().all():
            why = "; ".join(dict.fromkeys(filter(None, rows["reason"])))
            found = "No difference was tested" + f": {why}" * bool(why)
        said.append(f"{where}. {found}.")
        if opened:
            coefficient = coefficient_label(first["coefficient"], first["given"])
            said.append(f"Not decided by these data ({coefficient}, with interval): {opened}.")
    return said


def choice_rows(part: StudyPart) -> list[list[str]]:
    """Return what other references do to the metrics that are compared, in the first coefficient."""
    if part.choices.empty:
        return []
    compared = {*part.comparisons["metric"], *part.comparisons["against_metric"]}
    first = part.choices["coefficient"].iloc[0]
    chosen = part.choices[part.choices["coefficient"] == first]
    if compared:
        chosen = chosen[chosen["metric"].isin(compared)]
    key = ["metric", "component", "preprocess", "references", "task", "criterion", "coefficient"]
    shares = part.sources.set_index(key)
    several = chosen["task"].nunique() > 1
    apart = [
        name for name in ("component", "preprocess") if chosen.groupby("metric")[name].nunique().gt(1).any()
    ]
    rows = []
    for names, sizes in chosen[chosen["n_subsets"] > 1].groupby(key, sort=False):
        place = dict(zip(key, names, strict=True))
        ranges = ", ".join(
            f"{row.size_} of {row.n_references}: {format_value(row.least, DIGITS)} to "
            f"{format_value(row.most, DIGITS)}"
            for row in sizes.rename(columns={"size": "size_"}).itertuples()
        )
        criterion = f"{place['task']}: {place['criterion']}" if several else place["criterion"]
        settings = ", ".join(place[name] for name in apart)
        metric = f"{metric_label(place['metric'])}{f' ({settings})' if settings else ''}"
        cells = [metric, place["references"], criterion, ranges]
        found = shares.loc[names] if names in shares.index else None
        if found is None or found["reason"]:
            rows.append([*cells, "–", "–"])
            continue
        each = [found[f"error_{over}"] for over in ("systems", "inputs", "references")]
        split = "/".join(
            "–" if np.isnan(error) else f"{100 * (error / found['error']) ** 2:.0f}" for error in each
        )
        ends = ", ".join(format_value(found[end], DIGITS) for end in ("low", "high"))
        rows.append([*cells, f"{format_value(found['value'], DIGITS)} [{ends}]", split])
    return rows


def study_page(title: str, parts: Sequence[StudyPart]) -> str:
    """Return the page as Markdown: the differences of all parts, then each part by itself."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("workbench.report"),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # Markdown: the filter below escapes what is not Markdown already
    )
    environment.filters["md"] = escape_markdown
    done = [part for part in parts if not part.missing]
    compared = [part for part in done if len(part.comparisons)]
    header, rows = summary(compared)
    note = note_unsettled(differences_of(compared))
    return environment.get_template("study.jinja").render(
        title=title,
        parts=parts,
        header=header,
        rows=rows,
        note=note,
        verdicts=verdicts,
        choice_rows=choice_rows,
    )
