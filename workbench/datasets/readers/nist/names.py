"""The names of summaries at NIST: DOCSET.TYPE.LENGTH.SELECTOR.SUMMARIZER[.DOCREF][.html|.spl|.txt]."""

import re
from typing import NamedTuple

_ENDINGS = re.compile(r"\.(html|spl|txt)$", re.IGNORECASE)
_BEGINS = re.compile(r"[A-Za-z]+[0-9]+[A-Za-z0-9-]*\.[MP]\.[0-9]+e?\.", re.IGNORECASE)
_HUMAN = re.compile(r"[A-Za-z]+")
_SYSTEM = re.compile(r"[0-9]+")


class Topic(NamedTuple):
    """What is summarised and how long: a set of documents (`document` is empty) or one document of it."""

    docset: str
    document: str
    words: int

    @property
    def kind(self) -> str:
        """The kind of summary, as in Lin's tables: 100 words multi doc."""
        return f"{self.words} words {'single' if self.document else 'multi'} doc"

    @property
    def segment(self) -> str:
        """The name of the segment: the set, and the document if there is one."""
        return f"{self.docset}.{self.document}" if self.document else self.docset


class SummaryName(NamedTuple):
    """A topic and who summarised it."""

    topic: Topic
    summarizer: str


def looks_like_summary(name: str) -> bool:
    """Whether a file name begins like that of a summary.

    Examples
    --------
    >>> looks_like_summary("D90.M.100.X.7.html"), looks_like_summary("short.results.table")
    (True, False)
    """
    return _BEGINS.match(name) is not None


def is_human(summarizer: str) -> bool:
    """Whether a summarizer is a person: people have letters, systems have numbers."""
    return _HUMAN.fullmatch(summarizer) is not None


def get_summarizer(text: str) -> str | None:
    """Return the name as it is used everywhere, capitals or a number without leading zeros, or None.

    Examples
    --------
    >>> get_summarizer("a"), get_summarizer("07"), get_summarizer("A7")
    ('A', '7', None)
    """
    if _SYSTEM.fullmatch(text):
        return str(int(text))
    return text.upper() if is_human(text) else None


def read_summary_name(name: str) -> SummaryName | None:
    """Take the name of a file apart; None for an extract, or if a part is not what it should be.

    Examples
    --------
    >>> read_summary_name("D90.M.050.X.7.html")
    SummaryName(topic=Topic(docset='D90', document='', words=50), summarizer='7')
    >>> read_summary_name("d90.P.10.X.A.APW19981016.0240").topic.segment
    'D90.APW19981016.0240'
    """
    parts = _ENDINGS.sub("", name).split(".", 5)
    if len(parts) < 5:
        return None
    docset, kind, length, _, summarizer = parts[:5]
    document = parts[5] if len(parts) == 6 else ""
    who = get_summarizer(summarizer)
    if who is None or not length.isdecimal() or (kind.upper() == "P") != bool(document):
        return None
    return SummaryName(Topic(docset.upper(), document.upper(), int(length)), who)


def is_extract(name: str) -> bool:
    """Whether the name of a summary says that it is an extract: a length like 200e."""
    parts = name.split(".")
    return len(parts) > 2 and parts[2].lower().endswith("e")
