"""The ratings of the rows of one table, by a mapping."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from workbench.datasets.mapping.cells import (
    COMMAS,
    Decimals,
    WrittenRating,
    as_name,
    as_number,
    as_written,
    decimals_of,
    in_words,
    is_day,
    is_missing,
    is_nothing,
    is_number_with_comma,
)
from workbench.datasets.mapping.column_map import ColumnMap
from workbench.datasets.mapping.laid import Laid
from workbench.datasets.mapping.paths import Found, first_step, is_in, list_of, value_at, values_at
from workbench.datasets.mapping.source_table import ONE_RATER, SourceTable
from workbench.datasets.places import shown
from workbench.errors import Problem

_NO_NUMBER = (
    "Missing ratings may be empty, NA, NaN or null; what a word counts is said by --word good=4, in Python "
    'words={"good": 4}, and of one for a missing rating by x=nan; if this column has no ratings, leave it out'
)

_A_DAY = "It is a day, which spreadsheets make of 3.5: make the column one of text, and write numbers again"
_A_LIST = "Each member is a rater's rating if {0}[] is named, with brackets behind it"


class Rated(NamedTuple):
    """A rating of an output, or a hole where one could be."""

    criterion: str
    rater: str
    score: float | None


class RowRatings:
    """The ratings of each row, whose they are, and what is no rating, which is said at the end."""

    def __init__(
        self, mapping: ColumnMap, source: SourceTable, laid: Laid, criteria: list[tuple[str, str]]
    ) -> None:
        self.mapping, self.source, self.laid, self.criteria = mapping, source, laid, criteria
        self.words = mapping.word_values(source.name)
        self.called: dict[str, str] = {}
        for each in {name for name, _ in criteria}:
            self.called |= _set_apart([path for name, path in criteria if name == each])
        self.no_numbers: dict[tuple[str, object], tuple[str, int]] = {}
        self.out_of: dict[str, int] = {}
        self.decimals: dict[str, dict[Decimals, tuple[str, str]]] = {}

    def of_row(self, place: str, row: dict[str, Any]) -> Iterator[Rated]:
        """Yield the ratings of a row, those that are missing among them."""
        named = [name for name, _ in self.criteria]
        for name, path in self.criteria:
            criterion = name
            if self.mapping.criterion_name:
                criterion = as_name(value_at(row, self.mapping.criterion_name)) or ""
                if not criterion:
                    what = f"{self.mapping.criterion_name} (criterion) is empty"
                    self.laid.faults.append(Problem(place, what))
                    continue
            # several columns of one criterion are several people's
            is_one_of = named.count(name) > 1 and "[]" not in path
            ratings = list(values_at(row, path))
            raters = self._raters(place, row, path, ratings)
            if is_one_of:
                # beside a column that says who rated they are that person's
                begin = [each for each in raters if each != ONE_RATER]
                raters = ["-".join((*begin, self.called[path]))]
            for number, found in enumerate(ratings):
                score = self._score(place, path, found.value)
                yield Rated(criterion, raters[number] if number < len(raters) else ONE_RATER, score)

    def say_no_numbers(self) -> None:
        """Enter each value that is no rating as a fault, once, with how often it is there."""
        said: set[str] = set()
        for (path, value), (place, times) in self.no_numbers.items():
            often = f"So it is in {times:,} rows" if times > 1 else ""
            how = _A_LIST.format(path) if value == shown([]) else _NO_NUMBER
            how = f"In {path} {COMMAS}" if is_number_with_comma(value) else how
            how = _A_DAY if is_day(value) else how
            hint = ". ".join(filter(None, (often, "" if path in said else how)))
            got = as_name(value) if is_day(value) else value
            self.laid.faults.append(Problem(place, f"{path} is not a number", got, hint=hint))
            said.add(path)
        for path, decimals in self.decimals.items():
            self._say_thousands(path, decimals)

    def _say_thousands(self, path: str, decimals: dict[Decimals, tuple[str, str]]) -> None:
        """Enter as a fault what may be thousands, beside a number with its decimals behind another sign."""
        for each, (place, value) in decimals.items():
            others = [seen for other, seen in decimals.items() if other.sign != each.sign]
            if each.may_be_thousands and others:
                hint = f"{others[0][1]!r} in {others[0][0]} has its decimals behind another sign: one for all"
                what = f"{path} may be thousands or three decimals"
                self.laid.faults.append(Problem(place, what, value, hint=hint))
                return

    def _score(self, place: str, path: str, value: Any) -> float | None:
        """Return a rating; a number, or what begins with one, as "4 - good" and "4/5" do."""
        if (counted := in_words(value, self.words, self.source.has_decimal_commas)) is not None:
            return None if is_nothing(counted) else counted
        if is_missing(value):
            return None
        if (decimals := decimals_of(value)) is not None:
            self.decimals.setdefault(path, {}).setdefault(decimals, (place, value))
        is_truth = isinstance(value, bool)
        number = None if is_truth else as_number(value, self.source.has_decimal_commas)
        written = as_written(value) if number is None else WrittenRating(number, 0)
        if written is None:
            first, times = self.no_numbers.get((path, shown(value)), (place, 0))
            self.no_numbers[path, shown(value)] = first, times + 1
            return None
        if number is None and not is_truth:
            first, times = self.laid.written.get(path, (value, 0))
            self.laid.written[path] = first, times + 1
        # 0 is 0 on every scale
        if number != 0 and self.out_of.setdefault(path, written.out_of) != written.out_of:
            allowed = f"out of {self.out_of[path]}" if self.out_of[path] else "a number alone"
            hint = "Write all ratings of a criterion on one scale"
            self.laid.faults.append(Problem(place, f"{path} is on another scale", value, allowed, hint))
        return written.score

    def _raters(self, place: str, row: dict[str, Any], path: str, found: list[Found]) -> list[str]:
        """Return who gave each rating at a path: named beside it, else by the place in the list."""
        inside, who = list_of(path), self.mapping.rater
        if inside and who and isinstance(value_at(row, who), list):
            who += "[]"  # a column of lists of names
        names = self._names_in(row, inside, who) if inside and list_of(who) else {}
        if names and found and who.endswith("[]") and [*names] != [each.at for each in found]:
            what = f"{who} (rater) has not one name for each rating of {path}"
            self.laid.faults.append(Problem(place, what, f"{len(names)} names, {len(found)} ratings"))
        if names or (inside and list_of(who) == inside):
            return _apart([names.get(each.at, ONE_RATER) for each in found])
        is_beside = bool(who) and not list_of(who) and is_in(who, self.source.columns)
        name = as_name(value_at(row, who)) if is_beside else None
        if inside and not is_beside:
            group = first_step(inside)
            self.laid.groups.setdefault(group)
            return [f"{group}-{number}" for number in range(1, len(found) + 1)]
        self.laid.of_nobody += is_beside and name is None
        called = [name or ONE_RATER] * len(found)
        return _apart(called) if inside else called

    def _names_in(self, row: dict[str, Any], inside: str, who: str) -> dict[tuple[int, ...], str]:
        """Return who rated, by the place in a list: named in the mapped list, one like it, or their own."""
        field = who.removeprefix(list_of(who))
        path = f"{inside}{field}" if field else who
        return {each.at: as_name(each.value) or ONE_RATER for each in values_at(row, path)}


def _set_apart(paths: list[str]) -> dict[str, str]:
    """Return the steps in which paths differ: of r.ann.flow and r.bob.flow ann and bob."""
    steps = [path.split(".") for path in paths]
    shortest = min(map(len, steps))
    begin = next((at for at in range(shortest) if len({each[at] for each in steps}) > 1), 0)
    end = next((at for at in range(1, shortest + 1) if len({each[-at] for each in steps}) > 1), 1) - 1
    names = [".".join(each[begin : len(each) - end]) for each in steps]
    return dict(zip(paths, names if all(names) else paths, strict=True))


def _apart(names: list[str]) -> list[str]:
    """Give the second and later ratings by one rater a number."""
    return [
        name if name not in names[:number] else f"{name}#{names[:number].count(name) + 1}"
        for number, name in enumerate(names)
    ]
