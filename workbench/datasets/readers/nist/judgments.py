"""What people judged at DUC: the tables of coverage 2001 to 2003, responsiveness and usefulness 2003.

Columns are those that public readers of the real tables use; the others are not known and are not read.
People's summaries are judged like those of systems: who is who is told apart later.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from workbench.datasets.readers.nist.files import Member
from workbench.datasets.readers.nist.names import Topic, get_summarizer, is_human
from workbench.datasets.readers.nist.rows import NistRow, read_rows
from workbench.errors import DataError, Problem

COVERAGE, ADJUSTED = "coverage", "coverage_adjusted"
RESPONSIVENESS, USEFULNESS = "responsiveness", "usefulness"
_UNITS_FROM = 17
_ALL = 4.0
_DASHES = "-"


class NistJudgment(NamedTuple):
    """A score: of what and whose summary, by whom, and the model that it was judged against, "" if not known.

    What the table does not say of the topic is empty in it, or 0.
    """

    where: str
    topic: Topic
    system: str
    criterion: str
    rater: str
    score: float
    model: str = ""


JudgmentReader = Callable[[Member, list[Problem]], Iterator[NistJudgment]]


def read_coverage_2001(member: Member, notes: list[Problem]) -> Iterator[NistJudgment]:
    r"""Yield the coverage of ``results1_table.txt``: the mean completeness of the model's units, 0 to 1.

    Column 14 is the number of units, from column 17 on there are three cells for each; the middle one is how
    completely it is covered, 0 to 4.

    Raises
    ------
    DataError
        As `read_rows`; or if a row has not three cells for each of its units.

    Examples
    --------
    >>> line = b"D90 M ------- 100 X A A 7 3 3 3 0 0 0 2 5 2 0 4 1 1 2 1\n"
    >>> [(each.system, each.score) for each in read_coverage_2001(Member("t", ("t",), line), [])]
    [('7', 0.75)]
    """
    for row in read_rows(member, None, has_header=False, notes=notes):
        if len(row.cells) < _UNITS_FROM:
            allowed = f"{_UNITS_FROM} and three for each unit"
            raise DataError(Problem(row.where, "wrong number of cells", len(row.cells), allowed))
        units = int(row.number(14, "number of model units", 0))
        expected = _UNITS_FROM + 3 * units
        if len(row.cells) != expected:
            what = f"wrong number of cells for {units} model units"
            raise DataError(Problem(row.where, what, len(row.cells), str(expected)))
        system = _peer(row, 7)
        if units == 0:
            notes.append(Problem(row.where, "was judged against no unit, so it has no coverage: left out"))
            continue
        found = [row.number(_UNITS_FROM + 1 + 3 * unit, "completeness", 0, _ALL) for unit in range(units)]
        coverage = sum(found) / len(found) / _ALL
        yield NistJudgment(row.where, _topic(row), system, COVERAGE, "assessor", coverage)


def read_coverage_2002(member: Member, notes: list[Problem]) -> Iterator[NistJudgment]:
    """Yield mean coverage and length-adjusted coverage of ``short.results.table`` (33 columns, a header)."""
    for row in read_rows(member, 33, has_header=True, notes=notes):
        yield from _short(row, 27)


def read_coverage_2003(member: Member, notes: list[Problem]) -> Iterator[NistJudgment]:
    """Yield mean coverage and that with a penalty of length of ``short.results.table1`` ... (34 columns)."""
    for row in read_rows(member, 34, has_header=False, notes=notes):
        yield from _short(row, 28)


def _short(row: NistRow, first: int) -> Iterator[NistJudgment]:
    system = _peer(row, 8)
    topic, rater = _topic(row), f"assessor {row.cells[7]}"
    coverage = row.number(first, "coverage", 0, 1)
    adjusted = row.number(first + 3, "adjusted coverage")
    model = row.cells[6].upper() if is_human(row.cells[6]) else ""
    yield NistJudgment(row.where, topic, system, COVERAGE, rater, coverage, model)
    yield NistJudgment(row.where, topic, system, ADJUSTED, rater, adjusted, model)


def read_responsiveness_2003(member: Member, notes: list[Problem]) -> Iterator[NistJudgment]:
    """Yield both scores of ``results.table.R.paired.noheader`` (7 columns): summaries of sets, task 4."""
    for row in read_rows(member, 7, has_header=False, notes=notes):
        topic = Topic(row.cells[0].upper(), "", 0)
        yield from _paired(row, topic, 2, (4, 6), RESPONSIVENESS)


def read_usefulness_2003(member: Member, notes: list[Problem]) -> Iterator[NistJudgment]:
    """Yield both scores of ``results.table.U.paired.noheader`` (8 columns): summaries of documents, task 1.

    A document's name lacks the dot before its last four digits.
    """
    for row in read_rows(member, 8, has_header=False, notes=notes):
        name = row.cells[1].upper()
        if len(name) < 5 or not name[-4:].isdecimal() or "." in name:
            raise DataError(Problem(row.where, "not a document without its dot", row.cells[1]))
        topic = Topic("", f"{name[:-4]}.{name[-4:]}", 0)
        yield from _paired(row, topic, 3, (5, 7), USEFULNESS)


def _paired(
    row: NistRow, topic: Topic, peer: int, columns: tuple[int, int], criterion: str
) -> Iterator[NistJudgment]:
    system = _peer(row, peer)
    scores = [row.number(column, criterion, 0) for column in columns]
    for number, score in enumerate(scores, start=1):
        yield NistJudgment(row.where, topic, system, criterion, f"score {number}", score)


def _peer(row: NistRow, column: int) -> str:
    """Return whose summary was judged."""
    name = get_summarizer(row.cells[column])
    if name is None:
        what = f"column {column} is no peer: a number, or a letter"
        raise DataError(Problem(row.where, what, row.cells[column]))
    return name


def _topic(row: NistRow) -> Topic:
    docset, kind, document, length = row.cells[:4]
    if kind not in ("M", "P"):
        raise DataError(Problem(row.where, "column 1", kind, "M (a set) or P (a document)"))
    is_dashes = not document.strip(_DASHES)
    if is_dashes == (kind == "P"):
        allowed = "dashes" if kind == "M" else "a document"
        raise DataError(Problem(row.where, f"column 2 of a row with {kind}", document, allowed))
    if not length.isdecimal():
        raise DataError(Problem(row.where, "column 3 is no length in words", length))
    return Topic(docset.upper(), "" if is_dashes else document.upper(), int(length))
