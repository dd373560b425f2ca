"""What is read of made-up files, as text: a data set, what differs from a sound one, or what is said.

Paths in messages are short and relative: how much of a message is shown depends on how long they are.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar
from zlib import crc32

import pandas as pd
from kept.text import hold

from workbench.datasets.card import DatasetCard
from workbench.datasets.evalset import EvalSet
from workbench.datasets.understood import understand
from workbench.datasets.unmatched import REMEDY
from workbench.errors import WorkbenchError

KEPT = Path(__file__).with_suffix("")
T = TypeVar("T")
Case = Callable[[], object]
_LONG = 105
"""Characters of a message that is one of many; such messages are whole elsewhere."""
REFUSED = re.compile(r"[A-Z][A-Za-z]*Error: ")


@contextmanager
def somewhere() -> Iterator[Path]:
    """Work in an empty folder, which goes afterwards."""
    with TemporaryDirectory(prefix="kept-") as folder, chdir(folder):
        yield Path(folder)


def write(files: Mapping[str, str | bytes]) -> None:
    """Write files by their paths."""
    for name, content in files.items():
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def read_of(files: Mapping[str, str | bytes], call: Callable[[], T]) -> T:
    """Return what is read of files in a folder that goes afterwards."""
    with somewhere():
        write(files)
        return call()


def table_lines(name: str, frame: pd.DataFrame) -> list[str]:
    """Return a frame: what all rows say once, then a row each; columns without anything are left out."""
    cells = {column: [_cell(value) for value in frame[column].tolist()] for column in frame}
    filled = {column: texts for column, texts in cells.items() if any(texts)}
    same = {column: texts[0] for column, texts in filled.items() if len(frame) > 1 and len({*texts}) == 1}
    rest = [column for column in filled if column not in same]
    rows = zip(*(filled[column] for column in rest), strict=True)
    return [
        f"== {name}, {len(frame)} rows",
        *(f"{name}: {column} = {text}" for column, text in same.items()),
        " | ".join(rest),
        *map(" | ".join, rows),
    ]


def _cell(value: object) -> str:
    if isinstance(value, float):
        return "" if math.isnan(value) else str(float(f"{value:.7g}"))
    return str(value).replace("\n", "⏎")


def card_lines(card: DatasetCard) -> list[str]:
    """Return what a card says, without what is said nowhere."""
    said = card.model_dump(mode="json", exclude_defaults=True)
    return [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in said.items()]


def frames(data: EvalSet) -> list[str]:
    """Return the frames of a data set, and the notes on its files."""
    parts = ("outputs", "references", "judgments")
    lines = [line for name in parts for line in table_lines(name, getattr(data, name))]
    return [repr(data), *lines, *(f"note: {each}" for each in data.notes)]


def whole(data: EvalSet) -> list[str]:
    """Return what is read of a data set, and what is understood of it."""
    return [*frames(data), *str(understand(data)).splitlines()]


def outcome(make: Case) -> list[str]:
    """Return what comes of a call as lines: those of a data set, any other value, or a message."""
    try:
        found = make()
    except WorkbenchError as refused:
        said = Counter(f"{type(refused).__name__}: {line}" for line in str(refused).splitlines())
        return [f"{line} ({times} times)" if times > 1 else line for line, times in said.items()]
    if isinstance(found, EvalSet):
        return frames(found)
    return [str(each) for each in found] if isinstance(found, list | tuple) else str(found).splitlines()


def changes(lines: list[str], sound: list[str], most: int = 4) -> list[str]:
    """Return the first lines of a reading that the sound one has not, and of those that it lacks."""
    if lines and REFUSED.match(lines[0]):
        return lines
    more, less = Counter(lines) - Counter(sound), Counter(sound) - Counter(lines)
    found = [*(f"+ {line}" for line in more.elements()), *(f"- {line}" for line in less.elements())]
    return first(most, found) if len(found) > most else found or ["the same"]


def first(most: int, lines: list[str]) -> list[str]:
    """Return the first lines, and what tells all of them from others."""
    rest = len(lines) - most
    if rest <= 0:
        return lines
    shown = lines[:most] if REFUSED.match(lines[0]) else map(cut, lines[:most])
    return [*shown, f"... and {rest} more: {crc32(chr(10).join(lines).encode()):08x}"]


def cut(line: str, width: int = 80) -> str:
    """Return the beginning of a long line, and what tells it from others."""
    return line if len(line) <= width else f"{line[:width]}… {crc32(line.encode()):08x}"


def shorter(lines: list[str], file: str) -> list[str]:
    """Return lines that name a file as FILE, without a remedy that is said of many damages."""
    return [cut(line.replace(file, "FILE").replace(REMEDY, "(remedy)"), _LONG) for line in lines]


def together(said: dict[str, list[str]]) -> list[str]:
    """Return outcomes with the names of all cases that have them, one after the other."""
    names: dict[tuple[str, ...], list[str]] = {}
    for name, lines in said.items():
        names.setdefault(tuple(lines), []).append(name)
    return [
        line for lines, alike in names.items() for line in (f"# {' | '.join(alike)}", *lines)
    ]  # the first names come first


def keep(name: str, lines: list[str], here: Path) -> None:
    """Assert that lines are those that are kept under a name; the folder of the files is left out."""
    text = "\n".join(line.rstrip() for line in lines).replace(str(here.resolve()), "HERE")
    # what packages say of what they cannot read differs between versions
    text = re.sub(r"(cannot be read: ).*(\. Is it what)", r"\1...\2", text)
    hold(text.replace(str(here), "HERE") + "\n", KEPT / f"{name}.txt")
