"""The human evaluation of the WebNLG challenge: texts, anonymised ratings and references of the sample.

No mapping: texts, ratings and lines of references are matched by the input, and raters are numbered by name.
"""

from collections.abc import Iterator
from pathlib import Path

from workbench.datasets.originals.folders import original
from workbench.datasets.readers.lines import FileRecord, read_lines, read_number, read_separated
from workbench.errors import DataError, Problem

_ORIGIN = "challenge-webnlg"
_FOLDER = "data/webnlg2017/webnlg-human-evaluation-master"
_SCALES = {"fluency": "fluency", "grammaticality": "grammar", "semantic_adequacy": "semantics"}
"""Columns of the ratings, and what they are called."""
_REFERENCES = 3


def read_texts_and_ratings(folder: Path) -> Iterator[tuple[str, FileRecord]]:
    """Yield place and record of each text, as in the converted file.

    Workers are called w001, w002, ... in the order of their names.
    """
    inputs = [line for line in _lines(folder, "MRs.txt") if line]
    # there is a blank line at the end
    numbers = [line for line in _lines(folder, "sample-ids.txt") if line]
    texts = [_lines(folder, f"gold-sample-reference{each}.lex") for each in range(_REFERENCES)]
    for name, lines in (
        ("sample-ids.txt", numbers),
        *((f"gold-sample-reference{i}.lex", t) for i, t in enumerate(texts)),
    ):
        if len(lines) != len(inputs):
            where = str(_path(folder, name))
            raise DataError(
                Problem(where, "another number of lines than MRs.txt", len(lines), str(len(inputs)))
            )
    position = {mr: number for number, mr in enumerate(inputs)}
    ratings = _read_ratings(folder)
    columns = ("mr", "team", "text", "category", "type", "systemtype", "triplesize")
    for place, row in read_separated(_path(folder, "all_data_final_averaged.csv"), columns, ","):
        if row["mr"] not in position:
            raise DataError(Problem(place, "mr is none of MRs.txt", row["mr"]))
        number = position[row["mr"]]
        sample = int(
            read_number(numbers[number], f"{_path(folder, 'sample-ids.txt')}:{number + 1}", "a number")
        )
        yield (
            place,
            {
                "sample_id": sample,
                "line": sample - 1,
                "system": row["team"],
                "mr": row["mr"],
                "text": row["text"],
                "references": [lines[number] for lines in texts if lines[number].strip()],
                "category": row["category"],
                "split": row["type"],
                "triples": row["triplesize"],
                "system_type": row["systemtype"],
                "ratings": ratings.get((row["mr"], row["team"]), []),
            },
        )


def _read_ratings(folder: Path) -> dict[tuple[str, str], list[FileRecord]]:
    columns = ("X_worker_id", *_SCALES, "mr", "team")
    rows = list(read_separated(_path(folder, "all_data_final_scores_anonymised.csv"), columns, ","))
    workers = sorted({row["X_worker_id"] for _, row in rows})
    called = {worker: f"w{number:03d}" for number, worker in enumerate(workers, start=1)}
    ratings: dict[tuple[str, str], list[FileRecord]] = {}
    for place, row in rows:
        scores = {name: read_number(row[column], place, column) for column, name in _SCALES.items()}
        rating = {"rater": called[row["X_worker_id"]], **scores}
        ratings.setdefault((row["mr"], row["team"]), []).append(rating)
    return ratings


def _path(folder: Path, name: str) -> Path:
    return original(folder, _ORIGIN, f"{_FOLDER}/{name}")


def _lines(folder: Path, name: str) -> list[str]:
    lines = [text for _, text in read_lines(_path(folder, name))]
    # what follows the last line feed is no line
    return lines[:-1] if lines[-1] == "" else lines
