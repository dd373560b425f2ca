"""What is said where a data set is not found: which folder was searched, what lies there, what that lacks."""

from collections.abc import Iterable
from pathlib import Path

from workbench.datasets.places import ENDINGS
from workbench.errors import Problem, suggest

_SHOWN = 8


def unknown_data_set(name: str, data: Path | None, known: Iterable[str]) -> Problem:
    """Return the problem of a name that no data set has.

    Parameters
    ----------
    name : str
    data : Path, optional
        The folder that was searched; None where nobody named one.
    known : iterable of str
        Names that there are.

    Examples
    --------
    >>> unknown_data_set("mine", None, ["summeval"]).hint.partition(". ")[2]
    'Known: summeval (`workbench data list`)'
    >>> unknown_data_set("summeval.csv", None, ["summeval"]).hint
    "Did you mean 'summeval'?"
    >>> print(unknown_data_set("qqqq.csv", None, []))
    qqqq.csv: there is no such file, and no data set is called so. Paths start from the folder that one is in
    """
    known, stem = [*known], Path(name).stem
    meant, _, names = suggest(name, known).partition("Known: ")
    if Path(name).suffix.lower() in ENDINGS and not Path(name).exists():
        near = f"Did you mean {stem!r}?" if stem in known else meant_file(Path(name)) or meant.strip()
        hint = near or "Paths start from the folder that one is in"
        return Problem(name, "there is no such file, and no data set is called so", hint=hint)
    hint = f"{meant}{_what_was_searched(name, data)}. Known: {names} (`workbench data list`)"
    return Problem("", f"unknown data set {name!r}", hint=hint)


def meant_file(path: Path) -> str:
    """Say which file beside a path that is not there may be meant; "" for none."""
    beside = sorted(each.name for each in path.parent.iterdir()) if path.parent.is_dir() else []
    meant, known, _ = suggest(path.name, beside).partition(" Known: ") if beside else ("", "", "")
    return meant if known and path.name else ""


def set_nearby(path: Path) -> str:
    """Say which data sets lie in a folder that is none, or of which it is a part; "" for none.

    A folder of mt-metrics-eval has folders, and lies with others of its kind in one.
    """
    above = path.resolve().parent
    if _is_set(above):
        return f"It is a part of {above.name}: name that folder, {path.parent}. "
    inside = [f"{path / each.name}" for each in sorted(path.iterdir()) if each.is_dir() and _is_set(each)]
    return f"It has data sets in it, each with its own folder: {_listed(inside)}. " if inside else ""


def _is_set(folder: Path) -> bool:
    is_test_set = (folder / "sources").is_dir() and (folder / "system-outputs").is_dir()
    return is_test_set or (folder / "card.toml").is_file()


def _what_was_searched(name: str, data: Path | None) -> str:
    if data is None:
        for ending in ENDINGS if Path(name).name == name else ():
            if Path(f"{name}{ending}").is_file():
                file = f"{name}{ending}"
                return f"Here is the file {file}: `workbench data import {file}` makes a data set of it"
        return "No folder was searched: name the one that yours lies in with --data or WORKBENCH_DATA"
    if not data.is_dir():
        return f"The folder that was searched is {'a file' if data.exists() else 'not there'}: {data}"
    if (data / "card.toml").is_file():
        parent = data.resolve().parent
        return f"{data} is itself the folder of a data set, {data.resolve().name!r}: take --data {parent}"
    for path in sorted(data.glob(f"{_escaped(name)}*")):
        if path.is_dir() and path.name == name:
            return (
                f"{path} has no card.toml, but {_listed(each.name for each in path.iterdir())}; "
                f"`workbench data import {path}` makes a data set of it"
            )
        if path.is_file():
            return f"{data} has the file {path.name}: `workbench data import {path}` makes a data set of it"
    cards = [each.parent.name for each in data.glob("*/card.toml")]
    others = [each.name for each in data.iterdir() if each.is_dir() and each.name not in cards]
    return f"{data} was searched: it has {_listed(cards)} with a card.toml, and {_listed(others)} without one"


def _escaped(name: str) -> str:
    return "".join(f"[{each}]" if each in "*?[" else each for each in name if each not in "/\\")


def _listed(names: Iterable[str]) -> str:
    found = sorted(names)
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return f"{', '.join(found[:_SHOWN])}{more}" if found else "nothing"
