"""What a module is made of: its source, those of the modules it imports, and versions of other packages."""

import ast
import hashlib
import importlib.util
import os
import re
import sys
from collections.abc import Iterator, Mapping
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any, NamedTuple

from workbench.code.imports import Statement, used_of
from workbench.code.sources import Source, read_data, read_source
from workbench.code.versions import version_of

UNKNOWN = "unknown"
"""In place of the digest of something that has none."""


class Module(NamedTuple):
    """Where a module comes from.

    Attributes
    ----------
    name : str
    path : str or None
        None for one without a file: built into Python, or a folder that is a package without ``__init__``.
    folders : list of str or None
        Where the modules of a package are; None for a module that is no package.
    loaded : object
        What stands for it in memory, if it is loaded.
    """

    name: str
    path: str | None
    folders: list[str] | None
    loaded: object

    @classmethod
    def of(cls, namespace: Mapping[str, Any]) -> "Module":
        """Return the module that has this namespace."""
        path, folders = namespace.get("__file__"), namespace.get("__path__")
        loaded = namespace.get("__spec__") or namespace.get("__loader__")
        name = str(namespace.get("__name__"))
        return cls(name, path or None, None if folders is None else list(folders), loaded)

    @property
    def label(self) -> str:
        """Its name; that of the file if it is no part of a package, wherever the file lies."""
        if "." in self.name or self.folders is not None or self.path is None:
            return self.name
        return Path(self.path).name

    @property
    def package(self) -> str:
        """What its relative imports start from."""
        return self.name if self.folders is not None else self.name.rpartition(".")[0]


def top_of(name: str) -> str:
    """Return the top-level package of a module."""
    return name.partition(".")[0]


def is_standard(name: str) -> bool:
    """Tell whether a module comes with Python, whose version is a part of all code."""
    return top_of(name) in sys.stdlib_module_names


def find_module(name: str) -> Module | None:
    """Return a module without importing anything; None if there is none of that name."""
    if name in sys.modules:
        return Module.of(vars(sys.modules[name])) if sys.modules[name] is not None else None
    parent = name.rpartition(".")[0]
    if parent:
        package = find_module(parent)
        if package is None or package.folders is None:
            return None
        spec = PathFinder.find_spec(name, package.folders)
    else:
        spec = importlib.util.find_spec(name)
    if spec is None:
        return None
    folders = spec.submodule_search_locations
    path = spec.origin if spec.has_location else None
    return Module(name, path, None if folders is None else list(folders), None)


