"""From somebody's tables, by a mapping, to outputs, references and judgments."""

from collections.abc import Iterator
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any

from workbench.datasets.card import DatasetCard
from workbench.datasets.evalset import EvalSet
from workbench.datasets.makers import name_makers
from workbench.datasets.mapping import names
from workbench.datasets.mapping.cells import as_name
from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.columns_check import check_columns, is_empty
from workbench.datasets.mapping.fitting import is_called_weight
from workbench.datasets.mapping.laid import Laid
from workbench.datasets.mapping.paths import is_in, value_at
from workbench.datasets.mapping.rated_references import ratings_of_references
from workbench.datasets.mapping.ratings_of_nobody import ratings_of_nobody
from workbench.datasets.mapping.row_references import empty_columns
from workbench.datasets.mapping.seen_columns import columns_left
from workbench.datasets.mapping.source_table import ONE_TASK, SourceTable
from workbench.datasets.mapping.table import NO_SYSTEM, MappedTable
from workbench.datasets.mapping.told_apart import column_of_criteria
from workbench.datasets.places import file_of, make_table
from workbench.datasets.readers.registry import Tables
from workbench.errors import DataError, Problem, SpecError, suggest

_MOST = 10


def read_mapped(mapping: ColumnMap, sources: list[SourceTable], where: str) -> tuple[Tables, list[str]]:
    """Return outputs, references and judgments, not yet checked, and the groups of raters in nested lists.

    Each table gives what it has columns for: a wide one everything, three tables a part each.

    Raises
    ------
    SpecError
        If a column is in no table, or the mapping lacks what is needed.
    DataError
        With a line for each of the first ten rows that cannot be used.
    """
    check_columns(mapping, sources, where)
    _check_people(mapping, sources, where)
    if nobodys := [*ratings_of_nobody(mapping, sources)]:
        raise SpecError(*nobodys)
    laid = Laid()
    for source in sources:
        MappedTable(mapping, source, laid).lay()
    _check_tasks(mapping, laid, sources, where)
    if not laid.judgments and not laid.faults:
        laid.faults.append(_no_rating(mapping, sources, where))
    if not laid.faults:
        laid.faults += _given_twice(mapping, laid.judgments, sources)
    if laid.faults:
        laid.faults = list(dict.fromkeys(laid.faults))
        more = len(laid.faults) - _MOST
        noun = "fault" if more == 1 else "faults"
        last = [Problem(where, f"... and {more} more {noun}")] if more > 0 else []
        raise DataError(*laid.faults[:_MOST], *last)
    return _finished(mapping, laid, sources, where)


def _no_rating(mapping: ColumnMap, sources: list[SourceTable], where: str) -> Problem:
    """Return what is said where there are columns of ratings, and no rating is found in them."""
    hint = f"Nothing is found at {', '.join(mapping.criteria)}: a path into a list is written list[].name"
    for source in sources:
        has_ratings = any(is_in(split_name(each, set())[1], source.columns) for each in mapping.criteria)
        if has_ratings and mapping.system and not is_in(mapping.system, source.columns):
            columns = ", ".join(source.columns)
            hint = f"{source.name} has no column {mapping.system!r} (system). It has one name in all "
            hint += f"tables. Its columns: {columns}"
        elif has_ratings and all(
            each in source.columns and is_empty(each, [source]) for each in mapping.criteria
        ):
            hint = f"Every cell of {', '.join(mapping.criteria)} is empty"
    return Problem(where, "there is not a single rating", allowed="criteria, or a table with them", hint=hint)


def _check_tasks(mapping: ColumnMap, laid: Laid, sources: list[SourceTable], where: str) -> None:
    """Raise a `DataError` if a table has no column of tasks, and there are several."""
    tasks = laid.tasks - {None}
    if None not in laid.tasks or len(tasks) < 2:
        return
    lacking = next(each for each in sources if not is_in(mapping.task, each.columns))
    what = "a table has no column of tasks, and there are several"
    hint = f"{lacking.name} has no column {mapping.task!r} (task). It has one name in all tables"
    hint += f". Its columns: {', '.join(lacking.columns)}"
    raise DataError(Problem(f"{where}: task", what, ", ".join(sorted(map(str, tasks))), hint=hint))


def _check_people(mapping: ColumnMap, sources: list[SourceTable], where: str) -> None:
    """Raise a `SpecError` if people are named who are no systems, or all systems are."""
    paths = [mapping.system] if mapping.system else []
    named = {as_name(value_at(row, path)) for each in sources for _, row in each.rows for path in paths}
    systems = sorted({*filter(None, named), *(mapping.text if len(mapping.text) > 1 else ())})
    for pattern in mapping.people:
        if systems and not any(fnmatchcase(name, pattern) for name in systems):
            hint = suggest(pattern, systems)
            raise SpecError(Problem(f"{where}: people", "no system is called so", pattern, hint=hint))
    if systems and all(any(fnmatchcase(name, each) for each in mapping.people) for name in systems):
        what = "all systems are people, and none is left to be scored"
        raise SpecError(Problem(f"{where}: people", what, ", ".join(mapping.people)))


