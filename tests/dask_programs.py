"""Programs of Dask as one starts them by hand, forked from a process that has imported what they need."""

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from multiprocessing.process import BaseProcess
from typing import Any

import pytest


def forking() -> Any:
    """Return what starts processes that are forked: each has at once what takes a second to import."""
    pytest.importorskip("distributed")
    from dask import config
    from distributed.utils import get_mp_context

    with config.set({"distributed.worker.multiprocessing-method": "forkserver"}):
        get_mp_context()  # Dask, too, says what is imported beforehand, but the first time alone
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload(["distributed.cli.dask_worker", "workbench.experiment.experiment"])
    return found


def run_program(module: str, options: Sequence[str], said: str) -> None:
    """Run a program in this process; what it says on standard error goes to a file."""
    for number in (1, 2):
        os.dup2(os.open(said, os.O_CREAT | os.O_WRONLY | os.O_APPEND), number)
    import_module(module).main(options)


@contextmanager
def started(module: str, *options: str, said: str = os.devnull) -> Iterator[BaseProcess]:
    """Start a program; end it when it is no longer needed."""
    process = forking().Process(target=run_program, args=(module, options, said))
    process.start()
    try:
        yield process
    finally:
        process.kill()
        process.join()
