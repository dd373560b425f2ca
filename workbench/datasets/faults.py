"""What can be wrong with a data set: every fault is found, and each is one line."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from numbers import Integral, Real

import numpy as np
import pandas as pd

from workbench.datasets.card import DatasetCard
from workbench.datasets.line_segments import Where, uneven_lines
from workbench.datasets.misspelt import misspelt
from workbench.datasets.places import has_places, place_of, shown
from workbench.datasets.scale import read_scale
from workbench.datasets.unmatched import FEW, find_unmatched, names_of
from workbench.errors import FROM_RATINGS, DataError, Problem, suggest
from workbench.schema import JUDGMENTS, OUTPUTS, REFERENCES, Column, Frame
from workbench.types import Masks

_MOST_FAULTS = 10
_MOST_NAMES = 40
"""More known names than this are not listed in a hint."""
_LARGEST = 1e150
"""The largest number whose square has a sum."""
_AT_ONCE = 100_000
"""Rows that are looked at together."""
_LONGEST = 200
"""Bits of a whole number that may be a name."""
_HALF = re.compile("[\\ud800-\\udfff]")
"""Half of a surrogate pair."""


def report(faults: list[Problem], where: str) -> None:
    """Raise a `DataError` with the first ten faults and the number of the others, if there are any."""
    if len(faults) > _MOST_FAULTS:
        rest = len(faults) - _MOST_FAULTS
        more = Problem(where, f"... and {rest} more {'fault' if rest == 1 else 'faults'}")
        faults = [*faults[:_MOST_FAULTS], more]
    if faults:
        raise DataError(*faults)


def conform(frame: Frame, rows: pd.DataFrame, where: str, faults: list[Problem]) -> pd.DataFrame:
    """Return the rows with the declared columns; what is no text, no name or no number goes into `faults`.

    Names may be whole numbers. An optional text that is missing becomes "".
    """
    place = _row_places(rows, where, lambda number: f"{where}: row {number + 1}")
    columns: dict[str, pd.Series | list[object]] = {}
    faults += misspelt(frame, map(str, rows.columns), where)
    for column in frame.columns:
        times = list(rows.columns).count(column.name)
        if times > 1:
            faults.append(Problem(where, f"column {column.name!r} is given twice"))
        elif times:
            given = rows[column.name]
            columns[column.name] = (
                given if _is_plain(column, given) else _checked(column, given.tolist(), place, faults)
            )
        elif len(rows) and not column.optional:
            what = f"column {column.name!r} is missing"
            faults.append(Problem(where, what, hint=suggest(column.name, map(str, rows.columns))))
    return rows if faults else frame.of_columns(columns, len(rows), where)


def _row_places(rows: pd.DataFrame, where: str, otherwise: Where) -> Where:
    """Return what says where a row is from: its file and line, where a reader has noted them."""
    return (lambda number: place_of(rows, number)) if has_places(rows) else otherwise


def _is_plain(column: Column, given: pd.Series) -> bool:
    """Tell of a column as tables of large data have it that nothing is wrong, and nothing to be changed.

    As objects of Python a column of millions is ten times as large, and there are several.
    """
    if column.kind == "real":
        if given.dtype != "float64":
            return False
        return bool(((given.abs() <= _LARGEST) | (given.isna() & column.optional)).all())
    if given.dtype != "str":
        return False
    if len(given) <= FEW:
        return _is_faultless(column, given.tolist())
    if given.isna().any():
        return False
    blocks = (given.iloc[start : start + _AT_ONCE] for start in range(0, len(given), _AT_ONCE))
    # names are few, however often they stand there
    return not any(_check_text(column, each)[1] for block in blocks for each in block.unique())


def _checked(column: Column, values: list[object], place: Where, faults: list[Problem]) -> list[object]:
    check = _check_text if column.kind == "text" else _check_number
    if _is_faultless(column, values):
        return values
    found: list[object] = []
    for number, value in enumerate(values):
        missing = value is None or value is pd.NA or (isinstance(value, float) and math.isnan(value))
        if missing and column.optional:
            found.append("" if column.kind == "text" else math.nan)
            continue
        right, wrong = check(column, value)
        found.append(right)
        if wrong:
            faults.append(Problem(place(number), f"{column.name} {wrong}", shown(value)))
    return found


def _is_faultless(column: Column, values: list[object]) -> bool:
    """Tell at a glance of most columns that nothing is wrong with them, and nothing to be changed."""
    if column.kind == "text":
        # names are few, however often they stand there
        return set(map(type, values)) <= {str} and not any(
            _check_text(column, each)[1] for each in set(values)
        )
    return set(map(type, values)) <= {float} and bool((np.abs(np.array(values, float)) <= _LARGEST).all())


def _check_text(column: Column, value: object) -> tuple[object, str]:
    """Return the text, and what is wrong with it; every text but the one called text is a name."""
    is_name = column.name != "text"
    if is_name and type(value) is not bool and isinstance(value, Integral):
        if int(value).bit_length() > _LONGEST:
            return value, "is too long a number for a name"
        value = str(int(value))
    if not isinstance(value, str):
        return value, "is not a text"
    if is_name and not column.optional and not value.strip():
        return value, "is empty"
    if column.name == "segment" and value == "*":
        return value, "is the sign for all segments together"
    if not value.isascii() and _HALF.search(value):
        return value, "is not Unicode: it has half a surrogate pair"
    return value, ""


def _check_number(column: Column, value: object) -> tuple[object, str]:
    if isinstance(value, bool) or not isinstance(value, Real):
        return math.nan, "is not a number"
    try:
        number = float(value)
    except OverflowError:
        return math.nan, "is infinite"
    if math.isnan(number):
        return math.nan, "is not a number"
    if abs(number) > _LARGEST:
        return number, "is infinite" if math.isinf(number) else "is too large: squares of it have no sum"
    exact = not isinstance(value, Integral) or number == int(value)
    return number, "" if exact else "has more digits than a number keeps"


def find_faults(
    card: DatasetCard,
    frames: Mapping[str, pd.DataFrame],
    sources: Mapping[str, pd.DataFrame],
    where: Mapping[str, str],
) -> Iterator[Problem]:
    """Yield where the frames contradict themselves, each other or the card.

    Parameters
    ----------
    card : DatasetCard
    frames : mapping of name to DataFrame
        Outputs, references and judgments, as `conform` returns them.
    sources : mapping of name to DataFrame
        The same as they were given: their rows may say where they are from.
    where : mapping of name to str
        What a fault is reported under if its row does not say where it is from.
    """
    outputs, references, judgments = (frames[frame.name] for frame in (OUTPUTS, REFERENCES, JUDGMENTS))
    if outputs.empty:
        yield Problem(where["outputs"], "there is not a single output")
        return
    if judgments.empty:
        yield Problem(where["judgments"], "there is not a single judgment")
    for frame in (OUTPUTS, REFERENCES, JUDGMENTS):
        rows, place = frames[frame.name], _place(frame, sources, where)
        for number, name in _names(frame, rows, _is_repeated(rows, list(frame.key))):
            yield Problem(place(number), f"given twice: {name}")
    yield from _part_faults(outputs, _place(OUTPUTS, sources, where))
    place = _place(REFERENCES, sources, where)
    if card.texts:
        yield from _reference_faults(outputs, references, place, where["references"])
    else:
        yield from _text_faults(outputs, references, _place(OUTPUTS, sources, where), place)
    if card.lines == "segments" and card.texts:
        yield from uneven_lines(outputs, _place(OUTPUTS, sources, where), references, place)
    judgment_place = _place(JUDGMENTS, sources, where)
    yield from _judgment_faults(card, outputs, judgments, judgment_place)
    # what was made of a data set, standardised or turned, is on a scale of its own
    if has_places(sources[JUDGMENTS.name]):
        yield from _scale_faults(card, judgments, judgment_place)


def _place(frame: Frame, sources: Mapping[str, pd.DataFrame], where: Mapping[str, str]) -> Where:
    return _row_places(sources[frame.name], where[frame.name], lambda _: where[frame.name])


def _is_repeated(rows: pd.DataFrame, key: list[str]) -> pd.Series | Masks:
    """Tell which rows have the names of an earlier one."""
    if len(rows) <= FEW and len(set(names_of(rows, key))) == len(rows):
        return np.zeros(len(rows), bool)
    return rows.duplicated(key)


def _names(frame: Frame, rows: pd.DataFrame, chosen: pd.Series | Masks) -> Iterator[tuple[int, str]]:
    """Yield the position of each chosen row, and what identifies it."""
    if not chosen.any():
        return
    keys = rows.loc[chosen, list(frame.key)].itertuples(index=False)
    for number, key in zip(np.flatnonzero(chosen).tolist(), keys, strict=True):
        yield number, ", ".join(f"{column} {name!r}" for column, name in zip(frame.key, key, strict=True))


def _part_faults(outputs: pd.DataFrame, place: Where) -> Iterator[Problem]:
    """Yield the segments that are in several documents or domains."""
    for part in ("document", "domain"):
        homes: dict[tuple[str, ...], str] = {}
        if outputs[part].nunique() < 2:
            continue
        for (task, segment, name), number in _first(outputs, "task", "segment", part).items():
            if homes.setdefault((task, segment), name) != name:
                what = (
                    f"segment {segment!r} of task {task!r} is in {part} {homes[task, segment]!r} and here in"
                )
                yield Problem(place(number), f"{what} {name!r}")


def _reference_faults(
    outputs: pd.DataFrame, references: pd.DataFrame, place: Where, where: str
) -> Iterator[Problem]:
    hint = FROM_RATINGS
    for number, name in _names(REFERENCES, references, references["weight"].abs() > 1):
        weight = float(references["weight"].iat[number])
        yield Problem(place(number), f"weight out of range: {name}", weight, "-1 to 1", hint)
        hint = ""
    has_special = bool((references["only_for"] != "").any())
    known = _by_task(outputs, "system") if has_special else {}
    for (task, name), number in _first(references, "task", "only_for").items() if has_special else ():
        if name and name not in known.get(task, set()):
            hint = _hint(name, known.get(task, set()))
            what = f"only_for names an unknown system {name!r} (task {task!r})"
            yield Problem(place(number), what, hint=hint)
    covered = _first(references, "task", "segment")
    for each in find_unmatched(outputs, references, "reference"):
        yield each.problem(place)
    bare: dict[str, list[str]] = {}
    for task, segment in _first(outputs, "task", "segment"):
        if (task, segment) not in covered:
            bare.setdefault(task, []).append(segment)
    for task, segments in bare.items():
        hint = "Give it one, or leave its outputs and judgments out"
        yield Problem(where, _without_reference(task, segments), hint=hint)
    if has_special:
        yield from _special_faults(outputs, references, covered, where)


def _special_faults(
    outputs: pd.DataFrame, references: pd.DataFrame, covered: Iterable[tuple[str, ...]], where: str
) -> Iterator[Problem]:
    """Yield the outputs of segments whose references are all meant for other systems."""
    is_special = references["only_for"] != ""
    special = _first(references[is_special], "task", "segment", "only_for")
    in_special_only = set(covered) - _first(references[~is_special], "task", "segment").keys()
    for key in _first(outputs, "task", "segment", "system") if in_special_only else ():
        if key[:2] in in_special_only and key not in special:
            what = f"segment {key[1]!r} of task {key[0]!r} has no reference that is meant for {key[2]!r}"
            yield Problem(where, what)


def _without_reference(task: str, segments: list[str]) -> str:
    if len(segments) == 1:
        return f"segment {segments[0]!r} of task {task!r} has no reference"
    more = f" and {len(segments) - 3:,} more" if len(segments) > 3 else ""
    shown = ", ".join(map(repr, segments[:3]))
    return f"{len(segments):,} segments of task {task!r} have no reference: {shown}{more}"


def _text_faults(
    outputs: pd.DataFrame, references: pd.DataFrame, place: Where, reference_place: Where
) -> Iterator[Problem]:
    """Yield the texts of a data set that has none: nothing may be compared with a text that is not there."""
    what = "the card says that there are no texts, but here is"
    for number, name in _names(OUTPUTS, outputs, outputs["text"] != ""):
        yield Problem(place(number), f"{what} one: {name}")
    for number, name in _names(REFERENCES, references, references["text"].notna()):
        yield Problem(reference_place(number), f"{what} a reference: {name}")


def _judgment_faults(
    card: DatasetCard, outputs: pd.DataFrame, judgments: pd.DataFrame, place: Where
) -> Iterator[Problem]:
    for each in find_unmatched(outputs, judgments, "judgment"):
        yield each.problem(place)
    for (name,), number in _first(judgments, "criterion").items():
        if name not in card.criteria:
            hint = suggest(name, card.criteria)
            yield Problem(place(number), f"judgment on unknown criterion {name!r}", hint=hint)


def _scale_faults(card: DatasetCard, judgments: pd.DataFrame, place: Where) -> Iterator[Problem]:
    """Yield the criteria with ratings outside a scale in numbers."""
    for name, criterion in card.criteria.items():
        ends = read_scale(criterion.scale)
        scores = judgments["score"].where(judgments["criterion"] == name)
        if ends is not None and (outside := (scores < ends[0]) | (scores > ends[1])).any():
            first = int(np.flatnonzero(outside)[0])
            what = (
                f"{int(outside.sum()):,} of {int(scores.notna().sum()):,} ratings of {name} are outside its "
                f"scale, the first of system {judgments['system'].iat[first]!r}, segment "
                f"{judgments['segment'].iat[first]!r}"
            )
            hint = "Mend the ratings, or the scale that the card says"
            yield Problem(place(first), what, float(scores.iat[first]), criterion.scale, hint)


def _first(rows: pd.DataFrame, *columns: str) -> dict[tuple[str, ...], int]:
    """Return every combination of names in these columns, and the position of the first row that has it."""
    if len(rows) <= FEW:
        found: dict[tuple[str, ...], int] = {}
        for number, key in enumerate(names_of(rows, columns)):
            found.setdefault(key, number)
        return found
    places = np.flatnonzero(~rows.duplicated(list(columns)))
    names = rows[list(columns)].iloc[places].itertuples(index=False, name=None)
    return dict(zip(names, places.tolist(), strict=True))


def _by_task(rows: pd.DataFrame, column: str) -> dict[str, set[str]]:
    names: dict[str, set[str]] = {}
    for task, name in _first(rows, "task", column):
        names.setdefault(task, set()).add(name)
    return names


def _hint(name: str, known: set[str] | list[str]) -> str:
    return suggest(name, known) if len(known) <= _MOST_NAMES else ""
