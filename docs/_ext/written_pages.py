"""Pages that the package writes itself: made of docstrings, registries, sections and cards before a build."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pages_of_commands
import pages_of_data
import pages_of_metrics
import pages_of_statistics
import pages_of_the_package
from sphinx.application import Sphinx

WRITERS: tuple[Callable[[], Iterator[tuple[str, str]]], ...] = (
    pages_of_metrics.pages,
    pages_of_statistics.pages,
    pages_of_data.pages,
    pages_of_commands.pages,
    pages_of_the_package.pages,
)


def write_pages(app: Sphinx) -> None:
    """Write all pages into `reference`, and copy the notebooks into `tutorial`.

    A page whose text is as it was is left alone, so that Sphinx need not read it again.
    """
    source = Path(app.srcdir)
    written = {name: text for writer in WRITERS for name, text in writer()}
    for old in (source / "reference").glob("*.*"):
        if old.name not in written:
            old.unlink()
    for name, text in written.items():
        _write(source / "reference" / name, text.encode("utf-8"))
    for notebook in sorted((source.parent / "notebooks").glob("*.ipynb")):
        _write(source / "tutorial" / notebook.name, notebook.read_bytes())
    picture = source.parent / "reports" / "galley-figure2" / "figure.svg"
    shutil.copyfile(picture, source / "_static" / "figure2.svg")


def _write(path: Path, text: bytes) -> None:
    path.parent.mkdir(exist_ok=True)
    if not path.exists() or path.read_bytes() != text:
        path.write_bytes(text)


def setup(app: Sphinx) -> dict[str, bool]:
    """Enter the extension."""
    app.connect("builder-inited", write_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
