"""Looks at texts: empty, equal, copied, damaged."""

import re
import shlex
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from hashlib import sha256
from itertools import chain

import pandas as pd

from workbench.datasets.evalset import EvalSet
from workbench.datasets.looks.blocks import groups, in_blocks, which
from workbench.datasets.looks.oddity import Oddity, odd
from workbench.datasets.looks.words import NO_BLANKS, look_at_words
from workbench.datasets.mapping.cells import as_number

_NOTHINGS = (
    "nan", "none", "null", "na", "n/a", "<na>", "#n/a", "undefined", "-", "--", "–", "—", "?",
    "#name?", "#ref!", "#value!", "#div/0!", "#num!",
)  # fmt: skip
_DAMAGED = re.compile(
    "\ufffd|[ÃÐ][\u0080-\u00bf]|â€|&(?:quot|amp|lt|gt|apos|nbsp|szlig|[a-zA-Z](?:uml|grave|acute|circ|cedil|tilde)"
    "|#[0-9]+|#[xX][0-9a-fA-F]+);|\\\\n|[\u0000-\u0008]"
)
_MARKUP = re.compile(
    r"</?(?:p|br|b|i|u|em|strong|div|span|li|ul|ol|td|tr|h[1-6]|a)(?:\s[^<>]{0,200})?/?>", re.IGNORECASE
)
_JOINED = re.compile(r"\|\|\||\[SEP\]|<sep>", re.IGNORECASE)
_CELL = 32_767
"""Characters that a cell of a spreadsheet holds; what is longer was cut."""
_HALF = 0.5
_FEWEST = 3
"""Segments below which equal texts are no sign of anything."""


def look_at_texts(data: EvalSet, preprocess: Collection[str]) -> Iterator[Oddity]:
    """Yield what is odd about the texts; `preprocess` is under which the metrics count words."""
    if not data.card.texts or not (data.outputs["text"] != "").any():
        return
    yield from _nothings(data.outputs, "outputs")
    yield from _nothings(data.references, "references")
    yield from _other_things(data.outputs, "outputs")
    yield from _other_things(data.references, "references")
    yield from _twice(data)
    yield from _copies(data)
    yield from _damaged(data)
    yield from look_at_words(data, preprocess)


def _row(row: pd.Series) -> str:
    column = "system" if "system" in row else "reference"
    return f"{column} {row[column]!r}, segment {row['segment']!r} ({row['task']})"


def _places(rows: pd.DataFrame) -> list[str]:
    """Say what identifies the rows; only the first few are ever shown."""
    shown = [_row(row) for _, row in rows.head(3).iterrows()]
    return shown + [""] * (len(rows) - len(shown))


def _nothings(rows: pd.DataFrame, what: str) -> Iterator[Oddity]:
    is_empty, is_missing = which(
        rows["text"], lambda text: not text.strip(), lambda text: text.strip().lower() in _NOTHINGS
    )
    if is_empty.any():
        empty = rows[is_empty]
        yield odd(
            f"empty-{what}",
            f"{len(empty):,} of {len(rows):,} {what} are empty",
            _places(empty),
            "Overlap with an empty text is 0, whatever people said: fill it in, or leave the row out",
        )
    if is_missing.any():
        missing = rows[is_missing]
        yield odd(
            f"missing-{what}",
            f"{len(missing):,} of {len(rows):,} {what} are a word for a missing value, as "
            f"{missing['text'].iloc[0].strip()!r}",
            _places(missing),
            "A program may have written it for an empty cell: leave it empty, or leave the row out",
        )


def _other_things(rows: pd.DataFrame, what: str) -> Iterator[Oddity]:
    """Yield columns of something else than texts, and texts with marks that metrics take for words."""
    filled = (text for block in in_blocks(rows["text"]) for text in block if text.strip())
    first = next(filled, "")
    if first and all(as_number(text) is not None for text in chain([first], filled)):
        yield odd(
            f"numbers-as-{what}",
            f"all {what} are numbers, as {first!r}",
            [],
            "Was the right column read?",
        )
    rules = (
        (
            "words-as-lines",
            _is_words_as_lines,
            "have a line a word, and a line is a sentence",
            "Was a list of words read as a list of sentences? Join the words with blanks",
        ),
        (
            "markup",
            _MARKUP.search,
            "have marks of HTML in them, which metrics take for words",
            "Take them out before metrics see the texts",
        ),
        (
            "joined-texts",
            _JOINED.search,
            "have '|||', '[SEP]' or '<sep>' in them",
            "If it stands between several texts, write these as columns or lists of their own",
        ),
        (
            "cut-texts",
            lambda text: len(text) == _CELL,
            f"have {_CELL:,} characters, as many as a cell of a spreadsheet holds",
            "What was longer was cut: take the texts from where they were before",
        ),
    )
    for (rule, _, sentence, remedy), found in zip(
        rules, which(rows["text"], *(test for _, test, _, _ in rules)), strict=True
    ):
        if number := int(found.sum()):
            said = f"{number:,} of {len(rows):,} {what} {sentence}"
            yield odd(f"{rule}-{what}", said, _places(rows[found]), remedy)


def _is_words_as_lines(text: str) -> bool:
    lines = text.split("\n")
    return (
        len(lines) > _FEWEST and all(" " not in line.strip() for line in lines) and not NO_BLANKS.search(text)
    )


