"""Versions of installed packages, found without asking for all that is installed."""

import importlib.util
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from importlib.metadata import Distribution, DistributionFinder, version
from pathlib import Path


@cache
def version_said(distribution: str) -> str:
    """Return the version under which a distribution is installed: that of the first call, which is loaded."""
    return version(distribution)


def _found(package: str | None, folders: list[str]) -> list[Distribution]:
    context = DistributionFinder.Context(name=package, path=folders)
    return list(Distribution.discover(context=context))


@cache
def _owners(folder: str) -> Mapping[str, list[Distribution]]:
    """Return the distributions of a folder by the packages that they bring; it reads all their file lists."""
    owners = defaultdict(list)
    for distribution in _found(None, [folder]):
        listed = {
            file.parts[0].partition(".")[0] for file in distribution.files or () if file.suffix == ".py"
        }
        for package in listed | set((distribution.read_text("top_level.txt") or "").split()):
            owners[package].append(distribution)
    return owners


@cache
def version_of(package: str) -> str | None:
    """Return the version that is installed where a top-level package lies; None for a checkout or a file.

    A package that is installed as editable lies in its own folder, away from what says its version, and so it
    counts by its sources. The answer is that of the first call: what is loaded does not change by an upgrade.

    Examples
    --------
    >>> version_of("numpy") == __import__("numpy").__version__
    True
    >>> version_of("no_such_package")
    """
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        return None
    if spec is None:
        return None
    if spec.submodule_search_locations is not None:
        folders = [str(Path(each).parent) for each in spec.submodule_search_locations]
    elif spec.has_location and spec.origin:
        folders = [str(Path(spec.origin).parent)]
    else:
        return None
    found = _found(package, folders)
    if not found:
        found = [each for folder in folders for each in _owners(folder).get(package, [])]
    # a checkout has a list of its sources beside it, which says nothing about what is in them
    installed = [each for each in found if each.read_text("SOURCES.txt") is None]
    return "+".join(sorted({each.version for each in installed})) or None
