"""Importing what lies in the folder of a package, so that a new file needs no entry elsewhere."""

from collections.abc import Iterable
from importlib import import_module
from pkgutil import walk_packages


def import_modules(package: str, folders: Iterable[str]) -> None:
    """Import all modules of a package, in the order of their names, so that each enters what it brings.

    Parameters
    ----------
    package : str
    folders : iterable of str
        Its ``__path__``.
    """
    for module in walk_packages(folders, f"{package}."):
        import_module(module.name)
