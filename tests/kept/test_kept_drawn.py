"""What experiments answer whose data and sections are drawn at random: what nobody thought of together.

Of frames the words are kept as a checksum and each column of numbers as a sum, each number times its place;
of sentences the words, of tables and methods a checksum of these.
"""

import re
from collections.abc import Iterator
from zlib import crc32

import numpy as np
import pandas as pd
import pytest
from kept.drawn import draw_case
from kept.readings import KEPT
from kept.test_kept_answers import CHANGING
from kept.text import hold

import workbench
from workbench.errors import WorkbenchError
from workbench.experiment.experiment import Experiment
from workbench.report.render import render

_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:,\d{3})*(?:\.\d+)*(?:e[-+]\d+)?|(?<![\w.])[-+]?\.\d+")


def columns(name: str, frame: pd.DataFrame) -> Iterator[str]:
    """Yield a frame in a line and a line for each column of numbers that has some."""
    shown = frame.drop(columns=[each for each in CHANGING if each in frame])
    numbers = shown.select_dtypes("float")
    words = shown.drop(columns=numbers.columns).astype(str)
    whole = "\n".join("|".join(row) for row in [words.columns, *words.to_numpy().tolist()])
    yield f"{name}: {len(frame)} rows, {crc32(whole.encode()):08x}"
    places = np.arange(1.0, len(frame) + 1)
    for column in numbers:
        values = numbers[column].to_numpy(np.float64)
        there = ~np.isnan(values)
        if there.any():
            missing = crc32(there.tobytes())
            yield f"  {column}: {float(f'{(values * places)[there].sum():.7g}')} {missing:08x}"


def without_numbers(text: str) -> list[str]:
    """Return the lines of a text with a sign for numbers and versions, which may be others elsewhere."""
    return [_NUMBER.sub("#", line).rstrip() for line in text.splitlines()]


def checksum(text: str) -> str:
    """Return a checksum of the words of a text."""
    return f"{crc32(chr(10).join(without_numbers(text)).encode()):08x}"


def everything(e: Experiment) -> Iterator[str]:
    """Yield all that an experiment answers."""
    e.check()
    yield from columns("records", e.plain_records)
    table = render(e.table(), "md")
    yield f"table: {checksum(table)}"
    yield from (line for line in without_numbers(table) if line.startswith("- "))
    for kind, settings in e.answered:
        result = e.result(kind, settings)
        for name, frame in result.frames.items():
            yield from columns(f"{kind.called}: {name}", frame)
        yield from without_numbers("\n".join(result.lines))
    yield f"methods: {checksum(e.methods().markdown())}"


@pytest.mark.parametrize("first", range(0, 60, 4))
def test_drawn_experiments_answer_as_they_did(first: int) -> None:
    said = []
    for seed in range(first, first + 4):
        data, metrics, asked = draw_case(seed)
        said.append(f"=== {seed}")
        try:
            said += everything(workbench.Experiment(data, metrics, **asked))
        except WorkbenchError as refused:
            said += str(refused).splitlines()
    hold("\n".join(said) + "\n", KEPT.with_name("drawn") / f"{first:02}.txt")
