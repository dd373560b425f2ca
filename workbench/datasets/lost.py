"""What a format cannot hold: what was written is read back and held against what should be there."""

from collections.abc import Collection, Iterator
from fnmatch import fnmatchcase

import numpy as np
import pandas as pd

from workbench.datasets.evalset import EvalSet, natural_key
from workbench.datasets.plain import Plain

_NAMED = 3
_KEPT_IN_ROWS = {
    "document": "documents of segments",
    "domain": "domains of segments",
    "weight": "weights of references",
    "made_by": "systems that references come from",
    "only_for": "systems that references are only for",
}


def lost_of_set(given: EvalSet, again: EvalSet) -> Iterator[str]:
    """Yield a line for each thing of a data set that is lost or changed where it is read back.

    Parameters
    ----------
    given
        What was written.
    again
        What was read. Segments stand in the same order, whatever they are called.
    """
    yield from lost_names("tasks", given.tasks, again.tasks)
    yield from lost_names("segments", _every(given, "segment"), _every(again, "segment"))
    yield from lost_names("systems", _every(given, "system"), _every(again, "system"))
    yield from _changed_texts("outputs", given.outputs, again.outputs)
    references = given.references, again.references
    yield from lost_names("references", *(_natural(each["reference"]) for each in references))
    yield from _changed_texts("references", *references)
    for column, what in _KEPT_IN_ROWS.items():
        ours, theirs = (
            _filled(each.outputs if column in each.outputs else each.references, column)
            for each in (given, again)
        )
        if ours - theirs:
            yield f"{what} are lost" if not theirs else f"{what} are not kept"
    yield from _changed_judgments(given, again)


def lost_of_scores(given: Plain, again: Plain) -> Iterator[str]:
    """Yield a line for each kind of name, and for texts, that scores lose where they are read back."""
    if given.texts and not again.texts:
        yield "texts are lost: the format holds only scores"
    ours, theirs = ({key for scores in each.scores.values() for key in scores} for each in (given, again))
    for place, what in enumerate(("tasks", "segments", "systems")):
        yield from lost_names(
            what, *(sorted({key[place] for key in keys}, key=natural_key) for keys in (ours, theirs))
        )


def lost_names(what: str, ours: Collection[str], theirs: Collection[str]) -> Iterator[str]:
    """Yield the line about names that are not there any more: other names, or none.

    Examples
    --------
    >>> list(lost_names("tasks", ["news"], ["summarization"]))
    ['tasks are called summarization in place of news']
    >>> list(lost_names("tasks", ["news"], [""])), list(lost_names("tasks", ["news"], ["news", "x"]))
    (['names of tasks are lost: news'], [])
    """
    gone = [name for name in ours if name not in theirs]
    new = [name for name in theirs if name not in ours and name]
    if gone and len(gone) == len(new):
        yield f"{what} are called {few(new)} in place of {few(gone)}"
    elif gone:
        yield f"names of {what} are lost: {few(gone)}"


def few(names: list[str]) -> str:
    """Return the first of some names.

    Examples
    --------
    >>> few(["a", "b", "c", "d", "e"])
    'a, b, c and 2 more'
    """
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


def _natural(names: pd.Series) -> list[str]:
    return sorted(names.unique(), key=natural_key)


def _every(evalset: EvalSet, column: str) -> list[str]:
    return _natural(evalset.outputs[column])


def _filled(rows: pd.DataFrame, column: str) -> set[object]:
    return {value for value in rows[column].dropna().tolist() if value != ""}


def _changed_texts(what: str, given: pd.DataFrame, again: pd.DataFrame) -> Iterator[str]:
    if len(given) != len(again):
        yield f"{what}: {len(again):,} in place of {len(given):,}"
        return
    changed = int((given["text"].to_numpy(object) != again["text"].to_numpy(object)).sum())
    if changed:
        yield f"texts of {changed:,} {what} are changed"


def _changed_judgments(given: EvalSet, again: EvalSet) -> Iterator[str]:
    """Yield what is lost of ratings: who gave them, those of other groups, their number, sign and scale."""
    patterns = given.card.raters[given.card.default_raters]
    rows = given.judgments
    raters, now = _natural(rows["rater"]), _natural(again.judgments["rater"])
    if len(now) < len(raters):
        yield f"of several raters the mean is written: {', '.join(patterns)}"
    else:
        yield from lost_names("raters", raters, now)
    usual = rows[[any(fnmatchcase(rater, each) for each in patterns) for rater in rows["rater"]]]
    yield from lost_names("criteria", given.criteria, again.criteria)
    for name in given.criteria:
        if name not in again.criteria:
            continue
        before, after = given.card.criteria[name], again.card.criteria[name]
        is_turned = before.direction != after.direction
        if is_turned:
            yield f"{name} counts downwards: its sign is turned"
        elif before != after:
            yield f"scale and meaning of {name} are lost"
        means = [
            each[each["criterion"] == name].groupby(["task", "segment", "system"], sort=False)["score"].mean()
            for each in (usual, again.judgments)
        ]
        ours, theirs = (np.sort(each.to_numpy()) for each in means)
        if len(ours) != len(theirs):
            yield f"judgments of {name}: outputs judged are {len(theirs):,} in place of {len(ours):,}"
        elif not np.allclose(ours, np.sort(-theirs) if is_turned else theirs, rtol=1e-12, atol=0):
            yield f"judgments of {name} are changed"
