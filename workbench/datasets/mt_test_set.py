"""A test set of mt-metrics-eval: texts, documents, human and metric scores of one language pair."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, get_args

from workbench.types import WHOLE

FileLevel = Literal["sys", "domain", "doc", "seg"]
LEVELS: tuple[FileLevel, ...] = get_args(FileLevel)
MISSING = "None"
"""A score that is not there, in a score file."""
ScoreOf = dict[tuple[str, str], float | None]
"""Scores by (segment, system); None is a score that is missing."""
NO_OUTPUT = "[No translation supplied]"
"""A line of a text file that stands for an output that is not there."""
NO_REFERENCE = "src"
ALL_REFERENCES = "all"
TEST_SET = "test set"
"""What the segment of a data set at level sys is called."""
_REFERENCE_NAME = re.compile(r"[^\s.\-/\\]+")

MtTexts = list[str | None]


class MtMetricName(NamedTuple):
    """A metric's name and the references that it used, sorted; none for a metric that needs none.

    Examples
    --------
    >>> MtMetricName("overlap", ("refA", "refB")).stem, MtMetricName("length", ()).stem
    ('overlap-refA.refB', 'length-src')
    """

    name: str
    references: tuple[str, ...]

    @property
    def stem(self) -> str:
        """How a file of its scores begins."""
        return f"{self.name}-{'.'.join(self.references) or NO_REFERENCE}"


class Rating(NamedTuple):
    """The marked errors of an output; `content` is None if it was not rated, `rater` empty if not said."""

    system: str
    content: dict[str, Any] | None
    rater: str


class Document(NamedTuple):
    """A document, and the positions of its segments: from 0, the end is the first that is not in it."""

    name: str
    domain: str
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class MtTestSet:
    """One language pair of a folder of mt-metrics-eval.

    Attributes
    ----------
    pair : str
    sources : list of str
        One text a segment.
    documents : list of Document
        In the order of the segments.
    references : dict of name to list of str
    outputs : dict of system to list of str or None
        None where there is no output. Translations by people that were scored as systems are among them,
        under the name of the reference.
    human : dict of (name, level) to ScoreOf
        Scores by (segment, system), higher is better.
    ratings : dict of name to list of Rating
    metrics : dict of (MtMetricName, level) to ScoreOf
    """

    pair: str
    sources: list[str]
    documents: list[Document]
    references: dict[str, list[str]]
    outputs: dict[str, MtTexts]
    human: dict[tuple[str, FileLevel], ScoreOf] = field(default_factory=dict)
    ratings: dict[str, list[Rating]] = field(default_factory=dict)
    metrics: dict[tuple[MtMetricName, FileLevel], ScoreOf] = field(default_factory=dict)

    @property
    def domains(self) -> dict[str, list[Document]]:
        """The documents of each domain; domains by name, documents in order."""
        names = sorted({document.domain for document in self.documents})
        return {name: [each for each in self.documents if each.domain == name] for name in names}

    @property
    def people(self) -> list[str]:
        """The systems that are references."""
        return sorted(set(self.outputs) & set(self.references))

    def units(self, level: FileLevel) -> dict[str, list[int]]:
        """Return what is scored at a level, by the name that score files give it, and its segments."""
        if level == "seg":
            return {str(number + 1): [number] for number in range(len(self.sources))}
        if level == "doc":
            spans = [list(range(each.start, each.end)) for each in self.documents]
            return {str(number): span for number, span in enumerate(spans, start=1)}
        if level == "domain":
            return {
                name: [number for each in documents for number in range(each.start, each.end)]
                for name, documents in self.domains.items()
            }
        return {WHOLE: list(range(len(self.sources)))}

    def homes(self, level: FileLevel) -> dict[str, dict[str, str]]:
        """Return document and domain of each unit of a level below the whole: its name to both names."""
        of_segment = [each for each in self.documents for _ in range(each.start, each.end)]
        homes = {}
        for unit, span in self.units(level).items():
            first = of_segment[span[0]]
            document = "" if level == "domain" else first.name
            homes[unit] = {"document": document, "domain": first.domain}
        return homes


def find_documents(rows: Sequence[tuple[str, str]]) -> list[Document]:
    """Return the documents of segments, each given as (domain, document).

    Raises
    ------
    ValueError
        With the position of a segment whose document was left before, or belongs to another domain.
    """
    found: dict[str, Document] = {}
    last = ""
    for number, (domain, name) in enumerate(rows):
        if name not in found:
            found[name] = Document(name, domain, number, number + 1)
        elif name != last or found[name].domain != domain:
            raise ValueError(number)
        else:
            found[name] = found[name]._replace(end=number + 1)
        last = name
    return list(found.values())


def is_reference_name(name: str) -> bool:
    """Tell whether a reference may have that name: no dot, dash or blank, not ``src`` or ``all``.

    Examples
    --------
    >>> is_reference_name("refA"), is_reference_name("ref-A"), is_reference_name("all")
    (True, False, False)
    """
    return _REFERENCE_NAME.fullmatch(name) is not None and name not in (NO_REFERENCE, ALL_REFERENCES)


def join_texts(
    texts: Mapping[str, MtTexts] | Mapping[str, list[str]], units: Mapping[str, list[int]]
) -> dict[tuple[str, str], str]:
    """Return the text of each (unit, name): its segments are lines; left out where any is missing."""
    joined = {}
    for name, lines in texts.items():
        for unit, span in units.items():
            parts = [lines[number] for number in span]
            if None not in parts:
                joined[unit, name] = "\n".join(str(part) for part in parts)
    return joined
