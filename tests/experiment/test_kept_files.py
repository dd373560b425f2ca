"""Files of the cache that are not as they were written: said, and made again."""

import random
from pathlib import Path

import numpy as np
import pytest

from workbench.experiment.store import Store

COLUMNS = ("match", "reference", "candidate")
ROWS = np.array([[1.0, 2, 3], [4, np.nan, 6], [7, 8, 9.5]])
KEY = "ab" * 16


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    Store(tmp_path).save("counts", KEY, COLUMNS, ROWS)
    (file,) = tmp_path.rglob("*.parquet")
    return file


def load(kept: Path, key: str = KEY, columns: tuple[str, ...] = COLUMNS, n_rows: int = 3):
    return Store(kept.parents[2]).load("counts", key, columns, n_rows)


@pytest.mark.parametrize("on_disk", [True, False])
def test_what_is_in_memory_alone_is_there(on_disk: bool) -> None:
    store = Store(None)
    assert not store.has("counts", KEY)
    store.save("counts", KEY, COLUMNS, ROWS, on_disk=on_disk)
    assert store.has("counts", KEY)
    assert not store.has("scores", KEY)


def test_what_was_kept_comes_back(kept: Path, capsys) -> None:
    assert np.array_equal(load(kept), ROWS, equal_nan=True)
    assert capsys.readouterr().err == ""


def test_any_damage_is_said_and_the_file_counts_as_absent(kept: Path, capsys) -> None:
    content, rng = kept.read_bytes(), random.Random(7)
    damaged = [content[:size] for size in range(0, len(content), 97)]
    damaged += [content + b"\0", content[1:], content[::-1], b"PAR1", bytes(len(content))]
    for _ in range(300):
        bits = bytearray(content)
        bits[rng.randrange(len(bits))] ^= 1 << rng.randrange(8)
        damaged.append(bytes(bits))
    for each in damaged:
        kept.write_bytes(each)
        assert load(kept) is None
        said = capsys.readouterr().err
        assert said.startswith(f"warning: {kept} is damaged (")
        assert said.count("\n") == 1


def test_a_file_under_another_key_or_of_another_shape(kept: Path, capsys) -> None:
    other = kept.with_name(kept.name.replace(KEY, "ab" + "c" * 30))
    other.write_bytes(kept.read_bytes())
    assert load(kept, "ab" + "c" * 30) is None
    assert "its digest is another one" in capsys.readouterr().err
    assert load(kept, columns=("match", "candidate", "reference")) is None
    assert load(kept, n_rows=2) is None
    assert capsys.readouterr().err.count("it has other columns or rows") == 2


def test_a_file_without_a_digest_is_said_to_have_none(kept: Path, capsys) -> None:
    kept.write_bytes(kept.read_bytes().replace(b"sealed by sha256 ", b"closed by sha256 "))
    assert load(kept) is None
    assert "is damaged (it has no digest)" in capsys.readouterr().err


def test_a_damaged_file_is_written_again(kept: Path) -> None:
    content = kept.read_bytes()
    kept.write_bytes(b"")
    Store(kept.parents[2]).save("counts", KEY, COLUMNS, ROWS)
    assert kept.read_bytes() == content
