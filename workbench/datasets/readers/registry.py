"""Readers by name, and what a reader returns."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

import pandas as pd

from workbench.errors import Problem
from workbench.registry import Registry


class Tables(NamedTuple):
    """What a reader finds: frames with the columns of `workbench.schema`, not yet checked.

    Make them with `workbench.datasets.places.make_table`, and a fault names the file and line of its row.
    The notes say what is odd in the files without being a fault; `lines` what the lines of a text are, where
    the card leaves it to the reader.
    """

    outputs: pd.DataFrame
    references: pd.DataFrame
    judgments: pd.DataFrame
    notes: tuple[Problem, ...] = ()
    lines: Literal["sentences", "segments"] | None = None


Reader = Callable[[Path, Mapping[str, str]], Tables]
READERS: Registry[Reader] = Registry("reader")
