"""The page of a study: the differences of all experiments side by side, then each experiment in brief."""

from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from workbench.report.layouts.labels import coefficient_label
from workbench.report.page.frame import fill_frame
from workbench.report.page.lines import LineChart
from workbench.report.page.page import Ranking
from workbench.report.page.ranked import Bar, Forest, rank
from workbench.report.study import (
    DIGITS,
    StudyPart,
    choice_rows,
    difference_labels,
    differences_of,
    is_shown,
    is_unsettled,
    note_unsettled,
    verdicts,
)
from workbench.report.table import format_value

_FAMILY = ["task", "criterion", "level", "coefficient", "given"]


class Contrast(NamedTuple):
    """A difference in one experiment; NaN ends for no interval, and `reason` where there is no test of it.

    `is_unsettled` is one that the test shows and whose interval holds 0.
    """

    value: float
    low: float
    high: float
    is_shown: bool
    is_unsettled: bool
    p: float
    reason: str


class Experimented(NamedTuple):
    """An experiment of the study.

    Attributes
    ----------
    name, title, about, missing : str
        As in `StudyPart`.
    link : str
        The page of its report; "" for none.
    answers, verdicts : tuple of str
        Which metrics are best, and what its tests show and leave open, in sentences.
    rankings, charts : tuple
        As on the page of its report; of the rankings the first coefficient of each criterion.
    differences : tuple of (title, Forest)
        Paired differences, a forest for each criterion and coefficient; those that are shown are marked best.
    choices : list of list of str
        Rows of `report.study.choice_rows`.
    """

    name: str
    title: str
    about: str
    missing: str
    link: str
    answers: tuple[str, ...]
    verdicts: tuple[str, ...]
    rankings: tuple[Ranking, ...]
    charts: tuple[LineChart, ...]
    differences: tuple[tuple[str, Forest], ...]
    choices: list[list[str]]


class StudySheet(NamedTuple):
    """Everything that the page shows, from the top down.

    `rows` are a label and its contrast in the experiment of each head, None where it was not asked for.
    `note` explains the sign of contrasts whose test and interval disagree; it is empty where there are none.
    """

    title: str
    about: str
    answers: tuple[str, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Contrast | None, ...]], ...]
    note: str
    parts: tuple[Experimented, ...]


def lay_study(title: str, parts: Sequence[StudyPart]) -> StudySheet:
    """Return what is on the page."""
    differences = differences_of([part for part in parts if len(part.comparisons)])
    columns = {
        head: {label: _contrast(row) for label, row in rows.items()} for head, rows in differences.items()
    }
    labels = dict.fromkeys(label for cells in columns.values() for label in cells)
    done = sum(not part.missing for part in parts)
    about = f"{done:,} {'experiment' if done == 1 else 'experiments'}"
    lacking = len(parts) - done
    return StudySheet(
        title=title,
        about=about + (f"; {lacking:,} not run, their data are missing" if lacking else ""),
        answers=tuple(_answers(columns)),
        heads=tuple(columns),
        rows=tuple((label, tuple(cells.get(label) for cells in columns.values())) for label in labels),
        note=note_unsettled(differences),
        parts=tuple(map(_experimented, parts)),
    )


def render_study(sheet: StudySheet) -> str:
    """Return the page as HTML: one file, which works without network and, but for sorting, without script."""
    content = {"page": sheet, "digits": DIGITS}
    return fill_frame("study_sheet.jinja", ("frame.js",), content)


def _contrast(row: pd.Series) -> Contrast:
    ends = row["difference"], row["low"], row["high"]
    return Contrast(*ends, is_shown(row), is_unsettled(row), row["p_adjusted"], row["reason"])


def _answers(columns: dict[str, dict[str, Contrast]]) -> list[str]:
    """Say how many differences were asked for and which are shown."""
    asked = [(head, label, each) for head, cells in columns.items() for label, each in cells.items()]
    if not asked:
        return []
    shown = [
        f"{label} in {head}: {_printed(each)}, p = {each.p:.2g} after correction"
        f"{', though its interval holds 0' if each.is_unsettled else ''}."
        for head, label, each in asked
        if each.is_shown
    ]
    count = f"{len(shown):,} of {len(asked):,} differences that were asked for are shown"
    if len(asked) == 1:
        count = f"The difference that was asked for is {'' if shown else 'not '}shown"
    if not shown:
        known = [each for _, _, each in asked if each.low == each.low]
        open_ = sum(each.low <= 0 <= each.high for each in known)
        hold = f"{open_:,} of their {len(known):,} intervals hold 0"
        if len(asked) == len(known) == 1:
            hold = f"Its interval {'holds 0' if open_ else 'does not hold 0'}"
        decide = "before any correction: these data do not decide which of the compared metrics agree better"
        shown = [f"{hold}, {decide} with people."] if known else []
    of = "its experiment" if len(asked) == 1 else "each experiment"
    return [f"{count}, in the first coefficient of {of}.", *shown]


def _printed(each: Contrast) -> str:
    """Return a difference with its sign and, if it has one, its interval."""
    value, low, high = (format_value(number, DIGITS) for number in (each.value, each.low, each.high))
    interval = f" [{low}, {high}]" if each.low == each.low else ""
    return f"{'' if each.value < 0 else '+'}{value}{interval}"


def _experimented(part: StudyPart) -> Experimented:
    page = part.page
    return Experimented(
        name=part.name,
        title=part.title or part.name,
        about=part.about,
        missing=part.missing,
        link=f"{part.name}/index.html" if page else "",
        answers=(*page.overview, *page.answers) if page else (),
        verdicts=(*(verdicts(part.comparisons) if len(part.comparisons) else ()), *part.said),
        rankings=tuple(each for each in page.rankings if each.is_open) if page else (),
        charts=page.charts if page else (),
        differences=tuple(_forests(part.comparisons)),
        choices=choice_rows(part),
    )


def _forests(comparisons: pd.DataFrame) -> list[tuple[str, Forest]]:
    """Return the differences of each criterion, level and coefficient, the largest on top."""
    found = []
    several = comparisons["task"].nunique() > 1
    for (task, criterion, level, coefficient, given), rows in comparisons.groupby(_FAMILY, sort=False):
        bars = []
        for name, (_, row) in zip(difference_labels(rows), rows.iterrows(), strict=True):
            each = _contrast(row)
            mark = "best" if each.is_shown else ""
            untested = each.reason and each.value == each.value
            name = f"{name} (no test)" if untested else name
            bars.append(Bar(name, each.value, each.low, each.high, "metric", mark))
        label = coefficient_label(str(coefficient), str(given))
        where = f"{task}: " if several else ""
        found.append((f"{where}Differences of {label} with {criterion}, {level} level", rank(bars)))
    return found
