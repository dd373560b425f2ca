"""`make test-lowest` installs the lowest versions that the package says it runs with."""

import re
import tomllib
from pathlib import Path

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
