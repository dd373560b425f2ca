"""Some of the inputs of `make faults`: a result, or a line that says what is wrong with a file."""

from pathlib import Path

import pytest
from malformed.run import try_one
from malformed.targets import Target, targets

from workbench.datasets.load import load
from workbench.errors import DataError

SEEDS = range(4)


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> list[Target]:
    return targets(tmp_path_factory.mktemp("sound"))


@pytest.mark.parametrize("seed", SEEDS)
def test_malformed_files_are_said_or_read(every: list[Target], tmp_path: Path, seed: int) -> None:
    wrong = {target.name: try_one(target, tmp_path / "spoiled", seed) for target in every}
    assert {name: fault for name, fault in wrong.items() if fault} == {}


def test_numbers_and_nesting_that_json_cannot_read(tmp_path: Path) -> None:
    for content in (f'[{{"a": {"9" * 5000}}}]', "[" * 100_000):
        (tmp_path / "x.json").write_text(content)
        with pytest.raises(DataError, match=r"x\.json: is not readable JSON"):
            load(tmp_path / "x.json")
