"""WebNLG challenge of 2020: texts made from RDF triples in two languages (Castro Ferreira et al. 2020)."""

from collections.abc import Mapping
from pathlib import Path

from workbench.datasets.places import make_table
from workbench.datasets.readers.lines import read_jsonl, read_texts
from workbench.datasets.readers.ratings import read_ratings
from workbench.datasets.readers.registry import READERS, Tables
from workbench.errors import MissingDataError, Problem, plural

LANGUAGES = ("en", "ru")
HUMAN = "WebNLG-2020-reference"
CRITERIA = ("correctness", "data_coverage", "fluency", "relevance", "text_structure")
_FIELDS: dict[str, type | tuple[type, ...]] = {
    "sample_id": (int, str),
    "system": str,
    "category": str,
    "references": list,
    "ratings": list,
}


@READERS("webnlg2020")
def read_webnlg2020(folder: Path, options: Mapping[str, str]) -> Tables:
    """Read the systems of a language (option ``language``: all, en or ru), references and every rating.

    Each language is a task, the category of an input its domain. The texts that people wrote were rated,
    too, but which of the references was shown is not known: these ratings are left out, with a note.
    """
    outputs: list[dict[str, object]] = []
    references: list[dict[str, object]] = []
    judgments: list[dict[str, object]] = []
    notes: list[Problem] = []
    asked = options.get("language", "all")
    for language in LANGUAGES if asked == "all" else (asked,):
        path = folder / f"{language}_human_eval.jsonl.gz"
        if not path.is_file():
            raise MissingDataError(Problem(str(path), "there is no such file"))
        known: set[object] = set()
        n_human = 0
        for place, record in read_jsonl(path, _FIELDS):
            key = {"place": place, "task": language, "segment": str(record["sample_id"])}
            if record["sample_id"] not in known:
                known.add(record["sample_id"])
                for number, text in enumerate(read_texts(record["references"], place, "references"), start=1):
                    references.append(
                        {**key, "reference": f"ref{number}", "text": " ".join(text.split("\n"))}
                    )
            if record["system"] == HUMAN:
                n_human += 1
                continue
            (text,) = read_texts([record.get("text")], place, "text")
            output = {**key, "system": record["system"], "text": " ".join(text.split("\n"))}
            outputs.append({**output, "domain": record["category"]})
            for rating in read_ratings(record["ratings"], "rater", CRITERIA, place, "ratings"):
                judgments.append({**key, "system": record["system"], **rating})
        if n_human:
            said = f"ratings of {plural('text by people', n_human)} are left out"
            what = f"{said}: which reference was shown is not known"
            notes.append(Problem(str(path), what))
    return Tables(make_table(outputs), make_table(references), make_table(judgments), tuple(notes))
