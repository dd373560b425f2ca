"""The page of segments on which metrics and judges disagree: what is on it, and its HTML."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import jinja2

from workbench.report.highlight import DEEPEST, Stretch
from workbench.report.render import one_line

Lines = list[list[Stretch]]


class Shown(NamedTuple):
    """A text as people see it: its name, what is said about it, its lines."""

    name: str
    about: str
    lines: list[str]


class Against(NamedTuple):
    """A candidate and one of its references, as a metric reads them.

    `candidate` is None where the candidate is shown once for all references.
    """

    name: str
    counts: str
    candidate: Lines | None
    reference: Lines
    is_open: bool


class Reading(NamedTuple):
    """An output as a metric reads it: once under all its references, or against each of them."""

    system: str
    score: float
    counts: str
    candidate: Lines | None
    against: list[Against]
    left_out: int


class MetricView(NamedTuple):
    """The better and the worse output as one metric reads them; `note` where nothing is set off."""

    label: str
    how: str
    note: str
    readings: list[Reading]


class Preference(NamedTuple):
    """What one of the three says of the two outputs: right, wrong, tied, or "" for the judges."""

    label: str
    better: float
    worse: float
    says: str


class Standing(NamedTuple):
    """A system in this segment: rank and score by the judges and by each metric."""

    system: str
    role: str
    ranks: list[int]
    scores: list[float]


@dataclass(frozen=True)
class Case:
    """One segment: two outputs of which the judges prefer the first, and what the metrics make of them."""

    segment: str
    better: str
    worse: str
    errors: str
    verdicts: list[Preference]
    standings: list[Standing]
    outputs: list[Shown]
    references: list[Shown]
    views: list[MetricView]


@dataclass(frozen=True)
class CaseGroup:
    """Segments of one kind."""

    title: str
    empty: str
    cases: list[Case]


@dataclass(frozen=True)
class SegmentPage:
    """Everything that is on the page.

    Attributes
    ----------
    title : str
    judge : str
        What is judged.
    labels : list of str
        The two metrics.
    notes : list of str
        What has to be known to read it.
    sections : list of CaseGroup
    """

    title: str
    judge: str
    labels: list[str]
    notes: list[str]
    sections: list[CaseGroup]


def shown(text: str) -> str:
    r"""Return a text without what would change the page around it: control and half characters.

    Marks that turn the direction of writing are left out, too; the browser finds the direction of a text.

    Examples
    --------
    >>> shown("a\x00b\u202ec\td \ud800")
    'abc d �'
    """
    spaced = (" " if each.isspace() else each for each in text if each not in _TURNS)
    kept = (each for each in spaced if unicodedata.category(each) != "Cc")
    return "".join("\ufffd" if unicodedata.category(each) == "Cs" else each for each in kept)


_TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def _shown_line(text: str) -> str:
    return one_line(shown(text))


def _number(value: float) -> str:
    """Return a score with three digits, or as many as tell it from 0."""
    if value != value:
        return "–"
    return f"{value:.3f}".replace("-", "−") if abs(value) >= 0.001 or value == 0 else f"{value:.2g}"


@cache
def html_templates(**filters: Callable[..., str]) -> jinja2.Environment:
    """Return the templates of pages, which escape every text, with filters under these names."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("workbench.report", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(filters)
    return environment


def render_segments(page: SegmentPage, alone: bool) -> str:
    """Return the page as HTML: with `alone` a file that needs no other, else a part of a notebook."""
    template = "segments.jinja" if alone else "segments_part.jinja"
    templates = html_templates(line=_shown_line, shown=shown, number=_number)
    return templates.get_template(template).render(page=page, deepest=DEEPEST)
