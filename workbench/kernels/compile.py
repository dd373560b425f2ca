"""How kernels are compiled: once for a machine, kept on disk, with a visible line the first time."""

import hashlib
import os
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import event

_CONFIG = cast("Any", numba.config)
F = TypeVar("F", bound=Callable[..., Any])
PACKAGE = Path(__file__).resolve().parents[1]
_IMPORTED = re.compile(rb"^from workbench\.([\w.]+) import", re.MULTILINE)


class _Announcer(event.Listener):
    """Print one line when a kernel is compiled and not merely loaded from disk."""

    def __init__(self) -> None:
        self.announced = False

    def on_start(self, event: object) -> None:
        if not self.announced:
            self.announced = True
            print("Compiling kernels for this machine (once; some seconds) ...", file=sys.stderr, flush=True)

    def on_end(self, event: object) -> None:
        """Do nothing: one line is enough."""


event.register("numba:compile", _Announcer())  # type: ignore[no-untyped-call]


def source_digest(path: Path) -> str:
    """Return a digest of a module and of all modules of this package that it imports, theirs as well.

    A compiled kernel holds the code of the kernels that it calls, and the types that they take.
    """
    found: dict[Path, bytes] = {}
    waiting = [path]
    while waiting:
        each = waiting.pop()
        if each not in found and each.is_file():
            found[each] = each.read_bytes()
            names = _IMPORTED.findall(found[each])
            waiting += [PACKAGE.joinpath(*name.decode().split(".")).with_suffix(".py") for name in names]
    digest = hashlib.sha256()
    for each in sorted(found):
        digest.update(os.path.relpath(each, PACKAGE).encode() + b"\0" + found[each] + b"\0")
    return digest.hexdigest()[:16]


@cache
def _kept_in(path: Path) -> str:
    """Return the folder of what is compiled of a module; "" where nothing can be kept."""
    places = [_CONFIG.CACHE_DIR] if _CONFIG.CACHE_DIR else [path.parent / "__pycache__"]
    for place in [*map(Path, places), Path.home() / ".cache" / "workbench" / "kernels"]:
        folder = place / source_digest(path)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return str(folder)
    return ""


def kernel(function: F) -> F:
    """Compile a function of arrays and numbers; it releases the interpreter while it runs.

    What was compiled is kept in a folder of the sources that it was made of: numba itself looks at the file
    of the function alone, would go on with a called kernel that has changed in another file, and cannot read
    what is left of a version in which a type had another name.
    """
    folder, before = _kept_in(Path(function.__code__.co_filename).resolve()), _CONFIG.CACHE_DIR
    _CONFIG.CACHE_DIR = folder or before
    try:
        compiled: Any = numba.njit(cache=bool(folder), nogil=True)(function)
    finally:
        _CONFIG.CACHE_DIR = before
    return cast("F", compiled)
