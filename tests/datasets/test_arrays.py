"""Arrays as nlpstats has them."""

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from workbench.datasets.arrays import ScoreArrays, read_arrays, write_arrays
from workbench.errors import DataError, MissingDataError

X = np.array([[0.1, np.nan, 3.0], [-1.0, 1e-300, np.nan]])
Z = np.array([[1.0, np.nan, 2.0], [5.0, 4.0, np.nan]])
SCORES = ScoreArrays(X, Z, ["M9", "M10"], ["d1", "ö", "d 3"])


def test_round_trip(tmp_path: Path) -> None:
    write_arrays(tmp_path / "1.npz", SCORES)
    again = read_arrays(tmp_path / "1.npz")
    assert np.array_equal(again.metric, X, equal_nan=True)
    assert np.array_equal(again.human, Z, equal_nan=True)
    assert again[2:] == SCORES[2:]
    write_arrays(tmp_path / "2.npz", again)
    assert (tmp_path / "1.npz").read_bytes() == (tmp_path / "2.npz").read_bytes()


def test_numpy_reads_what_is_written(tmp_path: Path) -> None:
    write_arrays(tmp_path / "x.npz", SCORES)
    with np.load(tmp_path / "x.npz", allow_pickle=False) as archive:
        assert archive.files == ["X", "Z", "systems", "inputs"]
        assert archive["systems"].tolist() == ["M9", "M10"]
        assert archive["X"].dtype == np.float64


def test_foreign_files(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "x.npz", Z=Z, X=X.astype(np.float32), more=np.ones(3))
    found = read_arrays(tmp_path / "x.npz")
    assert np.array_equal(found.human, Z, equal_nan=True)
    assert (found.systems, found.inputs) == (["0", "1"], ["0", "1", "2"])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"X": None}, "x.npz: X: there is no such array"),
        ({"Z": Z[:, :2]}, "x.npz: Z: has another shape than X: got (2, 2), allowed: (2, 3)"),
        ({"X": X[0]}, "x.npz: X: is no table of numbers: got 'float64 of 1 dimensions'"),
        ({"X": X.astype(str)}, "x.npz: X: is no table of numbers"),
        ({"X": np.where(np.isnan(X), 0.0, X)}, "x.npz: X and Z[0, 1]: a score is missing in one"),
        ({"Z": np.where(Z == 5, np.inf, Z)}, "x.npz: Z[1, 0]: a score is infinite"),
        ({"systems": np.array(["a", "a"])}, "x.npz: systems: a name is given twice: got 'a'"),
        ({"systems": np.array(["a"])}, "x.npz: systems: wrong number of names: got 1, allowed: 2"),
        ({"inputs": np.array([0.5, 1, 2])}, "x.npz: inputs: is no list of names"),
    ],
)  # fmt: skip
def test_faults(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    arrays = {"X": X, "Z": Z, "systems": np.array(["a", "b"]), "inputs": np.array(["1", "2", "3"]), **change}
    np.savez(tmp_path / "x.npz", **{name: value for name, value in arrays.items() if value is not None})
    with pytest.raises(DataError) as caught:
        read_arrays(tmp_path / "x.npz")
    assert message in str(caught.value)


def test_no_arrays_at_all(tmp_path: Path) -> None:
    path = tmp_path / "x.npz"
    with pytest.raises(MissingDataError):
        read_arrays(path)
    write_arrays(path, SCORES)
    whole = path.read_bytes()
    for content in (b"", b"X", whole[:-40], whole[:200], b"\x93NUMPY\x01\x00"):
        path.write_bytes(content)
        with pytest.raises(DataError, match=r"x\.npz: "):
            read_arrays(path)


def test_objects_are_not_unpickled(tmp_path: Path) -> None:
    np.savez(tmp_path / "x.npz", X=np.array([[print]], object), Z=np.ones((1, 1)))
    with pytest.raises(DataError, match=r"X\.npy': holds objects"):
        read_arrays(tmp_path / "x.npz")


@pytest.mark.parametrize("change", [lambda content: content + b"\0" * 8, lambda content: content[:-8]])
def test_a_header_that_tells_of_another_array(tmp_path: Path, change: Callable[[bytes], bytes]) -> None:
    np.savez(tmp_path / "whole.npz", X=np.eye(2), Z=np.eye(2))
    with zipfile.ZipFile(tmp_path / "whole.npz") as whole, zipfile.ZipFile(tmp_path / "x.npz", "w") as other:
        for name in whole.namelist():
            content = whole.read(name)
            other.writestr(name, change(content) if name == "X.npy" else content)
    with pytest.raises(DataError, match="its header tells of another array than is there"):
        read_arrays(tmp_path / "x.npz")
