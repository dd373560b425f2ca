"""REALSumm's own files: pickles of summaries and scores, and the references of each system as text.

No mapping: sentences stand between marks, and each system has references of its own, cut in another way.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from workbench.datasets.originals.folders import field, original, take
from workbench.datasets.readers.lines import FileRecord, read_lines
from workbench.datasets.safe_pickle import read_pickle
from workbench.errors import DataError, Problem

ORIGIN = "REALSumm"
PARTS = ("abs", "ext")
RECALL = "litepyramid_recall"
_TAGGED = re.compile(r"<t> (.+?) </t>")
_BLANKS = " " * 3
# the authors did not score these against the references that lie beside them
_REFERENCES_OF = {"abs/bart": "ext/bart", "ext/neusumm": "abs/neusumm"}
_SAME = {"abs/bart": "ext/bart"}


def read_summaries(folder: Path) -> Iterator[tuple[str, FileRecord]]:
    """Yield place and record of each summary, as in the converted file."""
    known: dict[str, list[str]] = {}
    for part in PARTS:
        path = original(folder, ORIGIN, f"scores_dicts/{part}.pkl")
        documents = take(read_pickle(path), dict, str(path), "the whole")
        for number, document in documents.items():
            place = f"{path}:{number}"
            summaries = field(take(document, dict, place, "a document"), "system_summaries", dict, place)
            doc_id = field(document, "doc_id", int, place)
            for name, summary in summaries.items():
                system = take(name, str, place, "a name").removesuffix(".txt").removesuffix("_out")
                home = _home_of_references(part, system)
                if home not in known:
                    known[home] = _read_references(folder, home)
                if not 0 <= doc_id < len(known[home]):
                    what = f"has no line for document {doc_id} of {place}"
                    raise DataError(Problem(str(_path(folder, home)), what, len(known[home])))
                record = take(summary, dict, place, f"the summary of {system!r}")
                scores = dict(field(record, "scores", dict, place))
                text = field(record, "system_summary", str, place)
                yield (
                    place,
                    {
                        "doc_id": doc_id,
                        "part": part,
                        "system": system,
                        "duplicate_of": _SAME.get(f"{part}/{system}"),
                        "output_sents": [" ".join(each.split()) for each in _TAGGED.findall(text)],
                        "references_sents": [_split(home, known[home][doc_id])],
                        RECALL: field(scores, RECALL, float, place),
                        "rouge155": {key: scores[key] for key in scores if str(key).startswith("rouge_")},
                        "other_metrics": {
                            key: value
                            for key, value in scores.items()
                            if not str(key).startswith("rouge_") and key != RECALL
                        },
                    },
                )


def _home_of_references(part: str, system: str) -> str:
    beside = f"{part}/{system.partition('_out')[0]}"
    return _REFERENCES_OF.get(beside, beside)


def _path(folder: Path, home: str) -> Path:
    return original(folder, ORIGIN, f"selected_docs_for_human_eval/{home}/ref.txt")


def _read_references(folder: Path, home: str) -> list[str]:
    lines = [text for _, text in read_lines(_path(folder, home))]
    # what follows the last line feed is no line
    return lines[:-1] if lines[-1] == "" else lines


def _split(home: str, line: str) -> list[str]:
    """Return the sentences of a reference: tagged, or with three blanks between them."""
    if home == "ext/banditsumm":
        text = line.removeprefix('" ').removesuffix(' "').strip()
        return [" ".join(part.split(_BLANKS)) for part in re.split(r"(?<= \.) {3}", text)]
    if home == "abs/bottom_up":
        return [part for sentence in _TAGGED.findall(line) for part in sentence.split(_BLANKS)]
    return _TAGGED.findall(line) if "<t>" in line else line.strip().split(_BLANKS)
