"""How kernels are compiled: when they are first called, once for a machine, kept on disk.

Loading the compiler takes longer than scoring a text. So the kernels of words run as plain Python until they
have done a third of a second of work, or are given much of it; both ways give the same to the last bit.
"""

import hashlib
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache, cached_property, update_wrapper
from pathlib import Path
from threading import RLock
from time import perf_counter
from types import FunctionType
from typing import Any, Literal, TypeVar, cast

import numpy as np

if sys.platform != "win32":
    import fcntl

F = TypeVar("F", bound=Callable[..., Any])
Whole = int | np.int64
"""A number that a kernel gives another one: ``np.int64(0)``, for with 0 it would be compiled for 0 alone."""
Flag = bool | np.bool_
"""Whether, as a kernel says it to another one: ``YES``, for with True it would be compiled for True alone."""
YES, NO = np.bool_(True), np.bool_(False)
PACKAGE = Path(__file__).resolve().parents[1]
LITTLE = 3000
"""Entries of all arrays together that are worth no compiler."""
_PATIENCE = 0.3
"""Seconds of plain Python in a process."""
_IMPORTED = re.compile(rb"^from workbench\.([\w.]+) import", re.MULTILINE)
_LOCK = RLock()


class Kernel:
    """A function of arrays and numbers, compiled when it is first called; it releases the interpreter.

    Parameters
    ----------
    function
    runs_plainly : bool
        Whether it may run as plain Python where there is little to do.
    makes_arrays : bool
        Whether it makes or returns any.
    """

    spent = 0.0

    def __init__(self, function: Callable[..., Any], runs_plainly: bool, makes_arrays: bool) -> None:
        update_wrapper(self, function)
        self.py_func = cast("FunctionType", function)
        self.runs_plainly = runs_plainly
        self.makes_arrays = makes_arrays

    @cached_property
    def plain(self) -> Callable[..., Any]:
        """The function as plain Python, and all kernels that it calls as well."""
        return self._calling("plain")

    @cached_property
    def compiled(self) -> Callable[..., Any]:
        """The compiled function."""
        return self._compile("compiled")

    @cached_property
    def called(self) -> Callable[..., Any]:
        """The compiled function for other kernels alone, without a way in from Python."""
        return self._compile("called")

    def _compile(self, form: Literal["compiled", "called"]) -> Callable[..., Any]:
        """Return one of the two compiled forms.

        What was compiled is kept in a folder of the sources that it was made of: numba itself looks at the
        file of the function alone, would go on with a called kernel that has changed in another file, and
        cannot read what is left of a version in which a type had another name.
        """
        with _LOCK:
            if (done := vars(self).get(form)) is not None:
                return cast("Callable[..., Any]", done)
            numba = _load_numba()
            # before the folder is set: kernels that it calls are kept where they are for all callers
            calling = self._calling("called")
            before = numba.config.CACHE_DIR
            folder = _kept_in(Path(self.py_func.__code__.co_filename).resolve(), before, form)
            numba.config.CACHE_DIR = folder or before
            options: dict[str, Any] = {"cache": bool(folder), "nogil": True, "no_cfunc_wrapper": True}
            if self.runs_plainly:
                # they divide by constants alone, and need not be ready for 0
                options["error_model"] = "numpy"
            if not self.makes_arrays:
                # the caller holds all arrays: counting who else does takes as long as a short loop
                options["_nrt"] = False
            try:
                made = numba.njit(**options, no_cpython_wrapper=form == "called")(calling)
            finally:
                numba.config.CACHE_DIR = before
            if folder and hasattr(made, "_cache"):  # nothing is compiled with NUMBA_DISABLE_JIT
                _save_alone(made, Path(folder))
            return cast("Callable[..., Any]", made)

    def _calling(self, form: Literal["plain", "called"]) -> Callable[..., Any]:
        """Return the function with the kernels that it calls in one of their forms."""
        function = self.py_func
        names = {name: function.__globals__.get(name) for name in function.__code__.co_names}
        kernels = {name: getattr(each, form) for name, each in names.items() if isinstance(each, Kernel)}
        made = FunctionType(
            function.__code__, {**function.__globals__, **kernels}, function.__name__,
            function.__defaults__, function.__closure__,
        )  # fmt: skip
        return update_wrapper(made, function)

    def __call__(self, *arguments: Any) -> Any:
        """Return what the function returns."""
        is_ready = "compiled" in vars(self) or not self.runs_plainly
        if is_ready or Kernel.spent > _PATIENCE or _size(arguments) > LITTLE:
            return self.compiled(*arguments)
        start = perf_counter()
        try:
            return self.plain(*arguments)
        finally:
            Kernel.spent += perf_counter() - start


def _size(arguments: tuple[Any, ...]) -> int:
    """Return how many entries the arrays among the arguments have."""
    arrays = [each.size for each in arguments if isinstance(each, np.ndarray)]
    return sum(arrays) + sum(_size(each) for each in arguments if isinstance(each, tuple))


@cache
def _load_numba() -> Any:
    """Return numba, which from now on says once when it compiles and does not merely load from disk."""
    import numba
    from numba.core import event

    class Announcer(event.Listener):
        announced = False

        def on_start(self, event: object) -> None:
            if not self.announced:
                self.announced = True
                said = "Compiling kernels for this machine (once; some seconds) ..."
                print(said, file=sys.stderr, flush=True)

        def on_end(self, event: object) -> None:
            """Do nothing: one line is enough."""

    event.register("numba:compile", Announcer())
    return numba


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
def _kept_in(path: Path, asked: str, form: str) -> str:
    """Return the folder of what is compiled of a module in a form; "" where nothing can be kept."""
    place = Path(asked) if asked else path.parent / "__pycache__"
    for each in (place, Path.home() / ".cache" / "workbench" / "kernels"):
        folder = each / source_digest(path) / form
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return str(folder)
    return ""


def _save_alone(made: Any, folder: Path) -> None:
    """Let one program at a time keep what it compiled.

    numba reads its index, adds to it and writes it: of two programs that do so at once, for other types, one
    would find the code of the other under its own types.
    """
    save = made._cache.save_overload

    def save_alone(*what: Any) -> None:
        with (folder / "lock").open("w") as file:
            if sys.platform != "win32":
                with suppress(OSError):  # some file systems of networks have no locks
                    fcntl.flock(file, fcntl.LOCK_EX)
            save(*what)

    made._cache.save_overload = save_alone


def kernel(function: F) -> F:
    """Make a function of arrays and numbers a kernel."""
    return cast("F", Kernel(function, runs_plainly=False, makes_arrays=True))


def word_kernel(function: F) -> F:
    """Make a function of words a kernel that runs as plain Python where there is little to do.

    Its numbers are whole, or are added one after another, so that Python and the compiler agree on every bit.
    """
    return cast("F", Kernel(function, runs_plainly=True, makes_arrays=True))


def word_step(function: F) -> F:
    """Make a function of words a kernel that others call in their loops; it makes and returns no arrays."""
    return cast("F", Kernel(function, runs_plainly=True, makes_arrays=False))
