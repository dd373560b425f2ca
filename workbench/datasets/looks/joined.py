"""A look at references that are several in one text, with a mark between them, or one text in pieces."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial

import pandas as pd

from workbench.datasets.evalset import EvalSet
from workbench.datasets.looks.blocks import in_blocks, which
from workbench.datasets.looks.oddity import Oddity, odd

_MARKS = {
    "||": "'||'",
    "###": "'###'",
    "<ref>": "'<ref>'",
    "\t": "a tab",
    "\n\n": "an empty line",
    "\n": "a line end",
}
"""What people write between several texts, the longer ones first; what is said of each."""
_FEWEST = 10
"""References below which nothing is said."""
_MOST_ANSWERS = 3
"""References a segment up to which words may be several answers."""
_BLANKLESS = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
_NEARLY_ALL, _FEW = 0.9, 0.5
"""The share of references that have a mark, and that of outputs that have not."""
_SOME, _HARDLY = 0.1, 0.1
"""From which share of references on a mark of signs is told, and how many times rarer it is in outputs."""


def look_at_joined(data: EvalSet) -> Iterator[Oddity]:
    """Yield a mark that nearly all references have and outputs do not: it may stand between several.

    One of signs, which no sentence has, need not be in so many: segments may have different numbers of them.

    Or yield it that nearly all references are words, several a segment, and outputs are not: a list of words
    was read as one of texts.

    A line end is none where references are of different numbers of lines: these are their sentences.
    """
    references, outputs = data.references, data.outputs
    if not data.card.texts or len(references) < _FEWEST:
        return
    yield from _words(data)
    tests = [partial(_has, mark) for mark in _MARKS]
    theirs, ours = which(references["text"], *tests), which(outputs["text"], *tests)
    for (mark, said), in_references, in_outputs in zip(_MARKS.items(), theirs, ours, strict=True):
        share, rest = in_references.mean(), in_outputs.mean()
        is_sure = not mark.isspace() and share >= _SOME and rest <= _HARDLY * share
        if not is_sure and (share < _NEARLY_ALL or rest > _FEW):
            continue
        times = _times(mark, references["text"])
        if mark.isspace() and len(times) > 1:
            continue
        often = f", {next(iter(times))} times each" if len(times) == 1 and 1 not in times else ""
        yield odd(
            "joined-references",
            f"{in_references.sum():,} of {len(references):,} references have {said} in them{often}, and "
            f"{in_outputs.sum():,} of {len(outputs):,} outputs",
            [],
            "If it stands between several references, write these as columns or lists of their own",
        )
        return


def _words(data: EvalSet) -> Iterator[Oddity]:
    references, outputs = data.references, data.outputs
    (theirs,), (ours,) = which(references["text"], _is_word), which(outputs["text"], _is_word)
    each = references.groupby(["task", "segment"], sort=False).size().median()
    if theirs.mean() >= _NEARLY_ALL and ours.mean() <= _FEW and each > _MOST_ANSWERS:
        yield odd(
            "words-as-references",
            f"{theirs.sum():,} of {len(references):,} references are a word, {each:.0f} a segment, and "
            f"{ours.sum():,} of {len(outputs):,} outputs",
            [],
            "Was a list of words read as a list of references? Join the words with blanks",
        )


def _is_word(text: str) -> bool:
    """Tell whether a text is one word, or one letter of writing that has no blanks."""
    return len(text.split()) == 1 and (
        text.isascii() or len(text.strip()) == 1 or not _BLANKLESS.search(text)
    )


def _has(mark: str, text: str) -> bool:
    """Tell whether a mark stands between two parts of a text; one that it begins with is of a heading."""
    return mark in text.strip().removeprefix(mark)


def _times(mark: str, texts: pd.Series) -> Counter[int]:
    """Return how often a mark is in the texts that have it, and in how many it is."""
    found = (text.strip().count(mark) for block in in_blocks(texts) for text in block)
    return Counter(times for times in found if times)
