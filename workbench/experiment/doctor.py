"""What the workbench has to work with on this machine, and what is wrong with it."""

import os
import platform
import re
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import NamedTuple

from workbench.datasets.catalogue import list_cards
from workbench.datasets.load import home_of
from workbench.errors import MissingDataError, WorkbenchError, plural
from workbench.shipped import bundled_experiments, shipped_folder
from workbench.version import VERSION


class Checked(NamedTuple):
    """One thing that was looked at: whether it is well, what it is, and what to do about it."""

    what: str
    is_well: bool
    said: str
    remedy: str = ""


def examine(data: Path | None, cache: Path, out: Path) -> Iterator[Checked]:
    """Yield what was found of versions, kernels, folders and data; nothing is left behind.

    Parameters
    ----------
    data : Path or None
        Folder of the data sets; else the environment variable WORKBENCH_DATA.
    cache, out : Path
        Where counts are kept and reports are written; they need not be there yet.
    """
    place = Path(__file__).parents[1]
    yield Checked("workbench", True, f"{VERSION} in {place}")
    yield Checked("python", True, f"{platform.python_version()}, {sys.executable}")
    yield _packages()
    yield _kernels()
    yield _folder("cache", cache, "counts and scores", "--cache or WORKBENCH_CACHE names another folder")
    yield _folder("reports", out, "reports", "--out names another folder")
    yield _bundled()
    yield _data(data)


def _packages() -> Checked:
    """Look at the packages that are needed, not those of an extra."""
    try:
        lines = [line for line in requires("workbench") or () if "extra ==" not in line]
    except PackageNotFoundError:
        return Checked("packages", False, "the workbench runs from its sources only", "pip install .")
    names = [re.split(r"[^A-Za-z0-9._-]", line)[0] for line in lines]
    found, absent = [], []
    for name in names:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            absent.append(name)
    if absent:
        return Checked("packages", False, f"missing: {', '.join(absent)}", f"pip install {' '.join(absent)}")
    return Checked("packages", True, ", ".join(found))


def _kernels() -> Checked:
    """Score so many words that kernels are compiled, if they are not yet, and say where that is kept."""
    import workbench
    from workbench.kernels import grams
    from workbench.kernels.compile import LITTLE, Kernel

    value = float(
        workbench.score(["a b " * LITTLE], [["a c " * LITTLE]], metrics=["rouge-1"])["value"].iloc[0]
    )
    if value != 1 / 2:
        remedy = "pip install --force-reinstall numba llvmlite"
        return Checked("kernels", False, f"one of two words is found, and the recall is {value}", remedy)
    kernels = [each.compiled for each in vars(grams).values() if isinstance(each, Kernel)]
    folders = {str(vars(each)["_cache"].cache_path) for each in kernels}
    if not any(folders):
        remedy = "NUMBA_CACHE_DIR names a folder that can be written"
        return Checked(
            "kernels", False, "they are compiled anew in each process: nothing can be kept", remedy
        )
    return Checked("kernels", True, f"compiled, kept in {os.path.commonpath([f for f in folders if f])}")


def _folder(what: str, folder: Path, holds: str, remedy: str) -> Checked:
    """Write a file where something will be written: nothing else tells whether it can be."""
    existing = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    try:
        with tempfile.TemporaryFile(dir=existing):
            pass
    except OSError as error:
        return Checked(what, False, f"{folder}: cannot be written ({error.strerror})", remedy)
    if not folder.exists():
        return Checked(what, True, f"{folder}, made when {holds} are first written")
    files = [each.stat().st_size for each in folder.rglob("*") if each.is_file()]
    return Checked(what, True, f"{folder}, {plural('file', len(files))}, {sum(files) / 1e6:,.1f} MB")


def _bundled() -> Checked:
    try:
        tables = len([*shipped_folder("data/published").glob("*.toml")])
    except MissingDataError as error:
        return Checked("bundled", False, str(error), "install the package once more")
    return Checked("bundled", True, f"{len(bundled_experiments())} experiments, {tables} published tables")


def _data(data: Path | None) -> Checked:
    home = home_of(data)
    if home is None:
        said = "no folder is named: the simulated sets can be used"
        return Checked("data", True, said, "your own and fetched ones: --data DIR or WORKBENCH_DATA=DIR")
    if not home.is_dir():
        return Checked(
            "data", False, f"{home}: there is no such folder", "workbench data fetch NAME makes it"
        )
    try:
        here = [entry.card.name for entry in list_cards(home) if entry.is_here]
    except WorkbenchError as error:
        return Checked("data", False, str(error.problems[0]), "mend the card, or take the folder away")
    return Checked("data", True, f"{home}: {len(here)} data sets: {', '.join(here)}")
