"""Instances of sacrerouge with human scores: summaries and their references as JSONL."""

from collections.abc import Mapping
from pathlib import Path

from workbench.datasets.places import make_table, shown
from workbench.datasets.readers.lines import FileRecord, read_jsonl, read_texts
from workbench.datasets.readers.registry import READERS, Tables
from workbench.datasets.readers.sacrerouge_metrics import read_metrics
from workbench.errors import DataError, MissingDataError, Problem

TASK = "summarization"
_Reference = tuple[str, str]
"""Name and text."""
_ENDINGS = (".jsonl", ".jsonl.gz", ".jsonl.bz2")
_KEYS: dict[str, type | tuple[type, ...]] = {
    "instance_id": (str, int),
    "summarizer_id": (str, int),
    "summarizer_type": str,
    "summary": dict,
}


@READERS("sacrerouge")
def read_sacrerouge(folder: Path, options: Mapping[str, str]) -> Tables:
    """Read ``instances.jsonl`` (texts) and ``judgments.jsonl``: metrics that are human scores, by name.

    Summaries of type reference are references only: where they are judged, that is left out. A reference
    that is not the same for all summaries of an instance is only for its own summarizer. It is called as its
    ``summarizer_id`` where all references of the instance have one of their own, else by its number.
    """
    path, judged = (_find(folder, name) for name in ("instances", "judgments"))
    outputs: list[dict[str, object]] = []
    references: dict[str, list[tuple[str, str, list[_Reference]]]] = {}
    for place, record in read_jsonl(path, _KEYS):
        if record["summarizer_type"] != "peer":
            continue
        segment, system = str(record["instance_id"]), str(record["summarizer_id"])
        key = {"place": place, "task": TASK, "segment": segment}
        outputs.append({**key, "system": system, "text": _text(record["summary"], place, "summary")})
        references.setdefault(segment, []).append((place, system, _references(record, place)))
    rows = [
        {"place": place, "task": TASK, "segment": segment, **reference}
        for segment, of_systems in references.items()
        for place, reference in _named(of_systems)
    ]
    judgments = [
        {
            "place": str(judged),
            "task": TASK,
            "segment": row.instance,
            "system": row.summarizer,
            "criterion": name,
            "rater": "mean",
            "score": value,
        }
        for row in read_metrics(judged)
        if row.kind == "peer"
        for name, value in row.values.items()
    ]
    return Tables(make_table(outputs), make_table(rows), make_table(judgments))


def _find(folder: Path, name: str) -> Path:
    found = [path for ending in _ENDINGS if (path := folder / f"{name}{ending}").is_file()]
    if not found:
        names = " or ".join(f"{name}{ending}" for ending in _ENDINGS)
        raise MissingDataError(Problem(str(folder), f"there is no {names}"))
    if len(found) > 1:
        raise DataError(Problem(str(folder), f"there are several files of {name}"))
    return found[0]


def _text(value: object, place: str, name: str) -> str:
    text = value.get("text") if isinstance(value, dict) else None
    if isinstance(text, str):
        return text
    if isinstance(text, list):
        return "\n".join(" ".join(each.split("\n")) for each in read_texts(text, place, f"{name}.text"))
    raise DataError(Problem(place, f"{name} has no text: a string or a list of sentences", shown(text)))


def _references(record: FileRecord, place: str) -> list[_Reference]:
    found = record.get("references", [record["reference"]] if "reference" in record else None)
    if not isinstance(found, list):
        raise DataError(Problem(place, "field 'references' is missing or no list", shown(found)))
    texts = [_text(each, place, f"references[{number}]") for number, each in enumerate(found)]
    names = [each.get("summarizer_id") if isinstance(each, dict) else None for each in found]
    are_names = all(isinstance(name, str) and name for name in names) and len(set(names)) == len(names)
    return [
        (str(name) if are_names else f"ref{number}", text)
        for number, (name, text) in enumerate(zip(names, texts, strict=True))
    ]


def _named(of_systems: list[tuple[str, str, list[_Reference]]]) -> list[tuple[str, dict[str, object]]]:
    """Return the references of an instance: once if all summaries have the same, else those of each."""
    place, _, first = of_systems[0]
    if all(found == first for _, _, found in of_systems):
        return [(place, {"reference": name, "text": text}) for name, text in first]
    return [
        (place, {"reference": f"{name}:{system}", "text": text, "only_for": system})
        for place, system, found in of_systems
        for name, text in found
    ]
