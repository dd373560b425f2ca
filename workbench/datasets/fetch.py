"""Fetching the files of an origin: each is checked before it is at its place, or it is not there at all."""

import hashlib
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import quote, urlsplit

from workbench.datasets.card import DatasetCard, Origin, OriginFile
from workbench.datasets.load import folder_of, how_to_get
from workbench.datasets.originals.folders import FOLDER, original
from workbench.errors import MissingDataError, Problem, WorkbenchError

_ATTEMPTS = 3
_SECONDS = 60
"""How long a server may be silent."""
_HALF = ".fetching"
"""Below the folder of the originals: what has not arrived or has not been checked."""


class FetchError(WorkbenchError):
    """A file could not be fetched."""


class Fetched(NamedTuple):
    """A file that is at its place now; there: it had been before."""

    path: Path
    state: Literal["fetched", "there"]


def fetch_originals(
    card: DatasetCard, home: Path, mirror: str = "", progress: bool = False
) -> Iterator[Fetched]:
    """Fetch the files of a data set's origins, one after the other, and yield each.

    A file that is there and right is not fetched again; one that is there and is another one is replaced. A
    broken transfer is begun anew, three times at most; what is left of one that was killed is removed by
    the next.

    Parameters
    ----------
    card : DatasetCard
    home : Path
        Folder of the data sets; the files get to ``<folder of the data set>/original/<origin>/<path>``.
    mirror : str
        A folder or the address of a server that has the files under the path of their own address,
        ``OWNER/REPOSITORY/COMMIT/PATH``; a folder may have them as ``REPOSITORY/PATH``, too, as a clone has.
        Empty: the origin itself.
    progress : bool
        Whether a bar is drawn on standard error.

    Raises
    ------
    MissingDataError
        If the data set has no files that can be fetched: how to get it.
    FetchError
        Naming the address: there is no such file, no answer, or another content than the card describes.
    """
    if not card.origins:
        made = card.reader.startswith("simulated")
        nothing = "it is made from its seed" if made else "its card names no place to get it from"
        how = how_to_get(card) or f"nothing has to be fetched: {nothing}"
        raise MissingDataError(Problem(card.name, f"cannot be fetched. {how}"))
    folder = folder_of(card, home)
    half = folder / FOLDER / _HALF
    shutil.rmtree(half, ignore_errors=True)
    try:
        half.mkdir(parents=True)
        for origin in card.origins:
            for file in origin.files:
                path = original(folder, origin.name, file.path)
                if path.is_file() and digest(path) == file.sha256:
                    yield Fetched(path, "there")
                    continue
                arrived = _fetch(origin, file, half, mirror, progress)
                path.parent.mkdir(parents=True, exist_ok=True)
                arrived.replace(path)
                yield Fetched(path, "fetched")
    except OSError as error:
        raise FetchError(Problem(str(folder), f"cannot be written: {error.strerror or error}")) from None
    finally:
        shutil.rmtree(half, ignore_errors=True)
        with suppress(OSError):
            # goes only if nothing is in it
            half.parent.rmdir()


def digest(path: Path) -> str:
    """Return the SHA-256 of a file, 64 hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _fetch(origin: Origin, file: OriginFile, half: Path, mirror: str, progress: bool) -> Path:
    """Return a file that has arrived, below `half`, and is what the card describes."""
    is_server = mirror.startswith(("http://", "https://"))
    if mirror and not is_server:
        return _copy(origin, file, half, Path(mirror))
    base = f"{mirror.rstrip('/')}{urlsplit(origin.url).path}" if is_server else origin.url
    return _download(f"{base}/{quote(file.path)}", file, half, progress)


def _copy(origin: Origin, file: OriginFile, half: Path, mirror: Path) -> Path:
    if not mirror.is_dir():
        raise FetchError(Problem(str(mirror), "the mirror is no folder and no http address"))
    own = mirror / urlsplit(origin.url).path.lstrip("/") / file.path
    cloned = mirror / origin.name / file.path
    source = cloned if cloned.is_file() and not own.is_file() else own
    try:
        copy = Path(shutil.copyfile(source, half / "copy"))
    except OSError as error:
        raise FetchError(Problem(str(source), f"cannot be copied: {error.strerror or error}")) from None
    if (found := digest(copy)) != file.sha256:
        raise FetchError(
            Problem(str(source), "is another file than the card describes: sha256", found, file.sha256)
        )
    return copy


def _download(url: str, file: OriginFile, half: Path, progress: bool) -> Path:
    import pooch
    import requests

    pooch.get_logger().setLevel("WARNING")
    downloader = pooch.HTTPDownloader(progressbar=progress, timeout=_SECONDS)
    problem = Problem(url, "was not tried")
    for _ in range(_ATTEMPTS):
        try:
            name = pooch.retrieve(url, f"sha256:{file.sha256}", "file", half, downloader=downloader)
            return Path(name)
        except requests.HTTPError as error:
            answer = error.response.status_code if error.response is not None else 0
            problem = Problem(url, "the server refuses the file", f"HTTP {answer}")
            # what is not there will not be there a moment later
            if 400 <= answer < 500:
                break
        except requests.RequestException as error:
            problem = Problem(url, f"the transfer broke: {type(error).__name__}")
        except ValueError:
            what = "another file arrives than the card describes, or half of one: nothing was kept"
            problem = Problem(url, what, allowed=f"sha256 {file.sha256}")
    raise FetchError(problem, Problem("", "a mirror can be named with --mirror or WORKBENCH_MIRROR"))
