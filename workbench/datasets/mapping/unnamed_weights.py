"""Columns of weights of references: whose they are, and those that may be weights and that nobody takes."""

import re
from collections.abc import Collection
from unicodedata import combining, normalize

from workbench.datasets.mapping import names
from workbench.datasets.mapping.column_map import ColumnMap, split_name
from workbench.datasets.mapping.fitting import is_called_weight
from workbench.datasets.mapping.rated_references import ratings_of_references
from workbench.datasets.mapping.seen_columns import SeenColumn, columns_left
from workbench.datasets.mapping.source_table import SourceTable
from workbench.errors import Problem

_ROLE = re.compile(
    rf"human|gold|({'|'.join(names.OF_REFERENCES)})s?|weights?|({'|'.join(names.OF_RATINGS)})(en|s)?"
    "|_of_|w|r(?=[_ -]?[0-9])|[_ -]"
)
"""What columns of references and weights are called; what else is in a name says which one it is."""
_CALLED_ALIKE = (
    "Ratings of outputs are called so in another table: give one of the two another name. If it says how "
    "good each reference is, --weight names it then, with numbers from -1 to 1"
)
_RATED = (
    "If it says how good each is, --weight names it, in Python weights=, with numbers from -1 to 1: those of "
    "1 to 5 become such by (rating - 3) / 2. A rating of outputs is named by --criterion; else --leave-out"
)


def unnamed_weights(sources: list[SourceTable], mapping: ColumnMap) -> list[Problem]:
    """Return what is said of columns that may be weights, and are in nobody's use.

    Nothing where others are taken as weights.
    """
    if mapping.weights:
        return []
    n_columns = len(mapping.references)
    each = f", {n_columns:,} here" if n_columns > 1 else ""
    hint = (
        f"Each column of references has one of weights{each}: name them with --weight, in Python weights=, "
        "in the order of the references. One that weighs no reference is left out, or named as criterion"
    )
    called = [
        Problem(
            ", ".join(source.name for source in sources if column in source.columns),
            f"column {column!r} has weights by its name, and is not named",
            hint=hint,
        )
        for column in columns_left(sources, mapping, "number", "numbers", "name")
        if is_called_weight(column)
    ]
    criteria = {split_name(each, set())[1] for each in mapping.criteria}
    rated = [
        Problem(
            source,
            f"{path!r} rates references by where it stands, and is not named",
            hint=_CALLED_ALIKE if path in criteria else _RATED,
        )
        for source, path in ratings_of_references(sources, mapping)
    ]
    of_several = [
        Problem(
            ", ".join(source.name for source in sources if column in source.columns),
            f"{column!r} has several numbers of each reference, and is not named",
            hint="Write their mean, one number a reference; what is no rating is left out with --leave-out",
        )
        for column in columns_left(sources, mapping, "lists")
        if names.is_of_references(column) and names.is_one_rating(column)
    ]
    return called + rated + of_several


def in_order_of(references: Collection[str], weights: list[SeenColumn]) -> list[SeenColumn]:
    """Return columns of weights as those of references stand, where names end alike: weight2 is of ref2."""
    places = _places_by_ends(references, [each.path for each in weights])
    return weights if places is None else [weights[at] for at in places]


def weight_paths(references: Collection[str], weights: Collection[str], known: Collection[str]) -> list[str]:
    """Return the column of weights of each column of references: by its name if it has one, else by place.

    Examples
    --------
    >>> weight_paths(["a=r1", "b=r2"], ["b=w2", "a=w1"], {"r1", "r2", "w1", "w2"})
    ['w1', 'w2']
    >>> weight_paths(["r1", "r2"], ["w1", "w2"], {"r1", "r2", "w1", "w2"})
    ['w1', 'w2']
    """
    paths = [split_name(each, set(known))[1] for each in weights]
    named = _named(weights, known)
    called = [split_name(each, set(known))[0] for each in references]
    return [named[name] for name in called] if named and set(named) == set(called) else paths


def weights_of_others(
    where: str, references: Collection[str], weights: Collection[str], known: Collection[str]
) -> list[Problem]:
    """Return what is wrong with whose weights are: names of no reference, or another order than theirs."""
    called = [split_name(each, set(known))[0] for each in references]
    if named := _named(weights, known):
        if set(named) == set(called) or len(called) == 1:
            return []
        given = ", ".join(split_name(each, set(known))[0] for each in weights)
        hint = "All columns of weights are named so, or none: then they stand in the order of the references"
        what = "are named, and not as the references are"
        return [Problem(where, what, given, ", ".join(called), hint=hint)]
    places = _places_by_ends(references, weights)
    if places is None or places == sorted(places):
        return []
    listed, first = list(weights), split_name(next(iter(references)), set(known))[1]
    hint = (
        "Names end alike, and stand in another order than those of the references. If they are meant so, "
        f"name references and weights: a={first} and a={listed[0]}, in Python {{'a': {first!r}, ...}} and "
        f"{{'a': {listed[0]!r}, ...}}"
    )
    allowed = ", ".join(listed[at] for at in places)
    return [Problem(where, "may be those of other references", ", ".join(listed), allowed, hint=hint)]


def _named(weights: Collection[str], known: Collection[str]) -> dict[str, str]:
    """Return the columns that are given with a name, name=column, by it."""
    return dict(split_name(each, set(known)) for each in weights if each not in known and "=" in each)


def _places_by_ends(references: Collection[str], weights: Collection[str]) -> list[int] | None:
    """Return the place of the weights of each reference, by how names end; None if that does not tell."""
    of_references, of_weights = (
        [_end_of(split_name(each, set())[0]) for each in named] for named in (references, weights)
    )
    if len(set(of_weights)) < len(of_weights) or sorted(of_references) != sorted(of_weights):
        return None
    return [of_weights.index(end) for end in of_references]


def _end_of(called: str) -> str:
    letters = normalize("NFKD", called.casefold())
    return _ROLE.sub("", "".join(each for each in letters if not combining(each)))
