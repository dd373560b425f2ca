"""Which rows of a table are compared with which."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from workbench.analyses.compare.section import TestSpec
from workbench.errors import Problem, SpecError, listed, suggest
from workbench.experiment.chosen_rows import RowLabel, labels_of
from workbench.experiment.plan import Plan


class RowGroup(NamedTuple):
    """Rows that are compared with each other, as numbers, and the pairs of their places that are tested."""

    rows: list[int]
    pairs: list[tuple[int, int]]


def find_groups(plan: Plan, labels: Sequence[RowLabel], test: TestSpec) -> list[RowGroup]:
    """Return the groups of the rows of one task; `plan` knows under which names metrics were asked for.

    To compare with the best, all pairs of a group are tested: which one is best is seen in the data, so that
    any two might have been compared. A named metric is looked for in the row's own column, then under its
    reference setting, then anywhere.

    Raises
    ------
    SpecError
        If no row has the name, or several equally near ones have it.
    """
    if test.pairs is not None:
        return [_listed(plan, labels, test.pairs, one_sided=test.alternative != "two")]
    if test.rivals in ("best", "all"):
        members: dict[tuple[str, ...], list[int]] = {}
        for number, (_, _, preprocess, references) in enumerate(labels):
            key = (references, preprocess) if test.within == "column" else ()
            members.setdefault(key, []).append(number)
        return [RowGroup(rows, list(combinations(range(len(rows)), 2))) for rows in members.values()]
    named = _named(plan, labels, test.against)
    around: dict[int, list[int]] = {number: [] for number in named}
    for number, label in enumerate(labels):
        around[_nearest(labels, label, named, test.against)].append(number)
    groups = []
    for home, rows in around.items():
        rows = sorted({*rows, home})
        at = rows.index(home)
        groups.append(RowGroup(rows, [(place, at) for place in range(len(rows)) if place != at]))
    return groups


def _listed(plan: Plan, labels: Sequence[RowLabel], pairs: list[list[str]], *, one_sided: bool) -> RowGroup:
    """Return the rows of listed pairs: each row of the first name with the nearest one of the second.

    Two rows that are listed both ways round are compared once, unless each side is a test of its own.
    """
    found: dict[tuple[int, int], None] = {}
    for first, second in pairs:
        ours, theirs = (_named(plan, labels, name, "test.pairs") for name in (first, second))
        for row in ours:
            other = _nearest(labels, labels[row], theirs, second, "test.pairs")
            if row == other:
                what = f"{first!r} and {second!r} are the same row"
                raise SpecError(
                    Problem("test.pairs", what, hint="Name a reference setting: metric @ setting")
                )
            if one_sided or (other, row) not in found:
                found[row, other] = None
    rows = sorted({row for pair in found for row in pair})
    place = {row: at for at, row in enumerate(rows)}
    return RowGroup(rows, [(place[one], place[other]) for one, other in found])


def _named(plan: Plan, labels: Sequence[RowLabel], name: str, where: str = "test.against") -> list[int]:
    name, _, setting = (part.strip() for part in name.partition("@"))
    metric, _, component = name.rpartition(" ")
    wanted = {(plan.full_name(name), each[1]) for each in labels} | {(plan.full_name(metric), component)}
    found = [
        number for number, label in enumerate(labels) if label[:2] in wanted and setting in ("", label[3])
    ]
    if not found:
        known = {text for label in labels for text in (label[0], " ".join(label[:2]))}
        if setting and setting not in (settings := {label[3] for label in labels}):
            what, hint = f"there is no reference setting {setting!r}", suggest(setting, settings)
            raise SpecError(Problem(where, what, hint=hint))
        if elsewhere := sorted({label[3] for label in labels if label[:2] in wanted}):
            what = f"{name!r} is not scored under the reference setting {setting!r}"
            raise SpecError(Problem(where, what, hint=f"It is under {listed(elsewhere)}"))
        raise SpecError(Problem(where, f"there is no metric {name!r}", hint=suggest(name, known)))
    return found


def _nearest(
    labels: Sequence[RowLabel], label: RowLabel, named: list[int], name: str, where: str = "test.against"
) -> int:
    for parts in (slice(2, 4), slice(3, 4), slice(0, 0)):
        near = [number for number in named if labels[number][parts] == label[parts]]
        if len(near) == 1:
            return near[0]
        if near:
            break
    one, other = (" ".join(labels[number]) for number in near[:2])
    what = f"{name!r} is several rows for {' '.join(label)}: {one}; {other}"
    hint = "Name a component (rouge-1 f), or give the metric one preprocessing and one reference setting"
    raise SpecError(Problem(where, what, hint=hint))


def check_groups(plan: Plan, test: TestSpec, key: str = "") -> None:
    """Raise a `SpecError` when a test, or another key, names a metric that the experiment does not have."""
    for task in plan.tasks:
        try:
            find_groups(plan, labels_of(plan, task), test)
        except SpecError as error:
            where = f"{plan.spec.name}: {key or error.problems[0].where}"
            raise SpecError(error.problems[0]._replace(where=where)) from None
