"""Files as their authors published them, made up: what is read, and what is said where they are damaged."""

import json
import pickle
from pathlib import Path

import pytest
from kept.damaged import damaged_rows
from kept.readings import changes, first, keep, outcome, shorter, somewhere, together
from originals import ORIGINALS, Original, Pickle

from workbench.datasets.card import get_card
from workbench.datasets.load import read_set

HOME = Path("data")
ALIKE = ("ext.pkl", "neusumm", "reference1", "reference2", "zhen", "SFRES")
"""Parts of the names of files beside which there is another one that is read in the same way."""


def read(original: Original) -> list[str]:
    return outcome(lambda: read_set(get_card(original.dataset), HOME / original.folder, original.options))


def damages(original: Original, name: str) -> dict[str, bytes]:
    """Return contents of a file by what was done to them."""
    file = original.files[name]
    if isinstance(file, Pickle):
        found = {"no pickle": b"x", "cut off": file.content()[:-9]}
        for what, (other,) in damaged_rows([file.value], 0):
            found[what] = pickle.dumps(other, 2)
        return found
    lines = file.lines
    found = {"empty": b"\n", "not UTF-8": b"\xff" + file.content(), "names alone": lines[0].encode() + b"\n"}
    for number, line in enumerate(lines):
        others = {
            "taken out": [*lines[:number], *lines[number + 1 :]],
            "twice": [*lines[: number + 1], *lines[number:]],
            "another word": [
                *lines[:number],
                line.replace("ö", "x", 1).replace("1", "one"),
                *lines[number + 1 :],
            ],
            "a cell more": [*lines[:number], f"{line}\tx x,x", *lines[number + 1 :]],
            "cut off": [*lines[:number], line[: len(line) // 2], *lines[number + 1 :]],
        }
        if name.endswith(".jsonl") or number > file.head + 1:
            continue
        # the names of columns, the first row and the second one
        kinds = ("another word", "cut off") if number < file.head else ("taken out", "a cell more")
        for what in kinds if number <= file.head else ("another word", "twice"):
            found[f"line {number + 1} {what}"] = "\n".join([*others[what], ""]).encode()
    if name.endswith(".jsonl"):
        rows = [json.loads(line) for line in lines]
        for what, each in damaged_rows(rows, 1):
            found[what] = "".join(json.dumps(row) + "\n" for row in each).encode()
    return found


@pytest.mark.parametrize("original", ORIGINALS, ids=lambda each: each.dataset)
def test_originals_and_their_damages(original: Original) -> None:
    with somewhere() as here:
        original.write(HOME)
        sound = read(original)
        lines = first(8, sound)
        for name in [each for each in original.files if not any(part in each for part in ALIKE)]:
            said: dict[str, list[str]] = {}
            for what, content in damages(original, name).items():
                place = original.rewrite(HOME, name, content)
                said[what] = shorter(changes(read(original), sound, 1), place)
            lines += [f"## {name}", *together(said)]
            original.write(HOME)
            if not original.archive:
                path = HOME / original.folder / "original" / name
                path.unlink()
                lines += ["# no file", *changes(read(original), sound, 1)]
                original.write(HOME)
        keep(f"original-{original.dataset}", lines, here)
