"""Files of scores computed elsewhere: one number for each output."""

from pathlib import Path

from workbench.datasets.readers.lines import read_jsonl, read_number, read_separated
from workbench.errors import DataError, Problem


def read_scores(path: Path, column: str = "score") -> dict[tuple[str, str, str], float]:
    """Read scores by (task, segment, system) from a .csv, .tsv, .jsonl or .jsonl.gz file.

    Columns are segment, system, the score and, where a data set has several, task.

    Raises
    ------
    DataError
        Naming file and line: missing columns, no numbers, an output given twice.
    """
    if ".jsonl" in path.name:
        rows = read_jsonl(path, {"segment": (str, int), "system": str, column: (int, float)})
    else:
        separator = "\t" if path.name.endswith((".tsv", ".tsv.gz")) else ","
        rows = read_separated(path, ("segment", "system", column), separator)
    scores: dict[tuple[str, str, str], float] = {}
    for place, row in rows:
        key = (str(row.get("task") or ""), str(row["segment"]), str(row["system"]))
        if key in scores:
            raise DataError(Problem(place, f"system {key[2]!r}, segment {key[1]!r} is given twice"))
        scores[key] = read_number(row[column], place, column)
    return scores
