"""The blocks of a Markdown page: what is run, what is written as a file, what is only looked at.

A block is fenced. Its language says what becomes of it:

- ``python`` is run, block after block with the same names; a ``text`` block right below is what it prints.
- ``console`` has commands after ``$ ``; what follows a command is what it prints; ``...`` is any text.
- any language with a caption (``:caption: name``), or below a comment ``<!-- file: name -->``, is a file.
- below a comment ``<!-- with: names -->`` what the block needs is made first, by `docs_stand_ins`.
- below a comment ``<!-- other numbers: reason -->`` what comes out has other numbers than what is shown.
- below a comment ``<!-- not run: reason -->`` a block is looked at only: does it compile, parse, name
  commands and options that there are.
"""

import re
from dataclasses import dataclass, replace
from pathlib import Path

_FENCE = re.compile(r"^(?P<indent> *)(?P<fence>```+|~~~+)(?P<info>.*)$")
_CAPTION = re.compile(r"^:caption: (?P<name>\S+)$")
_REASON = re.compile(r"<!-- not run: (?P<reason>.+?) -->")
_WITH = re.compile(r"<!-- with: (?P<names>.+?) -->")
_OTHERS = re.compile(r"<!-- other numbers: (?P<reason>.+?) -->")
_FILE = re.compile(r"<!-- file: (?P<name>\S+) -->")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, where it begins, and what is said about it."""

    language: str
    text: str
    line: int
    file: str = ""
    reason: str = ""
    needs: tuple[str, ...] = ()
    other_numbers: str = ""
    below: str = ""
    """The text of the block right above's output, where the block below is ``text``."""


def read_blocks(path: Path) -> list[Block]:
    """Return the blocks of a page in order; a block of output belongs to the one above it."""
    lines = path.read_text("utf-8").splitlines()
    found: list[Block] = []
    said, place, since = "", 0, 0
    while place < len(lines):
        match = _FENCE.match(lines[place])
        if match is None:
            if lines[place].strip():
                said = lines[place]
                since = place
            place += 1
            continue
        inside = []
        begin = place
        place += 1
        while place < len(lines) and lines[place].strip() != match["fence"]:
            inside.append(lines[place].removeprefix(match["indent"]))
            place += 1
        place += 1
        language = match["info"].strip().removeprefix("{code-block}").strip()
        caption = _CAPTION.match(inside[0]) if inside else None
        options = [line for line in inside if not line.startswith(":")] if caption else inside
        text = "\n".join(options).strip("\n") + "\n"
        alone = not found or since > found[-1].line
        if language == "text" and found and not alone and found[-1].language == "python":
            last = found.pop()
            found.append(replace(last, below=text))
        else:
            reason, file, others = (each.search(said) for each in (_REASON, _FILE, _OTHERS))
            needs = _WITH.search(said)
            name = caption["name"] if caption else file["name"] if file else ""
            found.append(
                Block(
                    language,
                    text,
                    begin,
                    name,
                    reason["reason"] if reason else "",
                    tuple(needs["names"].split(", ")) if needs else (),
                    others["reason"] if others else "",
                )
            )
        said, since = "", begin
    return found


def read_commands(text: str) -> list[tuple[str, str]]:
    """Return the commands of a block and what is shown below each."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found and found[-1][0].endswith("\\"):
            found[-1] = (found[-1][0][:-1] + line.strip(), [])
        elif found:
            found[-1][1].append(line)
    return [(command, "\n".join(shown)) for command, shown in found]
