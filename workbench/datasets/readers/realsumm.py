"""REALSumm: summaries of CNN/DailyMail, judged by the units of content they cover (Bhandari et al. 2020)."""

from collections.abc import Mapping
from pathlib import Path

from workbench.datasets.originals import realsumm as origin
from workbench.datasets.places import make_table, shown
from workbench.datasets.readers.converted import jsonl_or
from workbench.datasets.readers.lines import FileRecord, read_number, read_texts
from workbench.datasets.readers.registry import READERS, Tables
from workbench.errors import DataError, Problem

TASK = "cnndm"
CRITERION = "litepyramid"
_FILE = "outputs.jsonl.gz"
PARTS = ("abs", "ext")
_FIELDS: dict[str, type | tuple[type, ...]] = {
    "doc_id": (int, str),
    "part": str,
    "system": str,
    "output_sents": list,
    "references_sents": list,
    "litepyramid_recall": (int, float),
}


def _join(sentences: object, place: str, name: str) -> str:
    if not isinstance(sentences, list):
        raise DataError(Problem(place, f"{name} is not a list of sentences", shown(sentences)))
    texts = read_texts(sentences, place, name)
    return "\n".join(" ".join(text.split("\n")) for text in texts)


def _original(record: FileRecord, place: str) -> str | None:
    """Return the part and system whose summaries these are, too; None where they are a system's own."""
    original = record.get("duplicate_of")
    if original is not None and (not isinstance(original, str) or original.partition("/")[0] not in PARTS):
        raise DataError(Problem(place, "duplicate_of", shown(original), "nothing or part/system"))
    return original


def _name(record: FileRecord, repeats: bool) -> str:
    return f"{record['part']}-{record['system']}" if repeats else str(record["system"])


@READERS("realsumm")
def read_realsumm(folder: Path, options: Mapping[str, str]) -> Tables:
    """Read summaries, each system's own tokenisation of the reference, and the recall of content units.

    Options are ``part`` (all, abs or ext) and ``duplicates``: a system that is in both parts is read once
    (drop), or once for each part (keep), as the authors count BART; then it is called ``abs-bart``, too.
    """
    part = options.get("part", "all")
    keep = options.get("duplicates", "drop") == "keep"
    outputs: list[dict[str, object]] = []
    references: list[dict[str, object]] = []
    judgments: list[dict[str, object]] = []
    for place, record in jsonl_or(origin.read_summaries, folder, _FILE, _FIELDS):
        if record["part"] not in PARTS:
            raise DataError(Problem(place, "part", shown(record["part"]), " or ".join(PARTS)))
        original = _original(record, place)
        if part not in ("all", record["part"]):
            continue
        # what is chosen alone is the system itself
        repeats = original is not None and part in ("all", original.partition("/")[0])
        if repeats and not keep:
            continue
        system = _name(record, repeats)
        key = {"place": place, "task": TASK, "segment": record["doc_id"]}
        text = _join(record["output_sents"], place, "output_sents")
        outputs.append({**key, "system": system, "text": text})
        for number, sentences in enumerate(record["references_sents"]):
            text = _join(sentences, place, f"references_sents[{number}]")
            name = f"ref{number}:{system}"
            references.append({**key, "reference": name, "text": text, "only_for": system})
        recall = read_number(record["litepyramid_recall"], place, "litepyramid_recall")
        if not 0 <= recall <= 1:
            raise DataError(Problem(place, "litepyramid_recall is out of range", recall, "0 to 1"))
        judged = {"criterion": CRITERION, "rater": "crowd", "score": recall}
        judgments.append({**key, "system": system, **judged})
    return Tables(make_table(outputs), make_table(references), make_table(judgments))


def read_stored_scores(folder: Path) -> dict[str, dict[tuple[str, str, str], float]]:
    """Read the scores that the authors stored: of each metric those by task, segment and system.

    Metrics are called as in the file: ``rouge_1_recall``, ``js-2``, ``mover_score``. A system that is in both
    parts is there twice, as with ``duplicates = "keep"``.
    """
    scores: dict[str, dict[tuple[str, str, str], float]] = {}
    fields: dict[str, type | tuple[type, ...]] = {**_FIELDS, "rouge155": dict, "other_metrics": dict}
    for place, record in jsonl_or(origin.read_summaries, folder, _FILE, fields):
        key = (TASK, str(record["doc_id"]), _name(record, _original(record, place) is not None))
        for metric, value in (record["rouge155"] | record["other_metrics"]).items():
            scores.setdefault(metric, {})[key] = read_number(value, place, metric)
    return scores
