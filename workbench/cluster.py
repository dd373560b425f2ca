"""Dask as an executor: work goes to processes of this machine or of others, what comes back is the same."""

import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

from workbench.errors import Problem, SpecError, say
from workbench.executor import AHEAD, Executor, Serial, in_order, local_executor, one_blas_thread, watched
from workbench.registry import enter_outside, entered_outside

Workers = int | Any
"""How many threads, or a client of Dask."""
T = TypeVar("T")
R = TypeVar("R")
_SET_UP = "workbench.experiment.experiment"
"""What a worker imports first, so that its tables of coefficients and levels are filled."""
_PATIENCE = 10.0
"""Seconds until it is looked why there is no result."""
_LOCAL = {
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": None,
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
}
"""Of processes on this machine. As Dask has it they give each array back to the system, which makes the pages
anew, and look at themselves a hundred times a second: a quarter of the time of counting."""
_NO_WORKERS = "the scheduler has no workers: waiting for the first (Ctrl-C ends)"


@dataclass(frozen=True)
class Cluster:
    """Workers of Dask: processes, here or elsewhere, each with the same version of the package.

    What is mapped is pickled, functions of the user's own by their code. A worker that is lost has its work
    done again by the others.

    Attributes
    ----------
    client : distributed.Client
    progress : bool
        Whether bars are drawn on standard error, or in a notebook.
    """

    client: Any
    progress: bool = False

    @property
    def here(self) -> Executor:
        """The executor for what takes less time than to be sent."""
        return Serial(self.progress)

    def map(self, function: Callable[[T], R], items: Iterable[T], what: str = "") -> Iterator[R]:
        """Yield the result for each item, in the order of the items.

        Raises
        ------
        SpecError
            If the scheduler is lost.
        """
        yield from watched(self._results(function, items), items, what, self.progress)

    def _results(self, function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        from dask import config
        from distributed.comm.core import CommClosedError
        from distributed.scheduler import NoWorkerError

        # what is from outside first: the function may be made of it
        sent = pickle.dumps((_pickled(entered_outside()), _pickled(function)))
        try:
            # the function, with all that it holds, is asked for by each worker once
            with config.set({"distributed.admin.large-graph-warning-threshold": "1TB"}):
                shared = self.client.submit(bytes, sent, pure=False)
                most = AHEAD * max(2, sum(self.client.ncores().values()))
                yield from in_order(lambda item: _Awaited(self.client, shared, _pickled(item)), items, most)
        except NoWorkerError as error:
            what = "the scheduler has no workers; what was counted is kept, the same command goes on"
            raise SpecError(Problem("", what)) from error
        except Exception as error:
            lost = isinstance(error, CancelledError | CommClosedError | TimeoutError)
            if not lost and self.client.status == "running":
                raise
            what = "the scheduler of the cluster is lost; what was counted is kept, the same command goes on"
            raise SpecError(Problem("", what)) from error


class _Awaited:
    """What a worker will return for an item; that nobody is there to do it is said."""

    def __init__(self, client: Any, function: Any, item: bytes) -> None:
        self._client, self._future = client, client.submit(_apply, function, item, pure=False)

    def result(self) -> Any:
        is_said = False
        while True:
            try:
                return self._future.result(timeout=_PATIENCE)
            except TimeoutError:
                if self._future.done():
                    return self._future.result()
                if not is_said and not self._client.ncores():
                    say(_NO_WORKERS)
                    is_said = True

    def cancel(self) -> object:
        return self._future.cancel()


@lru_cache(maxsize=2)
def _unpickled(function: bytes) -> Callable[[Any], Any]:
    import_module(_SET_UP)
    outside, called = pickle.loads(function)
    enter_outside(pickle.loads(outside))
    made: Callable[[Any], Any] = pickle.loads(called)
    return made


def _apply(function: bytes, item: bytes) -> Any:

    # one BLAS thread, as in one process: sums would depend on their number
    with one_blas_thread():
        return _unpickled(function)(pickle.loads(item))


def _pickled(value: object) -> bytes:
    """Return a value as bytes; functions of files and notebooks with their code, which no worker has."""
    import cloudpickle

    own = [module for name, module in sys.modules.items() if name.startswith("workbench_own_")]
    for module in own:
        cloudpickle.register_pickle_by_value(module)
    try:
        made: bytes = cloudpickle.dumps(value)
        return made
    finally:
        for module in own:
            cloudpickle.unregister_pickle_by_value(module)


def executor_of(workers: Workers, progress: bool = False) -> Executor:
    """Return the executor of so many threads, or of a client of Dask.

    Raises
    ------
    SpecError
        If it is neither, or no thread at all.
    """
    if hasattr(workers, "ncores"):
        return Cluster(workers, progress)
    if not isinstance(workers, int) or isinstance(workers, bool) or workers < 1:
        raise SpecError(Problem("workers", "is no number of threads", workers, "1 or more, or a Dask client"))
    return local_executor(workers, progress)


def require_dask() -> None:
    """Raise a `SpecError` that says how to install what is needed, where it is not there."""
    if find_spec("distributed") is None:
        hint = "pip install 'workbench[dask]'"
        raise SpecError(Problem("", "Dask is not installed, which --cluster and --scheduler need", hint=hint))


@contextmanager
def cluster_of(processes: int = 0, scheduler: str = "") -> Iterator[Any]:
    """Start processes on this machine, or find a scheduler that runs already; close both at the end.

    Yields
    ------
    distributed.Client

    Raises
    ------
    SpecError
        If Dask is not installed, or nothing answers at the address of the scheduler.
    """
    require_dask()
    import logging

    from dask import config
    from distributed import Client, LocalCluster
    from distributed.utils import silence_logging_cmgr

    with ExitStack() as opened:
        # what matters of the engine's tracebacks is said in a line
        opened.enter_context(silence_logging_cmgr(logging.CRITICAL))
        place: Any = scheduler
        if processes:
            opened.enter_context(config.set(_LOCAL))
            place = LocalCluster(
                n_workers=processes,
                threads_per_worker=1,
                memory_limit=0,
                dashboard_address=":0",
                silence_logs=logging.CRITICAL,
            )
            opened.enter_context(place)
        try:
            client = Client(place, timeout=10)
        except (OSError, ValueError, TimeoutError) as error:
            what = "no scheduler of Dask answers there"
            raise SpecError(Problem("--scheduler", what, scheduler, "tcp://host:8786")) from error
        opened.enter_context(client)
        say(f"dashboard: {client.dashboard_link}")
        if not client.ncores():
            say(f"{_NO_WORKERS}: dask worker {scheduler}")
        yield client
