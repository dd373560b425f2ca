"""The summaries in a folder: by topic and summarizer, each once."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from workbench.datasets.readers.nist_files import Member, read_members
from workbench.datasets.readers.nist_names import (
    Topic,
    get_summarizer,
    is_extract,
    looks_like_summary,
    read_summary_name,
)
from workbench.datasets.readers.nist_texts import read_models, read_summary
from workbench.errors import DataError, Problem

_FORM = "DOCSET.TYPE.LENGTH.SELECTOR.SUMMARIZER[.DOCREF], as in D90.M.100.X.7.html"
# set, selector, summarizer
_MODEL_FOLDER = re.compile(r"([A-Za-z]+[0-9]+)([A-Za-z])([A-Za-z])")
_MODEL_FILE = re.compile(r"[0-9]+|perdocs")
_TRAINING = "training"
ORIGINAL = "original.summaries"


class Summary(NamedTuple):
    """A text: of what, by whom, where it was found, by which names, and whether its file is SGML."""

    topic: Topic
    summarizer: str
    text: str
    where: str
    parts: tuple[str, ...]
    is_sgml: bool = False


Key = tuple[Topic, str]


def read_summaries(folder: Path, notes: list[Problem]) -> list[Summary]:
    """Read every summary below a folder: SEE and plain files by their names, model files by their folders.

    Model files are called 50, 100, ... or perdocs, in folders ``<set><selector><summarizer>``; those of the
    training part are left out. Extracts are no texts and left out. Other files are not looked at.

    Raises
    ------
    DataError
        If a file has the name of a summary and cannot be one, or breaks off.
    """
    found: list[Summary] = []
    for member in read_members(folder, _is_wanted):
        if not looks_like_summary(member.name):
            found += _read_model_file(member, notes)
        elif not is_extract(member.name):
            name = read_summary_name(member.name)
            if name is None:
                raise DataError(Problem(member.where, "not the name of a summary", member.name, _FORM))
            text = read_summary(member, notes)
            found.append(Summary(*name, text, member.where, member.parts))
    return found


def _is_wanted(parts: tuple[str, ...]) -> bool:
    if looks_like_summary(parts[-1]):
        return True
    is_model = len(parts) > 1 and _MODEL_FOLDER.fullmatch(parts[-2]) and _MODEL_FILE.fullmatch(parts[-1])
    return bool(is_model) and _TRAINING not in parts


def _read_model_file(member: Member, notes: list[Problem]) -> Iterator[Summary]:
    folder = _MODEL_FOLDER.fullmatch(member.parts[-2])
    summarizer = get_summarizer(folder[3]) if folder else None
    if folder is None or summarizer is None:
        return
    per_document = member.name == "perdocs"
    for model in read_models(member, notes):
        if per_document and not model.document:
            raise DataError(Problem(model.where, "a <SUM> of perdocs needs DOCREF"))
        # a single document has about 100 words; its file does not say so
        words = 100 if per_document else int(member.name)
        topic = Topic(folder[1].upper(), model.document if per_document else "", words)
        yield Summary(topic, summarizer, model.text, model.where, member.parts, is_sgml=True)


def only_once(summaries: Iterable[Summary], notes: list[Problem]) -> dict[Key, Summary]:
    """Return the summaries by topic and summarizer.

    A SEE or plain file is preferred to SGML, which has no sentences. The same text twice is noted.

    Raises
    ------
    DataError
        If there are two different texts of the same kind; one line for each.
    """
    kept: dict[Key, Summary] = {}
    faults = []
    for summary in sorted(summaries, key=lambda each: (each.is_sgml, each.where)):
        key = (summary.topic, summary.summarizer)
        known = kept.setdefault(key, summary)
        if known is summary or known.is_sgml != summary.is_sgml:
            continue
        what = f"the summary of {summary.topic.segment} by {summary.summarizer} is given twice"
        if known.text == summary.text:
            notes.append(Problem(summary.where, f"{what}, with the same text", hint=f"Before: {known.where}"))
        else:
            faults.append(Problem(summary.where, f"{what}, with another text", hint=f"Before: {known.where}"))
    if faults:
        raise DataError(*faults[:10])
    return kept
