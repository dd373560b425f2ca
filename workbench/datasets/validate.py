"""Validating: whether the files of a data set are those that its card describes."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from workbench.datasets.card import DatasetCard, Sizes, get_card, own_names
from workbench.datasets.evalset import EvalSet
from workbench.datasets.fetch import digest
from workbench.datasets.load import folder_of, home_of, how_to_get, load, missing_originals
from workbench.datasets.originals.folders import FOLDER, original
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
        One a file of the card, and one a folder that is not there; then, if none is missing, one of the data
        set. A changed file is no fault in itself: it may be a later version, and a result that rests on it is
        another result.

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
        checks.append(_check_content(card, data, options))
    return checks


def sets_at(path: Path, names: Iterable[str]) -> list[tuple[str, Path]]:
    """Return the data sets that lie at a path, each with the folder of the data sets that it is in.

    The path is a folder with a ``card.toml``, the folder of a data set that the workbench knows, or a folder
    of data sets.

    Parameters
    ----------
    path : Path
    names : iterable of str
        Data sets that may be there.
    """
    path = path.resolve()
    if (path / "card.toml").is_file():
        return [(path.name, path.parent)]
    folders = {name: Path(get_card(name).folder) for name in names if get_card(name).folder}
    at = [
        (name, path.parents[len(folder.parts) - 1])
        for name, folder in folders.items()
        if folder.parts and path.parts[-len(folder.parts) :] == folder.parts
    ]
    # a data set that is put together from several is there if all of these are
    below = [
        (name, path)
        for name, folder in folders.items()
        if all((path / folder / each).is_dir() for each in (get_card(name).folders or ["."]))
    ]
    return at or [*below, *((name, path) for name in own_names(path))]


def _check_files(card: DatasetCard, folder: Path) -> Iterator[Check]:
    for each in card.folders:
        if not (folder / each).is_dir():
            problem = Problem(str(folder / each), "there is no such folder", hint=card.instructions)
            yield Check(str(folder / each), "missing", (problem,))
    paths = [folder / file.path for file in card.files]
    complete = bool(paths) and all(path.is_file() for path in paths)
    if complete or any(path.is_file() for path in paths) or not (folder / FOLDER).is_dir():
        for file, path in zip(card.files, paths, strict=True):
            yield _check_file(path, file.sha256) if path.is_file() else _miss(path, how_to_get(card))
    needed = [] if complete else missing_originals(card, folder)
    for origin in card.origins:
        for published in origin.files:
            path = original(folder, origin.name, published.path)
            if path.is_file():
                yield _check_file(path, published.sha256)
            elif str(path) in needed and (folder / FOLDER).is_dir():
                yield _miss(path, how_to_get(card))


def _miss(path: Path, how: str) -> Check:
    return Check(str(path), "missing", (Problem(str(path), "there is no such file", hint=how),))


def _check_file(path: Path, sha256: str) -> Check:
    if not sha256:
        return Check(str(path), "unknown")
    found = digest(path)
    if found == sha256:
        return Check(str(path), "ok")
    what = "is another file than the card describes: sha256"
    return Check(str(path), "changed", (Problem(str(path), what, found, sha256),))


def _check_content(card: DatasetCard, data: str | Path | None, options: Mapping[str, str] | None) -> Check:
    try:
        evalset = load(card.name, data, options)
    except DataError as error:
        return Check(card.name, "faulty", error.problems)
    found = sizes_of(evalset)
    if card.sizes is not None and not options and found != card.sizes:
        got, allowed = (
            ", ".join(f"{number} {what}" for what, number in each) for each in (found, card.sizes)
        )
        problem = Problem(card.name, "has other sizes than the card says", got, allowed)
        return Check(card.name, "changed", (problem, *evalset.notes))
    return Check(card.name, "ok", evalset.notes)


def sizes_of(evalset: EvalSet) -> Sizes:
    """Return how much is in a data set."""
    return Sizes(
        tasks=len(evalset.tasks),
        systems=sum(len(evalset.systems(task)) for task in evalset.tasks),
        segments=sum(len(evalset.segments(task)) for task in evalset.tasks),
        outputs=len(evalset.outputs),
        references=len(evalset.references),
        judgments=len(evalset.judgments),
    )
