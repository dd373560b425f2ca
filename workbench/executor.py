"""The one place that runs things in parallel: a function over many items."""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from workbench.errors import Problem, SpecError

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController

T = TypeVar("T")
R = TypeVar("R")
P = TypeVar("P", covariant=True)
_WORKERS = "WORKBENCH_WORKERS"
AHEAD = 4
"""Items under way for each worker: enough that none waits, few enough that they fit into memory."""
_DELAY = 2
"""Seconds before a bar is drawn: what is shorter needs none."""


class Executor(Protocol):
    """Something that applies a function to many items.

    What is mapped may be sent to other processes: the function with all that it holds once to each of them,
    an item alone. So items are small, the number of a row for instance, and what a function returns is not
    found again by its identity.
    """

    @property
    def here(self) -> "Executor":
        """The executor for what takes less time than to be sent."""
        ...

    def map(self, function: Callable[[T], R], items: Iterable[T], what: str = "") -> Iterator[R]:
        """Yield the result for each item, in the order of the items, whoever computed it.

        Parameters
        ----------
        function
            Of one item; it changes nothing but what it returns.
        items
            Taken one by one: no more than are under way are in memory.
        what
            Names the bar that shows how far it is; without a name there is none.
        """
        ...


@dataclass(frozen=True)
class Serial:
    """One item after the other.

    Attributes
    ----------
    progress : bool
        Whether bars are drawn on standard error, or in a notebook.

    Examples
    --------
    >>> list(Serial().map(abs, [-1, 2]))
    [1, 2]
    """

    progress: bool = False

    @property
    def here(self) -> Executor:
        """Itself."""
        return self

    def map(self, function: Callable[[T], R], items: Iterable[T], what: str = "") -> Iterator[R]:
        """Yield the result for each item, computed when it is asked for."""
        yield from watched(map(function, items), items, what, self.progress)


@dataclass(frozen=True)
class Threads:
    """Several items at a time in one process: kernels release the interpreter, and nothing is copied.

    Attributes
    ----------
    workers : int
        They do not change a byte of what is computed.
    progress : bool
        Whether bars are drawn on standard error, or in a notebook.

    Examples
    --------
    >>> list(Threads(2).map(abs, [-1, 2]))
    [1, 2]
    """

    workers: int
    progress: bool = False

    @property
    def here(self) -> Executor:
        """Itself."""
        return self

    def map(self, function: Callable[[T], R], items: Iterable[T], what: str = "") -> Iterator[R]:
        """Yield the result for each item, in the order of the items."""
        with ThreadPoolExecutor(self.workers) as pool:
            results = in_order(lambda item: pool.submit(function, item), items, AHEAD * self.workers)
            yield from watched(results, items, what, self.progress)


def local_executor(workers: int, progress: bool = False) -> Executor:
    """Return the executor of this process: threads, or none for one worker."""
    return Threads(workers, progress) if workers > 1 else Serial(progress)


def workers_here() -> int:
    """Return how many threads the environment variable WORKBENCH_WORKERS asks for, 1 where it is not set.

    Raises
    ------
    SpecError
        If it is no number of threads.

    Examples
    --------
    >>> os.environ["WORKBENCH_WORKERS"] = "2"
    >>> workers_here()
    2
    >>> del os.environ["WORKBENCH_WORKERS"]
    """
    said = os.environ.get(_WORKERS, "1")
    if not said.isdecimal() or int(said) < 1:
        raise SpecError(Problem(_WORKERS, "is no number of threads", said, "1, 2, 3, ..."))
    return int(said)


class Promise(Protocol[P]):
    """The result of something that is under way."""

    def result(self) -> P:
        """Return it, when it is there."""
        ...

    def cancel(self) -> object:
        """Do without it."""
        ...


def in_order(submit: Callable[[T], Promise[R]], items: Iterable[T], most: int) -> Iterator[R]:
    """Yield the result for each item in the order of the items, with this many at most under way."""
    under_way: deque[Promise[R]] = deque()
    try:
        for item in items:
            if len(under_way) >= most:
                yield under_way.popleft().result()
            under_way.append(submit(item))
        while under_way:
            yield under_way.popleft().result()
    finally:
        for promise in under_way:
            promise.cancel()


@lru_cache(maxsize=1)
def _libraries(modules: int) -> "ThreadpoolController":
    """Return the numerical libraries of the process, looked for again when it has more modules."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def one_blas_thread() -> AbstractContextManager[Any]:
    """Return a context with one BLAS thread: several fight over the cores, and change the last digits."""
    limited: AbstractContextManager[Any] = _libraries(len(sys.modules)).limit(limits=1)
    return limited


def watched(results: Iterator[R], items: Iterable[object], what: str, shown: bool) -> Iterator[R]:
    """Yield results with a bar that shows how many of the items are done."""
    if not (shown and what):
        yield from results
        return
    from tqdm.auto import tqdm

    total = len(items) if isinstance(items, Sized) else None
    yield from tqdm(results, what, total, delay=_DELAY, leave=False)
