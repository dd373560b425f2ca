"""Looks at judgments: who and what was not judged, ratings that say nothing or say the same."""

import re
import shlex
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
import pandas as pd

from workbench.datasets.card import Criterion
from workbench.datasets.evalset import EvalSet, natural_key
from workbench.datasets.looks.blocks import groups
from workbench.datasets.looks.oddity import Oddity, odd
from workbench.datasets.mapping.names import is_automatic
from workbench.datasets.scale import read_scale
from workbench.errors import listed

_STAND_INS = (-999, -99, -9, -1, 99, 999, 9999)
"""Numbers that programs write for what is missing."""
_EQUAL_BY_CHANCE = 6
"""Outputs from which on ratings that equal those of another output of their segment are no chance."""
_CODES = (0, 9)
"""Numbers that surveys write for it, and that are ratings on many scales."""
_ENOUGH = 30
"""Ratings below which a rare one next to a scale is no sign."""
_RARE, _RARER = 0.03, 0.25
"""The share of all ratings that a code has at most, and that of those of the step beside it."""
_STEPS = 3
"""Steps that a scale of whole numbers has at least."""
_NAMED_RATERS = 5
"""Raters up to which all are named in what makes their ratings those of one criterion."""
_NUMBERED = re.compile(
    r"(?P<who>rater|annotator|judge|worker)[ _.-]*[0-9]+"
    r"|(?P<stem>[a-z][a-z _.-]{2,}?)[ _.-]*(?:r|a|rater|annotator|ann|judge|worker)?[ _.-]*[0-9]+"
    r"|(?:rater|annotator|ann|judge|worker)[ _.-]*[0-9]+[ _.-]+(?P<rest>[a-z].*)",
    re.IGNORECASE,
)
_WHICH_JUDGE = "Which ratings judge is said by raters and agreeing in [data], and by [mined]."
_FEWEST = 3
"""Systems below which every coefficient is -1, 1 or nothing."""
_Means: TypeAlias = dict[tuple[str, str], pd.Series]
_PARTS_OF_FORMS = ("question", "criterion", "aspect", "dimension", "item", "score")


def look_at_judgments(data: EvalSet, judging: EvalSet | None = None) -> Iterator[Oddity]:
    """Yield systems without judgments, criteria that were judged in part, constant and equal ratings.

    What has no judgment is looked for among the outputs and ratings of `judging`, where some ratings do not
    judge.
    """
    means = _means_of(data)
    yield from _few(data)
    if judging is None:
        yield from _look_at_coverage(data, data.criteria, means)
    else:
        yield from _look_at_coverage(judging, data.criteria, _means_of(judging), is_some=True)
    yield from _alike(data, means)
    yield from _stand_ins(data)
    yield from _raters_as_criteria(data.criteria)
    called = [name.lower() for name in data.criteria]
    if automatic := [name for name in data.criteria if is_automatic(name.lower(), called)]:
        yield odd(
            "metrics-as-criteria",
            "some criteria are called like metrics, and metrics are held against them as against people",
            [repr(name) for name in automatic],
            "Scores of programs belong in [scores]; if they are ratings, give the criterion another name",
        )


def _means_of(data: EvalSet) -> _Means:
    return {
        (task, criterion): rows.groupby(["system", "segment"])["score"].mean()
        for (task, criterion), rows in groups(data.judgments, "task", "criterion")
    }


def _look_at_coverage(
    data: EvalSet, criteria: Sequence[str], means: _Means, is_some: bool = False
) -> Iterator[Oddity]:
    which, that = (f"{_WHICH_JUDGE} ", " that judge") if is_some else ("", "")
    for task in data.tasks:
        systems, outputs = data.systems(task), data.outputs_of(task)[["system"]]
        for criterion in criteria:
            if (task, criterion) not in means:
                yield odd(
                    "unjudged-task",
                    f"{criterion} has no rating that judges in task {task}"
                    if is_some
                    else f"{criterion} was not judged in task {task}",
                    [],
                    f"{which}Choose criteria that were judged in every task, or leave the task out",
                )
                continue
            mine = means[task, criterion]
            what = criterion + (f" of {task}" if len(data.tasks) > 1 else "")
            yield from _unjudged(
                f"rating of {what} that judges" if is_some else f"judgment on {what}",
                mine,
                systems,
                outputs,
                which,
            )
            if len(mine) > 1 and mine.nunique() == 1:
                yield odd(
                    "constant-ratings",
                    f"all ratings of {criterion} in {task}{that} are {mine.iloc[0]:g}",
                    [],
                    "Nothing correlates with a constant: was the right column read?",
                )
            elif _is_of_segments(mine):
                yield odd(
                    "ratings-of-segments",
                    f"all outputs of a segment have the same rating of {what}{that}, in each of "
                    f"{mine.index.unique('segment').size:,} segments",
                    [],
                    "It tells no system from another: is it a rating of the input or of references?",
                )


