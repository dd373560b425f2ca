"""MQM annotations of TED talks: a row an error, weighted and summed."""

from collections.abc import Iterator
from pathlib import Path

from workbench.datasets.originals.folders import copy_or_original
from workbench.datasets.readers.lines import FileRecord, read_lines, read_number
from workbench.errors import DataError, Problem

COPIES = ("mqm_ted_zhen.tsv.gz",)
_TABLE = ("wmt-mqm-human-evaluation", "ted/zhen/mqm_ted_zhen.tsv")
_COLUMNS = ["system", "doc", "doc_id", "seg_id", "rater", "source", "target", "category", "severity"]
_PEOPLE = {"ref": "ref-A", "refB": "ref-B"}
_WEIGHTS = {"Major": 5.0, "Minor": 1.0, "No-error": 0.0}
_NOT_TRANSLATED = 25.0
_PUNCTUATION = 0.1
_DIGITS = 6
"""A sum of tenths is written without the noise of binary fractions."""


def read_outputs(folder: Path) -> Iterator[tuple[str, FileRecord]]:
    """Yield place and record of each output with its penalty, as in the converted file."""
    found: dict[tuple[str, str], tuple[str, FileRecord]] = {}
    path = copy_or_original(folder, COPIES, *_TABLE)
    lines = read_lines(path)
    seen: set[str] = set()
    header = next(lines)[1].split("\t")
    if header != _COLUMNS:
        raise DataError(Problem(f"{path}:1", "other columns", ", ".join(header), ", ".join(_COLUMNS)))
    for number, line in lines:
        if not line:
            continue
        place, cells = f"{path}:{number}", line.split("\t")
        if len(cells) != len(header):
            raise DataError(Problem(place, "wrong number of cells", len(cells), str(len(header))))
        if line in seen:
            raise DataError(Problem(place, "an error is given twice"))
        seen.add(line)
        row = dict(zip(header, cells, strict=True))
        text = row["target"].replace("<v>", "").replace("</v>", "")
        output = {
            "seg_id": int(read_number(row["seg_id"], place, "seg_id")),
            "doc": row["doc"],
            "system": _PEOPLE.get(row["system"], row["system"]),
            "is_human": row["system"] in _PEOPLE,
            "rater": row["rater"],
            "text": text,
            "mqm": 0.0,
        }
        _, record = found.setdefault((row["seg_id"], row["system"]), (place, output))
        for name in ("text", "rater"):
            if record[name] != output[name]:
                raise DataError(Problem(place, f"another {name} than in the rows before", output[name]))
        record["mqm"] = round(record["mqm"] + _weight(row, place), _DIGITS)
    yield from found.values()


def _weight(row: FileRecord, place: str) -> float:
    """Return the points that an error costs (Freitag et al. 2021)."""
    if row["severity"] not in _WEIGHTS:
        raise DataError(Problem(place, "severity", row["severity"], ", ".join(_WEIGHTS)))
    if row["category"].startswith("Non-translation"):
        return _NOT_TRANSLATED
    if row["severity"] == "Minor" and row["category"] == "Fluency/Punctuation":
        return _PUNCTUATION
    return _WEIGHTS[row["severity"]]
