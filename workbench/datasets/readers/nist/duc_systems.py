"""Which systems of DUC take part: all, those that were submitted, or those on a list of the user.

A summarizer with a number is a system and one with a letter a person, unless the list says otherwise. Lin
2004 does not say which submissions make up his 12, 14, 10 and 18 systems.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from workbench.datasets.readers.lines import read_separated
from workbench.datasets.readers.nist.names import is_human
from workbench.errors import DataError, MissingDataError, Problem, SpecError, suggest

LIST = "systems.csv"
# inferred from the names of the archives baseline1 to baseline3 of 2002
BASELINES = {2001: ("1", "2", "3"), 2002: ("1", "2", "3")}


class Peers(NamedTuple):
    """Who takes part, told task and summarizer; and who of the others is a person, told the summarizer."""

    takes_part: Callable[[str, str], bool]
    is_person: Callable[[str], bool]


def choose_systems(folder: Path, year: int, how: str) -> Peers:
    """Return who takes part: ``all``; ``submitted``, without NIST's baselines; or ``listed`` in systems.csv.

    The list has the columns task and system, one row for each system of a task.

    Raises
    ------
    SpecError
        If which systems are baselines is not known.
    DataError
        If the list has faults; `MissingDataError` if there is none.
    """
    if how == "all":
        return Peers(lambda task, system: not is_human(system), is_human)
    if how == "submitted":
        if year not in BASELINES:
            what = f"peers = 'submitted': which systems of {year} are baselines is not known here"
            hint = f"Choose peers = 'all', or 'listed' with the systems that shall take part in {LIST}"
            raise SpecError(Problem(f"duc{year}", what, hint=hint))
        baselines = BASELINES[year]
        return Peers(lambda task, system: not is_human(system) and system not in baselines, is_human)
    path = folder / LIST
    if not path.is_file():
        hint = "It has the columns task and system, a row for each system that takes part in a task"
        raise MissingDataError(Problem(str(path), "peers = 'listed' needs this file", hint=hint))
    listed = {(row["task"], row["system"]) for _, row in read_separated(path, ("task", "system"), ",")}
    names = {system for _, system in listed}
    return Peers(
        lambda task, system: (task, system) in listed, lambda name: is_human(name) and name not in names
    )


def check_list(folder: Path, year: int, wanted: Callable[[str], bool], judged: set[tuple[str, str]]) -> None:
    """Raise a `DataError` if systems.csv names a task that is not of the year, or a system nobody judged.

    Parameters
    ----------
    folder : Path
    year : int
    wanted : callable
        Tells of a task whether it is read.
    judged : set of (task, system)
        Of the tasks that are read.
    """
    tasks = {task for task, _ in judged}
    for place, row in read_separated(folder / LIST, ("task", "system"), ","):
        task, system = row["task"], row["system"]
        if not task.startswith(f"DUC {year} "):
            raise DataError(Problem(place, "unknown task", task, hint=suggest(task, tasks)))
        if wanted(task) and (task, system) not in judged:
            raise DataError(Problem(place, f"{task} has no judged system {system!r}"))
