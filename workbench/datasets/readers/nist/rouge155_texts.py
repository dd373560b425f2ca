"""The text files of ROUGE-1.5.5: sentences as bytes, out of the formats SEE, SPL and ISI."""

import re
from pathlib import Path
from typing import Literal, cast, get_args

from workbench.errors import DataError, MissingDataError, Problem

Format = Literal["SEE", "SPL", "ISI"]
FORMATS: tuple[Format, ...] = get_args(Format)

_SEE = re.compile(
    rb'<a (?:size="[0-9]+" )?name="[0-9]+">\[[0-9]+\]</a>\s+<a href="#[0-9]+" id=[0-9]+>([^<]*)', re.ASCII
)
_ISI = re.compile(rb'<S SNTNO="[0-9a-z,]+">([^<]*)</S>')
_ONE_BYTE = bytes(range(128)) + b"\x7f" * 128


def get_format(name: str, where: str) -> Format:
    """Return the format of that name in any case, or raise a `DataError`."""
    if name.upper() in FORMATS:
        return cast(Format, name.upper())
    hint = "Basic elements are not computed here" if name.upper() == "SIMPLE" else ""
    raise DataError(Problem(where, "unknown format of texts", name, ", ".join(FORMATS), hint))


def find_sentences(content: bytes, form: Format) -> list[bytes]:
    r"""Return the sentences of a text file, as the program finds them.

    SPL: every line that is not empty. SEE and ISI: what the markup of a sentence holds, where a line begins
    with it; all else is no text. Entities stay as they are. Only a newline ends a line.

    Examples
    --------
    >>> find_sentences(b"One.\n\nTwo.\n", "SPL")
    [b'One.', b'Two.']
    >>> see = b'<a name="1">[1]</a> <a href="#1" id=1>One.</a>\n<p>no sentence</p>\n'
    >>> find_sentences(see, "SEE")
    [b'One.']
    """
    lines = content.split(b"\n")
    if form == "SPL":
        return [line for line in lines if line]
    pattern = _SEE if form == "SEE" else _ISI
    return [found[1] for line in lines if (found := pattern.match(line))]


def read_sentences(path: str, form: Format, where: str) -> list[bytes]:
    """Return the sentences of a text file.

    Parameters
    ----------
    path : str
    form : Format
    where : str
        The place that names the file, for messages.

    Raises
    ------
    DataError
        A file that cannot be read; `MissingDataError` if there is none.
    """
    try:
        return find_sentences(Path(path).read_bytes(), form)
    except FileNotFoundError:
        raise MissingDataError(Problem(where, "there is no such file", path)) from None
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise DataError(Problem(where, f"cannot be read: {reason}", path)) from None


def text_of_bytes(sentences: list[bytes]) -> str:
    r"""Return the text, a sentence a line, in ASCII.

    Every other byte becomes a delete character. To the program a byte that is not ASCII is one byte long and
    separates words, whatever it encodes, and so is this one; no encoding has to be guessed.

    Examples
    --------
    >>> text_of_bytes(["café".encode(), "café".encode("latin-1")])
    'caf\x7f\x7f\ncaf\x7f'
    """
    return b"\n".join(sentences).translate(_ONE_BYTE).decode("ascii")
