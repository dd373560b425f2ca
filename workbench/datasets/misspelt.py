"""Columns that are called almost as one that may be left out."""

import re
from collections.abc import Iterable

from workbench.errors import Problem
from workbench.schema import Frame


def misspelt(frame: Frame, columns: Iterable[str], where: str) -> list[Problem]:
    """Return the columns that are called almost as one is that may be left out, and is.

    They would else be lost without a word, and every weight with a column called ``weights``.
    """
    given = {each: re.sub("[ _-]", "", each).lower().removesuffix("s") for each in columns}
    may_be_absent = [each.name for each in frame.columns if each.optional or each.name in ("task", "rater")]
    absent = {name.replace("_", ""): name for name in may_be_absent if name not in given}
    return [
        Problem(
            where, f"column {each!r} would not be read", hint=f"Call it {absent[plain]!r}, or leave it out"
        )
        for each, plain in given.items()
        if plain in absent
    ]
