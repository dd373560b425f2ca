"""SummEval as converted from its public copies (Fabbri et al. 2021)."""

import re
from collections.abc import Mapping
from pathlib import Path

from workbench.datasets.places import make_table
from workbench.datasets.readers.lines import read_jsonl, read_number, read_separated, read_texts
from workbench.datasets.readers.registry import READERS, Tables

TASK = "cnndm"
CRITERIA = ("coherence", "consistency", "fluency", "relevance")
_OUTPUT = {"doc_id": str, "system": str, "text": str}
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def split_sentences(text: str) -> str:
    r"""Put each sentence on a line: a line ends after white space that follows ``.``, ``!`` or ``?``.

    Examples
    --------
    >>> split_sentences("It rained . Why ? No one knew .")
    'It rained .\nWhy ?\nNo one knew .'
    """
    return "\n".join(" ".join(sentence.split("\n")) for sentence in _SENTENCE_END.split(text.strip()))


@READERS("summeval")
def read_summeval(folder: Path, options: Mapping[str, str]) -> Tables:
    """Read outputs, references (option ``references``: references or references_tok) and all ratings."""
    field = options.get("references", "references")
    outputs = [
        {
            "place": place,
            "task": TASK,
            "segment": record["doc_id"],
            "system": record["system"],
            "text": split_sentences(record["text"]),
        }
        for place, record in read_jsonl(folder / "outputs.jsonl.gz", _OUTPUT)
    ]
    references = [
        {
            "place": place,
            "task": TASK,
            "segment": record["doc_id"],
            "reference": f"ref{number}",
            "text": split_sentences(text),
        }
        for place, record in read_jsonl(folder / "documents.jsonl.gz", {"doc_id": str, field: list})
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
        for place, row in read_separated(folder / "annotations.tsv.gz", columns, "\t")
        for criterion in CRITERIA
    ]
    return Tables(make_table(outputs), make_table(references), make_table(judgments))
