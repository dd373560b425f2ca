"""`make test-lowest` installs the lowest versions that the package says it runs with."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).resolve().parents[1]


def test_lowest_versions_are_those_of_the_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = [*project["dependencies"], *extras["dask"], *extras["excel"]]
    bounds = dict(re.fullmatch(r"([\w-]+)>=([\d.]+)", each).groups() for each in asked)
    pinned = (ROOT / "constraints-lowest.txt").read_text("utf-8").splitlines()[1:]
    lowest = dict(line.split("==") for line in pinned)
    assert lowest.keys() == bounds.keys()
    for name, version in lowest.items():
        assert re.sub(r"(\.0)+$", "", version) == re.sub(r"(\.0)+$", "", bounds[name]), name


def test_pinned_packages_are_installed_by_every_python_that_is_promised():
    """Python 3.11.2 of Debian 12, too: a package that asks for 3.11.5 ends `make` before it begins."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    first = f"{project['requires-python'].removeprefix('>=')}.0"
    tried, others = 0, {}
    for name in re.findall(r"^([\w.-]+)==", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE):
        try:
            # A package that says nothing is installed by any; the backport of importlib raises for [].
            asked = (metadata(name).get_all("Requires-Python") or [""])[0]
        except PackageNotFoundError:
            continue
        tried += 1
        if not SpecifierSet(asked).contains(first):
            others[name] = asked
    assert tried > 20
    assert others == {}
