"""SummEval as converted from its public copies (Fabbri et al. 2021)."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from workbench.datasets.originals import summeval as origin
from workbench.datasets.places import make_table
from workbench.datasets.readers.converted import jsonl_or, separated_or
from workbench.datasets.readers.lines import FileRecord, read_number, read_texts
from workbench.datasets.readers.registry import READERS, Tables

TASK = "cnndm"
CRITERIA = ("coherence", "consistency", "fluency", "relevance")
_OUTPUTS, _DOCUMENTS, _RATINGS = "outputs.jsonl.gz", "documents.jsonl.gz", "annotations.tsv.gz"
_OUTPUT = {"doc_id": str, "system": str, "text": str}
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_FULL_STOP = " . "


def split_sentences(text: str) -> str:
    r"""Put each sentence on a line: a line ends after white space that follows ``.``, ``!`` or ``?``.

    Examples
    --------
    >>> split_sentences("It rained . Why ? No one knew .")
    'It rained .\nWhy ?\nNo one knew .'
    """
    return "\n".join(" ".join(sentence.split("\n")) for sentence in _SENTENCE_END.split(text.strip()))


def split_at_full_stops(text: str) -> str:
    r"""Put on a line what stands between full stops with blanks around them; these are left out.

    Examples
    --------
    >>> split_at_full_stops("It rained . Why ? No one knew .")
    'It rained\nWhy ? No one knew .'
    """
    return "\n".join(" ".join(sentence.split("\n")) for sentence in text.split(_FULL_STOP))


def take_as_one(text: str) -> str:
    r"""Put the whole text on one line.

    Examples
    --------
    >>> take_as_one("It rained .\nWhy ?")
    'It rained . Why ?'
    """
    return " ".join(text.split("\n"))


_SPLITTERS: dict[str, Callable[[str], str]] = {
    "ends": split_sentences,
    "full stops": split_at_full_stops,
    "one": take_as_one,
}


@READERS("summeval")
def read_summeval(folder: Path, options: Mapping[str, str]) -> Tables:
    """Read outputs, references and all ratings.

    Options are ``references`` (references or references_tok: tokenised), ``outputs`` (tokenised, or original
    for those of the twelve systems whose text was released, too) and ``sentences``, of which ROUGE-L and
    ROUGE-W make a difference: a sentence ends after .!? (ends), at " . " (full stops), or a text is one.
    """
    field = options.get("references", "references")
    split = _SPLITTERS[options.get("sentences", "ends")]
    original = options.get("outputs", "tokenised") == "original"
    outputs = [
        {
            "place": place,
            "task": TASK,
            "segment": record["doc_id"],
            "system": record["system"],
            "text": split(_original(record, place) if original else record["text"]),
        }
        for place, record in jsonl_or(origin.read_outputs, folder, _OUTPUTS, _OUTPUT)
    ]
    fields = {"doc_id": str, field: list}
    references = [
        {
            "place": place,
            "task": TASK,
            "segment": record["doc_id"],
            "reference": f"ref{number}",
            "text": split(text),
        }
        for place, record in jsonl_or(origin.read_references, folder, _DOCUMENTS, fields)
        for number, text in enumerate(read_texts(record[field], place, field))
    ]
    columns = ("doc_id", "system", "rater", *CRITERIA)
    judgments = [
        {
            "place": place,
            "task": TASK,
            "segment": row["doc_id"],
            "system": row["system"],
            "criterion": criterion,
            "rater": row["rater"],
            "score": read_number(row[criterion], place, criterion),
        }
        for place, row in separated_or(origin.read_ratings, folder, _RATINGS, columns)
        for criterion in CRITERIA
    ]
    return Tables(make_table(outputs), make_table(references), make_table(judgments))


def _original(record: FileRecord, place: str) -> str:
    """Return the text as it was released, and where it was not as it was tokenised."""
    released = record.get("text_original")
    return record["text"] if released is None else read_texts([released], place, "text_original")[0]
