"""Some of the inputs of `make faults`: a result, or a line that says what is wrong with a file."""

import io
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from malformed.run import fault_of, try_one
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


def with_unknown_type(content: bytes) -> bytes:
    """Return a Parquet file in which pandas' own word for a type of columns is damaged."""
    table, sink = pq.read_table(io.BytesIO(content)), io.BytesIO()
    said = table.schema.metadata[b"pandas"].replace(b'"str"', b'"sur"')
    pq.write_table(table.replace_schema_metadata({"pandas": said}), sink)
    return sink.getvalue()


FOUND = [
    ("mt-metrics-eval", lambda content: b"\x1c"),
    ("own parquet", with_unknown_type),
    ("own parquet", lambda content: content.replace(b"the cat s", b"\xff" * 9)),
    ("pickle", lambda content: b"S" + b"\xe2" * 300 + b"\n."),
    ("arrays", lambda content: content[:26] + (900).to_bytes(2, "little") + content[28:]),
    ("check", lambda content: content.replace(b"rouge-su(gap", b"rouge-su gap")),
]
"""What inputs that reach new lines have found: `fuzz.py` beside this file."""


@pytest.mark.parametrize(("name", "change"), FOUND)
def test_what_was_found_once_is_said_in_a_line(
    every: list[Target], tmp_path: Path, name: str, change: Callable[[bytes], bytes]
) -> None:
    target = next(each for each in every if each.name == name)
    for file, content in target.files.items():
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        # of several files the one with scores
        path.write_bytes(change(content) if len(target.files) == 1 or path.suffix == ".score" else content)
    assert fault_of(target, tmp_path) == ""


def test_numbers_and_nesting_that_json_cannot_read(tmp_path: Path) -> None:
    for content in (f'[{{"a": {"9" * 5000}}}]', "[" * 100_000):
        (tmp_path / "x.json").write_text(content)
        with pytest.raises(DataError, match=r"x\.json: is not readable JSON"):
            load(tmp_path / "x.json")