def _is_of_segments(means: pd.Series) -> bool:
    """Tell whether ratings differ between segments alone, in more places than by chance."""
    by_segment = means.groupby(level="segment")
    return bool((by_segment.nunique() == 1).all()) and len(means) - by_segment.ngroups >= _EQUAL_BY_CHANCE


def _few(data: EvalSet) -> Iterator[Oddity]:
    for task in data.tasks:
        systems, segments = len(data.systems(task)), len(data.segments(task))
        if systems < _FEWEST:
            # of a single one no two are compared, and none stands for others
            level = "'segment']" if systems == 2 else "'within-system'] with resample = 'inputs'"
            yield odd(
                "few-systems",
                f"task {task} has {systems} {'system' if systems == 1 else 'systems'}",
                [repr(name) for name in data.systems(task)],
                "Below 3 no coefficient of the system level says anything: was the right column read? "
                f"levels = [{level} may do",
            )
        if segments == 1 and data.card.texts and data.card.lines == "sentences":
            yield odd(
                "one-segment",
                f"task {task} has one segment",
                [repr(data.segments(task)[0])],
                "Means rest on a single text a system, and no interval of inputs can be drawn: was the right "
                f"column read as segment?{_lines_are_segments(data, task)}",
            )


def _lines_are_segments(data: EvalSet, task: str) -> str:
    """Say how lines become segments where all texts of a task have as many, and more than a few."""
    references = data.references["text"][data.references["task"] == task]
    texts = pd.concat([data.outputs_of(task)["text"], references]).fillna("")
    lines = {text.strip().count("\n") + 1 for text in texts}
    if len(references) and len(lines) == 1 and min(lines) > _FEWEST:
        return (
            f" Each text has {lines.pop():,} lines: if each is a segment, and people judged them together, "
            "lines = 'segments' on the card says so"
        )
    return ""


def _unjudged(
    what: str, mine: pd.Series, systems: list[str], outputs: pd.DataFrame, which: str
) -> Iterator[Oddity]:
    judged = set(mine.index.unique("system"))
    without = [name for name in systems if name not in judged]
    one = len(without) == 1
    if without:
        yield odd(
            "unjudged-systems",
            f"{len(without)} of {len(systems)} systems {'has' if one else 'have'} no {what}, and "
            f"{'is' if one else 'are'} in no coefficient",
            [f"system {name!r}" for name in without],
            f"{which}Judge {'it' if one else 'them'} or leave {'it' if one else 'them'} out; if "
            f"{'it was' if one else 'they were'} judged, compare the spelling of the names",
        )
    theirs = outputs[outputs["system"].isin(judged)]
    number = len(theirs)
    if len(mine) < number:
        done = mine.groupby(level="system", sort=False).size()
        of = theirs.groupby("system", sort=False).size()
        partly = [name for name in sorted(done.index, key=natural_key) if done[name] < of[name]]
        yield odd(
            "partly-judged",
            f"{len(mine):,} of {number:,} outputs have a {what}: metrics are held against these",
            [f"system {name!r} has {done[name]:,} of {of[name]:,}" for name in partly],
            f"{which}correlation.missing says what becomes of the others; were some lost on the way?",
        )


def _alike(data: EvalSet, means: _Means) -> Iterator[Oddity]:
    """Yield criteria that have the same ratings of all outputs, as a column that was read twice has."""
    named = {
        name: pd.concat({task: mine for (task, criterion), mine in means.items() if criterion == name})
        for name in data.criteria
    }
    for number, first in enumerate(data.criteria):
        for second in data.criteria[number + 1 :]:
            one, other = named[first], named[second]
            same = len(one) == len(other) and one.index.equals(other.index)
            if same and len(one) > 2 and one.nunique() > 1 and np.array_equal(one, other):
                yield odd(
                    "equal-criteria",
                    f"{first} and {second} have the same ratings of all {len(one):,} outputs",
                    [],
                    "Was a column read twice?",
                )


