"""Sources as they were loaded: a file that was changed under a loaded module does not say what runs."""

import hashlib
from functools import cached_property
from pathlib import Path

from workbench.code import STARTED
from workbench.code.imports import Statement, imports_by_name, imports_in


class Source:
    """A file that something is made of.

    Attributes
    ----------
    digest : str
        Of its bytes, 16 hexadecimal digits.
    text : str
        Of Python; other files are not read as text.
    """

    def __init__(self, content: bytes, is_python: bool) -> None:
        self.digest = hashlib.sha256(content).hexdigest()[:16]
        self.text = content.decode("utf-8", "replace") if is_python else ""

    @cached_property
    def imports(self) -> list[Statement]:
        """The imports in it; none if it is not Python, since then it cannot be imported either."""
        try:
            return imports_in(self.text)
        except SyntaxError:
            return []

    @cached_property
    def by_name(self) -> list[tuple[str, bool]]:
        """What it imports by calls, as `imports_by_name` says it."""
        return list(imports_by_name(self.text))

    @cached_property
    def reads_beside(self) -> bool:
        """Whether it may read files that lie beside it."""
        return any(word in self.text for word in ("__file__", "importlib.resources", "pkgutil"))

    @cached_property
    def opens_files(self) -> bool:
        """Whether it opens files."""
        return any(word in self.text for word in ("open(", "read_text(", "read_bytes("))


_READ: dict[str, tuple[tuple[int, ...], Source]] = {}
_LOADED: dict[tuple[str, int], tuple[object, Source]] = {}
"""By path and the identity of what was loaded, which is held so that no other thing can get its identity."""


def remember(path: str, loaded: object) -> bytes:
    """Return the content of a file that is about to be run; it is the source of what is loaded."""
    content = Path(path).read_bytes()
    _LOADED[path, id(loaded)] = loaded, Source(content, path.endswith(".py"))
    return content


def read_source(path: str, loaded: object) -> Source | None:
    """Return the source of a module as it was loaded; None if that cannot be told.

    A module that was digested once, or whose source was remembered, keeps that source for as long as it is
    loaded, whatever becomes of its file. Else the file is believed if it has not been changed since the
    workbench was started: a module that was written or reloaded later cannot be told until the next process.

    Parameters
    ----------
    path : str
    loaded : object
        What stands for the module in memory, another object after each loading: its ``__spec__``. None for
        one that is not loaded.
    """
    if (path, id(loaded)) in _LOADED:
        return _LOADED[path, id(loaded)][1]
    source = _read(path, must_be_old=loaded is not None)
    if source and loaded is not None:
        _LOADED[path, id(loaded)] = loaded, source
    return source


def read_data(path: str) -> Source | None:
    """Return a file that is read whenever a module wants; None if it was changed since the start."""
    return _read(path, must_be_old=True)


def _read(path: str, must_be_old: bool) -> Source | None:
    try:
        status = Path(path).stat()
        if must_be_old and max(status.st_mtime_ns, status.st_ctime_ns) >= STARTED:
            return None
        stamp = (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)
        if path not in _READ or _READ[path][0] != stamp:
            _READ[path] = stamp, Source(Path(path).read_bytes(), path.endswith(".py"))
    except OSError:
        return None
    return _READ[path][1]
