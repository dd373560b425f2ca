"""What the system refuses, a full disk or a file that may not be read: a line, and exit code 2."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from workbench.errors import quote, say

_LONGEST = 150
"""Characters of a file's name that are shown."""
_BLAMED = (OSError, MemoryError, RecursionError, UnicodeError, ValueError)


@contextmanager
def refusals_in_a_line() -> Iterator[None]:
    """End with 2 and a line where the system refuses something, the last bytes of standard output included.

    Without standard error nothing is said; without standard output nothing is done, as it could not be seen.
    """
    if sys.stderr is None:
        # for what writes without asking; it stays open as long as the program runs
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    with _errors_that_may_be_lost():
        if sys.stdout is None:
            say("error: standard output is closed: name a file or a folder with --out, or > /dev/null")
            sys.exit(2)
        try:
            try:
                yield
            finally:
                sys.stdout.flush()
        except _BLAMED as error:
            line = reason_of(error)
            if not line:
                raise
            write_nowhere(sys.stdout)
            say(f"error: {line}")
            sys.exit(2)


@contextmanager
def _errors_that_may_be_lost() -> Iterator[None]:
    """End as the program does where standard error takes nothing: Python would end with 120."""
    try:
        yield
    finally:
        try:
            sys.stderr.flush()
        except (OSError, ValueError):
            write_nowhere(sys.stderr)


def reason_of(error: BaseException) -> str:
    """Return what the system said, in a line; empty if it was no refusal of the system.

    Examples
    --------
    >>> reason_of(OSError(28, "", "x/table.md")), reason_of(MemoryError()), reason_of(ValueError("other"))
    ('x/table.md: no space left on device', 'there is not enough memory', '')
    """
    if isinstance(error, MemoryError):
        return "there is not enough memory"
    if isinstance(error, RecursionError):
        return "something is nested too deeply"
    if isinstance(error, UnicodeEncodeError):
        return f"a character cannot be written: {quote(error.object[error.start : error.end])}"
    if isinstance(error, OSError):
        # a full disk has no name, a file that stands where a folder should be has one
        name = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes | os.PathLike) else ""
        name = name if len(name) <= _LONGEST else f"{name[:_LONGEST]}…"
        place = f"{name}: " if name else ""
        # an error without a number is not the system's but a fault of ours
        return f"{place}{os.strerror(error.errno).lower()}" if error.errno else ""
    # Python's own words for a path with a zero in it
    return "a path has a zero byte in it" if "null" in str(error) and "embedded" in str(error) else ""


def write_nowhere(stream: TextIO) -> None:
    """Let Python's own last flush of a standard stream go nowhere, else it complains."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, stream.fileno())
    except (OSError, ValueError):  # the stream is no file
        return
    finally:
        os.close(nowhere)