def _given_twice(
    mapping: ColumnMap, judgments: list[dict[str, Any]], sources: list[SourceTable]
) -> Iterator[Problem]:
    seen: dict[tuple[Any, ...], str] = {}
    twice = []
    for row in judgments:
        key = tuple(row[name] for name in ("task", "segment", "system", "criterion", "rater"))
        if (earlier := seen.setdefault(key, row["place"])) != row["place"]:
            twice.append((row, earlier))
    if not twice:
        return  # nobody need look through all rows for what tells them apart
    hint = "Leave one of the rows out"
    if not mapping.system:
        hint = NO_SYSTEM
    elif apart := column_of_criteria(mapping, sources):
        held = "what was rated, name it as criterion name"
        held = held if mapping.rater else "who rated, name it as rater; if what was rated, as criterion name"
        hint = f"Column {apart!r} tells them apart: if it says {held}"
    elif not mapping.rater:
        hint += "; where several people rated, name the column that says who as rater"
    hint_of_files = (
        "Is each table one rater's? Give each a column that says who, and name it as rater"
        if mapping.system and not mapping.rater
        else hint
    )
    for row, earlier in twice:
        what = f"segment {row['segment']!r}, system {row['system']!r}: {row['criterion']} is rated twice"
        is_of_two = row["place"].rpartition(":")[0] != earlier.rpartition(":")[0]
        said = hint_of_files if is_of_two else hint
        yield Problem(row["place"], f"{what}, first in {earlier}", hint=said)


def _finished(
    mapping: ColumnMap, laid: Laid, sources: list[SourceTable], where: str
) -> tuple[Tables, list[str]]:
    """Fill in the task where a table does not name it, and say what was counted."""
    task = next(iter(laid.tasks - {None}), None) or ONE_TASK
    references = [
        {**row, "task": key[0] or task, "segment": key[1]}
        for key, rows in laid.references.items()
        for row in rows
    ]
    for row in (*laid.outputs, *laid.judgments):
        row["task"] = row["task"] or task
    if not mapping.text:
        keys = {
            (row["task"], row["segment"], row["system"]): row["place"] for row in reversed(laid.judgments)
        }
        laid.outputs = [
            {"place": place, "task": key[0], "segment": key[1], "system": key[2], "text": ""}
            for key, place in reversed(keys.items())
        ]
    notes = [note for source in sources for note in source.notes]
    for source in sources:
        notes += [
            Problem(source.name, f"column {column!r} is empty in every row: no reference comes of it")
            for column in empty_columns(mapping, source)
        ]
    if laid.missing:
        rated = laid.missing + len(laid.judgments)
        notes.append(Problem("", f"{laid.missing:,} of {rated:,} ratings are missing"))
    for path, (first, times) in laid.written.items():
        counted = f"1 rating in {path} is" if times == 1 else f"{times:,} ratings in {path} are"
        what = f"{counted} more than a number: of {first!r} the number is taken"
        notes.append(Problem("", what))
    if laid.of_nobody:
        have, are = (
            ("1 rating has", "is") if laid.of_nobody == 1 else (f"{laid.of_nobody:,} ratings have", "are")
        )
        what = f"{have} no {mapping.rater} (rater), and {are} taken as one rater's"
        notes.append(Problem("", what, hint="Fill it in where others rated"))
    if laid.of_people:
        people, number = ", ".join(mapping.people), laid.of_people
        what = f"{number:,} rated texts of {people} are references, and not scored"
        what = f"1 rated text of {people} is a reference, and not scored" if number == 1 else what
        notes.append(Problem("", what))
    outputs = make_table(laid.outputs)
    made, makers = name_makers(outputs, make_table(references))
    return Tables(outputs, made, make_table(laid.judgments), (*notes, *makers)), list(laid.groups)


def with_left(own: EvalSet, sources: list[SourceTable], mapping: ColumnMap) -> EvalSet:
    """Return a data set with a note on the columns that a mapping does not take, if they may be ratings."""
    columns = columns_left(sources, mapping, "number", "numbers", "name", "text", "texts", "other")
    # weights that are lacking are said by `unnamed_weights`
    of_references = {path for _, path in ratings_of_references(sources, mapping)}
    left = [
        each
        for each in columns
        if not names.is_no_rating(each)
        if mapping.weights or not (is_called_weight(each) or each in of_references)
    ]
    hint = "If people rated there: name them as criteria, and ratings in words with what they count"
    note = Problem("", f"columns that are not taken: {', '.join(left)}", hint=hint)
    return replace(own, notes=(*own.notes, note)) if left else own


def build_mapped(card: DatasetCard, mapping: ColumnMap, sources: list[SourceTable]) -> EvalSet:
    """Return tables under a mapping as a data set, checked.

    Nested lists of ratings are groups of raters, where the card has none of its own.

    Raises
    ------
    SpecError, DataError
        As `read_mapped` and `EvalSet.build`; if what is said to be lower is no criterion.
    """
    tables, groups = read_mapped(mapping, sources, ", ".join(source.name for source in sources))
    judged = list(map(str, tables.judgments["criterion"].tolist()))
    for each in mapping.lower:
        if each not in judged:
            hint = suggest(each, set(judged))
            raise SpecError(Problem(f"{card.name}: lower", f"no criterion {each!r}", hint=hint))
    changes: dict[str, object] = {"mapping": mapping, "texts": bool(mapping.text)}
    if len(groups) > 1 and card.raters == {"all": ["*"]}:
        changes["raters"] = {"all": ["*"]} | {each: [f"{each}-*"] for each in groups}
    said = card.model_copy(update=changes)
    where = {
        part: file_of(rows) or f"{card.name}: {part}"
        for part, rows in zip(("outputs", "references", "judgments"), tables, strict=False)
    }
    built = EvalSet.build(said, tables.outputs, tables.references, tables.judgments, where)
    return replace(built, notes=(*tables.notes, *built.notes))
