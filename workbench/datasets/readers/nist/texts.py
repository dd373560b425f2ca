"""The texts of summaries at NIST: SEE (HTML), plain lines, and the SGML of the model files.

Texts are in ASCII, as ROUGE-1.5.5 sees them (`rouge155_texts.text_of_bytes`); what else there was is noted.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.datasets.readers.nist.files import Member
from workbench.datasets.readers.nist.rouge155_texts import find_sentences, text_of_bytes
from workbench.datasets.readers.summeval import split_sentences
from workbench.errors import DataError, Problem

_HTML = re.compile(rb"\s*<html", re.IGNORECASE)
_UNIT = re.compile(rb"<a\s[^<>]*\bid\s*=[^<>]*>([^<]*)(</a>)?", re.IGNORECASE)
_VALUE = rb"\"[^\"]*\"|[^\s\"<>]+"
_SUM = re.compile(rb"<sum((?:\s+[a-z]+\s*=\s*(?:%b))*)\s*(>?)" % _VALUE, re.IGNORECASE)
_DOCREF = re.compile(rb"\sdocref\s*=\s*(%b)" % _VALUE, re.IGNORECASE)
_END = re.compile(rb"</sum\b", re.IGNORECASE)
_TAG = re.compile(rb"<[^<>]*>")


def read_summary(member: Member, notes: list[Problem]) -> str:
    """Return the text of a summary, a sentence a line: SEE where it begins with <html>, else plain lines.

    Raises
    ------
    DataError
        If the file breaks off inside of HTML.
    """
    if _HTML.match(member.content):
        return _note(_read_see(member, notes), member, notes)
    lines = member.content.replace(b"\r\n", b"\n").split(b"\n")
    return _note([line.strip() for line in lines if line.strip()], member, notes)


def _read_see(member: Member, notes: list[Problem]) -> list[bytes]:
    content = member.content.replace(b"\r\n", b"\n")
    units = list(_UNIT.finditer(content))
    for unit in units:
        if not unit[2]:
            where = f"{member.where}:{_line_of(content, unit.start())}"
            raise DataError(Problem(where, "the sentence is cut off: it does not end with </a>"))
    if b"</html>" not in content.lower():
        raise DataError(Problem(member.where, "is cut off: it does not end with </html>"))
    strict = find_sentences(content, "SEE")
    if len(strict) == len(units):
        return strict
    lost = len(units) - len(strict)
    said = "1 sentence does" if lost == 1 else f"{lost:,} sentences do"
    what = f"{said} not begin a line as ROUGE wants it; {'it is' if lost == 1 else 'they are'} read, too"
    notes.append(Problem(member.where, what))
    return [unit[1] for unit in units]


class Model(NamedTuple):
    """One summary of a model file: its document, empty if it is of the whole set, and its place and text."""

    document: str
    where: str
    text: str


def read_models(member: Member, notes: list[Problem]) -> Iterator[Model]:
    r"""Yield each <SUM> of a model file; a line is a sentence, and so is what ends in .!? before a space.

    A tag that lacks its > is read and noted, as is one that is closed by the next one.

    Raises
    ------
    DataError
        If there is no <SUM>, or the last one is not closed.

    Examples
    --------
    >>> content = b'<SUM DOCREF="AP1-2" SIZE="100">\nOne.\nTwo\nwords.\n</SUM>'
    >>> [model.text for model in read_models(Member("perdocs", ("perdocs",), content), [])]
    ['One.\nTwo words.']
    """
    content = member.content
    begins = list(_SUM.finditer(content))
    if not begins:
        raise DataError(Problem(member.where, "holds no <SUM>"))
    for begin, after in zip(begins, [*begins[1:], None], strict=True):
        where = f"{member.where}:{_line_of(content, begin.start())}"
        stop = after.start() if after else len(content)
        end = _END.search(content, begin.end(), stop)
        if begin is not begins[0] and not begin[1] and not content[begin.end() : stop].strip():
            notes.append(Problem(where, "an empty <SUM> without attributes: read as </SUM>"))
            continue
        if end is None and after is None:
            raise DataError(Problem(where, "the summary is cut off: it does not end with </SUM>"))
        if not begin[2]:
            notes.append(Problem(where, "the tag <SUM> has no >: its text begins after its last attribute"))
        if end is None:
            notes.append(Problem(where, "the summary has no </SUM>: it ends where the next <SUM> is"))
        stop = end.start() if end else stop
        document = _DOCREF.search(begin[1])
        name = document[1].strip(b'"').decode("ascii", "replace").strip().upper() if document else ""
        words = _TAG.sub(b" ", content[begin.end() : stop]).split()
        found = Member(where, member.parts, b"")
        text = _note([b" ".join(words)] if words else [], found, notes)
        yield Model(name, where, split_sentences(text))


def _note(sentences: list[bytes], member: Member, notes: list[Problem]) -> str:
    """Return the text, and note what a reader of the results may want to know about it."""
    foreign = sum(byte > 127 for sentence in sentences for byte in sentence)
    if foreign:
        said = "1 byte is" if foreign == 1 else f"{foreign:,} bytes are"
        what = f"{said} not ASCII: each separates words, as in ROUGE-1.5.5"
        notes.append(Problem(member.where, what))
    if not any(sentence.strip() for sentence in sentences):
        notes.append(Problem(member.where, "the summary is empty"))
    return text_of_bytes(sentences)


def _line_of(content: bytes, offset: int) -> int:
    return content.count(b"\n", 0, offset) + 1