class Modules:
    """Collects what some modules are made of.

    Attributes
    ----------
    parts : dict of str to str
        Digests of sources by module, versions by package.
    own : set of str
        The top-level packages that count by their sources although they have a version.
    """

    def __init__(self) -> None:
        self.parts = {"python": f"{sys.version_info.major}.{sys.version_info.minor}"}
        self.own = {"workbench"}
        self._walked: set[str] = set()
        self._taken: set[tuple[str, str]] = set()

    def put(self, label: str, digest: str) -> None:
        """Enter a part; of two that are called alike both count."""
        have = self.parts.get(label, digest)
        self.parts[label] = digest if have == digest else f"{have}+{digest}"

    def version(self, name: str) -> str | None:
        """Return the version that a module counts by, and enter it; None if it counts by its source."""
        top = top_of(name)
        if is_standard(top):
            return self.parts["python"]
        version = None if top in self.own else version_of(top)
        if version is not None:
            self.parts[top] = version
        return version

    def reach(self, name: str, taken: tuple[str, ...] | None = None) -> None:
        """Enter a module and all that it imports.

        Parameters
        ----------
        name : str
        taken : tuple of str, optional
            What is taken from it, if that is not all; ``b.c`` where a package's ``a.b.c`` is used.
        """
        if self.version(name) is not None:
            return
        module = find_module(name)
        if module is None:
            self.put(name, "absent")  # an import that may fail; once it does not, the code is another one
        elif taken is None or module.folders is None:
            self.walk(module)
        else:
            for each in taken:
                self._take(module, each)

    def _take(self, package: Module, taken: str) -> None:
        """Enter what a package has under a name: its module, or what its ``__init__`` imports or defines.

        An ``__init__`` that only imports the name, as that of `workbench.metrics` imports all metrics, is not
        counted itself: else an edit of one of them would make all of them new.
        """
        if (package.name, taken) in self._taken:
            return
        self._taken.add((package.name, taken))
        name, _, rest = taken.partition(".")
        inner = find_module(f"{package.name}.{name}")
        source = _read(package)
        statements = list(_binding(source, name)) if source else []
        if inner and rest and inner.folders is not None:
            self._take(inner, rest)
        elif inner:
            self.walk(inner)
        for statement in statements:
            self._follow(package, statement)
        defined = source and re.search(rf"^\s*(?:def|class)\s+{name}\b|^\s*{name}\s*[:=]", source.text, re.M)
        if defined or not (inner or statements):
            self.walk(package)

    def walk(self, module: Module) -> None:
        """Enter a module that counts by its source."""
        if module.name in self._walked:
            return
        self._walked.add(module.name)
        if module.path is None and module.folders is not None:
            return
        source = _read(module)
        if source is None:
            self.put(module.label, UNKNOWN)
            return
        self.put(module.label, source.digest)
        for statement in source.imports:
            self._follow(module, statement, source.text)
        for name, is_whole in source.by_name:
            if is_whole:
                self.reach(name)
            elif not name.rpartition(".")[0] or self.version(name) is None:
                self.put(f"what {module.label} imports by name", UNKNOWN)
        if source.reads_beside:
            self._add_files(module, source)
        elif source.opens_files:
            self.put(f"files that {module.label} opens", UNKNOWN)

    def _follow(self, module: Module, statement: Statement, text: str = "") -> None:
        """Enter what an import brings; of packages only what the text takes from them, if it says so."""
        if isinstance(statement, ast.ImportFrom):
            name = "." * statement.level + (statement.module or "")
            taken = tuple(alias.name for alias in statement.names)
            try:
                self.reach(importlib.util.resolve_name(name, module.package), None if "*" in taken else taken)
            except ImportError:
                self.put(name, "absent")  # it leads out of the top-level package
            return
        for alias in statement.names:
            name = alias.name if alias.asname else top_of(alias.name)
            if self.version(name) is None:
                self.reach(name, used_of(text, alias.asname or name) or None)
                if name != alias.name:
                    self.reach(alias.name)

    def _add_files(self, module: Module, source: Source) -> None:
        """Enter the data that a module may read: the files in its folder and in packages that it names.

        Which of them it reads cannot be seen, so that all count but Python's own. A file that is no part of a
        package may have anything beside it: it cannot be told.
        """
        if module.path is None or module.label != module.name:
            self.put(f"files beside {module.label}", UNKNOWN)
            return
        folders = {Path(module.path).parent}
        for named in set(re.findall(r"""["']([A-Za-z_][\w.]*)["']""", source.text)):
            if top_of(named) in self.own | {top_of(module.name)}:
                package = find_module(named)
                folders |= {Path(each) for each in (package.folders if package else None) or ()}
        digests = []
        for path, name in (each for folder in folders for each in _data_in(folder)):
            data = read_data(str(path))
            digests.append(f"{name} {data.digest if data else UNKNOWN}")
        written = "\n".join(sorted(digests))
        digest = hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        self.put(f"files beside {module.name}", UNKNOWN if UNKNOWN in written else digest)


def _data_in(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files below a folder that are no code, and their names in it."""
    for place, below, files in os.walk(folder):
        below[:] = [name for name in below if name != "__pycache__"]
        for name in files:
            # what is compiled of sources comes and goes, and says nothing that they do not
            if name.endswith((".py", ".pyc", ".so", ".pyd")):
                continue
            path = Path(place, name)
            if path.is_file():
                yield path, path.relative_to(folder).as_posix()


def _read(module: Module) -> Source | None:
    return read_source(module.path, module.loaded) if module.path else None


def _binding(source: Source, name: str) -> Iterator[Statement]:
    """Yield the imports that give something this name, each with nothing else in it."""
    for statement in source.imports:
        for alias in statement.names:
            if (alias.asname or top_of(alias.name)) == name:
                if isinstance(statement, ast.ImportFrom):
                    yield ast.ImportFrom(statement.module, [alias], statement.level)
                else:
                    yield ast.Import([alias])
