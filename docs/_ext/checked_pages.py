"""What has to hold of the built pages: nothing is fetched from another host, and what is sought is near."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urldefrag

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

SOUGHT = ("howto/own-data.html", "howto/metric.html", "howto/regenerate.html", "cite.html")
"""What a new user finds from the front page in two clicks."""
CLICKS = 2

_TAG = re.compile(
    r"<(?:script|link|img|iframe|source|video|audio|embed|object|use|image|input)\b[^>]*>", re.I
)
_ADDRESS = re.compile(r"""\b(?:src|href|srcset|data|poster)\s*=\s*["']?\s*((?:https?:)?//[^"'\s>]+)""", re.I)
_STYLE = re.compile(r"""(?:@import\s+|url\(\s*)["']?((?:https?:)?//[^"')\s]+)""", re.I)
_IN_SCRIPT = re.compile(r"""\b(?:fetch|import|importScripts)\s*\(\s*["']((?:https?:)?//[^"']+)""")
_LINK = re.compile(r"""<a\b[^>]*\bhref="([^"]+)\"""", re.I)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def fetched_elsewhere(text: str) -> list[str]:
    """Return the addresses on other hosts that a page or style asks for when it is opened.

    Links that a reader may follow are none.

    Examples
    --------
    >>> fetched_elsewhere('<script src="https://a.org/x.js"></script><a href="https://b.org">b</a>')
    ['https://a.org/x.js']
    """
    text = _COMMENT.sub("", text)
    found = [address for tag in _TAG.findall(text) for address in _ADDRESS.findall(tag)]
    return [*found, *_STYLE.findall(text), *_IN_SCRIPT.findall(text)]


def reached(folder: Path, clicks: int) -> set[str]:
    """Return the pages that so many clicks lead to from the front page."""
    met, border = {"index.html"}, {"index.html"}
    for _ in range(clicks):
        border = {page for each in border for page in _links(folder, each)} - met
        met |= border
    return met


def _links(folder: Path, page: str) -> Iterator[str]:
    for link in _LINK.findall((folder / page).read_text("utf-8")):
        address = unquote(urldefrag(link).url)
        target = (folder / page).parent.joinpath(address).resolve()
        if address and "://" not in address and target.suffix == ".html" and target.is_file():
            yield target.relative_to(folder.resolve()).as_posix()


def faults(folder: Path) -> list[str]:
    """Return what is wrong with the pages of a folder."""
    found = [
        f"{path.relative_to(folder)} asks for {address}"
        for pattern in ("*.html", "*.css")
        for path in sorted(folder.rglob(pattern))
        for address in fetched_elsewhere(path.read_text("utf-8"))
    ]
    near = reached(folder, CLICKS)
    return found + [f"{page} is further than {CLICKS} clicks away" for page in SOUGHT if page not in near]


def check_pages(app: Sphinx, failure: Exception | None) -> None:
    """Fail the build where a page has a fault."""
    if failure is None and app.builder.name == "html":
        found = faults(Path(app.outdir))
        if found:
            raise ExtensionError("\n".join(found))


def setup(app: Sphinx) -> dict[str, bool]:
    """Enter the extension."""
    app.connect("build-finished", check_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
