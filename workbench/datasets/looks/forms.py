"""Looks at letters that some systems or references write otherwise than the others, and that read alike."""

import re
from collections.abc import Callable, Iterator
from unicodedata import is_normalized

import numpy as np
import pandas as pd

from workbench.datasets.evalset import EvalSet
from workbench.datasets.looks.blocks import which
from workbench.datasets.looks.oddity import Oddity, odd

_FEWEST = 3
"""Texts of one form below which a system or a reference is not said to write in it."""
_WITHOUT_WIDTH = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
"""Letters that nobody sees; joiners, which Persian and Hindi are spelt with, are none."""


def is_apart(text: str) -> bool:
    """Tell whether letters are written otherwise than in Unicode's form NFC, as é by e and an accent."""
    return not is_normalized("NFC", text)


def look_at_accents_of_some(data: EvalSet) -> Iterator[Oddity]:
    """Yield it where some systems or references write letters otherwise than in form NFC, and others do not.

    Mostly accents are apart; a nukta of Hindi, which NFC has apart, or an accent of Greek may be the reverse.
    """
    if places := _of_some(data, lambda text: not text.isascii(), is_apart):
        yield odd(
            "accents-apart",
            "some write letters in a form that only looks like that of the others, as e and ´ for é: no "
            "metric takes them for one",
            places,
            "Bring all to one form: unicodedata.normalize('NFC', text)",
        )


def look_at_letters_without_width(data: EvalSet) -> Iterator[Oddity]:
    """Yield it where most texts of some systems or references have letters that nobody sees."""
    if places := _of_some(data, str.strip, _has_letters_without_width):
        yield odd(
            "letters-without-width",
            "most texts of some have letters that nobody sees, those of others do not, and metrics take them "
            "for a part of the word",
            places,
            "Take them out: marks of the byte order and of the direction, soft hyphens, spaces without width",
        )


def _has_letters_without_width(text: str) -> bool:
    return not text.isascii() and _WITHOUT_WIDTH.search(text) is not None


def _of_some(data: EvalSet, counts: Callable[[str], object], has: Callable[[str], object]) -> list[str]:
    """Name those of whose texts that count most have something, where others of their task do not.

    Returns
    -------
    list of str
        Empty where all do, or none.
    """
    found = []
    for rows, column in ((data.outputs, "system"), (data.references, "reference")):
        counted, having = which(rows["text"], counts, has)
        codes, names = pd.factorize(pd.MultiIndex.from_frame(rows[["task", column]]))
        of, number = (np.bincount(codes[each], minlength=len(names)) for each in (counted, having & counted))
        found += [(*name, column, int(k), int(n)) for name, k, n in zip(names, number, of, strict=True) if n]
    places = []
    for task in data.tasks:
        here = [each for each in found if each[0] == task]
        in_it = [each for each in here if each[3] >= _FEWEST and 2 * each[3] > each[4]]
        if len(in_it) < len(here):
            places += [f"{column} {name!r}, {k:,} of {n:,} ({task})" for _, name, column, k, n in in_it]
    return places
