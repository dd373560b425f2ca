"""The methods paragraph of a paper, said from what was run."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import pandas as pd

from workbench.papers import PAPERS
from workbench.report.citations import bracket
from workbench.report.methods_scores import DATA
from workbench.report.methods_words import join, only
from workbench.report.render import escape_prose

_KEY = re.compile(r"\[([^\]]+)\]")


class Provenance(NamedTuple):
    """What the records do not say: the paper of the data set ("" for none), the versions of the programs."""

    citation: str
    versions: Mapping[str, str]


class Methods(NamedTuple):
    """A paragraph, and the papers that it cites by their keys in brackets."""

    text: str
    papers: dict[str, str]

    def markdown(self) -> str:
        """Return the paragraph and the list of papers as Markdown."""
        return escape_prose(repr(self))

    def __repr__(self) -> str:
        papers = [f"- [{key}] {paper}." for key, paper in self.papers.items()]
        return "\n".join([self.text, "", *papers, ""]) if papers else f"{self.text}\n"

    def _repr_markdown_(self) -> str:
        return self.markdown()


def write_methods(sentences: list[str], metrics: pd.DataFrame, sources: Provenance) -> Methods:
    """Make a paragraph of sentences that cite papers by keys in brackets, each paper once.

    Parameters
    ----------
    sentences
        From the data to the analyses; the programs follow.
    metrics
        Records of metrics, columns of `schema.RECORDS`.
    sources
    """
    sentences = [*sentences, _programs(metrics, sources.versions)]
    text = _cite_once(" ".join(sentences), () if sources.citation else (DATA,))
    known = {**PAPERS, DATA: sources.citation}
    cited = dict.fromkeys(key for keys in _KEY.findall(text) for key in keys.split("; "))
    return Methods(text, {key: known[key] for key in sorted(cited) if key in known})


def _cite_once(text: str, unknown: Iterable[str] = ()) -> str:
    """Leave keys out that the text has cited before, and those of papers that there are not.

    Examples
    --------
    >>> _cite_once("A [X 1; Y 2] and B [Y 2], C [Y 2; Z 3].")
    'A [X 1; Y 2] and B, C [Z 3].'
    """
    cited = set(unknown)

    def first(found: re.Match[str]) -> str:
        keys = [key for key in found[1].split("; ") if key not in cited]
        cited.update(keys)
        return bracket(keys)

    return re.sub(r" \[([^\]]+)\]", first, text)


def _programs(records: pd.DataFrame, versions: Mapping[str, str]) -> str:
    programs = join([f"{name} {version}" for name, version in versions.items()])
    return f"Everything was computed with {programs}; the seed is {join(only(records, 'seed'))}."
