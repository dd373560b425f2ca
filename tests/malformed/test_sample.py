"""Some of the inputs of `make faults`: a result, or a line that says what is wrong with a file."""

from pathlib import Path

import pytest
from malformed.run import try_one
from malformed.targets import Target, targets

SEEDS = range(4)


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> list[Target]:
    return targets(tmp_path_factory.mktemp("sound"))


@pytest.mark.parametrize("seed", SEEDS)
def test_malformed_files_are_said_or_read(every: list[Target], tmp_path: Path, seed: int) -> None:
    wrong = {target.name: try_one(target, tmp_path / "spoiled", seed) for target in every}
    assert {name: fault for name, fault in wrong.items() if fault} == {}
