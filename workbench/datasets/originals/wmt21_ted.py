"""MQM annotations of TED talks: a row an error, summed up as every table of published MQM is.

No mapping: the names of the people's translations are other ones, and each is a weight as well as a rating.
"""

from collections.abc import Iterator
from pathlib import Path

from workbench.datasets.mapping.mqm import CRITERION, sum_errors
from workbench.datasets.mapping.source_table import SourceTable
from workbench.datasets.originals.folders import copy_or_original
from workbench.datasets.readers.lines import FileRecord, read_lines, read_number
from workbench.errors import DataError, Problem

COPIES = ("mqm_ted_zhen.tsv.gz",)
_TABLE = ("wmt-mqm-human-evaluation", "ted/zhen/mqm_ted_zhen.tsv")
_COLUMNS = ["system", "doc", "doc_id", "seg_id", "rater", "source", "target", "category", "severity"]
_PEOPLE = {"ref": "ref-A", "refB": "ref-B"}


def read_outputs(folder: Path) -> Iterator[tuple[str, FileRecord]]:
    """Yield place and record of each output with its penalty, as in the converted file."""
    path = copy_or_original(folder, COPIES, *_TABLE)
    raters: dict[tuple[str, str], str] = {}
    for place, row in sum_errors(SourceTable(str(path), list(_read_errors(path)))).rows:
        if raters.setdefault((row["seg_id"], row["system"]), row["rater"]) != row["rater"]:
            raise DataError(Problem(place, "another rater than in the rows before", row["rater"]))
        yield (
            place,
            {
                "seg_id": int(read_number(row["seg_id"], place, "seg_id")),
                "doc": row["doc"],
                "system": _PEOPLE.get(row["system"], row["system"]),
                "is_human": row["system"] in _PEOPLE,
                "rater": row["rater"],
                "text": row["target"],
                "mqm": row[CRITERION],
            },
        )


def _read_errors(path: Path) -> Iterator[tuple[str, FileRecord]]:
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
        yield place, dict(zip(header, cells, strict=True))
