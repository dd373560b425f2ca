"""Looks at how texts begin, end and are written: what programs put before, cut off, or write in two ways."""

from collections import Counter
from collections.abc import Iterator

from workbench.datasets.evalset import EvalSet
from workbench.datasets.looks.blocks import groups, which
from workbench.datasets.looks.forms import is_apart, look_at_accents_of_some, look_at_letters_without_width
from workbench.datasets.looks.oddity import Oddity, odd

_FEWEST = 5
"""Texts of a system below which what they share is no sign of anything."""
_WORDS = 3
"""Words that all texts of a system begin with where a program put them there."""
_LETTERS = 80
"""The length below which texts may well be equally long."""
_HALF = 0.5


def look_at_writing(data: EvalSet) -> Iterator[Oddity]:
    """Yield systems whose texts begin alike or are cut at one length, and letters written in two ways."""
    if not data.card.texts:
        return
    begun, cut = [], []
    for (task, system), rows in groups(data.outputs[["task", "system", "text"]], "task", "system"):
        texts = [text for text in rows["text"].fillna("") if text.strip()]
        if len(texts) < _FEWEST or len(set(texts)) < len(texts) / 2:
            continue
        begins = {" ".join(text.split()[:_WORDS]) for text in texts}
        if len(begins) == 1 and any(len(text.split()) > _WORDS for text in texts):
            begun.append((task, f"{begins.pop()!r} by system {system!r} ({task})"))
        length, number = Counter(map(len, texts)).most_common(1)[0]
        if number > _HALF * len(texts) and length >= _LETTERS and length == max(map(len, texts)):
            shown = f"{number:,} of {len(texts):,} of system {system!r}"
            cut.append(f"{shown} have {length:,} characters ({task})")
    systems = {task: len(data.systems(task)) for task in data.tasks}
    begun_by_task = Counter(task for task, _ in begun)
    if places := [said for task, said in begun if begun_by_task[task] < systems[task]]:
        yield odd(
            "begin-alike",
            "all texts of some systems begin with the same words, those of others do not",
            places,
            "What a program says before its text is no part of it: take it out",
        )
    if cut:
        yield odd(
            "cut-at-a-length",
            "most texts of some systems have one length, and none is longer",
            cut,
            "Were they cut there? Take the texts from before",
        )
    of_all = list(_two_ways(data))
    yield from of_all or look_at_accents_of_some(data)
    yield from look_at_letters_without_width(data)


def _two_ways(data: EvalSet) -> Iterator[Oddity]:
    """Yield it where outputs write letters in another form than NFC and references do not, or the reverse."""
    shares = {}
    for what, rows in (("outputs", data.outputs), ("references", data.references)):
        foreign, written_apart = which(rows["text"], lambda text: not text.isascii(), is_apart)
        shares[what] = (rows[written_apart], int(foreign.sum()))
    for what, column, other in (("outputs", "system", "references"), ("references", "reference", "outputs")):
        apart, number = shares[what]
        others, of = shares[other]
        if len(apart) > _HALF * number and of and len(others) <= _HALF * of:
            yield odd(
                "accents-apart",
                f"{len(apart):,} {what} write letters in a form that only looks like that of the {other}, as "
                "e and ´ for é: no metric takes them for the same",
                [
                    f"{column} {name!r}, segment {segment!r}"
                    for name, segment in zip(apart[column], apart["segment"], strict=True)
                ],
                "Bring both to one form: unicodedata.normalize('NFC', text)",
            )
