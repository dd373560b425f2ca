"""How kernels are compiled: once for a machine, kept on disk, with a visible line the first time."""

import sys
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.core import event

F = TypeVar("F", bound=Callable[..., Any])


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


def kernel(function: F) -> F:
    """Compile a function of arrays and numbers; it releases the interpreter while it runs."""
    compiled: Any = numba.njit(cache=True, nogil=True)(function)
    return cast("F", compiled)
