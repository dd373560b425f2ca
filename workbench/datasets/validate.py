"""Validating: whether the files of a data set are those that its card describes."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from workbench.datasets.card import DatasetCard, get_card
from workbench.datasets.load import folder_of, home_of, load
from workbench.errors import DataError, Problem

State = Literal["ok", "missing", "changed", "unknown", "faulty"]


class Check(NamedTuple):
    """What was looked at, and how it is.

    ok; missing: there is no such file; changed: another content than the card describes; unknown: the card
    does not say what it should be; faulty: it cannot be used, the problems say why.
    """

    what: str
    state: State
    problems: tuple[Problem, ...] = ()


def validate(
    name: str, data: str | Path | None = None, options: Mapping[str, str] | None = None
) -> list[Check]:
    """Check each file of a data set, then the data set as a whole: it is read, and every fault is reported.

    Parameters
    ----------
    name, data, options
        As for `workbench.datasets.load.load`.

    Returns
    -------
    list of Check
        One a file of the card; then, if none is missing, one of the data set. A changed file is no fault in
        itself: it may be a later version, and a result that rests on it is another result.

    Raises
    ------
    SpecError
        Unknown data set, option or value.
    DataError
        If the card itself has faults.

    Examples
    --------
    >>> validate("simulated-news")
    [Check(what='simulated-news', state='ok', problems=())]
    """
    home = home_of(data)
    card = get_card(name, home)
    checks = list(_check_files(card, folder_of(card, home)))
    if not any(check.state == "missing" for check in checks):
        checks.append(_check_content(name, data, options))
    return checks


def _check_files(card: DatasetCard, folder: Path) -> Iterator[Check]:
    for file in card.files:
        path = folder / file.path
        if not path.is_file():
            problem = Problem(str(path), "there is no such file", hint=card.instructions)
            yield Check(str(path), "missing", (problem,))
        elif not file.sha256:
            yield Check(str(path), "unknown")
        else:
            found = hashlib.sha256(path.read_bytes()).hexdigest()
            if found == file.sha256:
                yield Check(str(path), "ok")
            else:
                what = "is another file than the card describes: sha256"
                yield Check(str(path), "changed", (Problem(str(path), what, found, file.sha256),))


def _check_content(name: str, data: str | Path | None, options: Mapping[str, str] | None) -> Check:
    try:
        load(name, data, options)
    except DataError as error:
        return Check(name, "faulty", error.problems)
    return Check(name, "ok")
