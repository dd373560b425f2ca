"""Files that hold more than any machine has are refused in a line, before they are held."""

import bz2
import gzip
import io
import tarfile
import zipfile
from pathlib import Path

import numpy as np
import pytest

from workbench.datasets.arrays import read_arrays
from workbench.datasets.readers.lines import read_content
from workbench.datasets.readers.nist.files import read_members
from workbench.datasets.unpacked import Unpacking
from workbench.errors import DataError, SpecError

SIZE = 1 << 20


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound that tests reach at once."""
    monkeypatch.setenv("WORKBENCH_LARGEST", str(SIZE))


def packed(members: dict[str, bytes], mode: str = "w:gz") -> bytes:
    sink = io.BytesIO()
    with tarfile.open(fileobj=sink, mode=mode) as archive:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return sink.getvalue()


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress])
def test_packed_files(tmp_path: Path, pack, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / f"x.{'gz' if pack is gzip.compress else 'bz2'}"
    path.write_bytes(pack(b"1" * SIZE))
    assert len(read_content(path)) == SIZE
    path.write_bytes(pack(b"1" * (SIZE + 1)))
    with pytest.raises(DataError, match=r"holds more than 1,048,576 bytes .* WORKBENCH_LARGEST=BYTES"):
        read_content(path)
    monkeypatch.setenv("WORKBENCH_LARGEST", str(2 * SIZE))
    assert len(read_content(path)) == SIZE + 1


def test_what_never_ends_is_not_read_to_its_end() -> None:
    with pytest.raises(DataError, match="holds more than"):
        read_content(Path("/dev/zero"))


def test_a_bound_that_is_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_LARGEST", "1 GB")
    with pytest.raises(SpecError, match="WORKBENCH_LARGEST: is no number of bytes"):
        Unpacking("x", 1)


def test_the_bound_grows_with_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WORKBENCH_LARGEST")
    least, larger = Unpacking("x", 10).most, Unpacking("x", 3_000_000).most
    assert least == 64 << 20
    assert least < larger <= 300_000_000


def read_all(folder: Path) -> list[int]:
    return [len(member.content) for member in read_members(folder, lambda parts: True)]


def test_archives_share_one_bound(tmp_path: Path) -> None:
    """Each member is small; all together are not, and neither are archives in archives."""
    half = bytes(SIZE // 2)
    (tmp_path / "x.tgz").write_bytes(packed({"a.txt": b"1" * 1000, "b.txt.gz": gzip.compress(b"2" * 1000)}))
    assert read_all(tmp_path) == [1000, 1000]
    for members in (
        {"a.txt": half, "b.txt": half, "c.txt": half},
        {f"{number}.txt.gz": gzip.compress(half) for number in range(3)},
        {f"{number}.tgz": packed({"a.txt": half}) for number in range(3)},
    ):
        (tmp_path / "x.tgz").write_bytes(packed(members))
        with pytest.raises(DataError, match=r"x\.tgz.*holds more than"):
            read_all(tmp_path)


def test_a_sparse_member_is_as_large_as_it_says(tmp_path: Path) -> None:
    entry = tarfile.TarInfo("a.txt")
    entry.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.realsize": str(10**15)}
    body = b"1\n0\n0\n".ljust(512, b"\0")
    entry.size = len(body)
    with tarfile.open(tmp_path / "x.tar", "w", format=tarfile.PAX_FORMAT) as archive:
        archive.addfile(entry, io.BytesIO(body))
    with pytest.raises(DataError, match=r"x\.tar.*holds more than"):
        read_all(tmp_path)


def npz(**members: bytes) -> bytes:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(f"{name}.npy", content)
    return sink.getvalue()


def npy(values: np.ndarray, shape: object = None) -> bytes:
    sink = io.BytesIO()
    told = {"descr": np.lib.format.dtype_to_descr(values.dtype), "fortran_order": False}
    np.lib.format.write_array_header_1_0(sink, {**told, "shape": shape or values.shape})
    return sink.getvalue() + values.tobytes()


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"X": npy(np.ones((1, 1)), (10**9, 10**9))}, "tells of another array"),
        ({"X": npy(np.ones((1, 2)), (1, 1))}, "tells of another array"),
        ({"X": npy(np.ones((1, 1)), (-1, -1))}, "tells of another array|cut off or no"),
        ({"X": npy(np.ones(SIZE // 8))}, "holds more than"),
        ({"X": b"no array"}, "cut off or no"),
        ({"X": npy(np.ones((1, 1))).replace(b"NUMPY\x01", b"NUMPY\x07")}, "another format"),
    ],
)
def test_arrays(tmp_path: Path, members: dict[str, bytes], said: str) -> None:
    (tmp_path / "x.npz").write_bytes(npz(Z=npy(np.ones((1, 1))), **members))
    with pytest.raises(DataError, match=rf"x\.npz.*({said})"):
        read_arrays(tmp_path / "x.npz")


def test_names_in_arrays_are_unicode(tmp_path: Path) -> None:
    ones = npy(np.ones((1, 1)))
    for code in (0xD800, 0x110000):
        names = npy(np.array(["a"])).replace("a".encode("utf-32-le"), code.to_bytes(4, "little"))
        (tmp_path / "x.npz").write_bytes(npz(X=ones, Z=ones, systems=names))
        with pytest.raises(DataError, match=r"x\.npz: systems: holds a name that is not Unicode"):
            read_arrays(tmp_path / "x.npz")
