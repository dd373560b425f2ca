"""Cells, names and scales, kept: what each is taken for."""

import numpy as np
import pandas as pd
from kept.readings import first, keep, outcome, somewhere

from workbench.datasets.alike_names import alike, counterparts, differ_in
from workbench.datasets.mapping.cells import as_name, as_number, as_written, is_missing
from workbench.datasets.readers.lines import read_number
from workbench.datasets.readers.quotes import is_quoted
from workbench.datasets.scale import read_scale

CELLS = (
    "",
    " NA ",
    "?",
    "-",
    "–",
    "0",
    "nil",
    None,
    float("nan"),
    pd.NA,
    pd.NaT,
    7,
    7.0,
    7.5,
    True,
    np.int64(3),
    1e400,
    "1_5",
    "3,5",
    " +3.5 ",
    "4 - good",
    "4 (good)",
    "4/5",
    "4 out of 5",
    "80 %",
    "FALSE",
    "true",
    "4-May",
    "4. Mai",
    "4: so",
    "4.555",
    "4,55 x",
    "-2=bad",
    "1,000",
    "12345678901234567",
    "12345678901234568",
    "x" * 61,
    "4 - " + "x" * 56,
    "4 - " + "x" * 57,
    [1],
    pd.Timestamp("2024-01-31"),
)
SCALES = (
    "1 to 5",
    "5–1",
    "[0, 1]",
    "0..100 (slider)",
    "−3 to 3",
    "from 1 to 7",
    "0-4",
    "1 to 5 stars",
    "",
    "1.5;2",
    "(0 to 1",
    "0 to 1 to 2",
)
NAMES = [
    "s1",
    "S1 ",
    "s01",
    "s-1",
    "s_1",
    "s1.0",
    "“s1”",
    "s\u200b1",
    "s 1",
    "t",
    "T",
    "1.05",
    "1.5",
    "ﬁ1",
    "fi1",
]


def _said(cell: object) -> str:
    return f"{type(cell).__name__} {str(cell)[:20]}"


def test_cells_and_names() -> None:
    lines = [
        f"{_said(each)}: {is_missing(each)} {as_name(each)} {as_number(each, True)} {as_written(each)}"
        for each in CELLS
    ]
    lines += [f"{each!r}: {read_scale(each)}" for each in SCALES]
    lines += [
        f"{one!r} {other!r}: {said}"
        for one in NAMES[:1] + NAMES[-4:]
        for other in NAMES
        if (said := differ_in(one, other))
    ]
    lines += [str(alike(NAMES)), str(counterparts(["S2", "t ", "s1"], ["s2", "T", "t", "s02", "s1"]))]
    lines += [
        f"{_said(each)}: {first(1, outcome(lambda each=each: read_number(each, 'x:1', 'score')))[0]}"
        for each in (*CELLS, "1e400", {})
    ]
    quoted = (
        ["a\tb", '"x"\ty'],
        ['"a"\t"b"', '"x"\t"y"'],
        ["a\tb", '"x ""y"""\tz'],
        ["a\tb", '"two', 'lines"\tx'],
        ["a\tb", 'x "y" z', "u\tv"],
        ["a\tb"],
        ["a\tb", '"\tx'],
    )
    lines += [f"{each}: {is_quoted(each)}" for each in quoted]
    with somewhere() as here:
        keep("cells", lines, here)