def _twice(data: EvalSet) -> Iterator[Oddity]:
    """Yield texts that are there more than once where each ought to be another one."""
    filled: list[str] = []
    for task in data.tasks:
        n_segments = len(data.segments(task))
        said, digests = {}, {}
        # one system after the other: all texts by system are the table once more
        for (name,), rows in groups(data.outputs_of(task)[["system", "segment", "text"]], "system"):
            texts = rows["text"].tolist()
            said[name] = _one_for_many(task, name, texts, n_segments)
            digests[name] = _digest(zip(rows["segment"].tolist(), texts, strict=True)) if any(texts) else ""
        filled += [said[name] for name in sorted(said) if said[name]]
        alike: dict[str, list[str]] = {}
        for name in data.systems(task):
            if digests[name]:
                alike.setdefault(digests[name], []).append(name)
        equal = [names for names in alike.values() if len(names) > 1]
        if equal:
            yield odd(
                "equal-systems",
                f"some systems of {task} have the same outputs in all {n_segments:,} segments",
                [" and ".join(map(repr, names[:3])) for names in equal],
                "They are tied by every metric: leave all but one out if they are one system",
            )
    if filled:
        yield odd(
            "one-text-for-many",
            "some systems have one text for most segments",
            filled,
            "Was the column filled down, or the right one read?",
        )
    rows = data.references[data.references["text"].fillna("") != ""]
    doubled = rows[rows.duplicated(["task", "segment", "only_for", "made_by", "text"])]
    if len(doubled):
        yield odd(
            "references-twice",
            f"{len(doubled):,} of {len(rows):,} references repeat another one of their segment",
            _places(doubled),
            "A text that is there twice is no second reference",
        )
    whole = rows.groupby(["task", "segment"], sort=False)["text"].agg("\n".join)
    again = whole[whole.duplicated(keep="first")]
    if len(again) == len(whole) - 1 >= _FEWEST - 1:
        yield odd(
            "one-reference-for-all",
            f"all {len(whole):,} segments have the same references",
            [repr(whole.iloc[0][:60])],
            "Was the column filled down, or the wrong one read as references?",
        )
    elif len(again):
        yield odd(
            "segments-twice",
            f"{len(again):,} of {len(whole):,} segments have the references of another segment",
            [f"segment {segment!r} ({task})" for task, segment in again.index],
            "The same input twice makes intervals too narrow: is a segment there under two names?",
        )


def _digest(texts: Iterable[tuple[str, str]]) -> str:
    """Return what tells segments with a text, and the texts, from others: a system's own may be millions."""
    digest = sha256()
    for each in texts:
        if each[1]:
            digest.update(repr(each).encode())
    return digest.hexdigest()


def _one_for_many(task: str, name: str, texts: list[str], n_segments: int) -> str:
    """Say that a system has one text for most segments, or nothing."""
    text, number = Counter(texts).most_common(1)[0]
    if n_segments < _FEWEST or not text or number <= max(_HALF * len(texts), 1):
        return ""
    return f"system {name!r} has {text[:60]!r} for {number:,} of {n_segments:,} segments of {task}"


def _copies(data: EvalSet) -> Iterator[Oddity]:
    """Yield systems whose outputs are references of others, or of themselves, without this being said."""
    key = ["task", "segment", "text"]
    references = data.references[data.references["text"] != ""]
    # few texts are looked for in many: the other way round, the many become objects of Python
    copies = data.outputs["text"].isin(references["text"].unique())
    if not copies.any():
        return
    both = data.outputs.loc[copies, ["system", *key]].merge(
        references[[*key, "reference", "made_by"]], on=key
    )
    both = both[both["made_by"] != both["system"]]
    sizes = data.outputs.groupby(["task", "system"], sort=False).size()
    some, whole = [], []
    for (task, system), rows in both.groupby(["task", "system"], sort=False):
        found, number = rows["segment"].nunique(), int(sizes[task, system])
        names = ", ".join(dict.fromkeys(rows["reference"]))
        if number < _FEWEST or found <= _HALF * number:
            some.append(f"{found:,} of {number:,} of system {system!r} ({task})")
            continue
        said = (
            f"in {found:,} of {number:,} segments of {task} a reference ({names[:60]}) is the very output of"
        )
        whole.append(f"{said} system {system!r}")
        call = shlex.join(["--reference", f"{system}={rows['reference'].iloc[0]}"])
    if whole:
        yield odd(
            "references-are-outputs",
            "some systems are held against themselves, and the others against them",
            whole,
            "Read other references; or write the system's name into the column made_by of these, or call the "
            f"reference as the system ({call}): then it is held against the others only",
        )
    if some:
        yield odd(
            "outputs-equal-references",
            "some outputs are a reference of their segment, word for word",
            some,
            "A copy of a reference scores 1 whatever people said; has the system seen it?",
        )


def _damaged(data: EvalSet) -> Iterator[Oddity]:
    for rows, what in ((data.outputs, "outputs"), (data.references, "references")):
        (is_damaged,) = which(rows["text"], _DAMAGED.search)
        if is_damaged.any():
            found = rows[is_damaged]
            match = _DAMAGED.search(found["text"].iloc[0])
            yield odd(
                "damaged-texts",
                f"{len(found):,} of {len(rows):,} {what} have signs of a wrong encoding or of escapes, as "
                f"{match[0] if match else ''!r}",
                _places(found),
                "Read the file as what it was written in, and undo escapes, before metrics see them as words",
            )
