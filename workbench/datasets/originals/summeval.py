"""SummEval's public copies: texts and references of BARTScore, released outputs, every rating.

No mapping: texts lie in a pickle, and are matched with two files of other names. The authors' one file of
annotations needs no reader: `workbench data import` maps it.
"""

from collections.abc import Iterator
from pathlib import Path

from workbench.datasets.originals.folders import field, original, take
from workbench.datasets.readers.lines import FileRecord, read_jsonl, read_texts
from workbench.datasets.safe_pickle import read_pickle
from workbench.errors import DataError, Problem

CRITERIA = ("coherence", "consistency", "fluency", "relevance")
_TEXTS = ("BARTScore", "SUM/SummEval/data.pkl")
_RELEASED = ("LLM_summeval", "model_output_annotations")
_RATINGS = (
    "stat-analysis-experiments",
    "experiments/statistical-analysis/data/fabbri2020/relevance.jsonl",
)
_GROUPS = {"expert": "expert", "turker": "crowd"}
"""Raters in the file, and how they are called."""
_RELEASE = {"id": str, "decoded": str, "references": list}


def read_outputs(folder: Path) -> Iterator[tuple[str, FileRecord]]:
    """Yield place and record of each output, as in the converted file; not all were released as written."""
    released = {(record["id"], system): record["decoded"] for _, system, record in _read_released(folder)}
    for place, doc_id, document in _read_documents(folder):
        for system, output in field(document, "sys_summs", dict, place).items():
            name = take(system, str, place, "a system's name")
            text = field(take(output, dict, place, f"the output of {name!r}"), "sys_summ", str, place)
            found = released.get((doc_id, name))
            yield place, {"doc_id": doc_id, "system": name, "text": text, "text_original": found}


def read_references(folder: Path) -> Iterator[tuple[str, FileRecord]]:
    """Yield place and record of each document, as in the converted file."""
    untouched: dict[str, list[str]] = {}
    for place, _, record in _read_released(folder):
        texts = read_texts(record["references"], place, "references")
        if untouched.setdefault(record["id"], texts) != texts:
            what = f"the references of {record['id']!r} are not those of another file"
            raise DataError(Problem(place, what))
    for place, doc_id, document in _read_documents(folder):
        if doc_id not in untouched:
            raise DataError(Problem(place, "a document without references as they were released", doc_id))
        tokenised = read_texts(field(document, "ref_summs", list, place), place, "ref_summs")
        yield place, {"doc_id": doc_id, "references": untouched[doc_id], "references_tok": tokenised}


def read_ratings(folder: Path) -> Iterator[tuple[str, FileRecord]]:
    """Yield place and row of each rater's ratings of an output, as in the converted file."""
    fields = {"instance_id": str, "summarizer_id": str, "metrics": dict}
    for place, record in read_jsonl(original(folder, *_RATINGS), fields):
        for group, called in _GROUPS.items():
            ratings = field(record["metrics"], group, dict, place)
            lists = [field(ratings, criterion, list, place) for criterion in CRITERIA]
            if len({len(scores) for scores in lists}) != 1:
                raise DataError(Problem(place, f"metrics.{group}: not as many ratings on each criterion"))
            for number, scores in enumerate(zip(*lists, strict=True), start=1):
                yield (
                    place,
                    {
                        "doc_id": record["instance_id"],
                        "system": record["summarizer_id"],
                        "rater": f"{called}{number}",
                        **dict(zip(CRITERIA, scores, strict=True)),
                    },
                )


def _read_documents(folder: Path) -> Iterator[tuple[str, str, dict[object, object]]]:
    path = original(folder, *_TEXTS)
    for doc_id, document in take(read_pickle(path), dict, str(path), "the whole").items():
        place = f"{path}:{doc_id}"
        yield place, take(doc_id, str, place, "a document's name"), take(document, dict, place, "a document")


def _read_released(folder: Path) -> Iterator[tuple[str, str, FileRecord]]:
    paths = sorted(original(folder, *_RELEASED).glob("M*_outputs_annotations.jsonl"))
    for path in paths:
        for place, record in read_jsonl(path, _RELEASE):
            yield place, path.name.partition("_")[0], record
