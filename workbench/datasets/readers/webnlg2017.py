"""WebNLG challenge of 2017: texts made from RDF triples, judged by people (Gardent et al. 2017)."""

from collections.abc import Mapping
from pathlib import Path

from workbench.datasets.originals import webnlg2017 as origin
from workbench.datasets.places import make_table
from workbench.datasets.readers.converted import jsonl_or
from workbench.datasets.readers.lines import read_texts
from workbench.datasets.readers.ratings import read_ratings
from workbench.datasets.readers.registry import READERS, Tables
from workbench.errors import DataError, Problem

TASK = "en"
_FILE = "human_eval.jsonl.gz"
HUMAN = "webnlg"
CRITERIA = ("fluency", "grammar", "semantics")
_FIELDS: dict[str, type | tuple[type, ...]] = {
    "sample_id": (int, str),
    "system": str,
    "text": str,
    "references": list,
    "ratings": list,
}


@READERS("webnlg2017")
def read_webnlg2017(folder: Path, options: Mapping[str, str]) -> Tables:
    """Read the nine systems, each input's references and every rating.

    The texts that people wrote were rated, too; they are references here, not outputs. A missing text stays
    what it is in the source: empty, or the word null.
    """
    outputs: list[dict[str, object]] = []
    references: list[dict[str, object]] = []
    judgments: list[dict[str, object]] = []
    known: dict[object, list[str]] = {}
    for place, record in jsonl_or(origin.read_texts_and_ratings, folder, _FILE, _FIELDS):
        key = {"place": place, "task": TASK, "segment": record["sample_id"]}
        texts = read_texts(record["references"], place, "references")
        if record["sample_id"] not in known:
            known[record["sample_id"]] = texts
            for number, text in enumerate(texts):
                references.append({**key, "reference": f"ref{number}", "text": " ".join(text.split("\n"))})
        elif known[record["sample_id"]] != texts:
            what = f"the references of {record['sample_id']!r} are not those of an earlier line"
            raise DataError(Problem(place, what))
        ratings = list(read_ratings(record["ratings"], "rater", CRITERIA, place, "ratings"))
        if record["system"] == HUMAN:
            continue
        outputs.append({**key, "system": record["system"], "text": " ".join(record["text"].split("\n"))})
        judgments += [{**key, "system": record["system"], **rating} for rating in ratings]
    return Tables(make_table(outputs), make_table(references), make_table(judgments))
