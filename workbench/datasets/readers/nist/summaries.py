"""The summaries among NIST's files: by task, topic and summarizer, each once."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from workbench.datasets.readers.nist.files import Member
from workbench.datasets.readers.nist.names import (
    Topic,
    get_summarizer,
    is_extract,
    is_human,
    looks_like_summary,
    read_summary_name,
)
from workbench.datasets.readers.nist.texts import read_models, read_summary
from workbench.errors import DataError, Problem

_FORM = "DOCSET.TYPE.LENGTH.SELECTOR.SUMMARIZER[.DOCREF], as in D90.M.100.X.7.html"
# set, selector, summarizer
_MODEL_FOLDER = re.compile(r"([A-Za-z]+[0-9]+)([A-Za-z])([A-Za-z])")
_MODEL_FILE = re.compile(r"[0-9]+|perdocs")
# 2003: submission and task
_PEER_FOLDER = re.compile(r"peer[0-9]+\.([0-9])")
_TRAINING = "training"
_ORIGINAL = "original.summaries"


AMONG_PEERS = 1
"""The rank of a person's summary that lies in no folder of models."""


class Summary(NamedTuple):
    """A text: of which task (0 if its place does not say), of what, by whom, and where it was found.

    `rank` says which of several copies is taken, the lowest; `is_original`: whether it lies among the
    original summaries of 2001, not the duplicate ones.
    """

    task: int
    topic: Topic
    summarizer: str
    text: str
    where: str
    rank: int
    is_original: bool


SummaryKey = tuple[int, Topic, str]
"""Task, topic and summarizer."""


def is_summary(parts: tuple[str, ...]) -> bool:
    """Whether a file is a summary: by its name, or as a model file by that of its folder.

    Model files are called 50, 100, ... or perdocs, in folders ``<set><selector><summarizer>``; those of the
    training part are none of the test.
    """
    if looks_like_summary(parts[-1]):
        return True
    is_model = len(parts) > 1 and _MODEL_FOLDER.fullmatch(parts[-2]) and _MODEL_FILE.fullmatch(parts[-1])
    return bool(is_model) and _TRAINING not in parts


def read_summaries(members: Iterable[Member], notes: list[Problem]) -> dict[SummaryKey, Summary]:
    """Read SEE and plain files by their names, model files by their folders; extracts are no texts.

    A person's summary is taken from the models before the peers, and from SEE or plain files before SGML,
    which has no sentences. The same text twice is noted.

    Raises
    ------
    DataError
        If a file has the name of a summary and cannot be one, or breaks off; or if there are two different
        texts of the same rank, one line for each.
    """
    return _only_once((each for member in members for each in _read(member, notes)), notes)


def _read(member: Member, notes: list[Problem]) -> Iterator[Summary]:
    folder = " ".join(member.parts[:-1]).lower()
    found = [_PEER_FOLDER.fullmatch(part) for part in member.parts]
    task = next((int(each[1]) for each in found if each), 0)
    is_original = _ORIGINAL in member.parts
    if looks_like_summary(member.name):
        if is_extract(member.name):
            return
        name = read_summary_name(member.name)
        if name is None:
            raise DataError(Problem(member.where, "not the name of a summary", member.name, _FORM))
        rank = AMONG_PEERS if is_human(name.summarizer) and "model" not in folder else 0
        text = read_summary(member, notes)
        yield Summary(task, *name, text, member.where, rank, is_original)
    else:
        for topic, summarizer, text, where in _read_model_file(member, notes):
            yield Summary(task, topic, summarizer, text, where, 2, is_original)


def _read_model_file(member: Member, notes: list[Problem]) -> Iterator[tuple[Topic, str, str, str]]:
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
        yield topic, summarizer, model.text, model.where


def _only_once(summaries: Iterable[Summary], notes: list[Problem]) -> dict[SummaryKey, Summary]:
    kept: dict[SummaryKey, Summary] = {}
    faults, copies = [], []
    for summary in sorted(summaries, key=lambda each: (each.rank, each.where)):
        key = (summary.task, summary.topic, summary.summarizer)
        known = kept.setdefault(key, summary)
        if summary.is_original and not known.is_original:
            kept[key] = known = known._replace(is_original=True)
        if known.where == summary.where or known.rank != summary.rank:
            continue
        what = f"the summary of {summary.topic.segment} by {summary.summarizer} is given twice"
        if known.text == summary.text:
            copies.append(
                Problem(summary.where, f"{what}, with the same text", hint=f"Before: {known.where}")
            )
        else:
            faults.append(Problem(summary.where, f"{what}, with another text", hint=f"Before: {known.where}"))
    if faults:
        raise DataError(*faults[:10])
    notes += copies[:1]
    if len(copies) > 1:
        notes.append(Problem(copies[0].where, f"and {len(copies) - 1:,} more summaries are there twice"))
    return kept
