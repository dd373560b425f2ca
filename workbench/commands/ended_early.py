"""What happens when a command is ended before it is done: Ctrl-C, SIGTERM, and nobody who reads on."""

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

import click

from workbench.commands.refused import write_nowhere

_CACHE = "workbench.cache"
"""Where the context of a command says the folder in which it keeps counts."""


class _Terminated(KeyboardInterrupt):
    """SIGTERM: nothing that catches errors catches it, and what cleans up does."""


def remember_cache(context: click.Context, option: click.Parameter, value: Path) -> Path:
    """Note the folder of kept counts, so that it can be named when the command is ended."""
    context.meta[_CACHE] = value
    return value


@contextmanager
def ended_plainly(context: click.Context) -> Iterator[None]:
    """End with 130 after Ctrl-C, 143 after SIGTERM and 141 where nobody reads; say what was kept."""
    began = time.time()
    # only the main thread is told about signals
    is_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, _terminate) if is_main else None
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        # here, before click says that something failed
        write_nowhere(sys.stdout)
        sys.exit(128 + 13)
    except KeyboardInterrupt as error:
        said, code = ("ended", 143) if isinstance(error, _Terminated) else ("interrupted", 130)
        click.echo(f"{said}: {_kept(context.meta.get(_CACHE), began)}", err=True)
        sys.exit(code)
    finally:
        if is_main:
            signal.signal(signal.SIGTERM, before or signal.SIG_DFL)


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    raise _Terminated


def _kept(cache: Path | None, began: float) -> str:
    files = cache.rglob("*.parquet") if cache is not None else ()
    # clocks of file systems are coarse
    new = sum(file.stat().st_mtime >= began - 1 for file in files)
    if not new:
        return "nothing was kept"
    return f"{new:,} counts and scores are kept in {cache}, the same command goes on from there"
