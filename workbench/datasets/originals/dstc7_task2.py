"""DSTC7 task 2 as released: an archive of tables, or the tables unpacked.

No mapping: a row of answers has any length, one team's ratings stand under two names, and Human's own answer
is found by its letters.
"""

import io
import tarfile
from collections.abc import Iterator
from pathlib import Path

from workbench.datasets.originals.folders import FOLDER, original
from workbench.datasets.readers.lines import FileRecord, read_content, split_lines
from workbench.datasets.unpacked import Unpacking
from workbench.errors import DataError, Problem

_ARCHIVE = ("DSTC7-End-to-End-Conversation-Modeling", "evaluation/dstc7-task2-human_eval.tgz")
_MERGED = {"TeamEC": "TeamCE"}
"""Teams C and E submitted the same system; its second half of ratings has the other name."""
_HUMAN = "Human"


def read_responses(folder: Path) -> Iterator[tuple[str, FileRecord]]:
    """Yield place and record of each response with its ratings, as in the converted file."""
    ratings: dict[tuple[str, str], list[FileRecord]] = {}
    columns = ["JudgeID", "InstanceID", "SystemID", "Relevance", "Informativeness"]
    for _, (judge, turn, system, relevance, informativeness) in _read(
        folder, "human-eval-per-judge", columns
    ):
        rating = {"judge": judge, "relevance": relevance, "informativeness": informativeness}
        ratings.setdefault((turn, _MERGED.get(system, system)), []).append(rating)
    for place, (system, turn, text) in _read(
        folder, "system_responses", ["SystemID", "InstanceID", "Response"]
    ):
        judges = ratings.get((turn, system), [])
        yield place, {"instance_id": turn, "system": system, "text": text, "judges": judges}


def read_answers(folder: Path) -> Iterator[tuple[str, FileRecord]]:
    """Yield place and record of each turn's answers, as in the converted file.

    An answer is the response of Human if the letters and digits of both are the same.
    """
    columns = ["SystemID", "InstanceID", "Response"]
    own = {
        turn: text
        for _, (system, turn, text) in _read(folder, "system_responses", columns)
        if system == _HUMAN
    }
    for place, (turn, *texts) in _read(folder, "gold_responses", ["InstanceID", "Reference1", "..."], True):
        answers = [text for text in texts if text]
        human = [
            number for number, text in enumerate(answers) if turn in own and _bare(text) == _bare(own[turn])
        ]
        yield place, {"instance_id": turn, "references": answers, "human_response_in_references": human}


def _bare(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def _read(
    folder: Path, table: str, columns: list[str], open_end: bool = False
) -> Iterator[tuple[str, list[str]]]:
    """Yield place and cells of each row; the tables are not quoted. Rows of an open end have any length."""
    content, where = _content(folder, f"dstc7-task2-{table}.tsv")
    lines = split_lines(content, where)
    header = next(lines)[1].split("\t")
    if header != columns:
        raise DataError(Problem(f"{where}:1", "other columns", ", ".join(header), ", ".join(columns)))
    for number, line in lines:
        cells = line.split("\t")
        if not line:
            continue
        if len(cells) != len(columns) and not open_end:
            raise DataError(
                Problem(f"{where}:{number}", "wrong number of cells", len(cells), str(len(columns)))
            )
        yield f"{where}:{number}", cells


def _content(folder: Path, name: str) -> tuple[bytes, str]:
    """Return the bytes of a table, from beside the archive if it was unpacked, and where it is."""
    for path in (folder / FOLDER / f"{name}.gz", folder / FOLDER / name):
        if path.is_file():
            return read_content(path), str(path)
    archive = original(folder, *_ARCHIVE)
    try:
        with tarfile.open(fileobj=io.BytesIO(read_content(archive)), mode="r:") as members:
            for member in members:
                if member.isfile() and member.name.endswith(f"/{name}"):
                    Unpacking(str(archive), archive.stat().st_size).take(member.size)
                    file = members.extractfile(member)
                    return (file.read() if file else b""), f"{archive}/{name}"
    except (OSError, EOFError, ValueError, tarfile.TarError) as error:
        raise DataError(Problem(str(archive), f"is cut off or no archive: {error}")) from None
    raise DataError(Problem(str(archive), f"there is no {name} in it"))