def _stand_ins(data: EvalSet) -> Iterator[Oddity]:
    """Yield ratings such as -1 or 99 that lie apart from all others: a program's word for nothing."""
    for criterion in data.criteria:
        is_mine = data.judgments["criterion"] == criterion
        scores = data.judgments["score"][is_mine]
        values = np.unique(scores)
        for value, others in ((values[0], values[1:]), (values[-1], values[:-1])):
            if len(others) < 2:
                continue
            is_code = value in _CODES and _is_code(value, data.card.criteria[criterion], scores)
            if value not in _STAND_INS and not is_code:
                continue
            is_apart = abs(value - others).min() > 2 * (others[-1] - others[0])
            # below a scale that begins at 0 or 1 there is nothing
            is_below = value < 0 <= others[0] and others[-1] > 1 and (others == np.round(others)).all()
            if is_apart or is_below or is_code:
                found = data.judgments[is_mine & (data.judgments["score"] == value)]
                yield odd(
                    "stand-in-ratings",
                    f"{len(found):,} of {len(scores):,} ratings of {criterion} are {value:g}, all others "
                    f"{others[0]:g} to {others[-1]:g}",
                    [
                        f"system {system!r}, segment {segment!r}"
                        for system, segment in zip(found["system"], found["segment"], strict=True)
                    ],
                    "If it stands for a missing rating, leave its cell empty"
                    f"{_by_word(value, criterion, data)}: as a number it moves means",
                )


def _by_word(value: float, criterion: str, data: EvalSet) -> str:
    """Return how a number is made a missing rating when data are imported, if that takes no other number."""
    word = f"--word {value:g}=nan"
    ratings = data.judgments[data.judgments["score"] == value]
    also = [each for each in data.criteria if each != criterion and (ratings["criterion"] == each).any()]
    also += ["the weights of references"] * bool((data.references["weight"] == value).any())
    return f" ({word} takes it from {listed(also)}, too)" if also else f", or import data with {word}"


def _is_code(value: float, criterion: Criterion, scores: pd.Series) -> bool:
    """Tell whether 0 or 9 is a code for what is missing beside a scale that begins at 1, as of a survey.

    On the scale there are all whole numbers; 0 is much rarer than 1, and between 9 and the highest is a gap.
    What the card says to be on the scale is on it, and counts of errors begin at 0.
    """
    if len(scores) < _ENOUGH or criterion.direction == "lower":
        return False
    ends = read_scale(criterion.scale)
    if ends is not None and ends[0] <= value <= ends[1]:
        return False
    steps, times = np.unique(scores[~scores.isin(_CODES)], return_counts=True)
    number = int((scores == value).sum())
    is_whole = len(steps) >= _STEPS and steps[0] == 1 and bool((np.diff(steps) == 1).all())
    is_beside = number <= _RARER * times[0] if value == 0 else steps[-1] + 1 < value
    return is_whole and bool(is_beside) and number <= _RARE * len(scores)


def _raters_as_criteria(criteria: list[str]) -> Iterator[Oddity]:
    """Yield criteria whose names differ in a number, as columns of several people's ratings do."""
    stems: dict[str, list[str]] = {}
    for name in criteria:
        if found := _NUMBERED.fullmatch(name):
            stems.setdefault((found["who"] or found["stem"] or found["rest"]).strip(" _.-"), []).append(name)
    for stem, names in stems.items():
        if len(names) > 1 and stem.lower() not in _PARTS_OF_FORMS:
            # who copies it shall lose no rater
            named = names if len(names) <= _NAMED_RATERS else names[:2]
            options = shlex.join(word for name in named for word in ("--criterion", f"{stem}={name}"))
            more = "" if named == names else f", and so for the other {len(names) - len(named)}"
            yield odd(
                "raters-as-criteria",
                f"{len(names)} criteria are called {stem} and a number, each with one column",
                [repr(name) for name in names],
                f"If they are several people's ratings of one criterion, give them one name: {options}{more}",
            )
