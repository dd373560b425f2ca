"""DUC 2001 to 2003: peers, models and judgments, out of NIST's archives or folders unpacked from them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from workbench.datasets.faults import report
from workbench.datasets.places import make_table
from workbench.datasets.readers.nist.duc_references import (
    Segment,
    find_models,
    mend_documents,
    modellers,
    name_models,
    note_numbers,
)
from workbench.datasets.readers.nist.duc_systems import LIST, Peers, check_list, choose_systems
from workbench.datasets.readers.nist.files import Member, read_members
from workbench.datasets.readers.nist.judgments import (
    JudgmentReader,
    NistJudgment,
    read_coverage_2001,
    read_coverage_2002,
    read_coverage_2003,
    read_responsiveness_2003,
    read_usefulness_2003,
)
from workbench.datasets.readers.nist.names import Topic, is_human
from workbench.datasets.readers.nist.summaries import Summary, SummaryKey, is_summary, read_summaries
from workbench.datasets.readers.registry import READERS, Tables
from workbench.errors import DataError, MissingDataError, Problem

ALL = "all"
_PREFERRED = "withpenaltyforexcess"
"""Of several results of 2003, those in a folder of this name are the last ones."""


class JudgmentTable(NamedTuple):
    """A table of judgments: the number of its task, 0 if it has those of all, and how it is read."""

    task: int
    read: JudgmentReader


TABLES: dict[int, dict[str, JudgmentTable]] = {
    2001: {"results1_table.txt": JudgmentTable(0, read_coverage_2001)},
    2002: {"short.results.table": JudgmentTable(0, read_coverage_2002)},
    2003: {
        **{f"short.results.table{task}": JudgmentTable(task, read_coverage_2003) for task in (1, 2, 3, 4)},
        "results.table.r.paired.noheader": JudgmentTable(4, read_responsiveness_2003),
        "results.table.u.paired.noheader": JudgmentTable(1, read_usefulness_2003),
    },
}

TaskFilter = Callable[[str], bool]
"""Told the name of a task."""


def name_task(year: int, number: int, topic: Topic) -> str:
    """Return what a task is called.

    Examples
    --------
    >>> name_task(2001, 0, Topic("D04", "", 50)), name_task(2003, 4, Topic("D301", "", 100))
    ('DUC 2001 50 words multi doc', 'DUC 2003 100 words multi doc, task 4')
    """
    return f"DUC {year} {topic.kind}" + (f", task {number}" if number > 2 else "")


def read_duc(folder: Path, options: Mapping[str, str], *, year: int) -> Tables:
    """Read a year of DUC; see `read_year`. The option ``task`` names one task, or all."""
    task = options.get("task", ALL)
    return read_year(folder, year, options, lambda name: task in (ALL, name.removeprefix(f"DUC {year} ")))


for _year in TABLES:
    READERS(f"duc{_year}")(partial(read_duc, year=_year))


def read_year(folder: Path, year: int, options: Mapping[str, str], wanted: TaskFilter) -> Tables:
    """Read the wanted tasks of a year.

    Parameters
    ----------
    folder : Path
        Whatever NIST sent, archives or unpacked; files are known by their names.
    year : int
    options : mapping
        ``peers``: all, submitted, listed (see `choose_systems`). ``single``: which model is the first
        reference of a topic (see `name_models`). ``unjudged``: whether summaries that nobody judged take part
        (keep) or not (drop), of topics of which others were. ``unmatched``: what becomes of judgments without
        a summary and topics without a model: error, or drop.
    wanted : callable

    Raises
    ------
    DataError
        One line for each fault, with its file; `MissingDataError` says which files are wanted.
    """
    notes: list[Problem] = []
    tables = TABLES[year]
    members = list(read_members(folder, lambda parts: is_summary(parts) or parts[-1].lower() in tables))
    summaries = read_summaries((each for each in members if is_summary(each.parts)), notes)
    peers = choose_systems(folder, year, options.get("peers", ALL))
    summaries = mend_documents(summaries, peers.is_person, notes)
    every = list(_read_tables(folder, members, year, notes))
    of_systems = [each for each in every if not peers.is_person(each[1].system)]
    if options.get("peers") != "listed":
        _refuse_doubtful(
            folder, {each.system for _, each in every if peers.is_person(each.system)}, summaries
        )
    drop = options.get("unmatched", "error") == "drop"
    faults: list[Problem] = []
    judged = [
        (segment, each)
        for segment, each in _resolve(of_systems, year, summaries, faults)
        if wanted(segment.task) and peers.takes_part(segment.task, each.system)
    ]
    if not judged and not faults:
        _refuse(folder, year, members, only_people=bool(every) and not of_systems)
    if options.get("peers") == "listed":
        check_list(folder, year, wanted, {(segment.task, each.system) for segment, each in judged})
    found = dict.fromkeys(segment for segment, _ in judged)
    models = find_models(found, summaries, peers.is_person)
    without = [segment for segment in found if not models[segment]]
    for segment in without:
        faults.append(Problem(str(folder), f"no model of {segment.topic.segment} ({segment.task})"))
    if drop:
        notes += faults
    else:
        report(faults, str(folder))
    judged = [(segment, each) for segment, each in judged if models[segment]]
    models = {segment: here for segment, here in models.items() if here}
    note_numbers(models, notes)
    outputs = list(_outputs(judged, summaries, peers, options.get("unjudged", "drop") == "keep"))
    references = list(_references(folder, judged, models, options["single"]))
    return Tables(
        make_table(outputs), make_table(references), make_table(map(_judgment_row, judged)), tuple(notes)
    )


def _read_tables(
    folder: Path, members: list[Member], year: int, notes: list[Problem]
) -> Iterator[tuple[int, NistJudgment]]:
    for name, table in TABLES[year].items():
        copies = [each for each in members if each.name.lower() == name]
        last = [each for each in copies if any(_PREFERRED in part.lower() for part in each.parts[:-1])]
        contents = {each.content: each for each in reversed(last or copies)}
        if len(contents) > 1:
            places = ", ".join(sorted(each.where.removeprefix(f"{folder}/") for each in contents.values()))
            what = f"there are several files {name} that differ: leave one"
            raise DataError(Problem(str(folder), what, places))
        for member in contents.values():
            for judged in table.read(member, notes):
                yield table.task, judged


def _resolve(
    judged: Iterable[tuple[int, NistJudgment]],
    year: int,
    summaries: Mapping[SummaryKey, Summary],
    faults: list[Problem],
) -> Iterator[tuple[Segment, NistJudgment]]:
    """Yield each judgment with its segment; note those of summaries that are not there."""
    topics: dict[tuple[int, str, str], set[Topic]] = {}
    for task, topic, _ in summaries:
        for place in ((topic.docset, topic.document), ("", topic.document)):
            topics.setdefault((task, *place), set()).add(topic)
    for task, each in judged:
        topic = each.topic
        if not topic.words:
            place = (topic.docset, topic.document)
            near = topics.get((task, *place), set()) | topics.get((0, *place), set())
            if len(near) != 1:
                what = f"{len(near) or 'no'} summaries of {topic.segment or topic.document} may be meant"
                faults.append(Problem(each.where, what))
                continue
            (topic,) = near
        if not any((number, topic, each.system) in summaries for number in {task, 0}):
            what = f"judges a summary that is not there: of {topic.segment}, {topic.words} words, by"
            faults.append(Problem(each.where, f"{what} system {each.system}"))
            continue
        yield Segment(name_task(year, task, topic), task, topic), each


def _refuse_doubtful(folder: Path, people: set[str], summaries: Mapping[SummaryKey, Summary]) -> None:
    """Raise a `DataError` if somebody with a letter was judged and wrote none of the models."""
    writers = modellers(summaries, is_human)
    doubtful = sorted(people - writers) if writers else []
    if doubtful:
        what = "judged, and wrote no model: a letter is a person's, but these may be systems"
        hint = f"List all systems that take part in {LIST} (columns task, system) and choose peers = 'listed'"
        raise DataError(Problem(str(folder), f"{', '.join(doubtful)}: {what}", hint=hint))


def _refuse(folder: Path, year: int, members: list[Member], *, only_people: bool) -> None:
    """Say that there are no judgments of what is wanted, and what may be missing."""
    here = {each.name.lower() for each in members}
    absent = [name for name in TABLES[year] if name not in here]
    what = f"no judgments of the wanted tasks of DUC {year}"
    hint = f"Not found, in no archive either: {', '.join(absent)}" if absent else "Look at the options"
    if only_people:
        what = "everybody who was judged has a letter, and is taken for a person"
        hint = f"List those who are systems in {LIST} (columns task, system) and choose peers = 'listed'"
    raise MissingDataError(Problem(str(folder), what, hint=hint))


def _outputs(
    judged: list[tuple[Segment, NistJudgment]],
    summaries: Mapping[SummaryKey, Summary],
    peers: Peers,
    keep: bool,
) -> Iterator[dict[str, object]]:
    made = {(segment, each.system) for segment, each in judged}
    segments = dict.fromkeys(segment for segment, _ in judged)
    by_topic: dict[tuple[int, Topic], dict[str, Summary]] = {}
    for (task, topic, who), summary in summaries.items():
        if not peers.is_person(who):
            by_topic.setdefault((task, topic), {})[who] = summary
    for segment in segments:
        here = {**by_topic.get((0, segment.topic), {}), **by_topic.get((segment.number, segment.topic), {})}
        for system, summary in here.items():
            if (segment, system) in made or (keep and peers.takes_part(segment.task, system)):
                yield {
                    "place": f"{summary.where}:1",
                    "task": segment.task,
                    "segment": segment.topic.segment,
                    "system": system,
                    "text": summary.text,
                }


def _references(
    folder: Path,
    judged: list[tuple[Segment, NistJudgment]],
    models: Mapping[Segment, Mapping[str, Summary]],
    single: str,
) -> Iterator[dict[str, object]]:
    against: dict[Segment, set[str]] = {}
    for segment, each in judged:
        against.setdefault(segment, set()).update([each.model] if each.model else [])
    faults = []
    for segment, here in models.items():
        named, wrong = name_models(here, single, against[segment])
        if wrong:
            faults.append(Problem(str(folder), f"{segment.topic.segment} ({segment.task}): {wrong}"))
        for name, model in named.items():
            key = {"place": f"{model.where}:1", "task": segment.task, "segment": segment.topic.segment}
            yield {**key, "reference": name, "text": model.text}
    if faults:
        what = f"option single = {single!r}: which model is the single reference is not known everywhere"
        hint = "With single = 'first' it is that of the first letter"
        report([Problem(str(folder), what, hint=hint), *faults], str(folder))


def _judgment_row(found: tuple[Segment, NistJudgment]) -> dict[str, object]:
    segment, each = found
    return {
        "place": each.where,
        "task": segment.task,
        "segment": segment.topic.segment,
        "system": each.system,
        "criterion": each.criterion,
        "rater": each.rater,
        "score": each.score,
    }
