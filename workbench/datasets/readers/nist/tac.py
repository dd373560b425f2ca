"""TAC 2008 to 2011: peers, models and judgments, out of NIST's archives or folders unpacked from them."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from workbench.datasets.faults import report
from workbench.datasets.places import make_table
from workbench.datasets.readers.nist.files import Member, read_members
from workbench.datasets.readers.nist.names import get_summarizer, is_human, looks_like_summary
from workbench.datasets.readers.nist.rows import read_rows
from workbench.datasets.readers.nist.texts import read_summary
from workbench.datasets.readers.registry import READERS, Tables
from workbench.datasets.readers.summeval import split_sentences, take_as_one
from workbench.errors import DataError, MissingDataError, Problem

_FOLDERS = ("models", "peers")
GROUPS = ("A", "B")
_FORM = "SET-GROUP.M.LENGTH.SELECTOR.SUMMARIZER, as in D0801-A.M.100.A.7"


class TacFiles(NamedTuple):
    """The judgments of peers in a year: files, number of columns, and the column of each criterion."""

    files: tuple[str, ...]
    columns: int
    criteria: Mapping[str, int]


_NINE = {"pyramid": 2, "pyramid_jackknife": 6, "linguistic_quality": 7, "responsiveness": 8}
_TEN = {"pyramid": 2, "pyramid_jackknife": 7, "linguistic_quality": 8, "responsiveness": 9}
LAYOUTS = {
    2008: TacFiles(("manual.peer",), 9, _NINE),
    **{year: TacFiles(("manual.peer.a", "manual.peer.b"), 10, _TEN) for year in (2009, 2010, 2011)},
}


class TacSummary(NamedTuple):
    """A summary: set and group, summarizer, its text and where it is."""

    segment: str
    summarizer: str
    text: str
    where: str


def read_tac(folder: Path, options: Mapping[str, str], *, year: int) -> Tables:
    """Read a year: each group, A and B, is a task; a set is a segment.

    Options are ``group`` (all, A or B), ``sentences`` (lines: a line is one; ends: a text is split after
    .!? wherever its lines break, which they do inside of paragraphs from 2009 on) and ``unmatched``: what
    becomes of judgments without a summary: error, or drop.

    Raises
    ------
    DataError
        One line for each fault, with its file; `MissingDataError` says which files are wanted.
    """
    notes: list[Problem] = []
    layout = LAYOUTS[year]
    members = list(read_members(folder, lambda parts: _is_text(parts) or parts[-1].lower() in layout.files))
    wanted = GROUPS if options.get("group", "all") == "all" else (options["group"],)
    texts = _read_texts((each for each in members if _is_text(each.parts)), options["sentences"], notes)
    judgments = list(_read_judgments(folder, members, layout, notes))
    _note_ranges(judgments, folder, notes)
    outputs: dict[tuple[str, str], dict[str, object]] = {}
    rows, faults = [], []
    for judged in judgments:
        segment, system = str(judged["segment"]), str(judged["system"])
        group = segment.partition("-")[2]
        if group not in wanted:
            continue
        found = texts.get((segment, system))
        task = f"TAC {year} {group}"
        if found is None:
            what = f"judges a summary that is not there: of {segment} by system {system}"
            faults.append(Problem(str(judged["place"]), what))
            continue
        key = {"place": f"{found.where}:1", "task": task, "segment": segment, "system": system}
        outputs[segment, system] = {**key, "text": found.text}
        rows.append({**judged, "task": task})
    if faults and options.get("unmatched", "error") == "error":
        # a row has several judgments
        report(list(dict.fromkeys(faults)), str(folder))
    notes += dict.fromkeys(faults)
    judged_segments = {segment for segment, _ in outputs}
    references = [
        {
            "place": f"{each.where}:1",
            "task": f"TAC {year} {segment.partition('-')[2]}",
            "segment": segment,
            "reference": who,
            "text": each.text,
        }
        for (segment, who), each in texts.items()
        if is_human(who) and segment in judged_segments
    ]
    return Tables(make_table(outputs.values()), make_table(references), make_table(rows), tuple(notes))


for _year in LAYOUTS:
    READERS(f"tac{_year}")(partial(read_tac, year=_year))


def _is_text(parts: tuple[str, ...]) -> bool:
    """Whether a file is a summary as ROUGE had it; other folders hold the same in other forms."""
    return parts[-3:-1] in [("ROUGE", each) for each in _FOLDERS] and looks_like_summary(parts[-1])


def _read_texts(
    members: Iterator[Member], sentences: str, notes: list[Problem]
) -> dict[tuple[str, str], TacSummary]:
    texts: dict[tuple[str, str], TacSummary] = {}
    faults = []
    for member in members:
        parts = member.name.split(".")
        who = get_summarizer(parts[4]) if len(parts) == 5 else None
        if who is None:
            raise DataError(Problem(member.where, "not the name of a summary", member.name, _FORM))
        segment = _segment(parts[0], member.where)
        text = read_summary(member, notes)
        text = split_sentences(take_as_one(text)) if sentences == "ends" else text
        known = texts.setdefault((segment, who), TacSummary(segment, who, text, member.where))
        if known.text != text:
            what = f"the summary of {segment} by {who} is given twice, with another text"
            faults.append(Problem(member.where, what, hint=f"Before: {known.where}"))
    if faults:
        raise DataError(*faults[:10])
    return texts


def _segment(name: str, where: str) -> str:
    docset, _, group = name.upper().partition("-")
    if group not in GROUPS:
        raise DataError(Problem(where, "not a set and its group", name, "as in D0801-A: A or B"))
    return f"{docset}-{group}"


def _read_judgments(
    folder: Path, members: list[Member], layout: TacFiles, notes: list[Problem]
) -> Iterator[dict[str, object]]:
    for name in layout.files:
        contents = {each.content: each for each in reversed(members) if each.name.lower() == name}
        if not contents:
            what = f"there is no {name}, in no archive either"
            hint = "It lies in the folder manual of NIST's archive"
            raise MissingDataError(Problem(str(folder), what, hint=hint))
        if len(contents) > 1:
            places = ", ".join(sorted(each.where.removeprefix(f"{folder}/") for each in contents.values()))
            raise DataError(Problem(str(folder), f"there are several files {name} that differ", places))
        for member in contents.values():
            for row in read_rows(member, layout.columns, has_header=False, notes=notes):
                system = get_summarizer(row.cells[1])
                if system is None or is_human(system):
                    raise DataError(Problem(row.where, "column 1 is no system's number", row.cells[1]))
                key = {"place": row.where, "segment": _segment(row.cells[0], row.where), "system": system}
                for criterion, column in layout.criteria.items():
                    score = row.number(column, criterion, 0)
                    yield {**key, "criterion": criterion, "rater": "assessor", "score": score}


def _note_ranges(judgments: list[dict[str, object]], folder: Path, notes: list[Problem]) -> None:
    """Note the range of what has a scale that is not known here."""
    for criterion in ("linguistic_quality", "responsiveness"):
        scores = [float(str(each["score"])) for each in judgments if each["criterion"] == criterion]
        what = f"{criterion} goes from {min(scores):g} to {max(scores):g}; NIST's README says the scale"
        notes.append(Problem(str(folder), what))
