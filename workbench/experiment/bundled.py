"""The experiments that come with the package, as lines for people."""

import tomllib
from pathlib import Path

from workbench.datasets.card import get_card
from workbench.datasets.load import home_of, missing
from workbench.errors import WorkbenchError
from workbench.shipped import bundled_experiments


def show_bundled(data: Path | None = None) -> str:
    """Return the experiments that come with the package: name, title, and whether their data are here.

    Examples
    --------
    >>> print(show_bundled().splitlines()[0].split("  ")[0])
    all-sections
    """
    rows = [(name, *_about(path, data)) for name, path in bundled_experiments().items()]
    width = max((len(name) for name, _, _ in rows), default=0)
    lines = [f"{name:{width}}  {title}\n{'':{width}}  {standing}" for name, title, standing in rows]
    return "\n".join(
        [*lines, "Run one: workbench run NAME. Copy one: workbench new --from NAME --out mine.toml"]
    )


def _about(path: Path, data: Path | None) -> tuple[str, str]:
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    name = content["data"]["name"]
    try:
        if not missing(name, data):
            return content["title"], f"data: {name}"
        way = "fetch" if get_card(name, home_of(data)).origins else "show"
    except WorkbenchError:
        way = "show"
    return content["title"], f"data: {name}, not here: workbench data {way} {name}"
